package jdk.internal.misc;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A virtual machine that has always been up. */
public class VM {
    private static final int BOOTED = 4;

    public static void initLevel(int level) {
    }

    public static int initLevel() {
        return BOOTED;
    }

    public static void awaitInitLevel(int level) {
    }

    public static boolean isJavaLangInvokeInited() {
        return true;
    }

    public static void setJavaLangInvokeInited() {
    }

    public static boolean isModuleSystemInited() {
        return true;
    }

    public static boolean isBooted() {
        return true;
    }

    public static void shutdown() {
    }

    public static boolean isShutdown() {
        return false;
    }

    public static long maxDirectMemory() {
        return 64L << 20;
    }

    public static boolean isDirectMemoryPageAligned() {
        return false;
    }

    public static int classFileVersion() {
        return deadwood.internal.Runtime.featureVersion() + 44;
    }

    public static boolean isSupportedClassFileVersion(int major, int minor) {
        return major >= 45 && major <= classFileVersion();
    }

    public static boolean isSupportedModuleDescriptorVersion(int major, int minor) {
        return major >= 53 && major <= classFileVersion();
    }

    public static boolean isSystemDomainLoader(ClassLoader loader) {
        return loader == null;
    }

    public static String getSavedProperty(String key) {
        return System.getProperty(key);
    }

    public static Map<String, String> getSavedProperties() {
        Map<String, String> all = new HashMap<>();
        for (String key : System.getProperties().stringPropertyNames()) {
            all.put(key, System.getProperty(key));
        }
        return all;
    }

    public static void saveProperties(Map<String, String> properties) {
    }

    public static void initializeOSEnvironment() {
    }

    public static int getFinalRefCount() {
        return 0;
    }

    public static int getPeakFinalRefCount() {
        return 0;
    }

    public static void addFinalRefCount(int count) {
    }

    public static Thread.State toThreadState(int status) {
        throw deadwood.internal.Runtime.unsupported("VM.toThreadState");
    }

    public static ClassLoader latestUserDefinedLoader() {
        return ClassLoader.getSystemClassLoader();
    }

    public static boolean isSetUID() {
        return false;
    }

    public static long getuid() {
        return 0;
    }

    public static long geteuid() {
        return 0;
    }

    public static long getgid() {
        return 0;
    }

    public static long getegid() {
        return 0;
    }

    /** Nanoseconds from the given epoch second to now; -1 if that is too far. */
    public static long getNanoTimeAdjustment(long epochSecond) {
        long millis = System.currentTimeMillis();
        long seconds = millis / 1000 - epochSecond;
        if (seconds >= 1L << 32 || seconds <= -(1L << 32)) {
            return -1;
        }
        return seconds * 1000000000L + millis % 1000 * 1000000L;
    }

    public static String[] getRuntimeArguments() {
        return new String[0];
    }

    public static List<BufferPool> getBufferPools() {
        return List.of();
    }

    /** Statistics of a pool of buffers. */
    public interface BufferPool {
        String getName();

        long getCount();

        long getTotalCapacity();

        long getMemoryUsed();
    }
}
