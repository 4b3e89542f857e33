/** What programs of the kind `corners` share besides the fields of Main. */
import type { CodeBuilder } from "../../classfile/assembling/code-builder.ts";
import { call, getStatic, putStatic } from "./plain-classes.ts";
import { OBJECT } from "./statement.ts";

export const OWN = "Corners";
export const SEMAPHORE = "java/util/concurrent/Semaphore";
export const BOX = "Box";
export const BOX_TYPE = `L${BOX};`;

export const OWN_FIELDS = {
  sem: `L${SEMAPHORE};`,
  hash: "I",
  first: OBJECT,
  second: OBJECT,
  thread: "Ljava/lang/Thread;",
  other: "Ljava/lang/Thread;",
  thrown: "Ljava/lang/RuntimeException;",
  box: BOX_TYPE,
  /** There from the start. */
  outer: BOX_TYPE,
  turn: "I",
} as const;

export const own = (code: CodeBuilder, name: keyof typeof OWN_FIELDS): CodeBuilder =>
  getStatic(code, name, OWN_FIELDS[name], OWN);

export const putOwn = (code: CodeBuilder, name: keyof typeof OWN_FIELDS): CodeBuilder =>
  putStatic(code, name, OWN_FIELDS[name], OWN);

export const choose = (code: CodeBuilder): CodeBuilder =>
  call(code, "invokestatic", "deadwood/Verify", "getBoolean", "()Z");

/** One of two things, by a choice. */
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

/** Whether two references or ints are the same, as an int. */
export function areSame(code: CodeBuilder, jump: "if_acmpeq" | "if_icmpeq"): void {
  const [same, end] = [code.label(), code.label()];
  code.emit(jump, same).emit("iconst_0").emit("goto", end).mark(same);
  code.emit("iconst_1").mark(end);
}
