// Helpful messages when there is no debug information: locals are numbered.
// @javac -g:none
// @exit 1
package exceptions;

import static java.lang.System.out;

class NullPointerNoNames {
    int[] f;
    NullPointerNoNames next;

    static void st(Object a, long b, int[] c) {
        try { a.hashCode(); } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { c[(int) b] = 1; } catch (NullPointerException e) { out.println(e.getMessage()); }
    }

    void in(double d, String s, byte[][] b) {
        try { s.length(); } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { b[1][2]++; } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { f[0] = 1; } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { next.next.f[1]--; } catch (NullPointerException e) { out.println(e.getMessage()); }
        NullPointerNoNames local = null;
        try { local.f = null; } catch (NullPointerException e) { out.println(e.getMessage()); }
        char[] cs = null; short[] ss = null; long[] ls = null; float[] fs = null; double[] ds = null; boolean[] zs = null; Object[] os = null;
        int i = 0;
        try { cs[i] = 'x'; } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { out.println(cs[i]); } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { ss[i] = 1; } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { out.println(ss[i]); } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { ls[i] = 1; } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { out.println(ls[i]); } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { fs[i] = 1; } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { out.println(fs[i]); } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { ds[i] = 1; } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { out.println(ds[i]); } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { zs[i] = true; } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { out.println(zs[i]); } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { os[i] = 1; } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { out.println(os[i]); } catch (NullPointerException e) { out.println(e.getMessage()); }
    }

    public static void main(String[] args) {
        st(null, 3, null);
        new NullPointerNoNames().in(1, null, new byte[2][]);
        new Throwable("no line numbers").printStackTrace(out);
        throw new IllegalStateException("uncaught without lines");
    }
}
