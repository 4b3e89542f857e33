// float: NaN, signed zero, infinities, subnormals, comparisons, remainder.
package arith;

import static java.lang.System.out;

class FloatEdges {
    static final float[] FS = {0f, -0f, 1f, -1f, 0.1f, 1.5f, -2.5f, Float.MIN_VALUE, Float.MIN_NORMAL, Float.MAX_VALUE, -Float.MAX_VALUE, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, 16777216f, 3.4e-40f};

    static String cmp(float a, float b) {
        return (a < b ? "1" : "0") + (a <= b ? "1" : "0") + (a > b ? "1" : "0") + (a >= b ? "1" : "0") + (a == b ? "1" : "0") + (a != b ? "1" : "0")
            + (!(a < b) ? "1" : "0") + (!(a >= b) ? "1" : "0");
    }

    public static void main(String[] args) {
        for (float a : FS) {
            StringBuilder s = new StringBuilder();
            for (float b : FS) s.append(a + b).append(',').append(a - b).append(',').append(a * b).append(',').append(a / b).append(',').append(a % b).append(',').append(cmp(a, b)).append(' ');
            out.println(s);
            out.println(-a + " " + Integer.toHexString(Float.floatToIntBits(a)) + " " + Integer.toHexString(Float.floatToRawIntBits(-a)) + " " + Float.compare(a, 0f));
        }
        float sum = 0;
        for (int i = 0; i < 100; i++) sum += 0.1f;
        out.println(sum);
        float f = 16777216f;
        f++;
        out.println(f);
        f += 1.0;
        out.println(f);
        out.println(0.1f + 0.2f);
        out.println((double) 0.1f);
        out.println(1f / 3 * 3 == 1f);
        out.println(0f == -0f);
        out.println(1 / 0f + " " + 1 / -0f);
        out.println(Float.intBitsToFloat(0x7fc00001) + " " + Float.intBitsToFloat(1) + " " + Float.intBitsToFloat(0x807fffff));
        float x = 1e-45f;
        out.println(x / 2 + " " + x * 0.5f + " " + x * 0.75f + " " + Float.MIN_NORMAL / 3);
    }
}
