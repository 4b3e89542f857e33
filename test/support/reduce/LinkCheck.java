import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.annotation.Annotation;
import java.lang.annotation.AnnotationFormatError;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.function.Supplier;

/**
 * Loads, verifies and links every class of a directory, and resolves every member that its
 * constant pool names, as seen from that class; then asks reflection about everything generic or
 * annotated. Directories are read from standard input, one a line; libraries are the arguments.
 * For each directory the problems are printed, a line each, and then a line with a dot. To be run
 * with -Xverify:all. Whatever else the JVM prints, such as a warning, is a problem, too. A line
 * "compile" and a directory asks a compiler instead (CompileCheck).
 */
public final class LinkCheck {
    private static final int NAME_AND_TYPE = 12;

    public static void main(String[] args) throws Exception {
        URL[] libraries = new URL[args.length];
        for (int i = 0; i < args.length; i++) libraries[i] = Paths.get(args[i]).toUri().toURL();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            boolean isCompiled = line.startsWith("compile ");
            Path root = Paths.get(isCompiled ? line.substring("compile ".length()) : line);
            for (String problem : check(root, libraries, isCompiled)) System.out.println(problem);
            System.out.println(".");
            System.out.flush();
        }
    }

    private static TreeSet<String> check(Path root, URL[] libraries, boolean isCompiled) throws Exception {
        List<Path> files;
        try (Stream<Path> all = Files.walk(root)) {
            files = all.filter(file -> file.toString().endsWith(".class"))
                .filter(file -> !root.relativize(file).startsWith("META-INF"))
                .filter(file -> !file.endsWith("module-info.class"))
                .collect(Collectors.toList());
        }
        TreeSet<String> problems = new TreeSet<>();
        URL[] path = new URL[libraries.length + 1];
        path[0] = root.toUri().toURL();
        System.arraycopy(libraries, 0, path, 1, libraries.length);
        if (isCompiled) return CompileCheck.check(files.stream().map(file -> nameOf(root, file)).collect(Collectors.toList()), path);
        try (URLClassLoader loader = new URLClassLoader(path, ClassLoader.getPlatformClassLoader())) {
            for (Path file : files) {
                String name = nameOf(root, file);
                try {
                    Class<?> type = Class.forName(name, false, loader);
                    // This links the class, and verifies it, but runs nothing.
                    type.getDeclaredMethods();
                    type.getDeclaredFields();
                    type.getDeclaredConstructors();
                    implement(type, problems);
                    reflect(type, problems);
                    resolve(type, file, problems);
                } catch (LinkageError | ClassNotFoundException | RuntimeException error) {
                    problems.add(name + ": " + text(error));
                }
            }
        }
        return problems;
    }

    private static String nameOf(Path root, Path file) {
        String name = root.relativize(file).toString().replace('/', '.');
        return name.substring(0, name.length() - ".class".length());
    }

    /** A class that is not abstract has a body for every public method. */
    private static void implement(Class<?> type, TreeSet<String> problems) {
        if (Modifier.isAbstract(type.getModifiers())) return;
        for (Method method : type.getMethods()) {
            if (Modifier.isAbstract(method.getModifiers())) problems.add(type.getName() + ": no body for: " + method);
        }
    }

    private static final boolean ANNOTATIONS = !"false".equals(System.getProperty("deadwood.annotations"));

    private interface Question {
        Object ask() throws Throwable;
    }

    /** What only reflection and compilers look at. */
    private static void reflect(Class<?> type, TreeSet<String> problems) {
        String name = type.getName();
        ask(name + " generic superclass", problems, () -> {
            Type generic = type.getGenericSuperclass();
            check(name + " extends", generic, problems);
            same(name + " extends", generic == null ? null : raw(generic), type.getSuperclass(), problems);
            return generic;
        });
        ask(name + " generic interfaces", problems, () -> {
            Type[] generic = type.getGenericInterfaces();
            Class<?>[] plain = type.getInterfaces();
            if (generic.length != plain.length) problems.add(name + ": generic interfaces " + Arrays.toString(generic) + " are not " + Arrays.toString(plain));
            for (int i = 0; i < Math.min(generic.length, plain.length); i++) {
                check(name + " implements", generic[i], problems);
                same(name + " implements", raw(generic[i]), plain[i], problems);
            }
            return generic;
        });
        ask(name + " type parameters", problems, () -> parameters(name, type.getTypeParameters(), problems));
        ask(name + " annotations", problems, () -> values(type::getDeclaredAnnotations));
        for (Field field : type.getDeclaredFields()) {
            String what = name + "." + field.getName();
            ask(what + " generic type", problems, () -> {
                check(what, field.getGenericType(), problems);
                return null;
            });
            ask(what + " annotations", problems, () -> values(field::getDeclaredAnnotations));
        }
        List<Executable> executables = new ArrayList<>(Arrays.asList(type.getDeclaredMethods()));
        executables.addAll(Arrays.asList(type.getDeclaredConstructors()));
        for (Executable executable : executables) {
            String what = name + "." + executable.getName() + Arrays.toString(executable.getParameterTypes());
            ask(what + " generic types", problems, () -> {
                parameters(what, executable.getTypeParameters(), problems);
                for (Type each : executable.getGenericParameterTypes()) check(what, each, problems);
                for (Type each : executable.getGenericExceptionTypes()) check(what, each, problems);
                if (executable instanceof Method) check(what, ((Method) executable).getGenericReturnType(), problems);
                return null;
            });
            ask(what + " exceptions", problems, () -> {
                for (Class<?> each : executable.getExceptionTypes()) {
                    if (!Throwable.class.isAssignableFrom(each)) problems.add(what + " throws " + each.getName());
                }
                return null;
            });
            ask(what + " annotations", problems, () -> values(executable::getDeclaredAnnotations));
        }
    }

    private static Object values(Supplier<Annotation[]> declared) throws Throwable {
        if (!ANNOTATIONS) return null;
        Annotation[] annotations = declared.get();
        for (Annotation annotation : annotations) {
            for (Method element : annotation.annotationType().getDeclaredMethods()) {
                if (element.getParameterCount() > 0 || Modifier.isStatic(element.getModifiers())) continue;
                element.setAccessible(true);
                try {
                    element.invoke(annotation);
                } catch (InvocationTargetException error) {
                    throw error.getCause();
                }
            }
        }
        return null;
    }

    /** Whether an enum still makes a constant that it declares is a matter of code, which a reduction may take away. */
    private static boolean isForCode(Throwable error) {
        if (error instanceof EnumConstantNotPresentException absent) return declares(absent);
        if (error instanceof ExceptionInInitializerError) return true;
        String message = String.valueOf(error.getMessage());
        if (error instanceof AnnotationFormatError) return message.startsWith("Invalid default");
        return error instanceof NoClassDefFoundError && message.startsWith("Could not initialize class");
    }

    private static boolean declares(EnumConstantNotPresentException absent) {
        Class<?> type = absent.enumType();
        return Stream.of(type.getDeclaredFields()).anyMatch(field -> field.getName().equals(absent.constantName()))
            && Stream.of(type.getDeclaredMethods()).anyMatch(method -> method.getName().equals("values"));
    }

    private static void ask(String what, TreeSet<String> problems, Question question) {
        try {
            question.ask();
        } catch (Throwable error) {
            if (!isForCode(error)) problems.add(what.replaceFirst(" ", ": ") + ": " + text(error));
        }
    }

    private static void same(String what, Class<?> generic, Class<?> plain, TreeSet<String> problems) {
        if (generic != plain) problems.add(what.replaceFirst(" ", ": ") + " " + generic + ", and generically " + plain);
    }

    private static Object parameters(String what, TypeVariable<?>[] variables, TreeSet<String> problems) {
        for (TypeVariable<?> variable : variables) {
            for (Type bound : variable.getBounds()) check(what, bound, problems);
        }
        return null;
    }

    /** Each type argument is within the bounds of its parameter, as far as their classes say. */
    private static void check(String what, Type type, TreeSet<String> problems) {
        if (type == null && !what.endsWith(" extends")) problems.add(what.replaceFirst("[ .]", ": ") + ": a type variable that nobody declares");
        if (type instanceof GenericArrayType) check(what, ((GenericArrayType) type).getGenericComponentType(), problems);
        if (type instanceof TypeVariable) ((TypeVariable<?>) type).getBounds();
        if (type instanceof WildcardType) {
            for (Type each : ((WildcardType) type).getUpperBounds()) check(what, each, problems);
            for (Type each : ((WildcardType) type).getLowerBounds()) check(what, each, problems);
        }
        if (!(type instanceof ParameterizedType)) return;
        ParameterizedType generic = (ParameterizedType) type;
        TypeVariable<?>[] variables = ((Class<?>) generic.getRawType()).getTypeParameters();
        Type[] args = generic.getActualTypeArguments();
        for (int i = 0; i < args.length; i++) {
            check(what, args[i], problems);
            if (!(args[i] instanceof Class) && !(args[i] instanceof ParameterizedType)) continue;
            for (Type bound : variables[i].getBounds()) {
                if (bound instanceof TypeVariable) continue;
                if (!raw(bound).isAssignableFrom(raw(args[i]))) {
                    problems.add(what.replaceFirst("[ .]", ": ") + ": " + generic.getTypeName() + ": " + args[i].getTypeName() + " is no " + bound.getTypeName());
                }
            }
        }
    }

    private static Class<?> raw(Type type) {
        return type instanceof Class ? (Class<?>) type : (Class<?>) ((ParameterizedType) type).getRawType();
    }

    private static String text(Throwable error) {
        return error.getClass().getName() + ": " + String.valueOf(error.getMessage()).split("\n")[0];
    }

    private static void resolve(Class<?> type, Path file, TreeSet<String> problems) throws IOException {
        MethodHandles.Lookup lookup;
        try {
            lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
        } catch (IllegalAccessException | RuntimeException error) {
            return;
        }
        Object[] constants;
        try (InputStream in = Files.newInputStream(file)) {
            constants = constants(new DataInputStream(in));
        }
        for (Object constant : constants) {
            if (!(constant instanceof int[])) continue;
            int[] member = (int[]) constant;
            if (member.length == 2) access(lookup, type, (String) constants[member[1]], problems);
            if (member.length != 3) continue;
            if (member[0] == NAME_AND_TYPE) continue;
            String owner = (String) constants[((int[]) constants[member[1]])[1]];
            int[] nameAndType = (int[]) constants[member[2]];
            String name = (String) constants[nameAndType[1]];
            String descriptor = (String) constants[nameAndType[2]];
            if (owner.startsWith("[")) continue;
            String problem = resolveMember(lookup, type, member[0], owner, name, descriptor);
            if (problem != null) problems.add(type.getName() + ": " + owner + "." + name + descriptor + ": " + problem);
        }
    }

    /** A class that is named is one that may be used, if it is there at all. */
    private static void access(MethodHandles.Lookup lookup, Class<?> type, String name, TreeSet<String> problems) {
        try {
            lookup.accessClass(Class.forName(name.replace('/', '.'), false, type.getClassLoader()));
        } catch (IllegalAccessException error) {
            problems.add(type.getName() + ": " + name + ": " + text(error));
        } catch (ClassNotFoundException | LinkageError error) {
            // Whoever needs it finds out.
        }
    }

    /** Null when the member is found in one of the ways that code could use it. */
    private static String resolveMember(MethodHandles.Lookup lookup, Class<?> type, int tag, String owner, String name, String descriptor) {
        List<String> problems = new ArrayList<>();
        try {
            Class<?> holder = Class.forName(owner.replace('/', '.'), false, type.getClassLoader());
            ClassLoader loader = type.getClassLoader();
            if (tag == 9) {
                Class<?> fieldType = MethodType.fromMethodDescriptorString("()" + descriptor, loader).returnType();
                for (int way = 0; way < 2; way++) {
                    try {
                        if (way == 0) lookup.findGetter(holder, name, fieldType);
                        else lookup.findStaticGetter(holder, name, fieldType);
                        return null;
                    } catch (ReflectiveOperationException error) {
                        problems.add(text(error));
                    }
                }
                return problems.get(0);
            }
            MethodType methodType = MethodType.fromMethodDescriptorString(descriptor, loader);
            if (name.equals("<init>")) {
                try {
                    lookup.findConstructor(holder, methodType);
                    return null;
                } catch (IllegalAccessException error) {
                    // A protected one of another package can be called from below, though not by a lookup.
                    boolean isProtected =
                        Modifier.isProtected(holder.getDeclaredConstructor(methodType.parameterArray()).getModifiers());
                    return isProtected && holder.isAssignableFrom(type) ? null : text(error);
                }
            }
            if (holder.getName().startsWith("java.lang.invoke.")) return null;
            for (int way = 0; way < 3; way++) {
                try {
                    if (way == 0) lookup.findVirtual(holder, name, methodType);
                    else if (way == 1) lookup.findStatic(holder, name, methodType);
                    else lookup.findSpecial(holder, name, methodType, type);
                    return null;
                } catch (ReflectiveOperationException error) {
                    problems.add(text(error));
                }
            }
            String all = String.join(" | ", problems);
            // A lookup for somebody else may not touch these, although the method is there.
            return all.contains("caller-sensitive") ? null : all;
        } catch (ReflectiveOperationException | LinkageError | RuntimeException error) {
            return text(error);
        }
    }

    private static Object[] constants(DataInputStream in) throws IOException {
        in.readInt();
        in.readInt();
        Object[] constants = new Object[in.readUnsignedShort()];
        for (int i = 1; i < constants.length; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1: constants[i] = in.readUTF(); break;
                case 3: case 4: in.readInt(); break;
                case 5: case 6: in.readLong(); i++; break;
                case 7: constants[i] = new int[] {tag, in.readUnsignedShort()}; break;
                case 8: case 16: case 19: case 20: in.readUnsignedShort(); break;
                case 9: case 10: case 11: case 12:
                    constants[i] = new int[] {tag, in.readUnsignedShort(), in.readUnsignedShort()};
                    break;
                case 15: in.readUnsignedByte(); in.readUnsignedShort(); break;
                case 17: case 18: in.readInt(); break;
                default: throw new IOException("tag " + tag);
            }
        }
        return constants;
    }
}
