package java.lang;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.net.URL;

/** A package: a name. Manifests are not read. */
public class Package implements AnnotatedElement {
    private final String name;
    private final Module module;

    Package(String name, Module module) {
        this.name = name;
        this.module = module;
    }

    public String getName() {
        return name;
    }

    public String getSpecificationTitle() {
        return null;
    }

    public String getSpecificationVersion() {
        return null;
    }

    public String getSpecificationVendor() {
        return null;
    }

    public String getImplementationTitle() {
        return null;
    }

    public String getImplementationVersion() {
        return null;
    }

    public String getImplementationVendor() {
        return null;
    }

    public boolean isSealed() {
        return module.isNamed();
    }

    public boolean isSealed(URL url) {
        return false;
    }

    public boolean isCompatibleWith(String desired) {
        throw new NumberFormatException("Empty version string");
    }

    public static Package getPackage(String name) {
        return new Package(name, Module.UNNAMED);
    }

    public static Package[] getPackages() {
        throw deadwood.internal.Runtime.unsupported("Package.getPackages");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Package && ((Package) other).name.equals(name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return "package " + name;
    }

    @Override
    public <A extends Annotation> A getAnnotation(Class<A> type) {
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
}
