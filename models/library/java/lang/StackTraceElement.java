package java.lang;

import java.io.Serializable;

/** One frame of a stack trace. The virtual machine sets the first five fields itself. */
public final class StackTraceElement implements Serializable {
    private static final long serialVersionUID = 6992337162326171013L;

    /** The frame's loader is one of the JDK's own and is not printed. */
    private static final byte HIDE_LOADER = 1;
    /** The frame's module is one of the JDK's own and its version is not printed. */
    private static final byte HIDE_VERSION = 2;

    private String declaringClass;
    private String methodName;
    private String fileName;
    /** -2 for a native method, any other negative number if it is not known. */
    private int lineNumber;
    private String moduleName;

    private String moduleVersion;
    private String classLoaderName;
    private byte format;

    public StackTraceElement(String declaringClass, String methodName, String fileName, int lineNumber) {
        this(null, null, null, declaringClass, methodName, fileName, lineNumber);
    }

    public StackTraceElement(String classLoaderName, String moduleName, String moduleVersion,
            String declaringClass, String methodName, String fileName, int lineNumber) {
        if (declaringClass == null) {
            throw new NullPointerException("Declaring class is null");
        }
        if (methodName == null) {
            throw new NullPointerException("Method name is null");
        }
        this.classLoaderName = classLoaderName;
        this.moduleName = moduleName;
        this.moduleVersion = moduleVersion;
        this.declaringClass = declaringClass;
        this.methodName = methodName;
        this.fileName = fileName;
        this.lineNumber = lineNumber;
    }

    /** Adds what follows from the fields the virtual machine has set. */
    void complete() {
        if (moduleName == null) {
            classLoaderName = "app";
        }
        format = HIDE_LOADER | HIDE_VERSION;
    }

    public String getFileName() {
        return fileName;
    }

    public int getLineNumber() {
        return lineNumber;
    }

    public String getModuleName() {
        return moduleName;
    }

    public String getModuleVersion() {
        return moduleVersion;
    }

    public String getClassLoaderName() {
        return classLoaderName;
    }

    public String getClassName() {
        return declaringClass;
    }

    public String getMethodName() {
        return methodName;
    }

    public boolean isNativeMethod() {
        return lineNumber == -2;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        boolean qualified = false;
        if ((format & HIDE_LOADER) == 0 && isGiven(classLoaderName)) {
            text.append(classLoaderName).append('/');
            qualified = true;
        }
        if (isGiven(moduleName)) {
            text.append(moduleName);
            if ((format & HIDE_VERSION) == 0 && isGiven(moduleVersion)) {
                text.append('@').append(moduleVersion);
            }
            qualified = true;
        }
        if (qualified) {
            text.append('/');
        }
        text.append(declaringClass).append('.').append(methodName).append('(');
        if (isNativeMethod()) {
            text.append("Native Method");
        } else if (fileName == null) {
            text.append("Unknown Source");
        } else {
            text.append(fileName);
            if (lineNumber >= 0) {
                text.append(':').append(lineNumber);
            }
        }
        return text.append(')').toString();
    }

    private static boolean isGiven(String part) {
        return part != null && !part.isEmpty();
    }

    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof StackTraceElement)) {
            return false;
        }
        StackTraceElement that = (StackTraceElement) other;
        return lineNumber == that.lineNumber
                && declaringClass.equals(that.declaringClass)
                && methodName.equals(that.methodName)
                && same(fileName, that.fileName)
                && same(moduleName, that.moduleName)
                && same(moduleVersion, that.moduleVersion)
                && same(classLoaderName, that.classLoaderName);
    }

    private static boolean same(String a, String b) {
        return a == null ? b == null : a.equals(b);
    }

    @Override
    public int hashCode() {
        int hash = 31 * declaringClass.hashCode() + methodName.hashCode();
        hash = 31 * hash + hash(classLoaderName);
        hash = 31 * hash + hash(moduleName);
        hash = 31 * hash + hash(moduleVersion);
        hash = 31 * hash + hash(fileName);
        return 31 * hash + lineNumber;
    }

    private static int hash(String part) {
        return part == null ? 0 : part.hashCode();
    }
}
