/**
 * Bytes to the compact form the tool runs on. It reads straight from the
 * validated bytes instead of converting java-class-tools' objects, because
 * start-up is spent here. Both measured the same way over java.base of JDK 17
 * on a busy machine (so trust the ratios), validation included and conversion
 * not: 16,000-23,000 against 4,000-10,000 classes/s once warm, a median of 33
 * against 54 ms for the first 60 classes, 17 against 51 KB kept a class.
 * (Without validation java-class-tools does 9,000-16,000 classes/s.) Code and
 * annotations are views of the original bytes, strings are decoded when asked
 * for. Editing tools use tree.ts, which is java-class-tools' full structure.
 */
import { BadClassFileError } from "../../core/errors.ts";
import { Attribute, type AttributeNames, AttributePlace } from "../format/attributes.ts";
import type {
  BootstrapMethod,
  ClassFile,
  CodeInfo,
  EnclosingMethod,
  ExceptionHandler,
  FieldInfo,
  InnerClass,
  LocalVariable,
  MethodInfo,
  RecordComponent,
} from "../format/class-file.ts";
import type { ClassConstants } from "../format/constant-pool.ts";
import { Cursor } from "./cursor.ts";
import { openClass, type ValidClass, validateClass } from "./validator.ts";

/** Adds the origin ("app.jar!/p/A.class") to what a check deep inside said. */
export function withOrigin<Result>(origin: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof BadClassFileError)) throw error;
    throw new BadClassFileError(`${origin}: ${error.message}`, { cause: error });
  }
}

export function readClass(bytes: Uint8Array, origin: string): ClassFile {
  return withOrigin(origin, () => read(validateClass(bytes), true));
}

/** For class files that a test has validated: those of our own library. */
export const readTrustedClass = (bytes: Uint8Array): ClassFile => read(openClass(bytes), false);

const read = (valid: ValidClass, keepsStackMaps: boolean): ClassFile =>
  new Reader(valid, keepsStackMaps).read();

const NO_LINES = new Int32Array(0);

class Reader {
  private readonly cursor: Cursor;
  private readonly constants: ClassConstants;
  private readonly names: AttributeNames;
  private readonly minorVersion: number;
  private readonly majorVersion: number;
  private readonly keepsStackMaps: boolean;

  constructor(
    { constants, attributeNames, minorVersion, majorVersion }: ValidClass,
    keepsStackMaps: boolean,
  ) {
    this.cursor = new Cursor(constants.bytes, constants.end);
    this.constants = constants;
    this.names = attributeNames;
    this.minorVersion = minorVersion;
    this.majorVersion = majorVersion;
    this.keepsStackMaps = keepsStackMaps;
  }

  read(): ClassFile {
    const { cursor, constants } = this;
    const accessFlags = cursor.u2();
    const name = constants.className(cursor.u2());
    const superName = this.optionalClassName();
    const interfaces = this.classNames();
    const fields = this.list(() => this.field());
    const methods = this.list(() => this.method());
    let sourceFile: string | null = null;
    let signature: string | null = null;
    let bootstrapMethods: readonly BootstrapMethod[] = [];
    let innerClasses: readonly InnerClass[] = [];
    let enclosingMethod: EnclosingMethod | null = null;
    let nestHost: string | null = null;
    let nestMembers: readonly string[] = [];
    let permittedSubclasses: readonly string[] = [];
    let recordComponents: readonly RecordComponent[] | null = null;
    let visibleAnnotations: Uint8Array | null = null;
    this.attributes(AttributePlace.class, (kind, end) => {
      if (kind === Attribute.sourceFile) sourceFile = constants.utf8(cursor.u2());
      else if (kind === Attribute.signature) signature = constants.utf8(cursor.u2());
      else if (kind === Attribute.bootstrapMethods) {
        bootstrapMethods = this.list(() => this.bootstrapMethod());
      } else if (kind === Attribute.innerClasses) innerClasses = this.list(() => this.innerClass());
      else if (kind === Attribute.enclosingMethod) enclosingMethod = this.enclosingMethod();
      else if (kind === Attribute.nestHost) nestHost = constants.className(cursor.u2());
      else if (kind === Attribute.nestMembers) nestMembers = this.classNames();
      else if (kind === Attribute.permittedSubclasses) permittedSubclasses = this.classNames();
      else if (kind === Attribute.record) recordComponents = this.list(() => this.component());
      else if (kind === Attribute.runtimeVisibleAnnotations) {
        visibleAnnotations = cursor.bytes.subarray(cursor.at, end);
      }
    });
    return {
      minorVersion: this.minorVersion,
      majorVersion: this.majorVersion,
      accessFlags,
      name,
      superName,
      interfaces,
      fields,
      methods,
      constants,
      sourceFile,
      signature,
      bootstrapMethods,
      innerClasses,
      enclosingMethod,
      nestHost,
      nestMembers,
      permittedSubclasses,
      recordComponents,
      visibleAnnotations,
    };
  }

