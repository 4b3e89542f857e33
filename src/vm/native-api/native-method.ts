/**
 * What a native method is. Natives are plain functions over the machine; they
 * never hold state of their own, so that undoing the machine undoes them.
 *
 * Calling convention: `args` is the word index in the stack of the first
 * argument's slot (the receiver for instance methods); argument k's slot is at
 * `args + 2k`, a long or double takes two slots and has its value in the first
 * (`m.SL[slot >> 1]`, `m.SD[slot >> 1]`). The result is written where the
 * first argument was: `m.S[args]` for int-like values and references,
 * `m.SF[args]`, `m.SL[args >> 1]`, `m.SD[args >> 1]`.
 */

import type { Machine } from "../machine.ts";
import type { AccessLog } from "../memory/access-log.ts";

/** What the interpreter does when a native comes back. */
export const Outcome = {
  /** The result (if any) is in place. */
  done: 0,
  /** A Java exception is pending in `m.pending`; if there is none, there was no room in the heap. */
  threw: 1,
  /** The thread cannot go on now; the same call is made again when it can. */
  blocked: 2,
  /** `m.tailCall` asks for a Java method to run in place of this native, with the arguments now at `args`. */
  call: 3,
  /** The call is complete, but another thread may run now (yield, notify …). */
  yielded: 4,
  /** The machine has halted (System.exit). */
  halted: 5,
  /** `m.choices` alternatives; the call is made again with `m.choice` set to one of them. */
  choice: 6,
  /** This path is not to be followed any further. */
  ignored: 7,
} as const;
export type Outcome = (typeof Outcome)[keyof typeof Outcome];

export type NativeFunction = (m: Machine, args: number) => Outcome;

/**
 * Effects are access paths that start at an argument: `0.value[]` is "the
 * field `value` of argument 0, then every element of that array" and implies a
 * read of each step on the way. `.#` is an array's length, `.type` the run-time
 * class, `.hash` the identity hash, `.lock` the monitor. A path may name the
 * class of a step whose static type is wider: `1:java/lang/String.value[]`.
 * `static java/lang/X.f` is a static field; `heap` is anything at all.
 */
export interface NativeMethod {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly run: NativeFunction;
  /** For one that declares to read anything: notes which words a call does read. */
  readonly accesses?: (m: Machine, args: number, log: AccessLog) => void;
  /** Other threads can always tell that it was called: threads, monitors, choices. */
  readonly isVisible?: boolean;
  /**
   * Whether others can tell that this call is made, as far as the discipline of the program goes; asked
   * before every call in a run with several threads. Without it that follows from the effects.
   */
  readonly isNoticed?: (m: Machine, args: number) => boolean;
}

/** Class internal name -> "name(descriptor)" -> native. May also replace methods that have a body. */
export type NativeTable = Readonly<Record<string, Readonly<Record<string, NativeMethod>>>>;

const NOTHING: readonly string[] = [];

/** A native whose result depends on its (primitive) arguments alone. */
export const pure = (run: NativeFunction): NativeMethod => ({
  reads: NOTHING,
  writes: NOTHING,
  run,
});

/** As `pure`, but a step that other threads can see. */
export const visible = (native: NativeMethod): NativeMethod => ({ ...native, isVisible: true });

/** As `visible`, but only where `isNoticed` says so. */
export const visibleIf = (
  isNoticed: (m: Machine, args: number) => boolean,
  native: NativeMethod,
): NativeMethod => ({ ...native, isVisible: true, isNoticed });

export const reading = (reads: readonly string[], run: NativeFunction): NativeMethod => ({
  reads,
  writes: NOTHING,
  run,
});

export const effects = (
  reads: readonly string[],
  writes: readonly string[],
  run: NativeFunction,
): NativeMethod => ({ reads, writes, run });
