// String.valueOf, constructors, and conversions from characters and bytes.
package strings;

import static java.lang.System.out;

class ValueOf {
    public static void main(String[] args) {
        out.println(String.valueOf(true) + String.valueOf('c') + String.valueOf(-5) + String.valueOf(1L << 50) + String.valueOf(0.1f) + String.valueOf(0.1) + String.valueOf((Object) null) + String.valueOf(new char[] {'a', 'b'}) + String.valueOf(new char[] {'a', 'b', 'c'}, 1, 2));
        try {
            String.valueOf((char[]) null);
        } catch (NullPointerException e) {
            out.println("null chars");
        }
        out.println(new String() + new String("x") + new String(new StringBuilder("sb")) + new String(new StringBuffer("buf")) + new String(new char[0]).isEmpty() + new String(new byte[] {65, 66, 67}) + new String(new byte[] {65, 66, 67}, 1, 1));
        for (int i : new int[] {0, 9, 10, 99, 100, -1, -10, Integer.MAX_VALUE, Integer.MIN_VALUE}) out.print(i + " " + Integer.toString(i) + " ");
        out.println();
        for (long l : new long[] {0, -9, Long.MAX_VALUE, Long.MIN_VALUE, 10000000000L}) out.print(l + " " + Long.toString(l) + " ");
        out.println();
        char[] shared = {'s', 'h'};
        String a = new String(shared);
        shared[0] = 'X';
        out.println(a + String.valueOf(shared));
        CharSequence cs = "charseq";
        out.println(cs.length() + "" + cs.charAt(2) + cs.subSequence(1, 3) + cs.isEmpty() + cs.chars().max().getAsInt());
        out.println("abc".equals((Object) new String("abc")) + " " + "abc".toString().length() + " " + "a".compareTo("b") + " " + "A".codePointAt(0));
        StringBuilder table = new StringBuilder();
        for (char c = ' '; c < 127; c++) table.append(c);
        out.println(table);
        System.out.print('c');
        System.out.print(1);
        System.out.print(2L);
        System.out.print(1.5f);
        System.out.print(2.5);
        System.out.print(true);
        System.out.print(new char[] {'x', 'y'});
        System.out.print((Object) null);
        System.out.print((String) null);
        System.out.println();
        System.out.println('c');
        System.out.println(5L);
        System.out.println(1.5f);
        System.out.println(-0.0);
        System.out.println(false);
        System.out.println(new char[] {'z'});
        System.out.println((Object) "o");
        System.out.append("app").append('e').append("xndx", 1, 3).println();
        System.out.write('w');
        System.out.write(new byte[] {'\n', 'b', '\n'}, 0, 3);
        System.out.flush();
        out.println(out.checkError());
    }
}
