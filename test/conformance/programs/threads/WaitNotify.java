// Hand-shakes with wait and notify: ping-pong, bounded buffer, barrier by hand.
package threads;

import static java.lang.System.out;

class WaitNotify {
    static class Turn {
        int turn;
        synchronized void await(int who) throws InterruptedException { while (turn != who) wait(); }
        synchronized void pass(int to) { turn = to; notifyAll(); }
    }

    static class Buffer {
        final int[] items = new int[2];
        int in, out, size;
        synchronized void put(int v) throws InterruptedException {
            while (size == items.length) wait();
            items[in] = v;
            in = (in + 1) % items.length;
            size++;
            notifyAll();
        }
        synchronized int take() throws InterruptedException {
            while (size == 0) wait();
            int v = items[out];
            out = (out + 1) % items.length;
            size--;
            notifyAll();
            return v;
        }
    }

    public static void main(String[] args) throws Exception {
        Turn t = new Turn();
        StringBuilder log = new StringBuilder();
        Thread[] players = new Thread[3];
        for (int p = 0; p < 3; p++) {
            int me = p;
            players[p] = new Thread(() -> {
                try {
                    for (int i = 0; i < 4; i++) {
                        t.await(me);
                        log.append((char) ('a' + me)).append(i).append(' ');
                        t.pass((me + 1) % 3);
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            players[p].start();
        }
        for (Thread x : players) x.join();
        out.println(log);
        Buffer b = new Buffer();
        long[] sum = new long[1];
        Thread consumer = new Thread(() -> {
            try {
                for (int v; (v = b.take()) >= 0; ) sum[0] = sum[0] * 3 + v;
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        consumer.start();
        for (int i = 0; i < 20; i++) b.put(i);
        b.put(-1);
        consumer.join();
        out.println(sum[0]);
        Object lock = new Object();
        int[] waiting = {0}, woken = {0};
        Thread[] ws = new Thread[3];
        for (int i = 0; i < 3; i++) {
            ws[i] = new Thread(() -> {
                synchronized (lock) {
                    waiting[0]++;
                    lock.notifyAll();
                    try {
                        while (waiting[0] < 100) lock.wait();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    woken[0]++;
                }
            });
            ws[i].start();
        }
        synchronized (lock) {
            while (waiting[0] < 3) lock.wait();
            out.println("all waiting " + woken[0]);
            waiting[0] = 100;
            lock.notifyAll();
        }
        for (Thread w : ws) w.join();
        out.println("all woken " + woken[0]);
        try {
            synchronized (lock) { lock.wait(-1); }
        } catch (IllegalArgumentException e) {
            out.println(e.getMessage());
        }
    }
}
