import com.strobel.assembler.InputTypeLoader;
import com.strobel.assembler.metadata.Buffer;
import com.strobel.assembler.metadata.ITypeLoader;
import com.strobel.assembler.metadata.MetadataSystem;
import com.strobel.assembler.metadata.TypeDefinition;
import com.strobel.assembler.metadata.TypeReference;
import com.strobel.decompiler.DecompilationOptions;
import com.strobel.decompiler.DecompilerSettings;
import com.strobel.decompiler.PlainTextOutput;
import com.strobel.decompiler.languages.Languages;
import java.io.StringWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Procyon, for programs that have most of their classes in common. What it has read of the JDK
 * stays. Each class that is no part of another is decompiled with a view of the program of its
 * own, which notes what it looks at; the text is taken again when all of that is the same.
 */
final class Decompiler {
    /** Texts of a class that are kept, the latest of them. */
    private static final int MOST_VERSIONS = 64;

    private final Platform platform = new Platform();
    private final Map<String, Deque<Version>> versions = new HashMap<>();

    /** By name, for each class that is no part of another. */
    SortedMap<String, Result> decompile(SortedMap<String, byte[]> classes) {
        Map<String, ClassShape> shapes = new HashMap<>();
        classes.forEach((name, bytes) -> shapes.put(name, new ClassShape(name, bytes)));
        SortedMap<String, Result> results = new TreeMap<>();
        for (String name : classes.keySet()) {
            Result result = versionOf(name, classes, shapes).result;
            if (!result.isPart) results.put(name, result);
        }
        return results;
    }

    private Version versionOf(String name, Map<String, byte[]> classes, Map<String, ClassShape> shapes) {
        Deque<Version> known = versions.computeIfAbsent(name, key -> new ArrayDeque<>());
        for (Version version : known) {
            if (!version.holdsFor(shapes)) continue;
            known.remove(version);
            known.addFirst(version);
            return version;
        }
        Program program = new Program(classes, platform);
        Result result = decompile(name, program);
        Version version = new Version(result, name, program.seen, shapes);
        known.addFirst(version);
        if (known.size() > MOST_VERSIONS) known.removeLast();
        return version;
    }

    private static Result decompile(String name, Program program) {
        StringWriter text = new StringWriter();
        try {
            // What a class says of those within it holds for them too, whatever they say themselves.
            for (int end = name.indexOf('$'); end > 0; end = name.indexOf('$', end + 1)) {
                TypeReference outer = program.lookupType(name.substring(0, end));
                if (outer != null) outer.resolve();
            }
            TypeReference type = program.lookupType(name);
            TypeDefinition resolved = type == null ? null : type.resolve();
            if (resolved == null || resolved.isNested() || resolved.isAnonymous() || resolved.isSynthetic()) {
                return new Result(true, null, null);
            }
            DecompilerSettings settings = DecompilerSettings.javaDefaults();
            DecompilationOptions options = new DecompilationOptions();
            options.setSettings(settings);
            Languages.java().decompileType(resolved, new PlainTextOutput(text), options);
            return new Result(false, text.toString(), null);
        } catch (Throwable error) {
            return new Result(false, null, error.getClass().getName());
        }
    }

    static final class Result {
        /** It has no text of its own: it is nested in another class, or the compiler has made it. */
        final boolean isPart;
        final String text;
        /** What Procyon has died of, or null. */
        final String error;

        Result(boolean isPart, String text, String error) {
            this.isPart = isPart;
            this.text = text;
            this.error = error;
        }
    }

    /** A result, and what it was made of. */
    private static final class Version {
        final Result result;
        /** Itself and whatever may be nested in it: Procyon reads their bodies. */
        private final Map<String, String> parts = new HashMap<>();
        /** Of others it has to know members, by the names that stand in the parts. */
        private final Map<String, String> others = new HashMap<>();
        private final Set<String> names = new HashSet<>();

        Version(Result result, String own, Set<String> seen, Map<String, ClassShape> shapes) {
            this.result = result;
            for (String name : seen) {
                ClassShape shape = shapes.get(name);
                if (shape == null || !(name.equals(own) || shape.mayBePart)) continue;
                parts.put(name, shape.digest());
                names.addAll(shape.texts());
            }
            for (String name : seen) {
                if (!parts.containsKey(name)) others.put(name, digestOf(name, shapes));
            }
        }

        boolean holdsFor(Map<String, ClassShape> shapes) {
            for (Map.Entry<String, String> part : parts.entrySet()) {
                ClassShape shape = shapes.get(part.getKey());
                if (shape == null || !shape.digest().equals(part.getValue())) return false;
            }
            for (Map.Entry<String, String> other : others.entrySet()) {
                if (!digestOf(other.getKey(), shapes).equals(other.getValue())) return false;
            }
            return true;
        }

        private String digestOf(String name, Map<String, ClassShape> shapes) {
            ClassShape shape = shapes.get(name);
            if (shape == null) return "none";
            return shape.mayBePart ? "part " + shape.digest() : shape.digestFor(names);
        }
    }

    /** What all programs have in common: the JDK. */
    private static final class Platform extends MetadataSystem {
        private final Set<String> missing = new HashSet<>();

        Platform() {
            super(new InputTypeLoader());
        }

        @Override
        protected TypeDefinition resolveType(String name, boolean mightBePrimitive) {
            if (missing.contains(name)) return null;
            TypeDefinition found = super.resolveType(name, mightBePrimitive);
            if (found == null) missing.add(name);
            return found;
        }
    }

    private static final class Program extends MetadataSystem {
        private final Platform platform;
        final Set<String> seen = new HashSet<>();

        Program(Map<String, byte[]> classes, Platform platform) {
            super(loaderOf(classes));
            this.platform = platform;
        }

        @Override
        protected TypeDefinition resolveType(String name, boolean mightBePrimitive) {
            seen.add(name);
            TypeDefinition own = super.resolveType(name, mightBePrimitive);
            return own != null ? own : platform.resolveType(name, mightBePrimitive);
        }

        private static ITypeLoader loaderOf(Map<String, byte[]> classes) {
            return (String name, Buffer buffer) -> {
                byte[] bytes = classes.get(name);
                if (bytes == null) return false;
                buffer.reset(bytes.length);
                System.arraycopy(bytes, 0, buffer.array(), 0, bytes.length);
                buffer.position(0);
                return true;
            };
        }
    }
}
