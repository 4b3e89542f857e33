/**
 * What the virtual machine does that no byte code shows and no declared effect
 * says: which Java methods its natives call, which objects it makes, which
 * fields it looks at by itself, and which natives make the world an open one,
 * because after them any class may be there and any method may run. A test
 * compares these tables with the machine's sources.
 */

/** Native -> static or final methods of the library that run in its place, or on a thread that it starts. */
export const CALLED_BY_NATIVES: Readonly<Record<string, string>> = {
  "java/lang/Thread.start0()V": "java/lang/Thread.$entry()V",
  "deadwood/internal/Launcher.uncaught(Ljava/lang/Thread;Ljava/lang/Throwable;)V":
    "java/lang/Thread.dispatchUncaughtException(Ljava/lang/Throwable;)V",
  "jdk/internal/reflect/ReflectionFactory.generateConstructor(Ljava/lang/Class;Ljava/lang/reflect/Constructor;)Ljava/lang/reflect/Constructor;":
    "java/lang/reflect/Constructor.$forSerialization(Ljava/lang/Object;Ljava/lang/Class;Ljava/lang/reflect/Constructor;)Ljava/lang/reflect/Constructor;",
  "java/security/Security$SecPropLoader.loadFromPath(Ljava/nio/file/Path;Ljava/security/Security$SecPropLoader$LoadingMode;)V":
    "java/security/SecurityFile.load(Ljava/nio/file/Path;Ljava/lang/Object;)V",
};

export const CALL_MAIN = "deadwood/internal/Launcher.callMain([Ljava/lang/String;)V";
export const INITIALIZE_MAIN = "deadwood/internal/Launcher.initializeMain()V";
export const ENUM_VALUES = "java/lang/Class.enumValues0()[Ljava/lang/Object;";
export const CLONE = "java/lang/Object.clone()Ljava/lang/Object;";
export const ARRAY_COPY = "java/lang/System.arraycopy(Ljava/lang/Object;ILjava/lang/Object;II)V";
/** Runs the initialiser of a class that it is given by number. */
export const RUN_INITIALIZER = "deadwood/internal/ClassInit.initialize(I)V";
export const CLASS_INIT = "deadwood/internal/ClassInit.run(I)V";

/** Natives that may run any initialiser or method, or make an object of any class: of one that is loaded then. */
export const isReflective = (owner: string, name: string): boolean =>
  REFLECTIVE.has(`${owner}.${name}`) ||
  (owner === "deadwood/internal/Reflect" && name.startsWith("invoke"));

const REFLECTIVE: ReadonlySet<string> = new Set([
  "deadwood/internal/Reflect.initialize",
  "deadwood/internal/Reflect.allocate",
  "jdk/internal/misc/Unsafe.allocateInstance",
  "jdk/internal/misc/Unsafe.ensureClassInitialized0",
]);

/** Looks up a class, and has it initialised. */
export const FOR_NAME = "java/lang/Class.forName(Ljava/lang/String;)Ljava/lang/Class;";
/** The same without that. */
export const FIND_CLASS = "java/lang/Class.find(Ljava/lang/String;)Ljava/lang/Class;";

/** Makes classes that there were none of. */
export const DEFINES_CLASSES: ReadonlySet<string> = new Set(["java/lang/reflect/Proxy.define"]);

/** Natives that give classes which no constant names: an enum found so may be asked for its values. */
export const CLASS_FINDERS: ReadonlySet<string> = new Set([
  "java/lang/Class.find0",
  "java/lang/Class.getDeclaredClasses",
  "java/lang/Class.getNestMembers0",
  "java/lang/Class.permittedSubclasses0",
  "deadwood/internal/Reflect.fieldDescriptor",
  "deadwood/internal/Reflect.methodDescriptor",
]);

/** Natives that declare a read of anything because they look at other threads' frames, and read no field. */
export const FRAME_READERS: ReadonlySet<string> = new Set(["java/lang/Thread.backtrace0()[I"]);