  /** Calls `visit` for the attributes that mean something here, cursor at their contents. */
  private attributes(place: AttributePlace, visit: (kind: Attribute, end: number) => void): void {
    const { cursor } = this;
    for (let n = cursor.u2(); n > 0; n--) {
      const spec = this.names.spec(cursor.u2());
      const length = cursor.u4();
      const end = cursor.at + length;
      if ((spec.places & place) !== 0 && this.majorVersion >= spec.since) visit(spec.kind, end);
      cursor.at = end;
    }
  }

  private list<Item>(item: () => Item): Item[] {
    const items: Item[] = [];
    for (let n = this.cursor.u2(); n > 0; n--) items.push(item());
    return items;
  }

  private classNames(): string[] {
    return this.list(() => this.constants.className(this.cursor.u2()));
  }

  private optionalClassName(): string | null {
    const index = this.cursor.u2();
    return index === 0 ? null : this.constants.className(index);
  }

  private field(): FieldInfo {
    const { cursor, constants } = this;
    const accessFlags = cursor.u2();
    const name = constants.utf8(cursor.u2());
    const descriptor = constants.utf8(cursor.u2());
    let signature: string | null = null;
    let constantValue = 0;
    this.attributes(AttributePlace.field, (kind) => {
      if (kind === Attribute.signature) signature = constants.utf8(cursor.u2());
      else if (kind === Attribute.constantValue) constantValue = cursor.u2();
    });
    return { accessFlags, name, descriptor, signature, constantValue };
  }

  private method(): MethodInfo {
    const { cursor, constants } = this;
    const accessFlags = cursor.u2();
    const name = constants.utf8(cursor.u2());
    const descriptor = constants.utf8(cursor.u2());
    let signature: string | null = null;
    let codeAt = -1;
    let exceptions: readonly string[] = [];
    this.attributes(AttributePlace.method, (kind) => {
      if (kind === Attribute.code) codeAt = cursor.at;
      else if (kind === Attribute.signature) signature = constants.utf8(cursor.u2());
      else if (kind === Attribute.exceptions) exceptions = this.classNames();
    });
    // Read when it is asked for: of a large class few methods are ever called.
    const readCode = (): CodeInfo | null => (codeAt < 0 ? null : this.code(codeAt));
    let code: CodeInfo | null | undefined;
    return {
      accessFlags,
      name,
      descriptor,
      signature,
      get code() {
        if (code === undefined) code = readCode();
        return code;
      },
      exceptions,
    };
  }

