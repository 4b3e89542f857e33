/**
 * What the statements of programs that read values in many ways have in common. All bodies, and the methods
 * that statements move parts of themselves into, have the same locals: `acc`, into which everything that is
 * seen is mixed, `last`, the references `p` and `q`, and one for each kind of value. `acc` has few values, so
 * that loops return to earlier states.
 */
import type { CodeBuilder } from "../../classfile/assembling/code-builder.ts";
import type { ProgramBuilder } from "./additions.ts";
import { call } from "./bytecode.ts";
import { ACC, type Emitter, inside, LAST, P, Q, type Statement } from "./statement.ts";

export const BASE = "LBase;";
/** Locals for an int, a long and a double. */
export const LOCAL_INT = 4;
export const LOCAL_LONG = 5;
export const LOCAL_DOUBLE = 7;
const FIRST_FREE = 9;

/** last = the int on the stack, acc = (acc * 3 + last) & 15 */
export function recordSmallValue(code: CodeBuilder): void {
  code.emit("dup").emit("istore", LAST);
  code.emit("iload", ACC).emit("iconst_3").emit("imul").emit("iadd");
  code.pushInt(15).emit("iand").emit("istore", ACC);
}

/** Initialises all locals but `acc`. */
export function clearLocals(code: CodeBuilder): void {
  code.emit("iconst_0").emit("istore", LAST).emit("iconst_0").emit("istore", LOCAL_INT);
  code.emit("aconst_null").emit("astore", P).emit("aconst_null").emit("astore", Q);
  code.emit("lconst_0").emit("lstore", LOCAL_LONG).emit("dconst_0").emit("dstore", LOCAL_DOUBLE);
}

/** Line numbers follow the order of emission. */
export interface Lines {
  last: number;
}

const lines = new WeakMap<Emitter, Lines>();

export function emitterFor(code: CodeBuilder, builder: ProgramBuilder, counter: Lines): Emitter {
  let local = FIRST_FREE;
  const emitter: Emitter = {
    code,
    builder,
    line: () => {
      code.line(++counter.last);
    },
    local: () => local++,
  };
  lines.set(emitter, counter);
  return emitter;
}

/** Puts the parts into a method of their own, so that this frame is below the top one. */
export function inMethod(text: string, parts: readonly Statement[], flags = 0): Statement {
  return inside(text, parts, (to) => {
    const name = to.builder.addMethod("(I)I", flags, (code) => {
      const inner = emitterFor(code, to.builder, lines.get(to) ?? { last: 0 });
      clearLocals(code);
      for (const part of parts) part.emit(inner);
      code.emit("iload", ACC).emit("ireturn");
    });
    to.code.emit("iload", ACC);
    call(to.code, "invokestatic", "Main", name, "(I)I").emit("istore", ACC);
  });
}

/** The parts in sequence. */
export const sequence = (text: string, parts: readonly Statement[]): Statement =>
  inside(text, parts, (_, all) => {
    all();
  });
