/** Starts one thread after another. */
public class Spawner {
  static int turn;

  public static void main(String[] args) throws Exception {
    int most = args.length == 0 ? 1000 : Integer.parseInt(args[0]);
    for (int i = 0; i < most; i++) {
      Thread t = new Thread(() -> turn = 1 - turn);
      t.start();
      t.join();
    }
  }
}
