package deadwood.internal;

/** What the library asks the virtual machine about the run itself. */
public final class Runtime {
    private Runtime() {
    }

    /** The Java version whose library is in use: 17, 25 … */
    public static native int featureVersion();

    /** Whether classes without a model can be found in a JDK. */
    public static native boolean hasJdk();

    /** Alternating keys and values that override the fixed system properties. */
    public static native String[] userProperties();

    /** Ends the run. Does not return. */
    public static native void exit(int status);

    /** Stops the run because of something that is not modelled, so that the program is not blamed. Does not return. */
    public static native RuntimeException unsupported(String what);

    /** Says that the search covers only samples of what can happen from here on: it can no longer prove anything safe. */
    public static native void approximate(String what);
}
