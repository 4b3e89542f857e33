package java.lang.reflect;

/** The access flags of the class file. */
public class Modifier {
    public static final int PUBLIC = 0x1;
    public static final int PRIVATE = 0x2;
    public static final int PROTECTED = 0x4;
    public static final int STATIC = 0x8;
    public static final int FINAL = 0x10;
    public static final int SYNCHRONIZED = 0x20;
    public static final int VOLATILE = 0x40;
    public static final int TRANSIENT = 0x80;
    public static final int NATIVE = 0x100;
    public static final int INTERFACE = 0x200;
    public static final int ABSTRACT = 0x400;
    public static final int STRICT = 0x800;

    static final int BRIDGE = 0x40;
    static final int VARARGS = 0x80;
    static final int SYNTHETIC = 0x1000;
    static final int ENUM = 0x4000;

    private static final int ACCESS = PUBLIC | PROTECTED | PRIVATE;

    private Modifier() {
    }

    public static boolean isPublic(int mod) {
        return (mod & PUBLIC) != 0;
    }

    public static boolean isPrivate(int mod) {
        return (mod & PRIVATE) != 0;
    }

    public static boolean isProtected(int mod) {
        return (mod & PROTECTED) != 0;
    }

    public static boolean isStatic(int mod) {
        return (mod & STATIC) != 0;
    }

    public static boolean isFinal(int mod) {
        return (mod & FINAL) != 0;
    }

    public static boolean isSynchronized(int mod) {
        return (mod & SYNCHRONIZED) != 0;
    }

    public static boolean isVolatile(int mod) {
        return (mod & VOLATILE) != 0;
    }

    public static boolean isTransient(int mod) {
        return (mod & TRANSIENT) != 0;
    }

    public static boolean isNative(int mod) {
        return (mod & NATIVE) != 0;
    }

    public static boolean isInterface(int mod) {
        return (mod & INTERFACE) != 0;
    }

    public static boolean isAbstract(int mod) {
        return (mod & ABSTRACT) != 0;
    }

    public static boolean isStrict(int mod) {
        return (mod & STRICT) != 0;
    }

    static boolean isSynthetic(int mod) {
        return (mod & SYNTHETIC) != 0;
    }

    static boolean isMandated(int mod) {
        return (mod & 0x8000) != 0;
    }

    /** In the order the language recommends. */
    public static String toString(int mod) {
        StringBuilder text = new StringBuilder();
        add(text, mod, PUBLIC, "public");
        add(text, mod, PROTECTED, "protected");
        add(text, mod, PRIVATE, "private");
        add(text, mod, ABSTRACT, "abstract");
        add(text, mod, STATIC, "static");
        add(text, mod, FINAL, "final");
        add(text, mod, TRANSIENT, "transient");
        add(text, mod, VOLATILE, "volatile");
        add(text, mod, SYNCHRONIZED, "synchronized");
        add(text, mod, NATIVE, "native");
        add(text, mod, STRICT, "strictfp");
        add(text, mod, INTERFACE, "interface");
        return text.toString();
    }

    private static void add(StringBuilder text, int mod, int flag, String word) {
        if ((mod & flag) != 0) {
            text.append(text.length() == 0 ? "" : " ").append(word);
        }
    }

    public static int classModifiers() {
        return ACCESS | ABSTRACT | STATIC | FINAL | STRICT;
    }

    public static int interfaceModifiers() {
        return ACCESS | ABSTRACT | STATIC | STRICT;
    }

    public static int constructorModifiers() {
        return ACCESS;
    }

    public static int methodModifiers() {
        return ACCESS | ABSTRACT | STATIC | FINAL | SYNCHRONIZED | NATIVE | STRICT;
    }

    public static int fieldModifiers() {
        return ACCESS | STATIC | FINAL | TRANSIENT | VOLATILE;
    }

    public static int parameterModifiers() {
        return FINAL;
    }
}
