/**
 * The test replaces it, like all classes here without a main method, by what javac does not make. In that
 * one the field is final, and the second constructor writes to the other object's.
 */
final class Reaching {
    int value;

    Reaching() {
    }

    Reaching(Reaching other) {
    }
}

/** A constructor writes to the final field of an object that is not its own. */
final class WrittenByAnother {
    public static void main(String[] args) {
        Reaching object = new Reaching();
        new Thread(() -> new Reaching(object)).start();
        int before = object.value;
        int after = object.value;
        if (before != after) throw new AssertionError("bad");
    }
}

/** The field is final, and is written after the object has been published and is no longer in the first local. */
final class Losing {
    int value;
}

/** A constructor does not show whose it is when it writes to the final field. */
final class WrittenByUnknown {
    static Losing published;

    public static void main(String[] args) {
        new Thread(Losing::new).start();
        Losing object = published;
        if (object == null) return;
        int before = object.value;
        int after = object.value;
        if (before != after) throw new AssertionError("bad");
    }
}

/** Has two fields of one name, and writes to the flag first. */
final class Twins {
    void write() {
    }

    int number() {
        return 0;
    }

    boolean flag() {
        return false;
    }
}

/** Only their types tell two fields apart. */
final class SameName {
    public static void main(String[] args) {
        Twins twins = new Twins();
        new Thread(twins::write).start();
        int number = twins.number();
        boolean before = twins.flag();
        boolean after = twins.flag();
        if (number == 0 && before != after) throw new AssertionError("bad");
    }
}

/** The field is final: classes of this age may write to it wherever they like. */
final class Old {
    static int value;

    static void set(int value) {
    }
}

/** A static final field is written after its class is ready. */
final class WrittenLate {
    public static void main(String[] args) {
        new Thread(() -> Old.set(1)).start();
        int before = Old.value;
        int after = Old.value;
        if (before != after) throw new AssertionError("bad");
    }
}
