package jdk.internal.vm;

/** Where thread pools of Java 21 and later register their threads. There is nothing to register with: it just starts them. */
public class SharedThreadContainer implements AutoCloseable {
    private final String name;

    private SharedThreadContainer(String name) {
        this.name = name;
    }

    public static SharedThreadContainer create(String name) {
        return new SharedThreadContainer(name);
    }

    public void start(Thread thread) {
        thread.start();
    }

    public String name() {
        return name;
    }

    @Override
    public void close() {
    }
}
