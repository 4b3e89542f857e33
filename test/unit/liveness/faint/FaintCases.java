import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Small programs, each about one thing that can be done with a value. Fields whose names begin with "strong"
 * count, those that begin with "faint" are read for nothing; all reads are still to come at mark(0).
 */
class Marks {
    static void mark(int n) {
    }
}

// ---- read for nothing ----

class Counters {
    static int faintStatic;
    static long faintLong;
    static double faintDouble;
    static float faintFloat;
    static byte faintByte;
    static boolean faintFlag;
    static volatile int faintVolatile;
    int faintField;
    long faintWide;

    public static void main(String[] args) {
        Counters counters = new Counters();
        Marks.mark(0);
        for (;;) {
            faintStatic++;
            faintLong += 2;
            faintDouble *= 1.5;
            faintFloat = -faintFloat;
            faintByte++;
            faintFlag ^= true;
            faintVolatile++;
            counters.faintField += 3;
            counters.faintWide <<= 1;
        }
    }
}

class Conversions {
    static int faintInt;
    static long faintLong;
    static double faintDouble;
    static char faintChar;

    public static void main(String[] args) {
        Marks.mark(0);
        int a = faintInt;
        long b = a + faintLong;
        double c = b * 0.5;
        faintDouble += c;
        faintChar = (char) (int) faintDouble;
        int d = Double.isNaN(0.5) ? faintChar : a;
        faintInt = d / 3;
        faintLong = b % 7;
    }
}

/** A division needs its divisor, and the dividend only if somebody needs the result. */
class Dividends {
    static int faintInt;
    static int strongInt;
    static long faintLong;
    static long strongLong;

    public static void main(String[] args) {
        Marks.mark(0);
        faintInt = faintInt / strongInt + faintInt % 3;
        faintLong = faintLong % strongLong;
    }
}

/** The index counts, the element does not. */
class Elements {
    static long[] strongArray = new long[2];
    static int strongIndex;
    static int strongOther;

    public static void main(String[] args) {
        Marks.mark(0);
        strongArray[strongIndex]++;
        strongArray[strongOther] = 0;
    }
}

class Arguments {
    static int faintNumber;
    static long faintWide;
    static int strongNumber;
    static int faintSum;

    static void drop(int n, long wide, int counted) {
        faintSum += n + (int) wide;
        if (counted > 0) {
            throw new IllegalStateException();
        }
    }

    public static void main(String[] args) {
        Marks.mark(0);
        drop(faintNumber, faintWide, strongNumber);
    }
}

class Results {
    static int faintNumber;
    static long faintWide;
    static long strongWide;
    static int faintSum;

    static int number() {
        return faintNumber;
    }

    static long wide() {
        return faintWide;
    }

    static long other() {
        return strongWide;
    }

    public static void main(String[] args) {
        Marks.mark(0);
        faintSum += number() + (int) wide();
        number();
        if (other() > 0) {
            throw new IllegalStateException();
        }
    }
}

/** That a result counts is found out when all else has been looked at. */
class LateResults {
    static int strongGiven;
    static int strongKept;

    static void keep() {
        strongKept = give();
    }

    static void look() {
        if (strongKept > 0) {
            throw new IllegalStateException();
        }
    }

    static int give() {
        return strongGiven;
    }

    public static void main(String[] args) {
        Marks.mark(0);
        keep();
        look();
    }
}

/** One target that looks at the argument, or one call that needs the result, is enough. */
class Targets {
    static int strongNumber;
    static int faintNumber;
    static int strongResult;
    static int faintResult;
    static int faintSum;

    abstract static class Shape {
        abstract int take(int a, int b);

        int give() {
            return faintResult;
        }
    }

    static class Quiet extends Shape {
        int take(int a, int b) {
            return a + b;
        }
    }

    static class Curious extends Shape {
        int take(int a, int b) {
            if (a > 0) {
                throw new IllegalStateException();
            }
            return b;
        }
    }

    static class Giver extends Curious {
        int give() {
            return strongResult;
        }
    }

    public static void main(String[] args) {
        Shape shape = args.length == 0 ? new Quiet() : new Curious();
        Giver giver = new Giver();
        Marks.mark(0);
        faintSum += shape.take(strongNumber, faintNumber);
        faintSum += shape.give();
        if (giver.give() > 0) {
            throw new IllegalStateException();
        }
    }
}

interface Sink {
    void put(int n);
}

class Lambdas {
    static int faintCaptured;
    static int strongCaptured;
    static long strongWide;
    static int faintBehind;
    static int faintSum;

    public static void main(String[] args) {
        Marks.mark(0);
        int quiet = faintCaptured;
        int heard = strongCaptured;
        long wide = strongWide;
        int behind = faintBehind;
        Sink first = n -> faintSum += n + quiet;
        Sink second = n -> {
            if (heard > 0) {
                throw new IllegalStateException();
            }
        };
        Sink third = n -> {
            if (wide > 0) {
                throw new IllegalStateException();
            }
            faintSum += behind;
        };
        first.put(1);
        second.put(2);
        third.put(3);
    }
}

