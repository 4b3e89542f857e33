import com.strobel.assembler.InputTypeLoader;
import com.strobel.assembler.metadata.Buffer;
import com.strobel.assembler.metadata.CompositeTypeLoader;
import com.strobel.assembler.metadata.ITypeLoader;
import com.strobel.assembler.metadata.MetadataSystem;
import com.strobel.assembler.metadata.TypeDefinition;
import com.strobel.assembler.metadata.TypeReference;
import com.strobel.decompiler.DecompilationOptions;
import com.strobel.decompiler.DecompilerSettings;
import com.strobel.decompiler.PlainTextOutput;
import com.strobel.decompiler.languages.Languages;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Decompiles a directory of classes with Procyon and compiles the result again. Interesting is
 * what gives the same set of compiler errors as the directory that is named first. One process
 * for all candidates: a path a line in, a word a line out. With -Dtimes=FILE it adds to a file
 * how many milliseconds each of them took, after a line with those from the start of the process
 * to the first answer it could give: who measures a reduction wants to know what was not its own.
 */
public final class DecompilePredicate {
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    public static void main(String[] args) throws Exception {
        TreeSet<String> wanted = errorsOf(Paths.get(args[0]), args[1]);
        if (args.length > 2) {
            for (String error : wanted) System.out.println(error);
            return;
        }
        note("start", System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime());
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            long begin = System.nanoTime();
            boolean isInteresting = !wanted.isEmpty() && errorsOf(Paths.get(line), args[1]).equals(wanted);
            note("answer", (System.nanoTime() - begin) / 1e6);
            System.out.println(isInteresting ? "interesting" : "boring");
            System.out.flush();
        }
    }

    private static void note(String what, double millis) throws IOException {
        String file = System.getProperty("times");
        if (file == null) return;
        String line = what + " " + millis + "\n";
        Files.writeString(Paths.get(file), line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static TreeSet<String> errorsOf(Path root, String classPath) throws Exception {
        List<Source> sources = new ArrayList<>();
        TreeSet<String> errors = new TreeSet<>();
        ITypeLoader loader = new CompositeTypeLoader(new DirectoryLoader(root), new InputTypeLoader());
        MetadataSystem metadata = new MetadataSystem(loader);
        DecompilerSettings settings = DecompilerSettings.javaDefaults();
        settings.setTypeLoader(loader);
        List<String> names;
        try (Stream<Path> files = Files.walk(root)) {
            names = files.map(file -> root.relativize(file).toString())
                .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF"))
                .map(name -> name.substring(0, name.length() - ".class".length()))
                .sorted()
                .collect(Collectors.toList());
        }
        for (String name : names) {
            StringWriter text = new StringWriter();
            try {
                TypeReference type = metadata.lookupType(name);
                TypeDefinition resolved = type == null ? null : type.resolve();
                if (resolved == null || resolved.isNested() || resolved.isAnonymous() || resolved.isSynthetic()) continue;
                DecompilationOptions options = new DecompilationOptions();
                options.setSettings(settings);
                settings.getLanguage().decompileType(resolved, new PlainTextOutput(text), options);
            } catch (Throwable error) {
                errors.add("decompiler: " + error.getClass().getName());
                continue;
            }
            sources.add(new Source(name, text.toString()));
        }
        if (sources.isEmpty()) return errors;
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        Path classes = Files.createTempDirectory("decompiled");
        try (StandardJavaFileManager manager = COMPILER.getStandardFileManager(found, Locale.ROOT, null)) {
            List<String> options = List.of("-nowarn", "-Xlint:none", "-proc:none", "-Xmaxerrs", "1000", "-d", classes.toString(), "-cp", classPath);
            COMPILER.getTask(null, manager, found, options, null, sources).call();
        } finally {
            try (Stream<Path> all = Files.walk(classes)) {
                all.sorted((a, b) -> b.compareTo(a)).forEach(file -> file.toFile().delete());
            }
        }
        for (Diagnostic<?> each : found.getDiagnostics()) {
            if (each.getKind() == Diagnostic.Kind.ERROR) errors.add(each.getMessage(Locale.ROOT).split("\n")[0]);
        }
        return errors;
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String name, String text) {
            super(URI.create("string:///" + name.replace('$', '_') + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreErrors) {
            return text;
        }

        @Override
        public boolean isNameCompatible(String simpleName, Kind kind) {
            return true;
        }
    }

    private static final class DirectoryLoader implements ITypeLoader {
        private final Path root;

        DirectoryLoader(Path root) {
            this.root = root;
        }

        @Override
        public boolean tryLoadType(String internalName, Buffer buffer) {
            Path file = root.resolve(internalName + ".class");
            if (!Files.isRegularFile(file)) return false;
            try {
                byte[] bytes = Files.readAllBytes(file);
                buffer.reset(bytes.length);
                System.arraycopy(bytes, 0, buffer.array(), 0, bytes.length);
                buffer.position(0);
                return true;
            } catch (IOException error) {
                return false;
            }
        }
    }
}
