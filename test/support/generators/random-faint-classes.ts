/**
 * The classes around the statements of a random program that carries values
 * around for nothing (random-faint-programs.ts): two threads, static fields and
 * objects that both know, and methods that they call.
 */

import { ClassAssembler } from "../../../src/classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../../src/classfile/assembling/code-builder.ts";
import { ACC_PUBLIC, ACC_STATIC } from "../../../src/classfile/format/access-flags.ts";
import { call, putStatic } from "../../../src/fuzz/generator/bytecode.ts";

const STATIC = ACC_PUBLIC | ACC_STATIC;
export const BOX = "LBox;";
export const INTS = ["i0", "i1", "i2"] as const;
export const LONGS = ["l0", "l1"] as const;
export const BOXES = ["b0", "b1"] as const;
export const FI = "(IJLBox;)I";
export const FL = "(JI)J";
export const MIX = "(IJ)I";

/** Emits code, and says what it does. */
export type Part = readonly [string, (code: CodeBuilder) => void];

/** Slots that expressions may read: an int, a long and a reference, -1 where there is none. */
export interface Locals {
  readonly int: number;
  readonly long: number;
  readonly ref: number;
}

export const BODY: Locals = { int: 1, long: 2, ref: 4 };
/** A local beyond all that have a meaning. */
export const SPARE = 6;

function emitAll(code: CodeBuilder, parts: readonly Part[]): void {
  for (const [, emit] of parts) emit(code);
}

export function boxClass(name: "Box" | "Sub", mix: readonly Part[]): ClassAssembler {
  const above = name === "Box" ? "java/lang/Object" : "Box";
  const cls = new ClassAssembler({ name, superName: above });
  if (name === "Box") {
    cls.field(ACC_PUBLIC, "a", "I").field(ACC_PUBLIC, "w", "J").field(ACC_PUBLIC, "next", BOX);
  }
  cls.method(ACC_PUBLIC, "<init>", "()V", (code) => {
    call(code.emit("aload_0"), "invokespecial", above, "<init>", "()V").emit("return");
  });
  cls.method(ACC_PUBLIC, "mix", MIX, (code) => emitAll(code, mix));
  return cls;
}

interface Bodies {
  readonly main: readonly Part[];
  readonly run: readonly Part[];
  readonly fi: readonly Part[];
  readonly fl: readonly Part[];
}

export function mainClass({ main, run, fi, fl }: Bodies): ClassAssembler {
  const cls = new ClassAssembler({ name: "Main", superName: "java/lang/Thread" });
  for (const name of INTS) cls.field(STATIC, name, "I");
  for (const name of LONGS) cls.field(STATIC, name, "J");
  for (const name of [...BOXES, "cell"]) cls.field(STATIC, name, BOX);
  cls.field(STATIC, "ls", "[J").field(STATIC, "ss", "[S").field(STATIC, "subs", "[LBox;");
  cls.method(ACC_PUBLIC, "<init>", "()V", (code) => {
    const thread = "java/lang/Thread";
    call(code.emit("aload_0"), "invokespecial", thread, "<init>", "()V").emit("return");
  });
  const body = (code: CodeBuilder, parts: readonly Part[]): void => {
    code.emit("iconst_0").emit("istore", BODY.int).emit("lconst_0").emit("lstore", BODY.long);
    code.emit("aconst_null").emit("astore", BODY.ref);
    code.emit("iconst_2").emit("istore", SPARE + 1);
    const start = code.mark();
    emitAll(code, parts);
    code
      .emit("iinc", SPARE + 1, -1)
      .emit("iload", SPARE + 1)
      .emit("ifne", start);
    code.emit("return");
  };
  cls.method(STATIC, "main", "([Ljava/lang/String;)V", (code) => {
    prepare(code);
    code.emit("new", "Main").emit("dup");
    call(code, "invokespecial", "Main", "<init>", "()V");
    call(code, "invokevirtual", "Main", "start", "()V");
    body(code, main);
  });
  cls.method(ACC_PUBLIC, "run", "()V", (code) => body(code, run));
  cls.method(STATIC, "fi", FI, (code) => emitAll(code, fi));
  cls.method(STATIC, "fl", FL, (code) => emitAll(code, fl));
  return cls;
}

function prepare(code: CodeBuilder): void {
  for (const [name, type] of [
    ["b0", "Box"],
    ["b1", "Sub"],
  ] as const) {
    code.emit("new", type).emit("dup");
    call(code, "invokespecial", type, "<init>", "()V");
    putStatic(code, name, BOX);
  }
  putStatic(code.emit("iconst_2").emit("newarray", 11), "ls", "[J");
  putStatic(code.emit("iconst_2").emit("newarray", 9), "ss", "[S");
  putStatic(code.emit("iconst_1").emit("anewarray", "Sub"), "subs", "[LBox;");
  putStatic(code.emit("iconst_1"), "i0", "I");
  putStatic(code.pushLong(3n), "l0", "J");
}
