/**
 * What the statements of random programs have in common. Every thread has four locals: `acc`, into which
 * everything it sees is mixed, `last`, what it saw last, and the references `p` (created last) and `q` (found
 * last).
 */
import type { CodeBuilder } from "../../classfile/assembling/code-builder.ts";
import type { ProgramBuilder } from "./additions.ts";
import type { Need } from "./setup.ts";

export interface Emitter {
  readonly code: CodeBuilder;
  readonly builder: ProgramBuilder;
  /** Starts a new source line. */
  line(): void;
  /** An unused local. */
  local(): number;
}

/** Emits statements on lines of their own after `line`. Locals from `local` on are unused. */
export function emitAll(
  statements: readonly Statement[],
  code: CodeBuilder,
  builder: ProgramBuilder,
  line: number,
  local: number,
): void {
  let lastLine = line;
  let nextLocal = local;
  const emitter: Emitter = {
    code,
    builder,
    line: () => {
      code.line(++lastLine);
    },
    local: () => nextLocal++,
  };
  for (const each of statements) each.emit(emitter);
}

export interface Statement {
  readonly text: string;
  readonly emit: (to: Emitter) => void;
  /** The statements inside. */
  readonly parts?: readonly Statement[];
  readonly needs?: readonly Need[] | undefined;
}

export const ACC = 0;
export const P = 1;
export const Q = 2;
export const LAST = 3;
export const OBJECT = "Ljava/lang/Object;";

/** last = the int on the stack, acc = acc * 7 + last */
export function recordValue(code: CodeBuilder): void {
  code.emit("dup").emit("istore", LAST);
  code.emit("iload", ACC).pushInt(7).emit("imul").emit("iadd").emit("istore", ACC);
}

export function simple(
  text: string,
  emit: (code: CodeBuilder) => void,
  needs?: readonly Need[],
): Statement {
  return {
    text,
    needs,
    emit: (to) => {
      to.line();
      emit(to.code);
    },
  };
}

/** A statement that contains others, which `emit` surrounds. */
export function inside(
  text: string,
  parts: readonly Statement[],
  emit: (to: Emitter, all: () => void) => void,
  needs?: readonly Need[],
): Statement {
  return {
    text: `${text} { ${parts.map((part) => part.text).join("; ")} }`,
    parts,
    needs,
    emit: (to) => {
      to.line();
      emit(to, () => {
        for (const part of parts) part.emit(to);
      });
    },
  };
}
