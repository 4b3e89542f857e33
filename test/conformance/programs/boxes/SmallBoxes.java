// Byte, Short, Character and Boolean.
package boxes;

import static java.lang.System.out;

class SmallBoxes {
    interface Action { Object run(); }

    static void attempt(Action a) {
        try {
            out.print(a.run() + " ");
        } catch (NumberFormatException e) {
            out.print("{" + e.getMessage() + "} ");
        }
    }

    public static void main(String[] args) {
        attempt(() -> Byte.parseByte("127"));
        attempt(() -> Byte.parseByte("128"));
        attempt(() -> Byte.parseByte("-80", 16));
        attempt(() -> Short.parseShort("-32768"));
        attempt(() -> Short.parseShort("40000"));
        attempt(() -> Short.valueOf("x"));
        attempt(() -> Byte.decode("0x7f"));
        attempt(() -> Short.decode("-#ff"));
        out.println();
        Byte b = -5;
        Short s = 300;
        out.println(b + " " + b.hashCode() + " " + b.compareTo((byte) 7) + " " + b.equals((byte) -5) + b.equals(-5) + " " + Byte.toUnsignedInt(b) + " " + Byte.toUnsignedLong(b) + " " + Byte.compareUnsigned(b, (byte) 5) + " " + s.byteValue() + " " + Short.toUnsignedInt((short) -1) + " " + Short.reverseBytes((short) 0x1234) + " " + Short.compare((short) 1, (short) 9) + " " + s.hashCode());
        Short s1 = 127, s2 = 127, s3 = 128, s4 = 128;
        Character c1 = 127, c2 = 127, c3 = 128, c4 = 128;
        Boolean t1 = true, t2 = Boolean.valueOf("TRUE");
        Byte y1 = -128, y2 = -128;
        out.println((s1 == s2) + " " + (s3 == s4) + " " + (c1 == c2) + " " + (c3 == c4) + " " + (t1 == t2) + " " + (y1 == y2));
        out.println(Boolean.parseBoolean("True") + " " + Boolean.parseBoolean("yes") + " " + Boolean.parseBoolean(null) + " " + Boolean.hashCode(true) + " " + Boolean.hashCode(false) + " " + Boolean.compare(true, false) + " " + Boolean.logicalXor(true, true) + Boolean.logicalAnd(true, false) + Boolean.logicalOr(false, true) + " " + Boolean.toString(false) + " " + Boolean.TRUE.compareTo(false) + Boolean.getBoolean("nope"));
        Character c = 'x';
        out.println(c + " " + c.hashCode() + " " + c.compareTo('z') + " " + c.equals('x') + " " + Character.valueOf('x').charValue() + " " + Character.toString('q') + " " + Character.compare('a', 'b') + " " + Character.reverseBytes('\u1234') + " " + Character.forDigit(11, 16) + (int) Character.forDigit(20, 10) + " " + Character.digit('f', 16) + Character.digit('g', 16) + Character.digit('9', 8) + Character.digit('\u0663', 10) + " " + Character.MIN_RADIX + Character.MAX_RADIX + " " + (int) Character.MAX_VALUE);
        out.println(Byte.MAX_VALUE + " " + Byte.MIN_VALUE + " " + Short.MAX_VALUE + " " + Short.MIN_VALUE + " " + Byte.SIZE + Short.BYTES + Character.SIZE);
        Object o = true ? 1 : "x";
        Object n = true ? (Object) 1 : 2.0;
        Object p = false ? 'a' : 98;
        out.println(o.getClass().getSimpleName() + n.getClass().getSimpleName() + p.getClass().getSimpleName() + ((Object) (byte) 1).getClass().getSimpleName() + ((Object) ('a' + 1)).getClass().getSimpleName());
        Number[] nums = {(byte) 1, (short) 2, 3, 4L, 5.5f, 6.5};
        for (Number x : nums) out.print(x.intValue() + "/" + x.longValue() + "/" + x.doubleValue() + "/" + x.byteValue() + "/" + x.getClass().getSimpleName() + " ");
        out.println();
        Integer boxed = null;
        try {
            int x = boxed;
        } catch (NullPointerException e) {
            out.println(e.getMessage());
        }
        java.util.List<Integer> l = new java.util.ArrayList<>(java.util.List.of(10, 20, 30));
        l.remove(1);
        l.remove((Integer) 30);
        out.println(l);
        char ch = 'a';
        ch++;
        Character boxedCh = ch;
        boxedCh++;
        long sum = 0;
        for (Integer i = 0; i < 5; i++) sum += i;
        out.println(boxedCh + "" + sum);
    }
}
