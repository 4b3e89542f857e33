package java.lang;

import java.io.InputStream;
import java.io.PrintStream;
import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.AccessControlContext;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import jdk.internal.access.JavaLangAccess;
import jdk.internal.misc.Unsafe;
import jdk.internal.module.ServicesCatalog;
import jdk.internal.reflect.ConstantPool;
import sun.nio.ch.Interruptible;
import sun.reflect.annotation.AnnotationType;

/**
 * What the JDK's packages may do inside java.lang. Written against the
 * interface of Java 17; the methods without Override are those that later
 * versions call. What only the module system and class definition need is
 * refused by name.
 */
@SuppressWarnings("removal")
final class LangAccess implements JavaLangAccess {
    /** The one instance, made before the program starts. */
    private static final LangAccess INSTANCE = new LangAccess();

    private LangAccess() {
    }

    /** What SharedSecrets.getJavaLangAccess returns. */
    static LangAccess instance() {
        return INSTANCE;
    }

    private static RuntimeException unsupported(String what) {
        return deadwood.internal.Runtime.unsupported("JavaLangAccess." + what);
    }

    @Override
    public <E extends Enum<E>> E[] getEnumConstantsShared(Class<E> type) {
        return type.getEnumConstantsShared();
    }

    @Override
    public List<Method> getDeclaredPublicMethods(Class<?> type, String name, Class<?>... parameterTypes) {
        return type.getDeclaredPublicMethods(name, parameterTypes);
    }

    @Override
    public void blockedOn(Interruptible interruptible) {
    }

    /** The JDK's own hooks only tidy up what does not exist here. */
    @Override
    public void registerShutdownHook(int slot, boolean inProgress, Runnable hook) {
    }

    @Override
    public void invokeFinalize(Object object) throws Throwable {
    }

    @Override
    public ConcurrentHashMap<?, ?> createOrGetClassLoaderValueMap(ClassLoader loader) {
        return new ConcurrentHashMap<>();
    }

    @Override
    public Class<?> findBootstrapClassOrNull(String name) {
        Class<?> found = Class.find0(name);
        return found != null && found.isSystem0() ? found : null;
    }

    @Override
    public Package definePackage(ClassLoader loader, String name, Module module) {
        return new Package(name, module);
    }

    @Override
    public String fastUUID(long low, long high) {
        char[] text = new char[36];
        hex(text, 0, high >>> 32, 8);
        text[8] = '-';
        hex(text, 9, high >>> 16, 4);
        text[13] = '-';
        hex(text, 14, high, 4);
        text[18] = '-';
        hex(text, 19, low >>> 48, 4);
        text[23] = '-';
        hex(text, 24, low, 12);
        return new String(text);
    }

    private static void hex(char[] text, int start, long value, int digits) {
        long rest = value;
        for (int i = digits - 1; i >= 0; i--) {
            text[start + i] = "0123456789abcdef".charAt((int) (rest & 15));
            rest >>>= 4;
        }
    }

    @Override
    public void addReads(Module from, Module to) {
    }

    @Override
    public void addReadsAllUnnamed(Module module) {
    }

    @Override
    public void addExports(Module module, String packageName) {
    }

    @Override
    public void addExports(Module module, String packageName, Module other) {
    }

    @Override
    public void addExportsToAllUnnamed(Module module, String packageName) {
    }

    @Override
    public void addOpens(Module module, String packageName, Module other) {
    }

    @Override
    public void addOpensToAllUnnamed(Module module, String packageName) {
    }

    @Override
    public void addUses(Module module, Class<?> service) {
    }

    @Override
    public boolean isReflectivelyExported(Module module, String packageName, Module other) {
        return module.isExported(packageName, other);
    }

    @Override
    public boolean isReflectivelyOpened(Module module, String packageName, Module other) {
        return module.isOpen(packageName, other);
    }

    @Override
    public boolean isEnableNativeAccess(Module module) {
        return true;
    }

    @Override
    public void invalidatePackageAccessCache() {
    }

    @Override
    public String newStringNoRepl(byte[] bytes, Charset charset) throws CharacterCodingException {
        if (charset.name().equals("ISO-8859-1") || charset.name().equals("US-ASCII")) {
            char[] text = new char[bytes.length];
            inflateBytesToChars(bytes, 0, text, 0, bytes.length);
            return new String(text);
        }
        return charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    }

    public String uncheckedNewStringNoRepl(byte[] bytes, Charset charset) throws CharacterCodingException {
        return newStringNoRepl(bytes, charset);
    }