/** Objects that natives make without byte code, besides strings, arrays, class mirrors and exceptions. */
export const MADE_BY_NATIVES: Readonly<Record<string, string>> = {
  "java/lang/Throwable.decodeBacktrace([I)[Ljava/lang/StackTraceElement;":
    "java/lang/StackTraceElement",
  "jdk/internal/access/SharedSecrets.getJavaLangAccess()Ljdk/internal/access/JavaLangAccess;":
    "java/lang/LangAccess",
};

/** Classes of which the machine itself makes objects, whatever the program does. */
export const MADE_BY_MACHINE: readonly string[] = [
  "java/lang/Object",
  "java/lang/String",
  "java/lang/Class",
  ...[
    "AbstractMethodError",
    "ArithmeticException",
    "ArrayIndexOutOfBoundsException",
    "ArrayStoreException",
    "ClassCastException",
    "CloneNotSupportedException",
    "IllegalAccessError",
    "IllegalAccessException",
    "IllegalArgumentException",
    "IllegalMonitorStateException",
    "IllegalThreadStateException",
    "IncompatibleClassChangeError",
    "IndexOutOfBoundsException",
    "InstantiationError",
    "InstantiationException",
    "InternalError",
    "InterruptedException",
    "NegativeArraySizeException",
    "NoClassDefFoundError",
    "NoSuchFieldError",
    "NoSuchMethodError",
    "NullPointerException",
    "NumberFormatException",
    "OutOfMemoryError",
    "StackOverflowError",
    "StringIndexOutOfBoundsException",
    "UnsupportedOperationException",
  ].map((name) => `java/lang/${name}`),
  "java/io/IOException",
  "java/io/FileNotFoundException",
];

/** Fields that the machine looks at by itself, at any time. */
export const READ_BY_MACHINE: readonly (readonly [string, string])[] = [
  ["java/lang/Thread", "ended"],
  ["java/lang/Thread", "virtual"],
  // What the end of a thread lets go of counts as an access only where there is something.
  ["java/lang/Thread", "target"],
  ["java/lang/Thread", "threadLocals"],
  ["java/lang/Thread", "inheritableThreadLocals"],
  ["java/lang/Thread", "inheritedAccessControlContext"],
  ["java/lang/Thread", "uncaughtExceptionHandler"],
];

/** Passing a gate that threads can share looks at who shares it, which the effect on any gate does not say. */
export const PASS_GATE = "deadwood/internal/Gate.pass";
export const SHARED_GATE = "deadwood/internal/SharedGate";

/** Natives that never come back: whatever follows the call is not reached. */
export const NEVER_RETURNS: ReadonlySet<string> = new Set([
  "deadwood/internal/Runtime.exit(I)V",
  "deadwood/internal/Runtime.unsupported(Ljava/lang/String;)Ljava/lang/RuntimeException;",
]);
/** The same in a search that ends a path at an exception that nobody caught. */
export const REPORT = "deadwood/internal/Launcher.report(Ljava/lang/Throwable;)V";
/** What the report of such an exception tells about it: an outcome is more than the exception's class. */
export const REPORTED_FIELDS: readonly (readonly [string, string])[] = [
  ["java/lang/Throwable", "detailMessage"],
  ["java/lang/Throwable", "backtrace"],
  ["java/lang/String", "value"],
];

export const DISPATCH_UNCAUGHT =
  "java/lang/Thread.dispatchUncaughtException(Ljava/lang/Throwable;)V";
/** May be overridden by the program's threads. */
export const FIND_HANDLER =
  "java/lang/Thread.getUncaughtExceptionHandler()Ljava/lang/Thread$UncaughtExceptionHandler;";
/** With no handler but this one an uncaught exception goes straight to the report, and nothing is thrown on the way. */
export const HANDLER = "java/lang/Thread$UncaughtExceptionHandler";
export const USUAL_HANDLER = "java/lang/ThreadGroup";

/** Makes what an instruction needs and Java code has to provide. */
export const LINKER = "deadwood/internal/Linker.run(I)V";
export const SHUTDOWN = "java/lang/Runtime.$shutdown()V";
export const ADD_HOOK = "java/lang/Runtime.addShutdownHook(Ljava/lang/Thread;)V";
export const UNSAFE = "jdk/internal/misc/Unsafe";
export const VAR_HANDLE = "java/lang/invoke/VarHandle";
export const METHOD_HANDLE = "java/lang/invoke/MethodHandle";
