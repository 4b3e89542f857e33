// Compound assignment casts implicitly; operands are evaluated left to right, once.
package arith;

import static java.lang.System.out;

class CompoundAssignments {
    static int calls;

    static int[] next(int[] a) {
        calls++;
        return a;
    }

    static int log(String s, int v) {
        out.print(s + " ");
        return v;
    }

    public static void main(String[] args) {
        byte b = 10;
        b += 300;
        out.println(b);
        b *= 3.7;
        out.println(b);
        b -= 1000L;
        out.println(b);
        b /= 0.1f;
        out.println(b);
        b++;
        ++b;
        b--;
        out.println(b);
        short s = 32767;
        s++;
        out.println(s);
        s ^= 0x12345;
        out.println(s);
        char c = 'a';
        c += 1;
        out.println(c);
        c *= 1.5;
        out.println((int) c);
        c -= 70000;
        out.println((int) c);
        int i = 7;
        i += 3.99;
        out.println(i);
        i *= 1e9;
        out.println(i);
        i -= 0.5f;
        out.println(i);
        long l = 5;
        l += 2.9;
        l *= -1.5f;
        out.println(l);
        float f = 1;
        f += 1e-8;
        out.println(f);
        f %= 0.3;
        out.println(f);
        int[] a = {1, 2, 3};
        next(a)[calls] += 10 * calls;
        out.println(a[0] + " " + a[1] + " " + a[2] + " " + calls);
        int k = 0;
        a[k++] = k++ + k++ * k;
        out.println(a[0] + " " + k);
        k = 5;
        k = k++ + ++k;
        out.println(k);
        k += k++ * 2 + k;
        out.println(k);
        int r = log("a", 1) + log("b", 2) * log("c", 3) - (log("d", 4) + log("e", 5));
        out.println(r);
        try {
            a[log("index", 5)] = log("value", 1) / log("zero", 0);
        } catch (RuntimeException e) {
            out.println(e.getMessage());
        }
        try {
            a[log("index", 5)] += log("value", 1) / log("zero", 0);
        } catch (RuntimeException e) {
            out.println(e.getMessage());
        }
        String t = null;
        t += null;
        t += 'x';
        t += 1 + 2;
        out.println(t);
        boolean z = true;
        z &= false;
        z |= true;
        z ^= true;
        out.println(z);
        Integer boxed = 127;
        boxed++;
        boxed += 2;
        out.println(boxed);
    }
}
