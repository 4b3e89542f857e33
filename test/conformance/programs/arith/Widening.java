// Implicit widening, binary numeric promotion and overload choice by it.
package arith;

import static java.lang.System.out;

class Widening {
    static String f(int x) { return "int " + x; }
    static String f(long x) { return "long " + x; }
    static String f(float x) { return "float " + x; }
    static String f(double x) { return "double " + x; }
    static String f(Object x) { return "Object " + x; }
    static String g(long x) { return "long " + x; }
    static String g(Integer x) { return "Integer " + x; }
    static String g(int... x) { return "varargs " + x.length; }
    static String h(Object x) { return x.getClass().getName() + " " + x; }

    public static void main(String[] args) {
        byte b = -5;
        short s = -300;
        char c = 'A';
        int i = 123456789;
        long l = 1234567890123456789L;
        float fl = 0.1f;
        double d = 0.1;
        out.println(f(b) + " " + f(s) + " " + f(c) + " " + f(i) + " " + f(l) + " " + f(fl) + " " + f(d) + " " + f((Integer) 5) + " " + f((Object) 'c'));
        out.println(f(b + c) + " " + f(i + l) + " " + f(l + fl) + " " + f(fl + d) + " " + f(c + d) + " " + f(-b) + " " + f(+c) + " " + f(~s) + " " + f(b << l));
        out.println(g(5) + " " + g((Integer) 5) + " " + g(b) + " " + g('c') + " " + g() + " " + g(1, 2));
        out.println(h(true ? 1 : 2.0) + " " + h(true ? (Integer) 1 : (Double) 2.0) + " " + h(true ? (Object) 1 : "s"));
    }
}
