/**
 * A schedule as a reader sees it. The steps alone are enough to run it again; everything else was recorded by
 * doing so.
 */
import type { Step } from "../step.ts";

/** A line of a method that is running. */
export interface Frame {
  /** "p.Main.run"; the library's method if no frame on the stack belongs to the program. */
  readonly method: string;
  /** As the class file names it, without a folder: "Main.java". */
  readonly file: string | null;
  /** -1 if the class file has no line numbers. */
  readonly line: number;
  /** The method only fetches, stores or delegates, as a getter does: the line that called it tells more. */
  readonly isHelper: boolean;
}

/** A place in the program: the innermost frame of its own code. */
export interface Place extends Frame {
  /** The program's frames that led here, innermost first. */
  readonly callers: readonly Frame[];
  /** "ReentrantLock.lock": the library method that the program called and that is running. */
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

/** Something that other threads can observe. */
export interface Operation {
  readonly kind: OperationKind;
  /** What it concerns: "Fork#1.uses", "Fork#2", a thread's name, a method. */
  readonly target: string;
  /** The value that was read, written, chosen or returned. */
  readonly value: string | null;
  /** Of a write: the value before it; null if that is not known. */
  readonly before: string | null;
  readonly place: Place;
}

/** An operation in progress. Call it after the instruction; null if there is nothing to show. */
export type Pending = () => Operation | null;

export interface TraceStep extends Step {
  /** Index into the trace's threads. The machine reuses its own numbers after a thread has ended. */
  readonly lane: number;
  /** Where the thread stood before the step. */
  readonly place: Place;
  readonly operations: readonly Operation[];
  /** The number of operations that were not kept. */
  readonly omitted: number;
  /** The previous thread could have continued. */
  readonly isPreemption: boolean;
  /** The monitors and locks that the thread holds after the step, in the order in which it took them. */
  readonly holds: readonly HeldLock[];
  /** "waits for the monitor of Fork#2, held by Thread-1": why the thread cannot continue after the step; null if it can. */
  readonly awaits: string | null;
}

/** A monitor or a lock of java.util.concurrent that a thread holds. */
export interface HeldLock {
  readonly target: string;
  readonly place: Place;
}

/**
 * What a thread waits for: a monitor, a lock of java.util.concurrent, another thread's end, a notification, a signal to
 * a condition, the initialisation of a class, whatever a library call waits for ("gate"), to be unparked, or a task ("idle").
 * A "runnable" thread waits for nothing; "other" is any other status.
 */
export type WaitKind =
  | "monitor"
  | "lock"
  | "join"
  | "notify"
  | "signal"
  | "class"
  | "gate"
  | "parked"
  | "idle"
  | "runnable"
  | "other";

/** A thread that cannot run, and the reason. */
export interface Wait {
  /** Threads are machine numbers in a machine, indices into the trace's threads in a trace. */
  readonly thread: number;
  readonly kind: WaitKind;
  /** The name of the monitor, lock, thread, class or library call; null if there is none. */
  readonly target: string | null;
  /** Kind and target as text, for readers only: "waits for the monitor of Fork#2" (properties/wait-text.ts). */
  readonly reason: string;
  /** The thread that must act first; -1 if none in particular. */
  readonly owner: number;
  /** Where the owner acquired what this thread waits for. */
  readonly heldSince: Place | null;
  /** The thread is a pool worker without work, so it is not the cause of a deadlock. */
  readonly isIdle: boolean;
  readonly place: Place;
}

/** An access that a thread is about to make, at the end of the schedule. */
export interface RacingAccess {
  /** As in `Wait`. */
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

/** One fact of the explanation of a violation. */
export interface WhyFact {
  /** A sentence without its place: "Thread-1 waits for the monitor of Fork#3, held by Thread-2". */
  readonly text: string;
  /** The thread it is about, as an index into the trace's threads; -1 for none. */
  readonly lane: number;
  /** The step of the trace that shows it, counted from 0; -1 if no step does. */
  readonly step: number;
  /** The operation of that step; -1 if the whole step is meant. */
  readonly operation: number;
  readonly place: Place | null;
}

/** Why the violation happened. */
export interface Why {
  /** What the facts are: "each of these threads waits for the next one". */
  readonly heading: string;
  readonly facts: readonly WhyFact[];
}

export interface Trace {
  /** The names of all threads that existed; no two are equal. */
  readonly threads: readonly string[];
  readonly steps: readonly TraceStep[];
  /** For a deadlock: what each thread waits for. */
  readonly waits: readonly Wait[];
  /** Threads that wait for each other in a cycle. */
  readonly cycle: readonly number[];
  /** For a data race: the two unordered accesses. */
  readonly pending: readonly RacingAccess[];
  /** Null if the trace does not end with a violation, or if its steps say all there is. */
  readonly why: Why | null;
}

export const preemptionsOf = (trace: Trace): number =>
  trace.steps.filter((step) => step.isPreemption).length;

/** How often a step ran another thread than the step before. */
export const switchesOf = (steps: readonly Step[]): number =>
  steps.filter((step, i) => i > 0 && steps[i - 1]!.thread !== step.thread).length;

/** "Main.java:12", or the file alone if the line is unknown. */
export function describePlace(place: Frame): string {
  if (place.file === null) return place.method;
  return place.line < 0 ? place.file : `${place.file}:${place.line}`;
}
