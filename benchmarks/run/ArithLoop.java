/** Nested loops of int adds, xors, shifts and multiplies on locals: the interpreter's dispatch and nothing else. */
public class ArithLoop {
  public static void main(String[] args) {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 400;
    int sum = 1;
    int mix = 0x9E3779B9;
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < 100; i++) {
        int inner = i ^ round;
        for (int j = 0; j < 100; j++) {
          inner += j * 31;
          mix ^= inner << 7;
          mix += mix >>> 11;
          sum = sum * 17 + (mix & 0xFF);
        }
        sum ^= inner;
      }
    }
    System.out.println("ArithLoop " + sum + " " + mix);
  }
}
