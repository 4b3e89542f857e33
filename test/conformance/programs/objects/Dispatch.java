// Virtual dispatch, super calls, static and private methods, field hiding.
package objects;

import static java.lang.System.out;

class Dispatch {
    static class A {
        String name = "A.name";
        static String tag = "A.tag";

        String who() { return "A.who"; }
        String twice() { return who() + "+" + who(); }
        private String secret() { return "A.secret"; }
        String callSecret() { return secret(); }
        static String stat() { return "A.stat"; }
        String over(Object o) { return "A.Object"; }
        String over(String s) { return "A.String"; }
        protected Object cov() { return "A.cov"; }
    }

    static class B extends A {
        String name = "B.name";
        static String tag = "B.tag";

        @Override String who() { return "B.who"; }
        String secret() { return "B.secret"; }
        static String stat() { return "B.stat"; }
        @Override String over(Object o) { return "B.Object"; }
        String over(Integer i) { return "B.Integer"; }
        @Override protected String cov() { return "B.cov/" + super.cov(); }
        String both() { return name + "," + super.name + "," + ((A) this).name + "," + super.who() + "," + super.twice(); }
    }

    static class C extends B {
        @Override String who() { return "C." + super.who(); }
        @Override String twice() { return "[" + super.twice() + "]"; }
    }

    static abstract class Template {
        final String run() { return before() + body() + after(); }
        String before() { return "<"; }
        abstract String body();
        String after() { return ">"; }
    }

    static class Impl extends Template {
        String body() { return "impl"; }
        @Override String after() { return "/" + super.after(); }
    }

    public static void main(String[] args) {
        A a = new A(), b = new B(), c = new C();
        for (A x : new A[] {a, b, c}) {
            out.println(x.who() + " " + x.twice() + " " + x.callSecret() + " " + x.name + " " + x.cov() + " " + x.over("s") + " " + x.over((Object) "s") + " " + x.over(1));
        }
        B bb = (B) b;
        out.println(bb.name + " " + bb.both() + " " + bb.secret() + " " + bb.over(1) + " " + bb.over('c') + " " + ((A) bb).over(1));
        out.println(new C().both());
        out.println(A.stat() + B.stat() + C.stat() + A.tag + B.tag + C.tag);
        out.println(((A) null).stat());
        out.println(new Impl().run() + new Template() { String body() { return "anon"; } }.run());
        out.println(a.getClass().getName() + " " + c.getClass().getSuperclass().getSuperclass().getSimpleName());
    }
}
