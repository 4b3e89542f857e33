import com.sun.source.util.JavacTask;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.lang.model.SourceVersion;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * What javac says of source code that uses everything that classes offer: it calls their
 * methods, reads their fields, makes objects of them and extends them. For each package there is
 * one class in that package, so that what is open to the package is used as well.
 */
final class CompileCheck {
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    private final URLClassLoader loader;
    private final TreeMap<String, StringBuilder> byPackage = new TreeMap<>();
    private int count;

    private CompileCheck(URLClassLoader loader) {
        this.loader = loader;
    }

    static TreeSet<String> check(List<String> names, URL[] path) throws Exception {
        try (URLClassLoader loader = new URLClassLoader(path, ClassLoader.getPlatformClassLoader())) {
            CompileCheck check = new CompileCheck(loader);
            for (String name : names) check.use(name);
            return check.compile(path);
        }
    }

    private void use(String name) {
        try {
            Class<?> type = Class.forName(name, false, loader);
            if (!isNamed(type, type.getPackageName())) return;
            StringBuilder source = new StringBuilder();
            members(type, source);
            heir(type, source);
            byPackage.computeIfAbsent(type.getPackageName(), each -> new StringBuilder()).append(source);
        } catch (LinkageError | ClassNotFoundException | RuntimeException error) {
            // Linking it is asked about elsewhere.
        }
    }

    private void members(Class<?> type, StringBuilder source) {
        String from = type.getPackageName();
        String name = type.getCanonicalName();
        source.append("  static void use").append(count++).append('(').append(name).append(" it) throws Throwable {\n    Object o;\n");
        for (Field field : type.getDeclaredFields()) {
            if (!isOpen(field.getModifiers(), field.isSynthetic(), field.getName()) || !isNamed(field.getType(), from)) continue;
            source.append("    o = ").append(Modifier.isStatic(field.getModifiers()) ? name : "it").append('.').append(field.getName()).append(";\n");
        }
        for (Method method : type.getDeclaredMethods()) {
            if (!isOpen(method.getModifiers(), method.isSynthetic(), method.getName())) continue;
            String args = arguments(method, from);
            if (args == null || !isNamed(method.getReturnType(), from)) continue;
            source.append("    ").append(Modifier.isStatic(method.getModifiers()) ? name : "it").append('.').append(method.getName()).append(args).append(";\n");
        }
        boolean canMake = !Modifier.isAbstract(type.getModifiers()) && !type.isEnum()
            && (type.getDeclaringClass() == null || Modifier.isStatic(type.getModifiers()));
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            String args = arguments(constructor, from);
            if (canMake && args != null && isOpen(constructor.getModifiers(), constructor.isSynthetic(), "o")) {
                source.append("    o = new ").append(name).append(args).append(";\n");
            }
        }
        source.append("  }\n");
    }

    /** A class below it, where that is easy to write. */
    private void heir(Class<?> type, StringBuilder source) {
        int modifiers = type.getModifiers();
        if (Modifier.isFinal(modifiers) || type.isAnnotation() || type.isEnum()) return;
        if (type.isInterface()) {
            source.append("  abstract static class Heir").append(count++).append(" implements ").append(type.getCanonicalName()).append(" {}\n");
        } else if (type.getDeclaringClass() == null || Modifier.isStatic(modifiers)) {
            for (Constructor<?> constructor : type.getDeclaredConstructors()) {
                String args = arguments(constructor, type.getPackageName());
                if (args == null || !isOpen(constructor.getModifiers(), constructor.isSynthetic(), "o")) continue;
                String name = "Heir" + count++;
                source.append("  abstract static class ").append(name).append(" extends ").append(type.getCanonicalName())
                    .append(" { ").append(name).append("() throws Throwable { super").append(args).append("; } }\n");
                return;
            }
        }
    }

    private static boolean isOpen(int modifiers, boolean isSynthetic, String name) {
        return !Modifier.isPrivate(modifiers) && !isSynthetic && SourceVersion.isIdentifier(name) && !SourceVersion.isKeyword(name);
    }

    /** Zeros and nulls of the right types; null where one of them cannot be named. */
    private static String arguments(Executable executable, String from) {
        List<String> args = new ArrayList<>();
        for (Class<?> type : executable.getParameterTypes()) {
            if (!isNamed(type, from)) return null;
            if (type == boolean.class) args.add("false");
            else args.add("(" + type.getCanonicalName() + ") " + (type.isPrimitive() ? "0" : "null"));
        }
        return "(" + String.join(", ", args) + ")";
    }

    /** Whether source code of a package can name a type. */
    private static boolean isNamed(Class<?> type, String from) {
        Class<?> element = type;
        while (element.isArray()) element = element.getComponentType();
        if (element.isPrimitive()) return true;
        String name = element.getCanonicalName();
        if (name == null || element.isSynthetic() || !SourceVersion.isName(name)) return false;
        boolean isNear = element.getPackageName().equals(from);
        if (!isNear && element.getPackageName().isEmpty()) return false;
        for (Class<?> each = element; each != null; each = each.getDeclaringClass()) {
            int modifiers = each.getModifiers();
            if (!Modifier.isPublic(modifiers) && !(isNear && !Modifier.isPrivate(modifiers))) return false;
        }
        return true;
    }

    private TreeSet<String> compile(URL[] path) throws Exception {
        List<JavaFileObject> sources = new ArrayList<>();
        for (Map.Entry<String, StringBuilder> each : byPackage.entrySet()) {
            String header = each.getKey().isEmpty() ? "" : "package " + each.getKey() + ";\n";
            sources.add(new Source(each.getKey(), header + "class DeadwoodUser {\n" + each.getValue() + "}\n"));
        }
        TreeSet<String> problems = new TreeSet<>();
        if (sources.isEmpty()) return problems;
        List<String> entries = new ArrayList<>();
        for (URL url : path) entries.add(Paths.get(url.toURI()).toString());
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        List<String> options = List.of("-proc:none", "-Xmaxerrs", "1000", "-cp", String.join(":", entries));
        try {
            JavacTask task = (JavacTask) COMPILER.getTask(null, null, found, options, null, sources);
            task.analyze();
        } catch (RuntimeException | Error error) {
            problems.add("javac: " + error.getClass().getName());
        }
        for (Diagnostic<?> each : found.getDiagnostics()) {
            if (each.getKind() != Diagnostic.Kind.ERROR) continue;
            problems.add("javac: " + each.getCode() + ": " + each.getMessage(null).replace('\n', ' ').replaceAll(" +", " "));
        }
        return problems;
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String packageName, String text) {
            super(URI.create("string:///" + packageName.replace('.', '/') + "/DeadwoodUser.java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
