package java.util;

import deadwood.internal.Agenda;
import deadwood.internal.Gate;
import deadwood.internal.Time;

/** One thread that runs the tasks of an agenda: to schedule a task, to take one and to cancel the timer are one step each. */
public class Timer {
    private static int timers;

    private final TimerThread thread = new TimerThread();

    public Timer() {
        this("Timer-" + nextNumber());
    }

    public Timer(boolean isDaemon) {
        this("Timer-" + nextNumber(), isDaemon);
    }

    public Timer(String name) {
        this(name, false);
    }

    public Timer(String name, boolean isDaemon) {
        thread.setName(name);
        thread.setDaemon(isDaemon);
        thread.start();
    }

    private static synchronized int nextNumber() {
        return timers++;
    }

    public void schedule(TimerTask task, long delay) {
        sched(task, natural(delay), 0);
    }

    public void schedule(TimerTask task, Date time) {
        sched(task, until(time), 0);
    }

    public void schedule(TimerTask task, long delay, long period) {
        sched(task, natural(delay), -positive(period));
    }

    public void schedule(TimerTask task, Date firstTime, long period) {
        sched(task, until(firstTime), -positive(period));
    }

    public void scheduleAtFixedRate(TimerTask task, long delay, long period) {
        sched(task, natural(delay), positive(period));
    }

    public void scheduleAtFixedRate(TimerTask task, Date firstTime, long period) {
        sched(task, until(firstTime), positive(period));
    }

    private static long natural(long delay) {
        if (delay < 0) throw new IllegalArgumentException("Negative delay.");
        return delay;
    }

    private static long positive(long period) {
        if (period <= 0) throw new IllegalArgumentException("Non-positive period.");
        return period;
    }

    private static long until(Date time) {
        if (time.getTime() < 0) throw new IllegalArgumentException("Illegal execution time.");
        return time.getTime() - System.currentTimeMillis();
    }

    private void sched(TimerTask task, long delay, long period) {
        Gate.enter(thread.gate);
        boolean isOpen = !thread.agenda.isClosed();
        boolean isNew = isOpen && task.gate.value == TimerTask.VIRGIN;
        if (isNew) {
            task.gate.value = TimerTask.SCHEDULED;
            task.period = period;
            if (!Time.isAbstract()) task.nextExecutionTime = System.currentTimeMillis() + delay;
            thread.agenda.add(task, TimerThread.nanos(delay), TimerThread.nanos(Math.max(period, 0)));
        }
        Gate.leave();
        if (!isOpen) throw new IllegalStateException("Timer already cancelled.");
        if (!isNew) throw new IllegalStateException("Task already scheduled or cancelled");
    }

    public void cancel() {
        thread.close();
    }

    public int purge() {
        Gate.enter(thread.gate);
        int count = 0;
        for (Object found : thread.agenda.toArray()) {
            if (((TimerTask) found).gate.value != TimerTask.CANCELLED) continue;
            thread.agenda.remove(found);
            count++;
        }
        Gate.leave();
        return count;
    }
}

class TimerThread extends Thread {
    final Gate gate = new Gate(0);
    final Agenda<TimerTask> agenda = new Agenda<>();

    static long nanos(long millis) {
        return millis > Long.MAX_VALUE / 1000000 ? Long.MAX_VALUE : millis * 1000000;
    }

    void close() {
        Gate.enter(gate);
        agenda.close();
        agenda.clear();
        Gate.leave();
    }

    @Override
    public void run() {
        try {
            for (TimerTask task = next(); task != null; task = next()) task.run();
        } finally {
            close();
        }
    }

    /** Null when the timer is cancelled. */
    private TimerTask next() {
        for (;;) {
            Gate.enter(gate);
            TimerTask task = null;
            boolean isOver = false;
            try {
                task = agenda.take(Gate.FOREVER);
                isOver = task == null;
                if (task != null && !begin(task)) task = null;
            } catch (InterruptedException ignored) {
                // Nobody who has business with a timer interrupts it.
            }
            Gate.leave();
            if (isOver || task != null) return task;
        }
    }

    /** False when the task has been cancelled. A periodic one waits for its next time already while it runs. */
    private boolean begin(TimerTask task) {
        if (task.gate.value == TimerTask.CANCELLED) {
            agenda.remove(task);
            return false;
        }
        if (task.period == 0) {
            task.gate.value = TimerTask.EXECUTED;
        } else if (task.period > 0) {
            if (!Time.isAbstract()) task.nextExecutionTime += task.period;
            agenda.repeat(task);
        } else {
            if (!Time.isAbstract()) task.nextExecutionTime = System.currentTimeMillis() - task.period;
            agenda.add(task, nanos(-task.period), 0);
        }
        return true;
    }
}