  private code(at: number): CodeInfo {
    const { cursor } = this;
    cursor.at = at;
    const maxStack = cursor.u2();
    const maxLocals = cursor.u2();
    const length = cursor.u4();
    const bytes = cursor.bytes.subarray(cursor.at, cursor.at + length);
    cursor.skip(length);
    const handlers = this.list(() => this.handler());
    let lineNumbers = NO_LINES;
    let localVariables: LocalVariable[] = [];
    let stackMap: Uint8Array | null = null;
    this.attributes(AttributePlace.code, (kind, end) => {
      if (kind === Attribute.lineNumberTable) lineNumbers = this.lines(lineNumbers);
      else if (kind === Attribute.localVariableTable) {
        const more = this.list(() => this.localVariable());
        localVariables = localVariables.length === 0 ? more : [...localVariables, ...more];
      } else if (kind === Attribute.stackMapTable && this.keepsStackMaps) {
        stackMap = cursor.bytes.subarray(cursor.at, end);
      }
    });
    return { maxStack, maxLocals, bytes, handlers, lineNumbers, localVariables, stackMap };
  }

  private handler(): ExceptionHandler {
    const { cursor } = this;
    const start = cursor.u2();
    const end = cursor.u2();
    const handler = cursor.u2();
    return { start, end, handler, catchType: this.optionalClassName() };
  }

  /** A method may have several tables, in any order; the result is one, sorted by offset. */
  private lines(before: Int32Array): Int32Array<ArrayBuffer> {
    const { cursor } = this;
    const count = cursor.u2();
    const lines = new Int32Array(before.length + 2 * count);
    lines.set(before);
    let sorted = true;
    for (let i = before.length; i < lines.length; i += 2) {
      const pc = cursor.u2();
      sorted &&= i === 0 || pc >= (lines[i - 2] ?? 0);
      lines[i] = pc;
      lines[i + 1] = cursor.u2();
    }
    return sorted ? lines : sortByOffset(lines);
  }

  private localVariable(): LocalVariable {
    const { cursor, constants } = this;
    const start = cursor.u2();
    const length = cursor.u2();
    const name = constants.utf8(cursor.u2());
    const descriptor = constants.utf8(cursor.u2());
    return { start, length, name, descriptor, index: cursor.u2() };
  }

  private bootstrapMethod(): BootstrapMethod {
    const methodHandle = this.cursor.u2();
    return { methodHandle, args: this.list(() => this.cursor.u2()) };
  }

  private innerClass(): InnerClass {
    const { cursor, constants } = this;
    const inner = constants.className(cursor.u2());
    const outer = this.optionalClassName();
    const nameIndex = cursor.u2();
    const innerName = nameIndex === 0 ? null : constants.utf8(nameIndex);
    return { inner, outer, innerName, accessFlags: cursor.u2() };
  }

  private enclosingMethod(): EnclosingMethod {
    const { cursor, constants } = this;
    const className = constants.className(cursor.u2());
    const method = cursor.u2();
    if (method === 0) return { className, methodName: null, methodDescriptor: null };
    return {
      className,
      methodName: constants.utf8(constants.ref(method, 0)),
      methodDescriptor: constants.utf8(constants.ref(method, 2)),
    };
  }

  private component(): RecordComponent {
    const { cursor, constants } = this;
    const name = constants.utf8(cursor.u2());
    const descriptor = constants.utf8(cursor.u2());
    let signature: string | null = null;
    this.attributes(AttributePlace.component, (kind) => {
      if (kind === Attribute.signature) signature = constants.utf8(cursor.u2());
    });
    return { name, descriptor, signature };
  }
}

function sortByOffset(lines: Int32Array): Int32Array<ArrayBuffer> {
  // Offset and line are 16 bits each: one float holds both, and the sort stays numeric.
  const keys = Float64Array.from(
    { length: lines.length / 2 },
    (_, i) => (lines[2 * i] ?? 0) * 0x10000 + (lines[2 * i + 1] ?? 0),
  );
  keys.sort();
  const sorted = new Int32Array(lines.length);
  keys.forEach((key, i) => {
    sorted[2 * i] = Math.floor(key / 0x10000);
    sorted[2 * i + 1] = key % 0x10000;
  });
  return sorted;
}
