/**
 * What all ways of searching have in common, for whoever drives one: it runs
 * in slices, counts what it does, and stops at a violation or a limit.
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

export interface SearchLimits {
  readonly states: number;
  readonly depth: number;
}

/** What a search is given besides the machine and its limits. */
export interface SearchSetup {
  readonly observer?: SearchObserver | null;
  /** Which ends count as wrong. */
  readonly judged?: Properties;
  /** What else is asked of every state. */
  readonly inspected?: readonly StateProperty[];
  /** Where visited states are kept; a search that begins again needs another one. */
  readonly newStore?: () => StateStore;
  /** What tells states apart; everything, when it is not said. */
  readonly liveness?: LiveCells;
  /**
   * States are also compared by what the future of explored ones has read;
   * depth-first only. "acyclic": where states go round in circles everything is
   * taken to be read.
   */
  readonly dynamic?: boolean | "acyclic";
  /** What objects are known by; how they are reached, when it is not said. */
  readonly heapOrder?: HeapOrder;
  /** What the reductions may cost; "auto" when it is not said. */
  readonly effort?: DvrEffort;
  /**
   * With `dynamic`: which fields are dead, and which values are read for nothing, is analysed only when
   * the search has done so much work, or as much as the analyses take ("analysis", effort.ts); it begins again then.
   * At once, when it is not said.
   */
  readonly patience?: number | "analysis" | undefined;
  /** Does some work that is no part of the search: analyses, and runs of the program that nobody is to hear of. */
  readonly aside?: (work: () => void) => void;
}

export interface SearchCounts {
  /** Different states; for walks, which do not tell them apart, all that were come by. */
  readonly states: number;
  readonly matched: number;
  readonly transitions: number;
  readonly maxDepth: number;
  readonly ends: number;
  readonly instructions: number;
  /** Words of a state's vector, on average, with every word in its place and as it is kept (state/vector/state-size.ts). */
  readonly wordsPerState: number;
  readonly compressedWordsPerState: number;
  /** Threads alive at once, at most. */
  readonly maxThreads: number;
  /** Bytes of the set of visited states. */
  readonly storeBytes: number;
  /** Depth-first only: bytes of the search stack where it was deepest: levels, undo log and open components. */
  readonly stackBytes?: number;
  /** Times that the search began again because it had relied on something wrong. */
  readonly restarts: number;
  /** With dynamic dead-variable reduction only. */
  readonly dynamic?: DynamicCounts;
  /** What reductions did not do, or not at once, because of what it costs. */
  readonly effortNotes?: readonly EffortNote[];
  /** Random walks only: schedules that were followed. */
  readonly schedules?: number;
}

export interface DynamicCounts {
  /** States kept by their live part; the others are compared whole. */
  readonly stored: number;
  /** Visits that were spared: of states that had not been visited, but are like one that had. */
  readonly gains: number;
  /** Live cells of those, together. */
  readonly liveCells: number;
  /** Lists of live cells, and their bytes. */
  readonly patterns: number;
  readonly patternBytes: number;
  /** Bytes of all that is kept of states by their live part. */
  readonly bytes: number;
}

/**
 * How a slice of a search ended. "more": its transitions are used up. "done":
 * everything was explored. "limit": the search is over, but incomplete.
 * "violated": the machine stands in the state that is wrong; the next slice goes on
 * behind it. "restarted": the search relied on something wrong and began again;
 * what it found before is real, and it will find it again.
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

/** The end of a search that has explored all it could: `limit` says what cut parts off, if anything did. */
export const endOf = (limit: string | null): Slice =>
  limit === null ? DONE : { kind: "limit", limit };

export interface Search {
  readonly machine: Machine;
  readonly counts: SearchCounts;
  /** Steps from the first state to the present one, and the steps themselves. */
  readonly depth: number;
  readonly trace: Step[];
  /** What is to be said about where the states are kept. */
  describeStore(): StoreSummary;
  /** The step under way was taken before: what the program prints has been seen. */
  readonly isRepeating?: boolean;
  /** What is taken to be all that the program uses of the library, where dead fields rest on that. */
  readonly observed?: UsedLibrary | null;
  /** Whether an almost full heap has hidden something. */
  readonly heapMargin?: HeapMargin;
  /** Takes up to `count` transitions, fewer if there is something to tell. With 0: tells what the first state showed. */
  advance(count: number): Slice;
}

/** What a transition led to. */
export type Arrival = "new" | "matched" | "end" | "ignored" | "violated" | "cut";

/** Told about every transition, and about the first state. */
export interface SearchObserver {
  /** `depth` is how many steps led here; they start in the last new (or resumed) state at one less. */
  arrived(
    arrival: Arrival,
    depth: number,
    thread: number,
    choice: number,
    high: number,
    low: number,
  ): void;
  /** The search has come back to a state that it arrived at before, to go on from there. */
  resumed(depth: number, high: number, low: number): void;
  /** The search begins again: forget what was told. */
  restarted(): void;
  /**
   * Dynamic reduction only: these words are live in a state that has been
   * explored, pairs of an object (0: none) and an offset in it or an address.
   * The heap is that of the state. `depth` is the state's, or where it goes round
   * in a circle that of the first state of its component.
   */
  explored?(depth: number, live: Int32Array): void;
}
