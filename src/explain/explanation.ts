/**
 * The explanation of one state: every value that the program can still reach, whether some thread will read
 * it, and which. `deadwood explain --json` writes exactly this.
 */

export const EXPLANATION_FORMAT = "deadwood-explanation";
export const EXPLANATION_VERSION = 1;

/**
 * In the order in which they are consulted. local, hybrid and faint analyse the code, and each calls dead at
 * least what the previous ones do. dynamic uses the explored future.
 */
export type Analysis = "local" | "hybrid" | "faint" | "dynamic";

/** Why a value is dead although the code reads it: nothing observable depends on it. */
export const FOR_NOTHING = "its value has no observable effect";

/**
 * unknown: the code may read the value, and too little of the future was explored to tell whether it does.
 */
export type Status = "live" | "dead" | "unknown";

/** Code that may read a value after this state. */
export interface PossibleRead {
  /** Null if the reader is not a thread of this state. */
  readonly thread: string | null;
  /** Calls from a frame of the thread down to the read, as "Class.method:line". */
  readonly path: readonly string[];
}

/** A step of a schedule, by the thread's name. */
export interface NamedStep {
  readonly thread: string;
  /** -1 if the step makes no choice. */
  readonly choice: number;
}

/** A read on some schedule from here, before the value is overwritten. */
export interface RealRead {
  readonly thread: string;
  /** The places of the read, starting with the program's own method that caused it: "Class.method:line". */
  readonly path: readonly string[];
  /** The steps from this state; the last one reads. */
  readonly schedule: readonly NamedStep[];
}

export interface ExplainedCell {
  readonly name: string;
  /** The class that declares the field; null for a value that is not a field. */
  readonly declaredBy: string | null;
  readonly type: string;
  readonly value: string;
  readonly status: Status;
  /** The first analysis that calls it dead. */
  readonly deadBy: Analysis | null;
  /** The reason, unless it is that no thread reads the value. */
  readonly because: string | null;
  /**
   * Possible reads according to the code: one for each thread, the shortest path first. For a slot: where its
   * method uses it.
   */
  readonly mayRead: readonly PossibleRead[];
  /** A read on an explored schedule. A value may be dead although it is read, if the read has no effect. */
  readonly read: RealRead | null;
}

export interface ExplainedFrame {
  /** "Class.method:line". */
  readonly place: string;
  readonly locals: readonly ExplainedCell[];
  /** From the bottom of the stack. */
  readonly operands: readonly ExplainedCell[];
}

export interface ExplainedThread {
  readonly name: string;
  readonly status: string;
  /** The innermost first. */
  readonly frames: readonly ExplainedFrame[];
}

export interface ExplainedObject {
  readonly name: string;
  readonly class: string;
  /** The object existed before the program started. */
  readonly isBoot: boolean;
  readonly isArray: boolean;
  readonly cells: readonly ExplainedCell[];
}

/** How much of the state's future was explored. */
export interface ExploredFuture {
  readonly states: number;
  /** What ended an incomplete exploration; null for a complete one. */
  readonly limit: string | null;
}

export interface Explanation {
  readonly format: typeof EXPLANATION_FORMAT;
  readonly version: typeof EXPLANATION_VERSION;
  readonly program: { readonly main: string; readonly args: readonly string[] };
  /** The length of the schedule that led here. */
  readonly steps: number;
  /** Why the code analysis calls every field live; null if it does not. */
  readonly openedBy: string | null;
  /**
   * The results of the code analysis hold only if the program uses no more of the library than it has so far.
   */
  readonly isGuess: boolean;
  /** Null if the future was not explored. */
  readonly future: ExploredFuture | null;
  readonly threads: readonly ExplainedThread[];
  readonly statics: readonly ExplainedCell[];
  readonly objects: readonly ExplainedObject[];
  /** Values that are read although an analysis calls them dead, which is a bug in Deadwood. */
  readonly contradictions: readonly string[];
}
