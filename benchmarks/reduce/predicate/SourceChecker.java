import com.sun.tools.javac.api.JavacTaskPool;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The errors that javac finds in sources. What it has read of the JDK stays from one time to the
 * next. It goes no further than to where errors are found: no class file is written.
 */
final class SourceChecker {
    private static final Pattern CAPTURE = Pattern.compile("capture#(\\d+)");

    private final JavacTaskPool pool = new JavacTaskPool(1);
    private final StandardJavaFileManager files =
        ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, Locale.ROOT, null);
    private final List<String> options;

    SourceChecker(Path classPath) {
        this.options = List.of(
            "-nowarn", "-Xlint:none", "-proc:none", "-Xmaxerrs", "1000", "-XDshould-stop.ifNoError=FLOW",
            "-cp", classPath.toString());
    }

    /** The first line of each message. */
    TreeSet<String> errorsOf(List<Source> sources) {
        if (sources.isEmpty()) return new TreeSet<>();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        List<String> messages = pool.getTask(null, files, found, options, null, sources, task -> {
            task.call();
            List<String> texts = new ArrayList<>();
            for (Diagnostic<?> each : found.getDiagnostics()) {
                if (each.getKind() == Diagnostic.Kind.ERROR) texts.add(each.getMessage(Locale.ROOT));
            }
            return texts;
        });
        int offset = messages.stream().mapToInt(SourceChecker::firstCapture).min().orElse(1) - 1;
        return messages.stream()
            .map(message -> withCapturesFrom(offset, message.split("\n")[0]))
            .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Types without a name have numbers, which javac goes on with where it ended the last time. */
    private static int firstCapture(String message) {
        return CAPTURE.matcher(message).results().mapToInt(each -> Integer.parseInt(each.group(1)))
            .min().orElse(Integer.MAX_VALUE);
    }

    private static String withCapturesFrom(int offset, String message) {
        Matcher captures = CAPTURE.matcher(message);
        return captures.replaceAll(each -> "capture#" + (Integer.parseInt(each.group(1)) - offset));
    }

    static final class Source extends SimpleJavaFileObject {
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
}
