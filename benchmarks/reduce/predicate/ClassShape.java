import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Digests of a class file: of all of it, and of what a class that knows only some names can see
 * of it. That is everything but the bodies of methods, the constants that only they use, and
 * members with other names.
 */
final class ClassShape {
    private static final int ACC_SYNTHETIC = 0x1000;
    private static final int ACC_INTERFACE = 0x0200;
    private static final int ACC_ENUM = 0x4000;

    private final byte[] bytes;
    /** By index; null for those that are none of a name, a text or a number. */
    private String[] constants;
    private byte[] pool;
    /** Nested in another, or so it may be. */
    final boolean mayBePart;
    private final boolean isWhole;
    private final String frame;
    private final List<Member> members;
    private String digest;

    ClassShape(String name, byte[] bytes) {
        this.bytes = bytes;
        Visitor visitor = new Visitor(name);
        try {
            visitor.read(new DataInputStream(new ByteArrayInputStream(bytes)));
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        this.mayBePart = visitor.mayBePart;
        this.isWhole = visitor.isWhole;
        this.members = visitor.members;
        this.frame = base64(visitor.seen.digest());
    }

    /** All names and texts in it. */
    List<String> texts() {
        return Arrays.stream(constants).filter(Objects::nonNull).collect(Collectors.toList());
    }

    String digest() {
        if (digest == null) digest = base64(sha256().digest(bytes));
        return digest;
    }

    /** Of an interface or an enum it matters what else there is: whether a lambda can stand for it, say. */
    String digestFor(Set<String> names) {
        StringBuilder all = new StringBuilder(frame);
        for (Member member : members) {
            if (isWhole || names.contains(member.name)) all.append(' ').append(member.digest);
        }
        return all.toString();
    }

    private static final class Member {
        final String name;
        final String digest;

        Member(String name, String digest) {
            this.name = name;
            this.digest = digest;
        }
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException error) {
            throw new AssertionError(error);
        }
    }

    private final class Visitor {
        final MessageDigest seen = sha256();
        final List<Member> members = new ArrayList<>();
        private final String own;
        boolean mayBePart;
        boolean isWhole;

        Visitor(String own) {
            this.own = own;
            this.mayBePart = own.contains("$");
        }

        void read(DataInputStream in) throws IOException {
            in.readInt();
            add(in.readInt()); // the version
            readConstants(in);
            int flags = in.readUnsignedShort();
            if ((flags & ACC_SYNTHETIC) != 0) mayBePart = true;
            isWhole = (flags & (ACC_INTERFACE | ACC_ENUM)) != 0;
            add(flags);
            addConstant(in);
            addConstant(in);
            addConstants(in);
            byte[] head = seen.digest();
            for (int kind = 0; kind < 2; kind++) {
                int count = in.readUnsignedShort();
                for (int i = 0; i < count; i++) {
                    add(in.readUnsignedShort());
                    String name = addConstant(in);
                    addConstant(in);
                    attributes(in);
                    members.add(new Member(name, base64(seen.digest())));
                }
            }
            seen.update(head);
            attributes(in);
        }

        private void attributes(DataInputStream in) throws IOException {
            int count = in.readUnsignedShort();
            for (int i = 0; i < count; i++) {
                String name = constants[in.readUnsignedShort()];
                byte[] content = in.readNBytes(in.readInt());
                DataInputStream inner = new DataInputStream(new ByteArrayInputStream(content));
                switch (name) {
                    case "Code":
                        add(name);
                        break;
                    case "SourceFile":
                    case "BootstrapMethods":
                        break;
                    case "Signature":
                    case "ConstantValue":
                    case "NestHost":
                        add(name);
                        addConstant(inner);
                        break;
                    case "Exceptions":
                    case "NestMembers":
                    case "PermittedSubclasses":
                        add(name);
                        addConstants(inner);
                        break;
                    case "InnerClasses":
                        add(name);
                        innerClasses(inner);
                        break;
                    case "Deprecated":
                    case "Synthetic":
                        add(name);
                        break;
                    default:
                        if (name.equals("EnclosingMethod")) mayBePart = true;
                        // Its numbers mean constants.
                        add(name);
                        seen.update(content);
                        seen.update(pool);
                }
            }
        }

        private void innerClasses(DataInputStream in) throws IOException {
            int count = in.readUnsignedShort();
            add(count);
            for (int i = 0; i < count; i++) {
                int inner = in.readUnsignedShort();
                if (own.equals(constants[inner])) mayBePart = true;
                add(constants[inner]);
                addConstant(in);
                addConstant(in);
                add(in.readUnsignedShort());
            }
        }

        private void readConstants(DataInputStream in) throws IOException {
            int count = in.readUnsignedShort();
            constants = new String[count];
            int[] names = new int[count];
            int start = bytes.length - in.available();
            for (int i = 1; i < count; i++) {
                int tag = in.readUnsignedByte();
                switch (tag) {
                    case 1:
                        constants[i] = in.readUTF();
                        break;
                    case 3:
                    case 4:
                        constants[i] = tag + ":" + in.readInt();
                        break;
                    case 5:
                    case 6:
                        constants[i++] = tag + ":" + in.readLong();
                        break;
                    case 7:
                    case 8:
                    case 16:
                    case 19:
                    case 20:
                        names[i] = in.readUnsignedShort();
                        break;
                    case 15:
                        in.skipBytes(3);
                        break;
                    default:
                        in.skipBytes(4);
                }
            }
            for (int i = 1; i < count; i++) if (names[i] != 0) constants[i] = constants[names[i]];
            pool = Arrays.copyOfRange(bytes, start, bytes.length - in.available());
        }

        private void addConstants(DataInputStream in) throws IOException {
            int count = in.readUnsignedShort();
            add(count);
            for (int i = 0; i < count; i++) addConstant(in);
        }

        private String addConstant(DataInputStream in) throws IOException {
            int index = in.readUnsignedShort();
            String text = index == 0 ? "" : constants[index];
            add(text);
            return text;
        }

        private void add(String text) {
            byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
            add(encoded.length);
            seen.update(encoded);
        }

        private void add(int number) {
            for (int shift = 24; shift >= 0; shift -= 8) seen.update((byte) (number >>> shift));
        }
    }
}
