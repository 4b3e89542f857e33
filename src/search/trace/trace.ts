/**
 * What a schedule looks like to a reader. The steps alone are enough to run it
 * again; everything else here was found by doing that and looking.
 */
import type { Step } from "../step.ts";

/** A place in the program: the innermost frame of its own code. */
export interface Place {
  /** "p.Main.run"; the library's method when none of the program's is on the stack. */
  readonly method: string;
  readonly file: string | null;
  /** -1 when the class file does not say. */
  readonly line: number;
  /** "ReentrantLock.lock": the library method that the program called and that is at work. */
  readonly library: string | null;
  readonly isProgram: boolean;
}

export type OperationKind =
  | "read"
  | "write"
  | "update"
  | "enter"
  | "leave"
  | "block"
  | "wait"
  | "wake"
  | "notify"
  | "start"
  | "join"
  | "sleep"
  | "park"
  | "unpark"
  | "interrupt"
  | "choose"
  | "call"
  | "end"
  | "throw";

/** Something that other threads can notice. */
export interface Operation {
  readonly kind: OperationKind;
  /** What it is about: "Fork#1.uses", "Fork#2", a thread's name, a method. */
  readonly target: string;
  /** What was read, written, chosen or returned. */
  readonly value: string | null;
  readonly place: Place;
}

/** An operation under way: asked after the instruction; null when there is nothing to tell after all. */
export type Pending = () => Operation | null;

export interface TraceStep extends Step {
  /** Index into the trace's threads: the machine's own numbers are given again after a thread's end. */
  readonly lane: number;
  /** Where the thread stood before the step. */
  readonly place: Place;
  readonly operations: readonly Operation[];
  /** Operations beyond those kept. */
  readonly omitted: number;
  /** The thread that ran before could have gone on. */
  readonly isPreemption: boolean;
}

/**
 * What a thread waits for: a monitor, a lock of java.util.concurrent, another thread's end, a notification, the
 * initialisation of a class, whatever a library call waits for ("gate"), to be unparked, or a task ("idle").
 * A "runnable" thread waits for nothing; "other" is any other status.
 */
export type WaitKind =
  | "monitor"
  | "lock"
  | "join"
  | "notify"
  | "class"
  | "gate"
  | "parked"
  | "idle"
  | "runnable"
  | "other";

/** A thread that cannot run, and why. */
export interface Wait {
  /** Threads are machine numbers in a machine, indices into the trace's threads in a trace. */
  readonly thread: number;
  readonly kind: WaitKind;
  /** The monitor, lock, thread, class or library call by its name; null where there is none. */
  readonly target: string | null;
  /** Kind and target as text, for readers only: "wants the monitor of Fork#2" (properties/wait-text.ts). */
  readonly reason: string;
  /** The thread that would have to act first, -1 when nobody in particular. */
  readonly owner: number;
  /** Where the owner took what is wanted. */
  readonly heldSince: Place | null;
  /** A pool's thread without work: not what the deadlock is about. */
  readonly isIdle: boolean;
  readonly place: Place;
}

/** What a thread is about to do to a variable, and does not do any more. */
export interface RacingAccess {
  /** As for waits. */
  readonly thread: number;
  readonly kind: "read" | "write";
  /** "Account#1.balance". */
  readonly target: string;
  readonly place: Place;
}

/** A place in the past that explains a violation. */
export interface Evidence {
  /** As for waits. */
  readonly thread: number;
  /** What happened there. */
  readonly text: string;
  readonly place: Place;
}

export interface Trace {
  /** Names of all threads that there were. */
  readonly threads: readonly string[];
  readonly steps: readonly TraceStep[];
  /** At a deadlock: who waits for what. */
  readonly waits: readonly Wait[];
  /** Threads that wait for each other in a circle. */
  readonly cycle: readonly number[];
  /** At a race: the two accesses that nothing orders. */
  readonly pending: readonly RacingAccess[];
}

export const preemptionsOf = (trace: Trace): number =>
  trace.steps.filter((step) => step.isPreemption).length;

/** Times that another thread than before ran. */
export const switchesOf = (steps: readonly Step[]): number =>
  steps.filter((step, i) => i > 0 && steps[i - 1]!.thread !== step.thread).length;

/** "Main.java:12", or what is known of it. */
export function describePlace(place: Place): string {
  if (place.file === null) return place.method;
  return place.line < 0 ? place.file : `${place.file}:${place.line}`;
}
