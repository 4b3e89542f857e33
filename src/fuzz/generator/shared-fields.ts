/**
 * What the programs of some families share besides the fields of Main, and code that chooses and compares.
 */
import { ClassAssembler } from "../../classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../classfile/assembling/code-builder.ts";
import { ACC_FINAL, ACC_PUBLIC, ACC_STATIC } from "../../classfile/format/access-flags.ts";
import { call, getStatic, putField, putStatic } from "./bytecode.ts";
import { OBJECT } from "./statement.ts";

const SHARED_CLASS = "Corners";
export const SEMAPHORE = "java/util/concurrent/Semaphore";
export const BOX = "Box";
export const BOX_TYPE = `L${BOX};`;

const SHARED_FIELDS = {
  sem: `L${SEMAPHORE};`,
  hash: "I",
  first: OBJECT,
  second: OBJECT,
  thread: "Ljava/lang/Thread;",
  other: "Ljava/lang/Thread;",
  thrown: "Ljava/lang/RuntimeException;",
  box: BOX_TYPE,
  /** Exists from the start. */
  outer: BOX_TYPE,
  turn: "I",
} as const;

export const getShared = (code: CodeBuilder, name: keyof typeof SHARED_FIELDS): CodeBuilder =>
  getStatic(code, name, SHARED_FIELDS[name], SHARED_CLASS);

export const putShared = (code: CodeBuilder, name: keyof typeof SHARED_FIELDS): CodeBuilder =>
  putStatic(code, name, SHARED_FIELDS[name], SHARED_CLASS);

export const choose = (code: CodeBuilder): CodeBuilder =>
  call(code, "invokestatic", "deadwood/Verify", "getBoolean", "()Z");

/** One of two alternatives, by a choice. */
export function either(
  code: CodeBuilder,
  one: (code: CodeBuilder) => void,
  other: (code: CodeBuilder) => void,
): void {
  const [second, end] = [code.label(), code.label()];
  choose(code).emit("ifne", second);
  one(code);
  code.emit("goto", end).mark(second);
  other(code);
  code.mark(end);
}

/** Pushes whether two references or ints are equal, as an int. */
export function areSame(code: CodeBuilder, jump: "if_acmpeq" | "if_icmpeq"): void {
  const [same, end] = [code.label(), code.label()];
  code.emit(jump, same).emit("iconst_0").emit("goto", end).mark(same);
  code.emit("iconst_1").mark(end);
}

/** The class with these fields, and the class of boxes. */
export function sharedClasses(): ClassAssembler[] {
  const cls = new ClassAssembler({ name: SHARED_CLASS });
  for (const [name, descriptor] of Object.entries(SHARED_FIELDS)) {
    cls.field(ACC_PUBLIC | ACC_STATIC, name, descriptor);
  }
  return [cls, boxClass()];
}

/** The type of an int array's elements, for newarray. */
const T_INT = 10;

/** The constructor of new Box(1) may publish the box, and withdraws it before it sets the final field. */
function boxClass(): ClassAssembler {
  const cls = new ClassAssembler({ name: BOX });
  cls.field(ACC_PUBLIC, "value", "I").field(ACC_PUBLIC | ACC_FINAL, "fixed", "I");
  cls.field(ACC_PUBLIC, "inner", BOX_TYPE).field(ACC_PUBLIC, "cells", "[I");
  return cls.method(ACC_PUBLIC, "<init>", "(I)V", (code) => {
    const [kept, hidden] = [code.label(), code.label()];
    call(code.emit("aload_0"), "invokespecial", "java/lang/Object", "<init>", "()V");
    code.emit("aload_0").emit("iconst_1").emit("newarray", T_INT);
    putField(code, BOX, "cells", "[I");
    code.emit("iload_1").emit("ifeq", kept);
    choose(code);
    code.emit("ifeq", hidden);
    putShared(code.emit("aload_0"), "box");
    code.mark(hidden);
    putShared(code.emit("aconst_null"), "box");
    putShared(code.emit("iconst_1"), "turn");
    code.mark(kept);
    putField(code.emit("aload_0").emit("iconst_1"), BOX, "fixed", "I").emit("return");
  });
}
