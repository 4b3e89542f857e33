/**
 * Exit codes that show what threads have seen. When all threads have ended, the program computes a number
 * from some of the values that they left, and exits with it. All other values are dead by then, often long
 * before.
 */
import type { CodeBuilder } from "../../classfile/assembling/code-builder.ts";
import { call, getField, getStatic } from "./bytecode.ts";
import type { Dice } from "./dice.ts";
import { NODE } from "./plain-fields.ts";

export interface ObservedExit {
  readonly text: string;
  /** Each one pushes an int. */
  readonly observed: readonly Observation[];
  /** The program's invariant: pushes whether it holds. */
  readonly invariant?: ((code: CodeBuilder) => void) | undefined;
}

export interface Observation {
  readonly text: string;
  readonly push: (code: CodeBuilder) => void;
}

/** System.exit(…); return */
export function exitWith(code: CodeBuilder, { observed }: ObservedExit): void {
  code.emit("iconst_0");
  for (const { push } of observed) {
    code.pushInt(31).emit("imul");
    push(code);
    code.emit("iadd");
  }
  call(code, "invokestatic", "java/lang/System", "exit", "(I)V").emit("return");
}

/** What each thread saw. */
export const RESULTS: readonly Observation[] = ["r0", "r1", "r2", "r3"].map((name) => ({
  text: name,
  push: (code) => getStatic(code, name, "I"),
}));

const STATICS: readonly Observation[] = ["g0", "g1", "v0"].map((name) => ({
  text: name,
  push: (code) => getStatic(code, name, "I"),
}));

const FIELDS: readonly Observation[] = ["n0", "n1"].map((name) => ({
  text: `${name}.a`,
  push: (code) => {
    getStatic(code, name, NODE);
    getField(code, "Node", "a", "I");
  },
}));

/** A selection: most of the results and few other values, so that those are dead at the end. */
export function someOf(
  dice: Dice,
  results: readonly Observation[],
  others: readonly Observation[],
): Observation[] {
  const picked = [...results.filter(() => dice(8) > 0), ...others.filter(() => dice(4) === 0)];
  return picked.length === 0 ? [...results] : picked;
}

/** For programs whose family does not choose what to observe. */
export function observedExit(dice: Dice): ObservedExit {
  const observed = someOf(dice, RESULTS, [...STATICS, ...FIELDS]);
  return { observed, text: textOfEnding(observed) };
}

export const textOfEnding = (observed: readonly Observation[]): string =>
  observed.length === 0
    ? "at the end: nothing"
    : `at the end: exit with ${observed.map(({ text }) => text).join(", ")}`;
