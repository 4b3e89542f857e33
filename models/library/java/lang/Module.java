package java.lang;

import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.AnnotatedElement;
import java.util.Set;

/** There are two modules: the library is java.base, the program is the unnamed one. */
public final class Module implements AnnotatedElement {
    static final Module BASE = new Module("java.base");
    static final Module UNNAMED = new Module(null);

    private final String name;

    private Module(String name) {
        this.name = name;
    }

    public boolean isNamed() {
        return name != null;
    }

    public String getName() {
        return name;
    }

    public ClassLoader getClassLoader() {
        return isNamed() ? null : ClassLoader.getSystemClassLoader();
    }

    public ModuleDescriptor getDescriptor() {
        if (!isNamed()) {
            return null;
        }
        throw deadwood.internal.Runtime.unsupported("Module.getDescriptor");
    }

    public ModuleLayer getLayer() {
        if (!isNamed()) {
            return null;
        }
        throw deadwood.internal.Runtime.unsupported("Module.getLayer");
    }

    public boolean isNativeAccessEnabled() {
        return true;
    }

    public boolean canRead(Module other) {
        return present(other) == this || !isNamed() || other == BASE;
    }

    public Module addReads(Module other) {
        present(other);
        return this;
    }

    public boolean isExported(String packageName, Module other) {
        present(other);
        return isExported(packageName);
    }

    public boolean isExported(String packageName) {
        return !isNamed() || packageName.startsWith("java.") || packageName.startsWith("javax.");
    }

    public boolean isOpen(String packageName, Module other) {
        return present(other) == this || isOpen(packageName);
    }

    public boolean isOpen(String packageName) {
        return !isNamed();
    }

    public Module addExports(String packageName, Module other) {
        present(other);
        return this;
    }

    public Module addOpens(String packageName, Module other) {
        present(other);
        return this;
    }

    public Module addUses(Class<?> service) {
        return this;
    }

    public boolean canUse(Class<?> service) {
        return true;
    }

    public Set<String> getPackages() {
        throw deadwood.internal.Runtime.unsupported("Module.getPackages");
    }

    private static Module present(Module other) {
        if (other == null) {
            throw new NullPointerException();
        }
        return other;
    }

    @Override
    public <T extends Annotation> T getAnnotation(Class<T> type) {
        return null;
    }

    @Override
    public Annotation[] getAnnotations() {
        return new Annotation[0];
    }

    @Override
    public Annotation[] getDeclaredAnnotations() {
        return new Annotation[0];
    }

    public InputStream getResourceAsStream(String name) {
        return isNamed() ? Object.class.getResourceAsStream("/" + name) : ClassLoader.getSystemResourceAsStream(name);
    }

    @Override
    public String toString() {
        return isNamed() ? "module " + name : "unnamed module @" + Integer.toHexString(System.identityHashCode(this));
    }
}
