package deadwood.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Gives each run classes of its own, with static fields as at the start. */
final class ProgramLoader extends ClassLoader {
    private final Map<String, byte[]> files;

    ProgramLoader(Map<String, byte[]> files) {
        super(ProgramLoader.class.getClassLoader());
        this.files = files;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = files.get(name);
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    /** In the order of their names. A class that no thread has come by is not among them. */
    List<Class<?>> loaded() {
        List<Class<?>> classes = new ArrayList<>();
        for (String name : files.keySet()) {
            Class<?> found = findLoadedClass(name);
            if (found != null) {
                classes.add(found);
            }
        }
        return classes;
    }
}
