/**
 * The explanation of one state: everything that the program can still reach, and for each
 * value whether some thread will read it, and which. As JSON this is what
 * `deadwood explain --json` writes.
 */

export const EXPLANATION_FORMAT = "deadwood-explanation";
export const EXPLANATION_VERSION = 1;

/**
 * In the order in which they are asked. By the code: local, hybrid and faint, each
 * of which calls dead at least what those before it do; by what was explored of
 * the future: dynamic.
 */
export type Analysis = "local" | "hybrid" | "faint" | "dynamic";

/** Why a value is dead although it is read: nothing observable depends on it. */
export const FOR_NOTHING = "what it is makes no difference";

/** Unknown: the code may read it, and what was explored of the future does not say whether it does. */
export type Status = "live" | "dead" | "unknown";

/** Code that may read a value from here on. */
export interface PossibleRead {
  /** Null if it is not a thread of this state. */
  readonly thread: string | null;
  /** Calls from a frame of the thread down to the read, as "Class.method:line". */
  readonly path: readonly string[];
}

/** A step of a schedule, by the thread's name. */
export interface NamedStep {
  readonly thread: string;
  /** -1 where there is nothing to choose. */
  readonly choice: number;
}

/** A read that happens: on a schedule from here, before anything else is written there. */
export interface RealRead {
  readonly thread: string;
  /** Where it is done, the program's own method that it is done for first: "Class.method:line". */
  readonly path: readonly string[];
  /** From this state on; the last step is the one that reads. */
  readonly schedule: readonly NamedStep[];
}

export interface ExplainedCell {
  readonly name: string;
  /** The class that declares it; null for a value that is not a field. */
  readonly declaredBy: string | null;
  readonly type: string;
  readonly value: string;
  readonly status: Status;
  /** The first analysis that calls it dead. */
  readonly deadBy: Analysis | null;
  /** Why, if the reason is not that no thread reads it. */
  readonly because: string | null;
  /** By the code, one for each thread, the shortest way first; of a slot: where its method uses it. */
  readonly mayRead: readonly PossibleRead[];
  /** By the schedules explored; what is read for nothing is dead all the same. */
  readonly read: RealRead | null;
}

export interface ExplainedFrame {
  /** "Class.method:line". */
  readonly place: string;
  readonly locals: readonly ExplainedCell[];
  /** The bottom of the stack first. */
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
  /** It was made before the program's start. */
  readonly isBoot: boolean;
  readonly isArray: boolean;
  readonly cells: readonly ExplainedCell[];
}

/** How much of what can follow was looked at. */
export interface ExploredFuture {
  readonly states: number;
  /** What ended it before everything was seen; null when everything was. */
  readonly limit: string | null;
}

export interface Explanation {
  readonly format: typeof EXPLANATION_FORMAT;
  readonly version: typeof EXPLANATION_VERSION;
  readonly program: { readonly main: string; readonly args: readonly string[] };
  /** Steps of the schedule that led here. */
  readonly steps: number;
  /** Why the analysis of code calls every field live; null when it does not. */
  readonly openedBy: string | null;
  /** What the code says is so provided that the program uses no more of the library than it has so far. */
  readonly isGuess: boolean;
  /** Null when it was not explored. */
  readonly future: ExploredFuture | null;
  readonly threads: readonly ExplainedThread[];
  readonly statics: readonly ExplainedCell[];
  readonly objects: readonly ExplainedObject[];
  /** Values that are read although an analysis calls them dead: an error of the tool. */
  readonly contradictions: readonly string[];
}
