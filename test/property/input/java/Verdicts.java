import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

/**
 * Runs programs, each in a class loader of its own, and says by what a JVM refuses
 * them. Arguments: a file with a line "DIRECTORY MAIN" for each, and where to write
 * "DIRECTORY =OUTPUT the error that ended it, - or running", the output in base 64.
 */
public class Verdicts {
    private static final int MILLIS = 3000;

    public static void main(String[] args) throws Exception {
        PrintStream real = new PrintStream(args[1]);
        System.setErr(new PrintStream(new ByteArrayOutputStream()));
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            String[] words = line.split(" ");
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            System.setOut(new PrintStream(out));
            String verdict = verdict(new File(words[0]), words[1]);
            System.out.flush();
            String output = Base64.getEncoder().encodeToString(out.toByteArray());
            real.println(words[0] + " =" + output + " " + verdict);
        }
        real.flush();
        Runtime.getRuntime().halt(0);
    }

    private static String verdict(File directory, String main) throws Exception {
        URL[] places = {directory.toURI().toURL()};
        URLClassLoader loader = new URLClassLoader(places, ClassLoader.getPlatformClassLoader());
        Throwable[] thrown = new Throwable[1];
        // Threads of an earlier program may still be running.
        ThreadGroup group = new ThreadGroup(main) {
            @Override
            public void uncaughtException(Thread thread, Throwable end) {
                thrown[0] = end;
            }
        };
        Thread thread = new Thread(group, () -> {
            Throwable end = run(loader, main);
            if (end != null) thrown[0] = end;
        });
        thread.setDaemon(true);
        thread.start();
        thread.join(MILLIS);
        Throwable end = thrown[0];
        if (end == null) return thread.isAlive() ? "running" : "-";
        return end.getClass().getName() + ": " + String.valueOf(end.getMessage()).split("\n")[0];
    }

    private static Throwable run(ClassLoader loader, String main) {
        try {
            Class<?> type = Class.forName(main, true, loader);
            type.getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            return null;
        } catch (InvocationTargetException e) {
            return e.getCause();
        } catch (Throwable e) {
            return e;
        }
    }
}
