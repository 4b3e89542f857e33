package jdk.internal.loader;

/** The two loaders that every program has. The virtual machine finds their classes. */
public class ClassLoaders {
    private ClassLoaders() {
    }

    public static ClassLoader platformClassLoader() {
        return ClassLoader.getPlatformClassLoader();
    }

    public static ClassLoader appClassLoader() {
        return ClassLoader.getSystemClassLoader();
    }

    /** Asks no parent. */
    private abstract static class BuiltIn extends ClassLoader {
        BuiltIn(String name, ClassLoader parent) {
            super(name, parent);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return Class.forName(name, false, null);
        }
    }

    /** For the library itself. */
    public static final class PlatformClassLoader extends BuiltIn {
        public PlatformClassLoader() {
            super("platform", null);
        }
    }

    /** For the library itself. */
    public static final class AppClassLoader extends BuiltIn {
        public AppClassLoader(ClassLoader parent) {
            super("app", parent);
        }
    }
}
