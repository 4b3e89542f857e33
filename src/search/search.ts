/**
 * The interface of all searches for the code that drives them: a search runs in slices, counts what it does,
 * and stops at a violation or a limit.
 */
import type { UsedLibrary } from "../liveness/code/used-library.ts";
import type { HeapOrder } from "../state/heap-order.ts";
import type { LiveCells } from "../state/live-cells.ts";
import type { StateStore, StoreSummary } from "../state/stores/store.ts";
import type { Machine } from "../vm/machine.ts";
import type { Properties } from "./judge.ts";
import type { HeapMargin } from "./properties/heap-margin.ts";
import type { StateProperty } from "./properties/property.ts";
import type { Violation } from "./properties/violation.ts";
import type { DvrEffort, EffortNote } from "./reductions/effort.ts";
import type { Step } from "./step.ts";
import type { StepSurvey } from "./step-survey.ts";

export interface SearchLimits {
  readonly states: number;
  readonly depth: number;
}

/** The settings of a search besides the machine and the limits. */
export interface SearchSetup {
  readonly observer?: SearchObserver | null;
  /** Which ends count as violations. */
  readonly judged?: Properties;
  /** Properties that are evaluated in every state. */
  readonly inspected?: readonly StateProperty[];
  /** Where visited states are kept; a search that begins again needs another one. */
  readonly newStore?: () => StateStore;
  /** The liveness by which states are compared; by default everything is live. */
  readonly liveness?: LiveCells;
  /**
   * Also match states by what the futures of explored states have read (depth-first search only).
   * "acyclic": assume that states on cycles read everything.
   */
  readonly dynamic?: boolean | "acyclic";
  /** What identifies objects; "canonical" by default. */
  readonly heapOrder?: HeapOrder;
  /** How much effort to spend on reductions; "auto" by default. */
  readonly effort?: DvrEffort;
  /**
   * With `dynamic`: postpone the analyses of dead fields and of reads without effect until the search has
   * done this much work, or as much as the analyses cost ("analysis", effort.ts). The search then restarts.
   * By default they start at once.
   */
  readonly patience?: number | "analysis" | undefined;
  /**
   * Runs work that does not count as part of the search: analyses, and probes whose output must be hidden.
   */
  readonly aside?: (work: () => void) => void;
  /** Records where steps begin and where they lead to new states. */
  readonly survey?: StepSurvey | null;
}

export interface SearchCounts {
  /** The number of different states; for walks, which do not compare states, of all states visited. */
  readonly states: number;
  readonly matched: number;
  readonly transitions: number;
  readonly maxDepth: number;
  readonly ends: number;
  readonly instructions: number;
  /** The average number of words of a state's vector, in full and as stored (state/vector/state-size.ts). */
  readonly wordsPerState: number;
  readonly compressedWordsPerState: number;
  /** The largest number of threads alive at once. */
  readonly maxThreads: number;
  /** Bytes of the set of visited states. */
  readonly storeBytes: number;
  /**
   * Depth-first only: the largest size of the search stack in bytes, with levels, undo log and open
   * components.
   */
  readonly stackBytes?: number;
  /** How often the search restarted because an assumption was wrong. */
  readonly restarts: number;
  /** With dynamic dead-variable reduction only. */
  readonly dynamic?: DynamicCounts;
  /** What reductions did not do, or did later, because of its cost. */
  readonly effortNotes?: readonly EffortNote[];
  /** Random walks only: the number of schedules followed. */
  readonly schedules?: number;
}

export interface DynamicCounts {
  /** The number of states stored by their live part; the others are compared whole. */
  readonly stored: number;
  /** Visits that were spared: of states that had not been visited, but are like one that had. */
  readonly gains: number;
  /** The total number of their live cells. */
  readonly liveCells: number;
  /** The number of lists of live cells, and their bytes. */
  readonly patterns: number;
  readonly patternBytes: number;
  /** Bytes of everything that is stored for these states. */
  readonly bytes: number;
}

/**
 * What is left to explore, as far as the search knows. "queue": states that were found and whose steps have not been
 * taken. "stack": steps that have not been taken from the states on the current path, and the depth of the first of
 * these states; what lies behind them is unknown.
 */
export type Frontier =
  | { readonly kind: "queue"; readonly states: number }
  | {
      readonly kind: "stack";
      readonly steps: number;
      readonly depth: number;
      readonly shallowest: number;
    };

/** What the partial-order reductions left out, counted as far as it is known. */
export interface LeftOut {
  /** Steps of sleeping threads: another order of the same steps covers them. */
  readonly asleep: number;
  /** States in which one thread stood for all, because no other could observe its step. */
  readonly represented: number;
}

/**
 * How a slice of a search ended. "more": its transitions are used up. "done": everything was explored.
 * "limit": the search has ended and is incomplete. "violated": the machine is in the violating state, and the
 * next slice continues after it. "restarted": an assumption was wrong and the search restarted; earlier
 * violations are real and will be found again.
 */
export type Slice =
  | { readonly kind: "more" }
  | { readonly kind: "done" }
  | { readonly kind: "restarted" }
  | { readonly kind: "violated"; readonly violation: Violation }
  | { readonly kind: "limit"; readonly limit: string };

export const MORE: Slice = { kind: "more" };
export const DONE: Slice = { kind: "done" };
export const RESTARTED: Slice = { kind: "restarted" };

/**
 * The end of a search that has explored everything it could. `limit` says what cut off parts, if anything
 * did.
 */
export const endOf = (limit: string | null): Slice =>
  limit === null ? DONE : { kind: "limit", limit };

export interface Search {
  readonly machine: Machine;
  readonly counts: SearchCounts;
  /** The number of steps from the first state to the current one, and the steps themselves. */
  readonly depth: number;
  readonly trace: Step[];
  /** Describes the store for the report. */
  describeStore(): StoreSummary;
  /** The current step was taken before, so its output has been shown already. */
  readonly isRepeating?: boolean;
  /** The part of the library that the program is assumed to use, if dead fields depend on it. */
  readonly observed?: UsedLibrary | null;
  /** What is left to explore; absent where the search stores no states. */
  readonly frontier?: Frontier;
  readonly leftOut?: LeftOut;
  /** Whether an OutOfMemoryError may have been missed. */
  readonly heapMargin?: HeapMargin;
  /**
   * Takes up to `count` transitions, or fewer if there is something to report. With 0, it reports what the
   * first state showed.
   */
  advance(count: number): Slice;
}

/** What a transition has led to. */
export type Arrival = "new" | "matched" | "end" | "ignored" | "violated" | "cut";

/** Is called for every transition, and for the first state. */
export interface SearchObserver {
  /**
   * `depth` is the number of steps that led here. They start in the last new (or resumed) state, at depth -
   * 1.
   */
  arrived(
    arrival: Arrival,
    depth: number,
    thread: number,
    choice: number,
    high: number,
    low: number,
  ): void;
  /** The search has reached a known state again and continues from it. */
  resumed(depth: number, high: number, low: number): void;
  /** A violation was found in the state that the last step led to, or on the cycle behind the current one. */
  violated?(): void;
  /** The search restarts; discard everything observed so far. */
  restarted(): void;
  /**
   * Dynamic reduction only: the live words of an explored state, as pairs of an object (0 for none) and an
   * offset in it or an address. The heap is that of the state. `depth` is the state's depth, or that of the
   * first state of its component if the state is on a cycle.
   */
  explored?(depth: number, live: Int32Array): void;
}