/** A list that only grows at its head, and that nobody goes through. */
class Log {
    static Log faintLast;
    final Log faintBefore;

    Log(Log before) {
        this.faintBefore = before;
    }

    public static void main(String[] args) {
        Marks.mark(0);
        for (;;) {
            faintLast = new Log(faintLast);
        }
    }
}

/** From one field to the next, and in the end to one that counts. */
class Chains {
    static int strongFirst;
    static int strongSecond;
    static int strongLast;
    static int faintFirst;
    static int faintLast;

    public static void main(String[] args) {
        Marks.mark(0);
        for (;;) {
            if (strongLast > 0) {
                return;
            }
            strongLast = strongSecond;
            strongSecond = strongFirst;
            faintLast = faintFirst + strongFirst;
            faintFirst = faintLast;
        }
    }
}

class Recursions {
    static int faintNumber;
    static int strongNumber;
    static int faintSum;

    static int down(int n, int sum) {
        return n == 0 ? sum : down(n - 1, sum + n);
    }

    public static void main(String[] args) {
        Marks.mark(0);
        faintSum = down(strongNumber, faintNumber);
    }
}

// ---- what counts ----

class Branches {
    static int strongZero;
    static int strongLeft;
    static int strongRight;
    static long strongLong;
    static float strongFloat;
    static double strongDouble;
    static Object strongNull;
    static Object strongSame;
    static Object strongOther;
    static int strongSwitch;
    static int strongLookup;

    public static void main(String[] args) {
        Marks.mark(0);
        int n = 0;
        if (strongZero == 0) n++;
        if (strongLeft < strongRight) n++;
        if (strongLong > 3) n++;
        if (strongFloat > 3) n++;
        if (strongDouble > 3) n++;
        if (strongNull == null) n++;
        if (strongSame == strongOther) n++;
        switch (strongSwitch) {
            case 0: n++;
            case 1: n++;
            default:
        }
        switch (strongLookup) {
            case 1000: n++;
            case 9: n++;
            default:
        }
    }
}

class Dereferences {
    static Dereferences strongRead;
    static Dereferences strongWritten;
    static int[] strongLength;
    static int[] strongLoaded;
    static int[] strongStored;
    static Object strongCalled;
    static Dereferences strongQuiet;
    static Dereferences strongFixed;
    static int[] strongCloned;
    static Object faintClone;
    static int faintSum;
    int faintField;

    /** Looks at nothing, but there must be an object. */
    void quiet() {
    }

    private void fixed() {
    }

    public static void main(String[] args) {
        Marks.mark(0);
        strongQuiet.quiet();
        strongFixed.fixed();
        faintClone = strongCloned.clone();
        faintSum = strongRead.faintField;
        strongWritten.faintField = 1;
        faintSum = strongLength.length;
        faintSum = strongLoaded[0];
        strongStored[0] = 1;
        faintSum = strongCalled.hashCode();
    }
}

class Sizes {
    static int strongSize;
    static int strongCount;
    static int strongOuter;
    static int strongInner;
    static Object faintMade;

    public static void main(String[] args) {
        Marks.mark(0);
        faintMade = new int[strongSize];
        faintMade = new Object[strongCount];
        faintMade = new int[strongOuter][strongInner];
    }
}

class Locks {
    static Object strongLock;

    public static void main(String[] args) {
        Marks.mark(0);
        synchronized (strongLock) {
            Marks.mark(1);
        }
    }
}

class Thrown {
    static RuntimeException strongThrown;

    public static void main(String[] args) {
        Marks.mark(0);
        throw strongThrown;
    }
}

/** The type of an object counts where it is asked for. */
class Types {
    static Object strongCast;
    static Object strongTested;
    static Object strongElement;
    static Object[] strongArray;
    static Object faintCopy;

    public static void main(String[] args) {
        Marks.mark(0);
        faintCopy = (String) strongCast;
        boolean isString = strongTested instanceof String;
        strongArray[0] = strongElement;
        if (isString) Marks.mark(1);
    }
}

class Ends {
    static int strongCode;

    public static void main(String[] args) {
        Marks.mark(0);
        System.exit(strongCode);
    }
}

class Output {
    static int strongInt;
    static String strongText;
    static long strongJoined;

    public static void main(String[] args) {
        Marks.mark(0);
        System.out.println(strongInt);
        System.out.println(strongText);
        System.out.println("n = " + strongJoined);
    }
}

class Naps {
    static long strongTime;

    public static void main(String[] args) throws InterruptedException {
        Marks.mark(0);
        Thread.sleep(strongTime);
    }
}

/** What natives copy counts if somebody reads copies. */
class Copies implements Cloneable {
    static long[] strongFrom = new long[2];
    static long[] strongTo = new long[2];
    static int strongCopied;
    static long faintElement;
    static int faintPart;
    static Object faintClone;
    int faintCloned;

