/**
 * The compact, typed form of a class file that the rest of the project works
 * with. `reader.ts` makes it from bytes, the
 * assembler makes it from scratch; nothing here knows how it was made.
 *
 * Names are JVM internal names ("java/lang/Object"); descriptors are as in the
 * class file. Constant-pool indices never leave `ConstantPool` except inside
 * method code, where instructions refer to it.
 */
import type { ConstantPool } from "./constant-pool.ts";

export interface ClassFile {
  readonly minorVersion: number;
  readonly majorVersion: number;
  readonly accessFlags: number;
  readonly name: string;
  /** Null only for java/lang/Object and module-info. */
  readonly superName: string | null;
  readonly interfaces: readonly string[];
  readonly fields: readonly FieldInfo[];
  readonly methods: readonly MethodInfo[];
  readonly constants: ConstantPool;
  readonly sourceFile: string | null;
  readonly signature: string | null;
  readonly bootstrapMethods: readonly BootstrapMethod[];
  readonly innerClasses: readonly InnerClass[];
  readonly enclosingMethod: EnclosingMethod | null;
  readonly nestHost: string | null;
  readonly nestMembers: readonly string[];
  readonly permittedSubclasses: readonly string[];
  /** Null when the class is not a record. */
  readonly recordComponents: readonly RecordComponent[] | null;
  /** Raw bytes of RuntimeVisibleAnnotations, or null. */
  readonly visibleAnnotations: Uint8Array | null;
}

export interface FieldInfo {
  readonly accessFlags: number;
  readonly name: string;
  readonly descriptor: string;
  readonly signature: string | null;
  /** Constant-pool index of the ConstantValue attribute, 0 when there is none. */
  readonly constantValue: number;
}

export interface MethodInfo {
  readonly accessFlags: number;
  readonly name: string;
  readonly descriptor: string;
  readonly signature: string | null;
  /** Null for abstract and native methods. */
  readonly code: CodeInfo | null;
  readonly exceptions: readonly string[];
}

export interface CodeInfo {
  readonly maxStack: number;
  readonly maxLocals: number;
  readonly bytes: Uint8Array;
  readonly handlers: readonly ExceptionHandler[];
  /** Pairs (start pc, line), sorted by pc. Empty without debug data. */
  readonly lineNumbers: Int32Array;
  readonly localVariables: readonly LocalVariable[];
  /** The contents of its StackMapTable; null without one, and in classes that are not verified. */
  readonly stackMap: Uint8Array | null;
}

/** Offsets are byte offsets into the code; end is exclusive. */
export interface ExceptionHandler {
  readonly start: number;
  readonly end: number;
  readonly handler: number;
  /** Null catches everything (finally). */
  readonly catchType: string | null;
}

export interface LocalVariable {
  readonly start: number;
  readonly length: number;
  readonly name: string;
  readonly descriptor: string;
  readonly index: number;
}

export interface BootstrapMethod {
  /** Constant-pool index of a MethodHandle. */
  readonly methodHandle: number;
  /** Constant-pool indices of loadable constants. */
  readonly args: readonly number[];
}

export interface InnerClass {
  readonly inner: string;
  readonly outer: string | null;
  readonly innerName: string | null;
  readonly accessFlags: number;
}

export interface EnclosingMethod {
  readonly className: string;
  readonly methodName: string | null;
  readonly methodDescriptor: string | null;
}

export interface RecordComponent {
  readonly name: string;
  readonly descriptor: string;
  readonly signature: string | null;
}
