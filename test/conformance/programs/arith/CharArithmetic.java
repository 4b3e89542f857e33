// char is an unsigned 16-bit int in expressions; constant folding against run time.
package arith;

import static java.lang.System.out;

class CharArithmetic {
    static char id(char c) {
        return c;
    }

    public static void main(String[] args) {
        char a = id('a');
        out.println(a + 1);
        out.println((char) (a + 1));
        out.println("" + a + 1);
        out.println(a + a);
        out.println('a' + 'b' + "c");
        out.println("c" + 'a' + 'b');
        out.println((char) 97 + (char) 98);
        char c = 0;
        c--;
        out.println((int) c);
        c++;
        out.println((int) c);
        out.println((char) -1 == 0xffff);
        out.println((int) (char) -1 + " " + (short) (char) -1 + " " + (byte) (char) 200);
        char digit = '7';
        out.println(digit - '0' + " " + (digit & 0xf) + " " + -digit + " " + ~digit);
        out.println(true ? 'x' : 0);
        int zero = 0;
        out.println(true ? 'x' : zero);
        out.println(false ? 1.0f : 'x');
        final short small = 65;
        out.println(true ? small : 'b');
        out.println(a < 'b' && a > 96 && a == 97L && a == 97.0);
        StringBuilder sb = new StringBuilder();
        for (char x = 'a'; x <= 'z'; x += 5) sb.append(x).append((int) x).append(x + 1);
        out.println(sb);
        int[] counts = new int[128];
        for (char x : "hello world".toCharArray()) counts[x]++;
        for (char x = 0; x < 128; x++) if (counts[x] > 0) out.print(x + "" + counts[x] + " ");
        out.println();
        switch (a) {
            case 'a': out.println("is a");
            case 98: out.println("falls");
                break;
            default: out.println("no");
        }
    }
}
