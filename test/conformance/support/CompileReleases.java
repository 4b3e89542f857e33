import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles the corpus for several releases in one JVM: `CompileReleases folder list release...`,
 * where each line of the list is a program's id and its sources, separated by tabs. What javac
 * refuses for a release is left out of it; the file `programs` in the folder of a release says
 * what is in.
 */
class CompileReleases {
    public static void main(String[] args) throws IOException {
        Map<String, List<Path>> programs = new LinkedHashMap<>();
        for (String line : Files.readAllLines(Path.of(args[1]))) {
            String[] words = line.split("\t");
            List<Path> sources = new ArrayList<>();
            for (int i = 1; i < words.length; i++) sources.add(Path.of(words[i]).toAbsolutePath());
            programs.put(words[0], sources);
        }
        for (int i = 2; i < args.length; i++) compile(args[i], Path.of(args[0], args[i]), programs);
    }

    private static void compile(String release, Path folder, Map<String, List<Path>> programs) throws IOException {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        Set<String> accepted = new TreeSet<>(programs.keySet());
        Files.createDirectories(folder);
        // Errors of one phase hide those of the next, so that there may be several rounds.
        for (boolean done = false; !done; ) {
            List<Path> sources = new ArrayList<>();
            for (String id : accepted) sources.addAll(programs.get(id));
            DiagnosticCollector<JavaFileObject> errors = new DiagnosticCollector<>();
            try (StandardJavaFileManager files = javac.getStandardFileManager(errors, null, null)) {
                List<String> options = List.of("--release", release, "-g", "-nowarn", "-Xlint:none", "-proc:none",
                        "-encoding", "UTF-8", "-Xmaxerrs", "100000", "-d", folder.toString());
                done = javac.getTask(null, files, errors, options, null, files.getJavaFileObjectsFromPaths(sources)).call();
            }
            Set<Path> refused = new HashSet<>();
            for (Diagnostic<? extends JavaFileObject> each : errors.getDiagnostics()) {
                if (each.getKind() != Diagnostic.Kind.ERROR) continue;
                if (each.getSource() == null) throw new IllegalStateException(each.toString());
                refused.add(Path.of(each.getSource().toUri()));
            }
            if (!done && refused.isEmpty()) throw new IllegalStateException("javac fails without an error");
            accepted.removeIf(id -> programs.get(id).stream().anyMatch(refused::contains));
        }
        Files.write(folder.resolve("programs"), accepted);
    }
}
