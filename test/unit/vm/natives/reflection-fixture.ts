/**
 * A machine with just enough of a library to call natives by hand: classes are
 * assembled, arguments are put on the stack, results are read from it.
 */

import {
  ClassAssembler,
  type ClassOptions,
} from "../../../../src/classfile/assembling/class-assembler.ts";
import {
  ACC_ABSTRACT,
  ACC_INTERFACE,
  ACC_PUBLIC,
  ACC_STATIC,
} from "../../../../src/classfile/format/access-flags.ts";
import type { ClassSource } from "../../../../src/classfile/sources/class-path.ts";
import { Program } from "../../../../src/program/linking/program.ts";
import { setUpExceptions } from "../../../../src/vm/interpreter/exceptions.ts";
import { Machine } from "../../../../src/vm/machine.ts";
import { ARRAY_DATA, ARRAY_LENGTH } from "../../../../src/vm/memory/object-layout.ts";
import type { AnyOutcome, NativeTable } from "../../../../src/vm/native-api/native-method.ts";

export const INTERFACE = ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT;

export const assemble = (name: string, options: Partial<ClassOptions> = {}): ClassAssembler =>
  new ClassAssembler({ name, majorVersion: 61, ...options });

const BOXES: readonly (readonly [string, string])[] = [
  ["Boolean", "Z"],
  ["Byte", "B"],
  ["Character", "C"],
  ["Short", "S"],
  ["Integer", "I"],
  ["Long", "J"],
  ["Float", "F"],
  ["Double", "D"],
];

function library(): ClassAssembler[] {
  const object = "Ljava/lang/Object;";
  const string = "Ljava/lang/String;";
  const throwable = (name: string, superName: string): ClassAssembler =>
    assemble(`java/lang/${name}`, { superName: `java/lang/${superName}` });
  return [
    assemble("java/lang/Object", { superName: null }),
    assemble("java/lang/Cloneable", { accessFlags: INTERFACE }),
    assemble("java/io/Serializable", { accessFlags: INTERFACE }),
    assemble("java/lang/String").field(0, "value", "[C"),
    assemble("java/lang/Class").field(0, "id", "I"),
    ...BOXES.map(([name, kind]) => assemble(`java/lang/${name}`).field(0, "value", kind)),
    assemble("java/lang/Throwable")
      .field(0, "detailMessage", string)
      .field(0, "cause", object)
      .field(0, "backtrace", "[I"),
    ...[
      "OutOfMemoryError",
      "StackOverflowError",
      "NullPointerException",
      "NoClassDefFoundError",
      "IllegalArgumentException",
      "NegativeArraySizeException",
      "InstantiationException",
      "UnsupportedOperationException",
      "AbstractMethodError",
    ].map((name) => throwable(name, "Throwable")),
    assemble("java/lang/reflect/Method").method(
      ACC_PUBLIC | ACC_STATIC,
      "invoke",
      "()V",
      (code) => void code.emit("return"),
    ),
    assemble("java/lang/StackTraceElement")
      .field(0, "declaringClass", string)
      .field(0, "methodName", string)
      .field(0, "fileName", string)
      .field(0, "lineNumber", "I")
      .field(0, "moduleName", string),
  ];
}

/** File names are read from the options, so bytes are made and read again. */
const sourceOf = (classes: readonly ClassAssembler[]): ClassSource => {
  const byName = new Map(classes.map((cls) => [cls.toClassFile().name, cls]));
  return {
    find: (name) => {
      const found = byName.get(name);
      return found === undefined ? null : { bytes: found.toBytes(), origin: name, module: null };
    },
    describe: () => "assembled",
  };
};

export class Bench {
  readonly m: Machine;
  readonly #natives: NativeTable;
  /** Where arguments are put. */
  readonly args = 100;

  constructor(
    natives: NativeTable,
    classes: readonly ClassAssembler[],
    { assertions = false, featureVersion = 17, heapWords = 1 << 16 } = {},
  ) {
    this.#natives = natives;
    const program = new Program({
      models: sourceOf(library()),
      jdk: null,
      application: sourceOf(classes),
      featureVersion,
    });
    this.m = new Machine(program, {
      heapWords,
      stackWords: 1 << 12,
      console: { write: () => {}, read: () => -1 },
      assertions,
      epochMillis: 0,
      properties: [],
      natives,
      undo: true,
    });
    this.m.stackEnd = this.m.stackWords;
    setUpExceptions(this.m);
  }

  /** Calls a native with each argument in a slot of its own. */
  call(owner: string, key: string, ...words: readonly number[]): AnyOutcome {
    words.forEach((word, slot) => {
      this.m.S[this.args + slot * 2] = word;
    });
    const native = this.#natives[owner]?.[key];
    if (native === undefined) throw new Error(`no native ${owner}.${key}`);
    return native.run(this.m, this.args);
  }

  get result(): number {
    return this.m.S[this.args]!;
  }

  mirror(name: string): number {
    return this.m.mirror(this.m.requireClass(name));
  }

  text(ref: number): string | null {
    return ref === 0 ? null : this.m.text(ref);
  }

  elements(array: number): number[] {
    const start = array + ARRAY_DATA;
    return [...this.m.H.subarray(start, start + this.m.H[array + ARRAY_LENGTH]!)];
  }

  /** Names of the classes in a Class[]. */
  names(array: number): string[] {
    return this.elements(array).map((mirror) => this.m.mirrored(mirror).name);
  }

  thrown(): string {
    const { pending } = this.m;
    this.m.pending = 0;
    return this.m.classOf(pending).name;
  }
}
