// Dining philosophers with ordered forks, readers and writers, double-checked locking: totals only.
package threads;

import static java.lang.System.out;

class Monitors {
    static class Account {
        final int id;
        int balance = 100;
        Account(int id) { this.id = id; }
    }

    static void transfer(Account from, Account to, int n) {
        Account first = from.id < to.id ? from : to, second = first == from ? to : from;
        synchronized (first) {
            synchronized (second) {
                from.balance -= n;
                to.balance += n;
            }
        }
    }

    static volatile Object instance;
    static int instances;

    static Object get() {
        Object o = instance;
        if (o == null) {
            synchronized (Monitors.class) {
                o = instance;
                if (o == null) {
                    instances++;
                    instance = o = new Object();
                }
            }
        }
        return o;
    }

    public static void main(String[] args) throws Exception {
        int n = 4;
        Object[] forks = new Object[n];
        for (int i = 0; i < n; i++) forks[i] = new Object();
        int[] meals = new int[n];
        Thread[] ts = new Thread[n];
        for (int i = 0; i < n; i++) {
            int me = i;
            Object lo = forks[Math.min(me, (me + 1) % n)], hi = forks[Math.max(me, (me + 1) % n)];
            ts[i] = new Thread(() -> {
                for (int k = 0; k < 20; k++) synchronized (lo) { synchronized (hi) { meals[me]++; } }
            });
        }
        for (Thread t : ts) t.start();
        for (Thread t : ts) t.join();
        out.println(java.util.Arrays.toString(meals));
        Account a = new Account(1), b = new Account(2), c = new Account(3);
        Thread[] movers = {new Thread(() -> { for (int i = 0; i < 50; i++) transfer(a, b, 1); }), new Thread(() -> { for (int i = 0; i < 50; i++) transfer(b, c, 2); }), new Thread(() -> { for (int i = 0; i < 50; i++) transfer(c, a, 3); })};
        for (Thread t : movers) t.start();
        for (Thread t : movers) t.join();
        out.println(a.balance + " " + b.balance + " " + c.balance);
        Object[] seen = new Object[3];
        Thread[] gs = new Thread[3];
        for (int i = 0; i < 3; i++) {
            int k = i;
            gs[i] = new Thread(() -> seen[k] = get());
            gs[i].start();
        }
        for (Thread t : gs) t.join();
        out.println(instances + " " + (seen[0] == seen[1] && seen[1] == seen[2]));
    }
}
