// Publication through volatile fields, spinning with a bound on the work, final fields.
package threads;

import static java.lang.System.out;

class VolatileFlag {
    static volatile boolean ready;
    static volatile int stage;
    static int data;
    static volatile long wide;

    static final class Immutable {
        final int a;
        final String b;
        Immutable(int a, String b) { this.a = a; this.b = b; }
    }

    static volatile Immutable published;

    public static void main(String[] args) throws Exception {
        Thread reader = new Thread(() -> {
            while (!ready) Thread.onSpinWait();
            out.println("data " + data);
        });
        reader.start();
        data = 42;
        ready = true;
        reader.join();
        Thread odd = new Thread(() -> {
            for (int i = 1; i < 10; i += 2) {
                while (stage != i) Thread.yield();
                out.print("o" + i + " ");
                stage++;
            }
        });
        odd.start();
        for (int i = 0; i < 10; i += 2) {
            while (stage != i) Thread.yield();
            out.print("e" + i + " ");
            stage++;
        }
        odd.join();
        out.println(stage);
        Thread p = new Thread(() -> published = new Immutable(7, "seven"));
        p.start();
        Immutable seen;
        while ((seen = published) == null) Thread.yield();
        out.println(seen.a + seen.b);
        p.join();
        wide = Long.MIN_VALUE;
        wide++;
        out.println(wide);
        class Peterson {
            volatile boolean f0, f1;
            volatile int turn;
            int critical;
            void enter0() { f0 = true; turn = 1; while (f1 && turn == 1) Thread.yield(); }
            void enter1() { f1 = true; turn = 0; while (f0 && turn == 0) Thread.yield(); }
        }
        Peterson m = new Peterson();
        Thread a = new Thread(() -> { for (int i = 0; i < 50; i++) { m.enter0(); m.critical++; m.f0 = false; } });
        Thread b = new Thread(() -> { for (int i = 0; i < 50; i++) { m.enter1(); m.critical++; m.f1 = false; } });
        a.start();
        b.start();
        a.join();
        b.join();
        out.println(m.critical);
    }
}
