import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Decompiles the classes of a directory or a jar with Procyon and compiles the result again. Interesting is
 * what gives the same set of compiler errors as the one that is named first. One process
 * for all candidates: a path a line in, a word a line out. With -Dtimes=FILE it adds to a file
 * how many milliseconds each of them took, after a line with those from the start of the process
 * to the first answer it could give: who measures a reduction wants to know what was not its own.
 *
 * A third argument has the errors printed instead: those of the first or, with "-", those of
 * each path that comes in, one line for each. With -Dfresh=true nothing is carried over from one
 * candidate to the next, which must not make any difference but in time.
 */
public final class DecompilePredicate {
    private static final boolean IS_FRESH = Boolean.getBoolean("fresh");

    private final Path classPath;
    private Decompiler decompiler = new Decompiler();
    private SourceChecker checker;

    private DecompilePredicate(Path classPath) {
        this.classPath = classPath;
        this.checker = new SourceChecker(classPath);
    }

    public static void main(String[] args) throws Exception {
        DecompilePredicate predicate = new DecompilePredicate(Paths.get(args[1]));
        TreeSet<String> wanted = predicate.errorsOf(Paths.get(args[0]));
        if (args.length > 2 && !args[2].equals("-")) {
            for (String error : wanted) System.out.println(error);
            return;
        }
        note("start", System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime());
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            long begin = System.nanoTime();
            TreeSet<String> errors = predicate.errorsOf(Paths.get(line));
            boolean isInteresting = !wanted.isEmpty() && errors.equals(wanted);
            long end = System.nanoTime();
            System.out.println(args.length > 2 ? errors.toString() : isInteresting ? "interesting" : "boring");
            System.out.flush();
            // Who asked need not wait for this, nor be said to have taken the time for it.
            note("answer", (end - begin) / 1e6);
        }
    }

    private static void note(String what, double millis) throws IOException {
        String file = System.getProperty("times");
        if (file == null) return;
        String line = what + " " + millis + "\n";
        Files.writeString(Paths.get(file), line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private TreeSet<String> errorsOf(Path root) throws IOException {
        if (IS_FRESH) {
            decompiler = new Decompiler();
            checker = new SourceChecker(classPath);
        }
        TreeSet<String> errors = new TreeSet<>();
        List<SourceChecker.Source> sources = new ArrayList<>();
        decompiler.decompile(classesIn(root)).forEach((name, result) -> {
            if (result.error != null) errors.add("decompiler: " + result.error);
            else sources.add(new SourceChecker.Source(name, result.text));
        });
        errors.addAll(checker.errorsOf(sources));
        return errors;
    }

    /** By name; of a directory or a jar. */
    private static SortedMap<String, byte[]> classesIn(Path program) throws IOException {
        if (Files.isDirectory(program)) return classesUnder(program);
        try (FileSystem jar = FileSystems.newFileSystem(program)) {
            return classesUnder(jar.getPath("/"));
        }
    }

    private static SortedMap<String, byte[]> classesUnder(Path root) throws IOException {
        SortedMap<String, byte[]> classes = new TreeMap<>();
        List<Path> files;
        try (Stream<Path> all = Files.walk(root)) {
            files = all.collect(Collectors.toList());
        }
        for (Path file : files) {
            String name = root.relativize(file).toString();
            if (!name.endsWith(".class") || name.startsWith("META-INF")) continue;
            classes.put(name.substring(0, name.length() - ".class".length()), Files.readAllBytes(file));
        }
        return classes;
    }
}
