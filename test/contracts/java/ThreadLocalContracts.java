/** java.lang.ThreadLocal, InheritableThreadLocal */
final class ThreadLocalContracts extends Contract {
    /** Every thread has a value of its own. */
    static void perThread() throws Exception {
        ThreadLocal<Integer> local = new ThreadLocal<>();
        local.set(1);
        Thread t = start(() -> {
            same(null, local.get());
            local.set(2);
            same(2, local.get());
        });
        join(t);
        same(1, local.get());
    }

    /** The initial value is made when it is first asked for, once for each thread. */
    static void initial() throws Exception {
        int[] calls = new int[1];
        ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> ++calls[0]);
        same(0, calls[0]);
        same(1, local.get());
        same(1, local.get());
        join(start(() -> same(2, local.get())));
    }

    /** A value that is set first needs no initial one. */
    static void setFirst() {
        ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> {
            throw new AssertionError("not needed");
        });
        local.set(5);
        same(5, local.get());
    }

    /** After remove the initial value is made again. */
    static void remove() {
        int[] calls = new int[1];
        ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> ++calls[0]);
        local.get();
        local.remove();
        same(2, local.get());
    }

    /** Null is a value, and no reason to make the initial one. */
    static void nullValue() {
        ThreadLocal<String> local = ThreadLocal.withInitial(() -> "initial");
        local.set(null);
        same(null, local.get());
    }

    /** An inheritable value goes to threads that are made after it was set, and is theirs from then on. */
    static void inheritable() throws Exception {
        InheritableThreadLocal<Integer> local = new InheritableThreadLocal<>();
        local.set(1);
        Thread t = thread(() -> {
            same(1, local.get());
            local.set(3);
        });
        local.set(2);
        t.start();
        join(t);
        same(2, local.get());
    }

    /** A child may get something else than its parent has. */
    static void childValue() throws Exception {
        InheritableThreadLocal<Integer> local = new InheritableThreadLocal<>() {
            @Override
            protected Integer childValue(Integer parent) {
                return parent + 10;
            }
        };
        local.set(1);
        join(start(() -> same(11, local.get())));
        same(1, local.get());
    }

    /** The initial value needs a supplier. */
    static void nullSupplier() {
        thrown(NullPointerException.class, () -> ThreadLocal.withInitial(null));
    }
}