    public static void main(String[] args) throws CloneNotSupportedException {
        Copies copies = new Copies();
        Marks.mark(0);
        copies.faintCloned = faintPart;
        strongFrom[0] = faintElement;
        faintClone = copies.clone();
        System.arraycopy(strongFrom, 0, strongTo, 0, strongCopied);
    }
}

class ReadCopies implements Cloneable {
    static long[] strongFrom = new long[2];
    static long[] strongTo = new long[2];
    static int strongCopied;
    static long strongElement;
    static int strongPart;
    int strongCloned;

    public static void main(String[] args) throws CloneNotSupportedException {
        ReadCopies copies = new ReadCopies();
        Marks.mark(0);
        copies.strongCloned = strongPart;
        strongFrom[0] = strongElement;
        ReadCopies clone = (ReadCopies) copies.clone();
        if (clone.strongCloned > 3) throw new IllegalStateException();
        System.arraycopy(strongFrom, 0, strongTo, 0, strongCopied);
        if (strongTo[0] > 3) throw new IllegalStateException();
    }
}

class CopiedArrays {
    static short[] strongFrom = new short[2];
    static short faintElement;
    static Object faintCopy;

    public static void main(String[] args) {
        Marks.mark(0);
        strongFrom[0] = faintElement;
        faintCopy = strongFrom.clone();
    }
}

class Messages {
    static String strongMessage;
    static int strongNumber;

    static class Failure extends RuntimeException {
        Failure(String message, int n) {
            super(message + n);
        }
    }

    public static void main(String[] args) {
        Marks.mark(0);
        throw new Failure(strongMessage, strongNumber);
    }
}

/** What a thread hands to another counts if it does there. */
class Workers extends Thread {
    static int strongShared;
    static int faintShared;
    int strongOwn;
    int faintOwn;

    public void run() {
        faintShared += faintOwn;
        while (strongShared < strongOwn) {
            strongShared++;
        }
    }

    public static void main(String[] args) {
        Workers worker = new Workers();
        Marks.mark(0);
        worker.strongOwn++;
        worker.faintOwn++;
        worker.start();
    }
}

/** The first use of a class runs what counts there. */
class Initializers {
    static int strongSeed;
    static int faintSeed;

    static class Late {
        static int faintCopy = faintSeed;

        static {
            if (strongSeed > 0) {
                throw new IllegalStateException();
            }
        }
    }

    public static void main(String[] args) {
        Marks.mark(0);
        Late.faintCopy++;
    }
}

class Watched {
    static int strongWatched;
    static int faintOther;

    static boolean isFine() {
        return limit() > 3;
    }

    static int limit() {
        return strongWatched;
    }

    public static void main(String[] args) {
        Marks.mark(0);
        faintOther++;
    }
}

/** What it returns is the machine's to look at, and that alone. */
class Returned {
    static boolean strongAnswer;

    static boolean isFine() {
        return strongAnswer;
    }

    public static void main(String[] args) {
        Marks.mark(0);
        strongAnswer = true;
    }
}

class Handlers {
    static int strongHandled;
    static int faintHandled;
    static int[] strongNumbers = new int[1];

    public static void main(String[] args) {
        int a = strongHandled;
        int b = faintHandled;
        Marks.mark(0);
        for (;;) {
            try {
                a = strongHandled;
                b = faintHandled;
                strongNumbers[args.length]++;
            } catch (ArrayIndexOutOfBoundsException e) {
                if (a > 0) {
                    return;
                }
                faintHandled = b;
            }
        }
    }
}

class Reflective {
    static int strongCounter;

    public static void main(String[] args) throws ReflectiveOperationException {
        Marks.mark(0);
        strongCounter++;
        Reflective.class.getDeclaredConstructor().newInstance();
    }
}

/** What is only added to an atomic variable does not count, what is added before a look at it does. */
class Atomics {
    static AtomicInteger strongCounter = new AtomicInteger();
    static AtomicLong strongLimit = new AtomicLong();
    static int faintAdded;
    static int faintSet;
    static long strongAdded;

    public static void main(String[] args) {
        Marks.mark(0);
        for (int i = 0; i < 2; i++) {
            strongCounter.incrementAndGet();
            strongCounter.addAndGet(faintAdded);
            strongCounter.getAndSet(faintSet);
            strongLimit.getAndAdd(strongAdded);
            if (strongLimit.incrementAndGet() > 9) {
                return;
            }
        }
    }
}

/** Who compares looks. */
class Compared {
    static AtomicInteger strongCounter = new AtomicInteger();
    static int strongExpected;
    static int strongNext;
    static int strongAdded;

    public static void main(String[] args) {
        Marks.mark(0);
        strongCounter.getAndAdd(strongAdded);
        strongCounter.compareAndSet(strongExpected, strongNext);
    }
}
