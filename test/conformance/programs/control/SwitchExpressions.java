// switch expressions inside other expressions, so that the operand stack is not empty around them.
package control;

import static java.lang.System.out;

class SwitchExpressions {
    static int calls;

    static int tick() {
        return ++calls;
    }

    static String classify(int n) {
        return "n" + tick() + switch (n % 5) {
            case 0 -> "zero" + tick();
            case 1, -1 -> {
                String s = "";
                for (int i = 0; i < 3; i++) {
                    if (i == 1) continue;
                    s += i;
                }
                yield s;
            }
            case 2 -> throw new IllegalStateException("two at " + n);
            default -> switch (n) {
                case 3 -> "three";
                case 4 -> {
                    try {
                        yield "four" + 1 / (n - 4);
                    } catch (ArithmeticException e) {
                        yield "div";
                    } finally {
                        tick();
                    }
                }
                default -> "other";
            };
        } + tick();
    }

    public static void main(String[] args) {
        for (int i = -6; i < 10; i++) {
            try {
                out.println(classify(i));
            } catch (IllegalStateException e) {
                out.println(e.getMessage());
            }
        }
        long mixed = 0;
        for (char c : "abcxyz".toCharArray()) {
            mixed += switch (c) {
                case 'a' -> 1;
                case 'b' -> 2L << 40;
                case 'x' -> (byte) 3;
                default -> c;
            };
        }
        out.println(mixed);
        boolean b = switch ("k") { case "k" -> true; default -> false; } && switch (1) { default -> true; };
        out.println(b);
        int[] a = {0, 0, 0};
        a[switch (tick() % 2) { case 0 -> 1; default -> 2; }] += switch (a.length) { case 3 -> 33; default -> 0; };
        out.println(a[0] + " " + a[1] + " " + a[2]);
        switch (a.length) {
            case 3 -> out.println("arrow");
            case 4 -> out.println("no fall-through");
            default -> { }
        }
        Object o = switch (3) { case 3 -> 1; default -> 2.0; };
        out.println(o);
    }
}
