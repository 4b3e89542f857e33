package java.lang;

/** What Thread.stop used to throw. */
public class ThreadDeath extends Error {
    private static final long serialVersionUID = 1L;

    public ThreadDeath() {
        super();
    }
}
