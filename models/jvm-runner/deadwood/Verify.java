package deadwood;

import deadwood.fuzz.Hooks;
import java.util.concurrent.ThreadLocalRandom;

/** What the checker explores all of, a run on a JVM draws by lot. */
public final class Verify {
    private Verify() {
    }

    public static boolean getBoolean() {
        return ThreadLocalRandom.current().nextBoolean();
    }

    public static int getInt(int low, int high) {
        return (int) ThreadLocalRandom.current().nextLong(low, high + 1L);
    }

    public static void ignoreIf(boolean condition) {
        if (condition) {
            Hooks.end(Hooks.IGNORED);
        }
    }
}
