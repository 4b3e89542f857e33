// Helpful NullPointerException messages with local variable names.
// @javac -g
package exceptions;

import static java.lang.System.out;

class NullPointerMessages {
    static class Node { int v; long w; Node next; Node[] kids; int[] ints; String name; Node get(int i) { return null; } static Node make(String s) { return null; } int[][] grid() { return null; } Object lock; void go() { } Integer boxed; double d; boolean z; }
    static Node sNode;
    static int[] sArr;
    Node field;
    interface I { Node call(Object o, int[] a, long l); }
    interface Action { void run() throws Throwable; }

    static void attempt(Action a) {
        try {
            a.run();
            out.println("nothing");
        } catch (NullPointerException e) {
            out.println(e.getMessage());
        } catch (Throwable t) {
            out.println("other " + t);
        }
    }

    void instance() {
        attempt(() -> out.println(this.field.v));
        attempt(() -> field.next.v++);
        attempt(() -> { this.field.v = 2; });
    }

    static void params(Node p, int[] arr, int index, String s, long l, Node q) {
        attempt(() -> { p.v = 1; });
        try { p.v = 1; } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { arr[index] = 1; } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { q.kids[index + 1].go(); } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { s.length(); } catch (NullPointerException e) { out.println(e.getMessage()); }
    }

    public static void main(String[] args) {
        Node n = null;
        Node ok = new Node();
        ok.next = new Node();
        ok.kids = new Node[3];
        Node[][] deep = new Node[2][2];
        int i = 1;
        int[] none = null;
        String str = null;
        I iface = null;
        try { n.go(); } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { out.println(n.v); } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { n.w = 5; } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { none[0] = 1; } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { out.println(none[i]); } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { out.println(none.length); } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { throw (RuntimeException) (Object) n; } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { synchronized (ok.lock) { out.println(); } } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { synchronized (str) { out.println(); } } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { ok.next.next.go(); } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { ok.next.next.next.v++; } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { ok.kids[i].name = "x"; } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { ok.kids[2].kids[i * 2].go(); } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { ok.next.kids[ok.v].go(); } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { deep[i][0].go(); } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { deep[i - 1][i].get(3).go(); } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { ok.get(5).next.go(); } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { Node.make("s").v = 3; } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { ok.grid()[1][2] = 3; } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { sNode.go(); } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { sArr[7]++; } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { iface.call(null, none, 5L); } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { int unboxed = ok.boxed; } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { out.println(ok.name.length()); } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { out.println(str.equals("x")); } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { switch (str) { default: } } catch (NullPointerException e) { out.println("switch"); }
        try { for (Node k : n.kids) out.println(k); } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { for (int k : none) out.println(k); } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { ((Node) (Object) null).go(); } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { (i > 0 ? n : ok).go(); } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { new Node[1][0].toString(); deep[0][0].d += 1; } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { deep[0][0].z = true; } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { new Node().kids[0] = null; } catch (NullPointerException e) { out.println(e.getMessage()); }
        try { args[0].length(); } catch (ArrayIndexOutOfBoundsException e) { out.println(e.getMessage()); }
        params(null, null, 1, null, 1L, ok);
        new NullPointerMessages().instance();
        attempt(() -> { throw new NullPointerException(); });
        attempt(() -> { throw new NullPointerException("own"); });
        attempt(() -> java.util.Objects.requireNonNull(null));
        attempt(() -> java.util.Objects.requireNonNull(null, "msg"));
        attempt(() -> "x".concat(null));
        attempt(() -> "x".compareTo(null));
        NullPointerException made = new NullPointerException();
        out.println(made.getMessage());
        out.println(made);
    }
}
