// Sealed hierarchies and final/non-sealed classes.
package objects;

import static java.lang.System.out;

class SealedTypes {
    sealed interface Expr permits Num, Add, Mul, Neg { }
    record Num(int v) implements Expr { }
    record Add(Expr l, Expr r) implements Expr { }
    record Mul(Expr l, Expr r) implements Expr { }
    static non-sealed class Neg implements Expr { final Expr e; Neg(Expr e) { this.e = e; } }
    static class DoubleNeg extends Neg { DoubleNeg(Expr e) { super(new Neg(e)); } }
    static abstract sealed class Animal { abstract String sound(); }
    static final class Dog extends Animal { String sound() { return "woof"; } }
    static sealed class Cat extends Animal permits Lion { String sound() { return "meow"; } }
    static final class Lion extends Cat { @Override String sound() { return "ROAR " + super.sound(); } }

    static int eval(Expr e) {
        if (e instanceof Num n) return n.v();
        if (e instanceof Add a) return eval(a.l()) + eval(a.r());
        if (e instanceof Mul m) return eval(m.l()) * eval(m.r());
        if (e instanceof Neg n) return -eval(n.e);
        throw new AssertionError();
    }

    static String show(Expr e) {
        return e instanceof Num n ? "" + n.v() : e instanceof Add a ? "(" + show(a.l()) + "+" + show(a.r()) + ")" : e instanceof Mul m ? show(m.l()) + "*" + show(m.r()) : "-" + show(((Neg) e).e);
    }

    static Expr simplify(Expr e) {
        if (e instanceof Add a) {
            Expr l = simplify(a.l()), r = simplify(a.r());
            if (l instanceof Num x && x.v() == 0) return r;
            if (r instanceof Num y && y.v() == 0) return l;
            return new Add(l, r);
        }
        if (e instanceof Mul m && simplify(m.l()) instanceof Num n && n.v() == 1) return simplify(m.r());
        return e;
    }

    public static void main(String[] args) {
        Expr e = new Add(new Num(0), new Mul(new Num(1), new Add(new Num(7), new Neg(new Num(3)))));
        out.println(show(e) + " = " + eval(e) + " -> " + show(simplify(e)));
        out.println(eval(new DoubleNeg(new Num(5))) + " " + show(new DoubleNeg(new Num(5))));
        out.println(new Add(new Num(1), new Mul(new Num(2), new Num(3))) + " " + new Add(new Num(1), new Num(2)).equals(new Add(new Num(1), new Num(2))));
        for (Animal a : new Animal[] {new Dog(), new Cat(), new Lion()}) out.print(a.sound() + " ");
        out.println(Expr.class.isSealed() + " " + Neg.class.isSealed() + " " + Cat.class.getPermittedSubclasses().length);
    }
}
