// Starting, joining, names, states, priorities, groups; starting twice.
package threads;

import static java.lang.System.out;

class StartJoin {
    static int shared;

    static class Worker extends Thread {
        final int n;
        long result;
        Worker(int n) { super("worker-" + n); this.n = n; }
        @Override public void run() { for (int i = 1; i <= n; i++) result += i; shared++; }
    }

    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        out.println(main.getName() + " " + main.getPriority() + " " + main.isDaemon() + " " + main.isAlive() + " " + main.getState() + " " + main.getThreadGroup().getName());
        Worker[] ws = new Worker[4];
        for (int i = 0; i < ws.length; i++) {
            ws[i] = new Worker(i * 100);
            out.print(ws[i].getState() + " " + ws[i].isAlive() + " ");
            ws[i].start();
            ws[i].join();
            out.println(ws[i].getName() + " " + ws[i].result + " " + ws[i].getState() + " " + ws[i].isAlive());
        }
        out.println(shared);
        try {
            ws[0].start();
        } catch (IllegalThreadStateException e) {
            out.println(e);
        }
        Thread t = new Thread(() -> out.println("in " + Thread.currentThread().getName() + " " + Thread.currentThread().getPriority()));
        t.setName("renamed");
        t.setPriority(Thread.MAX_PRIORITY);
        t.setDaemon(true);
        t.start();
        t.join();
        out.println(t.isDaemon() + " " + t.getPriority());
        try {
            t.setPriority(11);
        } catch (IllegalArgumentException e) {
            out.println(e.getClass().getSimpleName());
        }
        new Thread(() -> out.println("run in place by " + Thread.currentThread().getName())).run();
        Thread nested = new Thread(() -> {
            Thread inner = new Thread(() -> shared += 100);
            inner.start();
            try {
                inner.join();
            } catch (InterruptedException e) {
                out.println("no");
            }
        });
        nested.start();
        nested.join();
        out.println(shared);
        Thread self = new Thread() { @Override public void run() { out.println(this == Thread.currentThread()); } };
        self.start();
        self.join(1000);
        Thread none = new Thread();
        none.start();
        none.join();
        out.println(none.isAlive() + " " + new Thread((Runnable) null, "x").getName() + " " + main.isInterrupted());
        Thread.yield();
        Thread.sleep(1);
        Thread.onSpinWait();
    }
}
