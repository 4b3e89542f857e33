/**
 * What a native method is, and all that can be declared about one. Natives are
 * plain functions over the machine; they never hold state of their own, so that
 * undoing the machine undoes them. Analyses, traces and race detection read the
 * declarations; none of them knows a native by its name.
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
import type { AccessSink, MemoryShape } from "./memory-access.ts";
import type { TraceShape } from "./trace-shape.ts";

/** What the interpreter does when a native comes back. */
export const Outcome = {
  /** The result (if any) is in place. */
  done: 0,
  /** A Java exception is pending in `m.pending`; if there is none, there was no room in the heap. */
  threw: 1,
  /** The thread cannot continue now; the same call is made again when it can. */
  blocked: 2,
  /** `m.tailCall` asks for a Java method to run in place of this native, with the arguments now at `args`. */
  tailCall: 3,
  /** The call is complete, but another thread may run now (yield, notify …). */
  yielded: 4,
  /** The machine has halted (System.exit). */
  halted: 5,
  /** `m.choices` alternatives; the call is made again with `m.choice` set to one of them. */
  choice: 6,
  /** This path is not to be followed any further. */
  pruned: 7,
} as const;
/** Everything that a call can end with. */
export type AnyOutcome = (typeof Outcome)[keyof typeof Outcome];
/**
 * What a native may return that has no Java method run in its place. One that has must
 * declare which (`calls`): a native without that declaration does not type-check.
 */
export type Outcome = Exclude<AnyOutcome, typeof Outcome.tailCall>;

export type NativeFunction = (m: Machine, args: number) => Outcome;
/** The same for a native that declares which Java code it runs. */
export type CallingFunction = (m: Machine, args: number) => AnyOutcome;

/**
 * Java code that runs because of a native: methods by path ("java/lang/Thread.$entry()V"),
 * the program's main method or the initializer of its class, the initializer of a class
 * that it is given, the `values()` of an enum, or any method or initializer of any class.
 */
export type Calls =
  | readonly string[]
  | "main"
  | "main-initializer"
  | "initializer"
  | "enum-values"
  | "anything";

/**
 * All that is known about a native besides its declared effects. What is not said is
 * taken to be absent, except where the effects say `heap`: that is anything at all,
 * until a fact below narrows it.
 */
export interface NativeFacts {
  /** Notes which words a call reads, where the effects say less exactly. */
  readonly loggedReads?: (m: Machine, args: number, log: AccessLog) => void;
  /**
   * It acts on threads, monitors, choices or the whole run, not only on its arguments: other threads
   * can observe it whatever the arguments are, unless `isObservable` says otherwise.
   */
  readonly isGlobal?: true;
  /**
   * Whether another thread could observe this call, as far as the program keeps to the assumptions made
   * about it. Asked before every call in a run with several threads, and also records what the call is
   * about to access. Without it the answer follows from the effects.
   */
  readonly isObservable?: (m: Machine, args: number) => boolean;
  /** The access to memory that it makes, by object and offset. */
  readonly memory?: MemoryShape;
  /**
   * The bytes that a call accesses on its caller's behalf, for data races. Without this (and without
   * `memory`), a native races on the fields of its arguments that its effects name; `null`: on nothing.
   */
  readonly racyAccesses?: ((m: Machine, args: number, into: AccessSink) => void) | null;
  /** Java code that runs in its place, or on a thread that it starts. */
  readonly calls?: Calls;
  /** Classes whose objects it makes, besides strings, arrays, class mirrors and exceptions. */
  readonly creates?: readonly string[] | "anything";
  /** It gives classes, or offsets of fields, that no constant of the program names. */
  readonly finds?: "classes" | "fields";
  /** Defines classes that no source has. */
  readonly definesClasses?: true;
  /** It copies an object, or elements: what is copied counts as read where the copy is read. */
  readonly copies?: "object" | "elements";
  /** Its effects say `heap` because it looks at other threads' frames. It reads no field. */
  readonly readsFramesOnly?: true;
  /** It may read every field of objects of these classes, and the elements of int arrays in them. */
  readonly readsWhole?: readonly string[];
  /** It reads none of its arguments but stores each in the field of this name of the new object. */
  readonly storesArgumentsIn?: readonly string[];
  /** "never": what follows the call is not reached. "unless-path-ends": only where an uncaught exception ends the path. */
  readonly returns?: "never" | "unless-path-ends";
  /** How a trace shows it. Without this: as an access to memory, or as a call if it is observable. */
  readonly trace?: TraceShape;
}

/**
 * Effects are access paths that start at an argument: `0.value[]` is "the
 * field `value` of argument 0, then every element of that array" and implies a
 * read of each step on the way. `.#` is an array's length, `.type` the run-time
 * class, `.hash` the identity hash, `.lock` the monitor. A path may name the
 * class of a step whose static type is wider: `1:java/lang/String.value[]`.
 * `static java/lang/X.f` is a static field; `heap` is anything at all.
 */
interface Declared extends NativeFacts {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

export type NativeMethod =
  | (Declared & { readonly run: NativeFunction })
  | (Declared & { readonly run: CallingFunction; readonly calls: Calls });

/** Class internal name -> "name(descriptor)" -> native. May also replace methods that have a body. */
export type NativeTable = Readonly<Record<string, Readonly<Record<string, NativeMethod>>>>;

const NOTHING: readonly string[] = [];

/** A native whose result depends on its (primitive) arguments alone. */
export const pure = (run: NativeFunction, facts?: NativeFacts): NativeMethod => ({
  ...facts,
  reads: NOTHING,
  writes: NOTHING,
  run,
});

export const reading = (
  reads: readonly string[],
  run: NativeFunction,
  facts?: NativeFacts,
): NativeMethod => ({ ...facts, reads, writes: NOTHING, run });

export const effects = (
  reads: readonly string[],
  writes: readonly string[],
  run: NativeFunction,
  facts?: NativeFacts,
): NativeMethod => ({ ...facts, reads, writes, run });

/** A native that may have Java code run in its place. */
export const calling = (
  calls: Calls,
  reads: readonly string[],
  run: CallingFunction,
): NativeMethod => ({ reads, writes: NOTHING, calls, run });

/** The same native, observable by other threads whatever its arguments are. */
export const observable = (native: NativeMethod): NativeMethod => ({ ...native, isGlobal: true });

/** The same, but only where `isObservable` says so. */
export const observableIf = (
  isObservable: (m: Machine, args: number) => boolean,
  native: NativeMethod,
): NativeMethod => ({ ...native, isGlobal: true, isObservable });
