import deadwood.Verify;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;

/** Ways to read and write what was there before a choice; each is looked at while the choice is open. */
public class Reads {
  static class Cell implements Cloneable {
    int read;
    int written;
    int untouched;
    long wideRead;
    double wideWritten;
    Cell next;

    Cell copy() {
      try {
        return (Cell) clone();
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }
  }

  static class Handled {
    static final VarHandle SET;
    static final VarHandle ADDED;
    static final VarHandle SWAPPED;

    static {
      try {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        SET = lookup.findVarHandle(Handled.class, "set", int.class);
        ADDED = lookup.findVarHandle(Handled.class, "added", int.class);
        SWAPPED = lookup.findVarHandle(Handled.class, "swapped", int.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    volatile int set;
    volatile int added;
    volatile int swapped;
    volatile int untouched;
  }

  static int staticRead = 1;
  static int staticWritten = 2;
  static long staticWide = 3;
  static int sink;

  static void fields() {
    Cell cell = new Cell();
    Verify.getBoolean();
    cell.written = 1;
    cell.wideWritten = 2;
    staticWritten = 3;
    sink = cell.read + cell.written + (int) cell.wideRead + (int) cell.wideWritten;
    sink += staticRead + staticWritten + (int) staticWide;
  }

  static void bytes() {
    byte[] values = {10, 11, 12, 13};
    Verify.getBoolean();
    values[2] = 5;
    sink = values[1] + values[2];
  }

  static void longs() {
    long[] values = {10, 11, 12};
    Verify.getBoolean();
    values[2] = 5;
    sink = (int) (values[1] + values[2]);
  }

  static void copied() {
    char[] from = {'a', 'b', 'c', 'd'};
    int[] ints = {1, 2, 3};
    Verify.getBoolean();
    char[] to = new char[2];
    System.arraycopy(from, 1, to, 0, 2);
    System.arraycopy(new int[] {7}, 0, ints, 0, 1);
    sink = to[0] + ints[0] + ints[2];
  }

  static void cloned() {
    Cell cell = new Cell();
    Verify.getBoolean();
    cell.written = 1;
    sink = cell.copy().read;
  }

  static void handled() {
    Handled cell = new Handled();
    Verify.getBoolean();
    Handled.SET.set(cell, 4);
    Handled.ADDED.getAndAdd(cell, 1);
    Handled.SWAPPED.compareAndSet(cell, 0, 1);
    sink = cell.set;
  }

  static void atomic() {
    AtomicInteger set = new AtomicInteger(1);
    AtomicInteger added = new AtomicInteger(2);
    Verify.getBoolean();
    set.set(4);
    sink = added.incrementAndGet() + set.get();
  }

  static void strings() {
    String used = new String(new char[] {'u', 's'});
    String unused = new String(new char[] {'n', 'o'});
    Verify.getBoolean();
    sink = used.equals("us") ? 1 : 0;
    sink += unused == null ? 1 : 0;
  }

  static void branches() {
    Cell cell = new Cell();
    if (Verify.getBoolean()) cell.read = 1;
    else cell.written = 1;
    sink = cell.read + cell.written;
  }

  static void failing() {
    RuntimeException failure = new IllegalStateException("it failed");
    RuntimeException other = new IllegalStateException("it did not");
    Verify.getBoolean();
    if (other != null) throw failure;
  }

  static void threads() throws InterruptedException {
    Cell cell = new Cell();
    Thread reader = new Thread(() -> sink = cell.read, "reader");
    reader.start();
    Verify.getBoolean();
    cell.read = 1;
    cell.written = 1;
    reader.join();
    sink += cell.written;
  }

  static void locals() {
    Cell dropped = new Cell();
    int kept = dropped.read;
    Verify.getBoolean();
    sink = kept;
  }

  static int hits = 1;
  static Entry log = new Entry(null, 0);

  static class Entry {
    final Entry next;
    final int number;

    Entry(Entry next, int number) {
      this.next = next;
      this.number = number;
    }
  }

  /** How many hits there are, and what is in the log, nobody asks. */
  static void counted() {
    int step = staticRead;
    Verify.getBoolean();
    hits += step;
    Entry entry = new Entry(log, 5);
    log = entry;
    sink = entry.number;
  }

  public static void main(String[] args) throws InterruptedException {
    switch (args[0]) {
      case "fields" -> fields();
      case "bytes" -> bytes();
      case "longs" -> longs();
      case "copied" -> copied();
      case "cloned" -> cloned();
      case "handled" -> handled();
      case "atomic" -> atomic();
      case "strings" -> strings();
      case "branches" -> branches();
      case "failing" -> failing();
      case "threads" -> threads();
      case "counted" -> counted();
      default -> locals();
    }
    // All that was read makes a difference by this.
    if (sink < 0) throw new IllegalStateException();
  }
}
