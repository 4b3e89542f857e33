/** An interpreter for a toy stack machine, run by the interpreter under test: tableswitch, arrays, virtual calls. */
public class SmallInterpreter {
  private static final int PUSH = 0;
  private static final int LOAD = 1;
  private static final int STORE = 2;
  private static final int ADD = 3;
  private static final int SUB = 4;
  private static final int MUL = 5;
  private static final int JUMP_IF_POSITIVE = 6;
  private static final int DUP = 7;
  private static final int XOR = 8;
  private static final int HALT = 9;

  private final int[] code;
  private final int[] stack = new int[16];
  private final int[] variables = new int[4];
  private int top;
  private int steps;

  private SmallInterpreter(int[] code) {
    this.code = code;
  }

  private void push(int value) {
    stack[top++] = value;
  }

  private int pop() {
    return stack[--top];
  }

  private int run(int start) {
    variables[0] = start;
    variables[1] = 1;
    int pc = 0;
    while (true) {
      steps++;
      switch (code[pc++]) {
        case PUSH -> push(code[pc++]);
        case LOAD -> push(variables[code[pc++]]);
        case STORE -> variables[code[pc++]] = pop();
        case ADD -> push(pop() + pop());
        case SUB -> {
          int right = pop();
          push(pop() - right);
        }
        case MUL -> push(pop() * pop());
        case JUMP_IF_POSITIVE -> {
          int target = code[pc++];
          if (pop() > 0) pc = target;
        }
        case DUP -> {
          int value = pop();
          push(value);
          push(value);
        }
        case XOR -> push(pop() ^ pop());
        case HALT -> {
          return variables[1];
        }
        default -> throw new IllegalStateException("no instruction " + code[pc - 1]);
      }
    }
  }

  public static void main(String[] args) {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 200;
    // do { v1 = (v1 * 5 + 3) ^ v0; v0 = v0 - 1; } while (v0 > 0);
    int[] code = {
      LOAD, 1, PUSH, 5, MUL, PUSH, 3, ADD, LOAD, 0, XOR, STORE, 1,
      LOAD, 0, PUSH, 1, SUB, DUP, STORE, 0, JUMP_IF_POSITIVE, 0, HALT,
    };
    int checksum = 0;
    int steps = 0;
    for (int round = 0; round < rounds; round++) {
      SmallInterpreter machine = new SmallInterpreter(code);
      checksum = checksum * 31 + machine.run(1_000 + round);
      steps += machine.steps;
    }
    System.out.println("SmallInterpreter " + checksum + " " + steps);
  }
}
