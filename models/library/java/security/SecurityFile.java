package java.security;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Properties;

/** The file that lists the security providers, read in place of the JDK's own reader. */
final class SecurityFile {
    private SecurityFile() {
    }

    static void load(Path path, Object mode) throws IOException {
        Properties read = new Properties();
        try (InputStream in = new FileInputStream(path.toString())) {
            read.load(in);
        }
        for (String name : read.stringPropertyNames()) {
            Security.setProperty(name, read.getProperty(name));
        }
    }
}
