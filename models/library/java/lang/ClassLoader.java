package java.lang;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URL;
import java.nio.ByteBuffer;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.Enumeration;
import java.util.stream.Stream;
import jdk.internal.loader.ClassLoaders;

/**
 * All classes are found by the virtual machine on one class path. A program may
 * have loaders of its own that delegate; to define a class from bytes is not
 * supported. Resources are the files of the directories on the class path; those in
 * jars and in the JDK are refused.
 */
public abstract class ClassLoader {
    private static final ClassLoader PLATFORM = new ClassLoaders.PlatformClassLoader();
    private static final ClassLoader SYSTEM = new ClassLoaders.AppClassLoader(PLATFORM);

    private final String name;
    private final ClassLoader parent;

    protected ClassLoader(String name, ClassLoader parent) {
        if (name != null && name.isEmpty()) {
            throw new IllegalArgumentException("name must be non-empty or null");
        }
        this.name = name;
        this.parent = parent;
    }

    protected ClassLoader(ClassLoader parent) {
        this(null, parent);
    }

    protected ClassLoader() {
        this(null, getSystemClassLoader());
    }

    boolean isBuiltIn() {
        return this == SYSTEM || this == PLATFORM;
    }

    public String getName() {
        return name;
    }

    public Class<?> loadClass(String name) throws ClassNotFoundException {
        return loadClass(name, false);
    }

    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        try {
            return parent == null ? Class.find(name) : parent.loadClass(name, false);
        } catch (ClassNotFoundException e) {
            return findClass(name);
        }
    }

    protected Object getClassLoadingLock(String className) {
        return this;
    }

    protected Class<?> findClass(String name) throws ClassNotFoundException {
        throw new ClassNotFoundException(name);
    }

    protected Class<?> findClass(String moduleName, String name) {
        if (moduleName == null) {
            try {
                return findClass(name);
            } catch (ClassNotFoundException e) {
                return null;
            }
        }
        return null;
    }

    @Deprecated(since = "1.1")
    protected final Class<?> defineClass(byte[] bytes, int offset, int length) {
        return defineClass(null, bytes, offset, length);
    }

    protected final Class<?> defineClass(String name, byte[] bytes, int offset, int length) {
        throw deadwood.internal.Runtime.unsupported("defining the class " + name + " from bytes");
    }

    protected final Class<?> defineClass(
            String name, byte[] bytes, int offset, int length, ProtectionDomain protectionDomain) {
        return defineClass(name, bytes, offset, length);
    }

    protected final Class<?> defineClass(String name, ByteBuffer bytes, ProtectionDomain protectionDomain) {
        return defineClass(name, null, 0, 0);
    }

    protected final void resolveClass(Class<?> type) {
        if (type == null) {
            throw new NullPointerException();
        }
    }

    protected final Class<?> findSystemClass(String name) throws ClassNotFoundException {
        return getSystemClassLoader().loadClass(name);
    }

    protected final Class<?> findLoadedClass(String name) {
        return null;
    }

    protected final void setSigners(Class<?> type, Object[] signers) {
    }

    public URL getResource(String name) {
        URL found = parent == null ? null : parent.getResource(present(name));
        return found == null ? findResource(present(name)) : found;
    }

    public Enumeration<URL> getResources(String name) throws java.io.IOException {
        return findResources(present(name));
    }

    public Stream<URL> resources(String name) {
        URL found = getResource(name);
        return found == null ? Stream.empty() : Stream.of(found);
    }

    protected URL findResource(String moduleName, String name) throws java.io.IOException {
        return moduleName == null ? findResource(name) : null;
    }

    protected URL findResource(String name) {
        if (isBuiltIn() && resource0(name) != null) {
            throw deadwood.internal.Runtime.unsupported("the URL of the resource " + name);
        }
        return null;
    }

    protected Enumeration<URL> findResources(String name) throws java.io.IOException {
        return Collections.emptyEnumeration();
    }

    protected static boolean registerAsParallelCapable() {
        return true;
    }

    public final boolean isRegisteredAsParallelCapable() {
        return isBuiltIn();
    }

    public static URL getSystemResource(String name) {
        return getSystemClassLoader().getResource(name);
    }

    public static Enumeration<URL> getSystemResources(String name) throws java.io.IOException {
        return getSystemClassLoader().getResources(name);
    }

    public InputStream getResourceAsStream(String name) {
        return getSystemResourceAsStream(name);
    }

    public static InputStream getSystemResourceAsStream(String name) {
        byte[] bytes = resource0(present(name));
        return bytes == null ? null : new ByteArrayInputStream(bytes);
    }

    /** A file of the program, in a directory or a jar of its class path, or null. */
    private static native byte[] resource0(String name);

    private static String present(String name) {
        if (name == null) {
            throw new NullPointerException();
        }
        return name;
    }

    public final ClassLoader getParent() {
        return parent;
    }

    public final Module getUnnamedModule() {
        return Module.UNNAMED;
    }

    public static ClassLoader getPlatformClassLoader() {
        return PLATFORM;
    }

    public static ClassLoader getSystemClassLoader() {
        return SYSTEM;
    }

    protected Package definePackage(String name, String specTitle, String specVersion, String specVendor,
            String implTitle, String implVersion, String implVendor, URL sealBase) {
        return new Package(name, Module.UNNAMED);
    }

    public final Package getDefinedPackage(String name) {
        return new Package(present(name), Module.UNNAMED);
    }

    public final Package[] getDefinedPackages() {
        return new Package[0];
    }

    @Deprecated(since = "9")
    protected Package getPackage(String name) {
        return new Package(present(name), Module.UNNAMED);
    }

    protected Package[] getPackages() {
        return new Package[0];
    }

    protected String findLibrary(String name) {
        return null;
    }

    /** Whether assertions are on is said on the command line alone. */
    public void setDefaultAssertionStatus(boolean enabled) {
    }

    public void setPackageAssertionStatus(String packageName, boolean enabled) {
    }

    public void setClassAssertionStatus(String className, boolean enabled) {
    }

    public void clearAssertionStatus() {
    }
}
