package java.lang;

import deadwood.internal.Runtime;
import java.util.Properties;

/**
 * The system properties as a plain table, so that reading one needs no hash
 * table. The first caller of System.getProperties turns it into a Properties
 * object, which then is the only copy.
 */
final class SystemProperties {
    private static String[] keys = new String[0];
    private static String[] values = new String[0];
    private static int count;
    private static Properties shared;

    static {
        addDefaults();
    }

    private SystemProperties() {
    }

    private static void addDefaults() {
        int feature = Runtime.featureVersion();
        String version = String.valueOf(feature);
        keys = new String[64];
        values = new String[64];
        put("java.version", version);
        put("java.runtime.version", version);
        put("java.runtime.name", "Deadwood");
        put("java.vendor", "Deadwood");
        put("java.specification.version", version);
        put("java.specification.name", "Java Platform API Specification");
        put("java.specification.vendor", "Oracle Corporation");
        put("java.vm.name", "Deadwood");
        put("java.vm.vendor", "Deadwood");
        put("java.vm.version", version);
        put("java.vm.specification.version", version);
        put("java.vm.specification.name", "Java Virtual Machine Specification");
        put("java.vm.specification.vendor", "Oracle Corporation");
        put("java.vm.info", "interpreted mode");
        put("java.class.version", (feature + 44) + ".0");
        put("java.class.path", "");
        put("java.library.path", "");
        put("java.home", "/java");
        put("java.io.tmpdir", "/tmp");
        put("os.name", "Linux");
        put("os.arch", "amd64");
        put("os.version", "1");
        put("file.separator", "/");
        put("path.separator", ":");
        put("line.separator", "\n");
        put("user.name", "deadwood");
        put("user.home", "/");
        put("user.dir", "/");
        // The formatter takes its short path for exactly this locale.
        put("user.language", "en");
        put("user.country", "US");
        put("file.encoding", "UTF-8");
        put("native.encoding", "UTF-8");
        put("stdin.encoding", "UTF-8");
        put("stdout.encoding", "UTF-8");
        put("stderr.encoding", "UTF-8");
        put("sun.jnu.encoding", "UTF-8");
        put("sun.arch.data.model", "64");
        put("sun.cpu.endian", "little");
        put("sun.io.unicode.encoding", "UnicodeLittle");
        put("sun.boot.library.path", "");
        String[] given = Runtime.userProperties();
        for (int i = 0; i + 1 < given.length; i += 2) {
            put(given[i], given[i + 1]);
        }
    }

    private static int find(String key) {
        for (int i = 0; i < count; i++) {
            if (keys[i].equals(key)) {
                return i;
            }
        }
        return -1;
    }

    private static String put(String key, String value) {
        int i = find(key);
        if (i >= 0) {
            String old = values[i];
            values[i] = value;
            return old;
        }
        if (count == keys.length) {
            String[] moreKeys = new String[count * 2];
            String[] moreValues = new String[count * 2];
            System.arraycopy(keys, 0, moreKeys, 0, count);
            System.arraycopy(values, 0, moreValues, 0, count);
            keys = moreKeys;
            values = moreValues;
        }
        keys[count] = key;
        values[count] = value;
        count++;
        return null;
    }

    static synchronized String get(String key) {
        if (shared != null) {
            return shared.getProperty(key);
        }
        int i = find(key);
        return i < 0 ? null : values[i];
    }

    static synchronized String set(String key, String value) {
        if (value == null) {
            throw new NullPointerException();
        }
        return shared == null ? put(key, value) : (String) shared.setProperty(key, value);
    }

    static synchronized String remove(String key) {
        if (shared != null) {
            return (String) shared.remove(key);
        }
        int i = find(key);
        if (i < 0) {
            return null;
        }
        String old = values[i];
        count--;
        keys[i] = keys[count];
        values[i] = values[count];
        keys[count] = null;
        values[count] = null;
        return old;
    }

    static synchronized Properties asProperties() {
        if (shared == null) {
            Properties all = new Properties();
            for (int i = 0; i < count; i++) {
                all.setProperty(keys[i], values[i]);
            }
            shared = all;
        }
        return shared;
    }

    /** Null brings the original ones back. */
    static synchronized void replace(Properties properties) {
        if (properties == null) {
            count = 0;
            addDefaults();
        }
        shared = properties;
    }
}
