/**
 * What the machine does that no byte code shows and no native declares: which
 * objects it makes, which fields it reads by itself, and the methods of the
 * library that it or the analysis knows by name. What natives do is declared at
 * each of them (vm/native-api/native-method.ts).
 */

export const ARRAY_COPY = "java/lang/System.arraycopy(Ljava/lang/Object;ILjava/lang/Object;II)V";
export const CLASS_INIT = "deadwood/internal/ClassInit.run(I)V";

/** Looks up a class, and has it initialized. */
export const FOR_NAME = "java/lang/Class.forName(Ljava/lang/String;)Ljava/lang/Class;";
/** The same without that. */
export const FIND_CLASS = "java/lang/Class.find(Ljava/lang/String;)Ljava/lang/Class;";

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

/** What the report of an uncaught exception shows: an outcome is more than the exception's class. */
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
