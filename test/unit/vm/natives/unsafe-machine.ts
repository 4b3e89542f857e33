/** A machine over a handful of assembled classes, enough to call natives of Unsafe and of files directly. */

import { ClassAssembler } from "../../../../src/classfile/assembling/class-assembler.ts";
import {
  ACC_ABSTRACT,
  ACC_INTERFACE,
  ACC_PUBLIC,
  ACC_STATIC,
} from "../../../../src/classfile/format/access-flags.ts";
import type { ClassSource } from "../../../../src/classfile/sources/class-path.ts";
import { Program } from "../../../../src/program/linking/program.ts";
import { linkMethod } from "../../../../src/vm/interpreter/calls.ts";
import { Machine } from "../../../../src/vm/machine.ts";
import type { AnyOutcome, CallingFunction } from "../../../../src/vm/native-api/native-method.ts";
import { unsafeNatives } from "../../../../src/vm/natives/jdk/unsafe.ts";

const INTERFACE = ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT;

const ASSEMBLED: readonly ClassAssembler[] = [
  new ClassAssembler({ name: "java/lang/Object", superName: null }),
  new ClassAssembler({ name: "java/lang/Cloneable", accessFlags: INTERFACE }),
  new ClassAssembler({ name: "java/io/Serializable", accessFlags: INTERFACE }),
  new ClassAssembler({ name: "java/lang/Class" }).field(0, "id", "I"),
  new ClassAssembler({ name: "java/lang/String" }).field(0, "value", "[C"),
  new ClassAssembler({ name: "java/io/File" }).field(0, "path", "Ljava/lang/String;"),
  new ClassAssembler({ name: "java/io/FileDescriptor" })
    .field(0, "fd", "I")
    .field(0, "handle", "J"),
  new ClassAssembler({ name: "java/io/FileInputStream" }).field(
    0,
    "fd",
    "Ljava/io/FileDescriptor;",
  ),
  new ClassAssembler({ name: "Holder" })
    .field(0, "z", "Z")
    .field(0, "b", "B")
    .field(0, "s", "S")
    .field(0, "c", "C")
    .field(0, "i", "I")
    .field(0, "j", "J")
    .field(0, "r", "LHolder;")
    .field(ACC_STATIC, "sb", "B")
    .field(ACC_STATIC, "sc", "C")
    .field(ACC_STATIC, "sj", "J")
    .method(ACC_STATIC, "run", "()V", (code) => void code.emit("return")),
];

const files = new Map(ASSEMBLED.map((a) => [a.toClassFile().name, a.toBytes()]));

const models: ClassSource = {
  find: (name) => {
    const bytes = files.get(name);
    return bytes === undefined ? null : { bytes, origin: name, module: null };
  },
  describe: () => "assembled classes",
};
const none: ClassSource = { find: () => null, describe: () => "nothing" };

/** Where the arguments go: slot 0 is the Unsafe object, which no native looks at. */
export const ARGS = 64;

export class UnsafeMachine extends Machine {
  constructor() {
    super(new Program({ models, jdk: null, application: none, featureVersion: 17 }), {
      heapWords: 1 << 12,
      stackWords: 1 << 10,
      console: { write: () => undefined, read: () => -1 },
      assertions: false,
      epochMillis: 1_000_000,
      properties: [],
      natives: unsafeNatives,
      undo: false,
    });
    this.stackEnd = this.stackWords;
  }

  /** Puts the program counter into Holder.run, for messages that say where. */
  standInCode(): void {
    const method = this.requireClass("Holder").methodsByKey.get("run()V");
    if (method === undefined) throw new Error("Holder has no run()");
    linkMethod(this, method.id);
    this.pc = this.space.entry[method.id]!;
  }

  native(key: string): CallingFunction {
    const found = unsafeNatives["jdk/internal/misc/Unsafe"]?.[key];
    if (found === undefined) throw new Error(`no native ${key}`);
    return found.run;
  }

  /** Calls a native of Unsafe: numbers take a slot, bigints two. */
  call(key: string, ...args: readonly (number | bigint)[]): AnyOutcome {
    let slot = ARGS + 2;
    for (const arg of args) {
      if (typeof arg === "bigint") {
        this.SL[slot >> 1] = arg;
        slot += 4;
      } else {
        this.S[slot] = arg;
        slot += 2;
      }
    }
    return this.native(key)(this, ARGS);
  }

  int(key: string, ...args: readonly (number | bigint)[]): number {
    this.call(key, ...args);
    return this.S[ARGS]!;
  }

  long(key: string, ...args: readonly (number | bigint)[]): bigint {
    this.call(key, ...args);
    return this.SL[ARGS >> 1]!;
  }

  /** Offset of a field of Holder, as Unsafe tells it. */
  offset(field: string): bigint {
    const cls = this.requireClass("Holder");
    const key = "objectFieldOffset1(Ljava/lang/Class;Ljava/lang/String;)J";
    return this.long(key, this.mirror(cls), this.intern(field));
  }

  holder(): number {
    return this.newObject(this.requireClass("Holder"));
  }

  /** The word that getfield of a field of Holder would read. */
  word(ref: number, field: string): number {
    return this.H[ref + this.fieldOffset("Holder", field)]!;
  }
}
