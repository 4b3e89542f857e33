/**
 * What the statements of random programs have in common. Every thread has
 * four locals: `acc`, into which all it sees is mixed, `last`, what it saw last,
 * and the references `p` (what it made last) and `q` (what it found last).
 */
import type { CodeBuilder } from "../../classfile/assembling/code-builder.ts";
import type { Host } from "./additions.ts";
import type { Dice } from "./dice.ts";
import { getStatic, NODE } from "./plain-classes.ts";
import type { Need } from "./setup.ts";

export interface Emitter {
  readonly code: CodeBuilder;
  readonly host: Host;
  /** Starts a new source line. */
  line(): void;
  /** An unused local. */
  local(): number;
}

/** Emits statements on lines of their own after `line`. Locals from `local` on are unused. */
export function emitAll(
  statements: readonly Statement[],
  code: CodeBuilder,
  host: Host,
  line: number,
  local: number,
): void {
  let lastLine = line;
  let nextLocal = local;
  const emitter: Emitter = {
    code,
    host,
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
export function mix(code: CodeBuilder): void {
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

/** A statement with others inside, which `emit` surrounds. */
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

/** What a program's statements are made of: few things, so that its threads meet. */
export interface Palette {
  readonly leaves: readonly Maker[];
  readonly nested: readonly Maker[];
  /** Names of static fields. */
  readonly statics: readonly string[];
  /** Where graphs are handed over. */
  readonly slot: number;
  /** Names of nodes that are always there. */
  readonly nodes: readonly string[];
}

export type Maker = (dice: Dice, palette: Palette, depth: number) => Statement;

export const pick = <T>(dice: Dice, from: readonly T[]): T => from[dice(from.length)]!;

/** A reference that may be null, by the name of where it is. */
export const NODES: Readonly<Record<string, (code: CodeBuilder) => void>> = {
  n0: (code) => getStatic(code, "n0", NODE),
  n1: (code) => getStatic(code, "n1", NODE),
  s: (code) => getStatic(code, "s", NODE),
  p: (code) => code.emit("aload", P),
  q: (code) => code.emit("aload", Q),
};
/** What can be locked besides: a thread, whose end wakes those who wait on it. */
export const LOCKS: typeof NODES = {
  ...NODES,
  "threads[1]": (code) => getStatic(code, "threads", "[LWorker;").emit("iconst_1").emit("aaload"),
};
export const ALWAYS = ["n0", "n1"];
export const STATICS = ["g0", "g1", "v0", "flag", "wide"];
export const MAYBE = ["n0", "n1", "s", "p", "q"];