    @Override
    public byte[] getBytesNoRepl(String text, Charset charset) throws CharacterCodingException {
        ByteBuffer encoded = charset.newEncoder().encode(CharBuffer.wrap(text));
        byte[] bytes = new byte[encoded.remaining()];
        encoded.get(bytes);
        return bytes;
    }

    public byte[] uncheckedGetBytesNoRepl(String text, Charset charset) throws CharacterCodingException {
        return getBytesNoRepl(text, charset);
    }

    @Override
    public String newStringUTF8NoRepl(byte[] bytes, int offset, int length) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, offset, length)).toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    @Override
    public byte[] getBytesUTF8NoRepl(String text) {
        try {
            return getBytesNoRepl(text, StandardCharsets.UTF_8);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    @Override
    public void inflateBytesToChars(byte[] from, int fromStart, char[] to, int toStart, int length) {
        for (int i = 0; i < length; i++) {
            to[toStart + i] = (char) (from[fromStart + i] & 0xff);
        }
    }

    public void uncheckedInflateBytesToChars(byte[] from, int fromStart, char[] to, int toStart, int length) {
        inflateBytesToChars(from, fromStart, to, toStart, length);
    }

    /** How many bytes were ASCII and have been copied. */
    @Override
    public int decodeASCII(byte[] from, int fromStart, char[] to, int toStart, int length) {
        int count = 0;
        while (count < length && from[fromStart + count] >= 0) {
            to[toStart + count] = (char) from[fromStart + count];
            count++;
        }
        return count;
    }

    public int uncheckedDecodeASCII(byte[] from, int fromStart, char[] to, int toStart, int length) {
        return decodeASCII(from, fromStart, to, toStart, length);
    }

    @Override
    public int encodeASCII(char[] from, int fromStart, byte[] to, int toStart, int length) {
        int count = 0;
        while (count < length && from[fromStart + count] < 0x80) {
            to[toStart + count] = (byte) from[fromStart + count];
            count++;
        }
        return count;
    }

    public int uncheckedEncodeASCII(char[] from, int fromStart, byte[] to, int toStart, int length) {
        return encodeASCII(from, fromStart, to, toStart, length);
    }

    /** How many bytes come before the first negative one. */
    public int uncheckedCountPositives(byte[] bytes, int start, int length) {
        int count = 0;
        while (count < length && bytes[start + count] >= 0) {
            count++;
        }
        return count;
    }

    /** How many characters come before the first that is zero or not ASCII. */
    public int countNonZeroAscii(String text) {
        int count = 0;
        while (count < text.length() && text.charAt(count) != 0 && text.charAt(count) < 0x80) {
            count++;
        }
        return count;
    }

    public char uncheckedGetUTF16Char(byte[] bytes, int index) {
        return (char) (bytes[2 * index] & 0xff | bytes[2 * index + 1] << 8);
    }

    public void uncheckedPutCharUTF16(byte[] bytes, int index, int value) {
        bytes[2 * index] = (byte) value;
        bytes[2 * index + 1] = (byte) (value >> 8);
    }

    @Override
    public void setCause(Throwable throwable, Throwable cause) {
        throwable.setCause(cause);
    }

    @Override
    public String join(String prefix, String suffix, String delimiter, String[] elements, int size) {
        StringBuilder text = new StringBuilder(prefix);
        for (int i = 0; i < size; i++) {
            text.append(i == 0 ? "" : delimiter).append(elements[i]);
        }
        return text.append(suffix).toString();
    }

    public String concat(String prefix, Object value, String suffix) {
        return prefix + value + suffix;
    }

    @Override
    public void exit(int status) {
        System.exit(status);
    }

    @Override
    public String getLoaderNameID(ClassLoader loader) {
        return loader == null ? "null" : String.valueOf(loader.getName());
    }

    public int classFileVersion(Class<?> type) {
        return deadwood.internal.Runtime.featureVersion() + 44;
    }

    public InputStream initialSystemIn() {
        return System.in;
    }

    public PrintStream initialSystemErr() {
        return System.err;
    }

    public Thread[] getAllThreads() {
        return Thread.liveThreads();
    }

    public Thread currentCarrierThread() {
        return Thread.currentThread();
    }

    /** Called by the JDK's executor of virtual threads. */
    public void start(Thread thread, jdk.internal.vm.ThreadContainer container) {
        thread.startIn();
    }

    public void parkVirtualThread() {
        Unsafe.getUnsafe().park(false, 0);
    }

    public void parkVirtualThread(long nanos) {
        if (nanos > 0) {
            Unsafe.getUnsafe().park(false, nanos);
        }
    }

    public void unparkVirtualThread(Thread thread) {
        Unsafe.getUnsafe().unpark(thread);
    }

    @Override
    public ConstantPool getConstantPool(Class<?> first) {
        return new ConstantPool(first);
    }

    @Override
    public boolean casAnnotationType(Class<?> first, AnnotationType second, AnnotationType third) {
        return Annotations.replaceType(first, second, third);
    }

    @Override
    public AnnotationType getAnnotationType(Class<?> first) {
        return Annotations.type(first);
    }

    @Override
    public Map<Class<? extends Annotation>, Annotation> getDeclaredAnnotationMap(Class<?> first) {
        return Annotations.declared(first);
    }

    @Override
    public byte[] getRawClassAnnotations(Class<?> first) {
        return Annotations.raw(first);
    }

    @Override
    public byte[] getRawClassTypeAnnotations(Class<?> first) {
        throw unsupported("getRawClassTypeAnnotations");
    }

    @Override
    public byte[] getRawExecutableTypeAnnotations(Executable first) {
        throw unsupported("getRawExecutableTypeAnnotations");
    }

    @Override
    public Thread newThreadWithAcc(Runnable first, AccessControlContext second) {
        throw unsupported("newThreadWithAcc");
    }

    @Override
    public Class<?> defineClass(ClassLoader first, String second, byte[] third, ProtectionDomain fourth, String fifth) {
        throw unsupported("defineClass");
    }

    @Override
    public Class<?> defineClass(ClassLoader first, Class<?> second, String third, byte[] fourth, ProtectionDomain fifth, boolean sixth, int seventh, Object eighth) {
        throw unsupported("defineClass");
    }

    @Override
    public void addNonExportedPackages(ModuleLayer first) {
        throw unsupported("addNonExportedPackages");
    }

    @Override
    public Module defineModule(ClassLoader first, ModuleDescriptor second, URI third) {
        throw unsupported("defineModule");
    }

    @Override
    public Module defineUnnamedModule(ClassLoader first) {
        throw unsupported("defineUnnamedModule");
    }

    @Override
    public void addOpensToAllUnnamed(Module first, Set<String> second, Set<String> third) {
        throw unsupported("addOpensToAllUnnamed");
    }

    @Override
    public Module addEnableNativeAccess(Module first) {
        throw unsupported("addEnableNativeAccess");
    }

    @Override
    public void addEnableNativeAccessAllUnnamed() {
        throw unsupported("addEnableNativeAccessAllUnnamed");
    }

    @Override
    public ServicesCatalog getServicesCatalog(ModuleLayer first) {
        throw unsupported("getServicesCatalog");
    }

    @Override
    public void bindToLoader(ModuleLayer first, ClassLoader second) {
        throw unsupported("bindToLoader");
    }

    @Override
    public Stream<ModuleLayer> layers(ModuleLayer first) {
        throw unsupported("layers");
    }

    @Override
    public Stream<ModuleLayer> layers(ClassLoader first) {
        throw unsupported("layers");
    }

    @Override
    public ProtectionDomain protectionDomain(Class<?> first) {
        throw unsupported("protectionDomain");
    }

    @Override
    public MethodHandle stringConcatHelper(String first, MethodType second) {
        throw unsupported("stringConcatHelper");
    }

    @Override
    public long stringConcatInitialCoder() {
        throw unsupported("stringConcatInitialCoder");
    }

    @Override
    public long stringConcatMix(long first, String second) {
        throw unsupported("stringConcatMix");
    }

    @Override
    public Object classData(Class<?> first) {
        throw unsupported("classData");
    }

    @Override
    public long findNative(ClassLoader first, String second) {
        throw unsupported("findNative");
    }

    // What later releases ask besides; without these methods a program would see an AbstractMethodError.

    public boolean bytesCompatible(String text, Charset charset) {
        throw unsupported("bytesCompatible");
    }

    public byte stringCoder(String text) {
        throw unsupported("stringCoder");
    }

    public byte stringInitCoder() {
        throw unsupported("stringInitCoder");
    }

    public Object uncheckedStringConcat1(String[] constants) {
        throw unsupported("uncheckedStringConcat1");
    }

    public Object[] scopedValueCache() {
        throw unsupported("scopedValueCache");
    }

    public void setScopedValueCache(Object[] cache) {
        throw unsupported("setScopedValueCache");
    }

    public Object scopedValueBindings() {
        throw unsupported("scopedValueBindings");
    }

    public java.util.concurrent.Executor virtualThreadDefaultScheduler() {
        throw unsupported("virtualThreadDefaultScheduler");
    }
}
