/** How a search was done: part of a check's report. */
import type { HeapOrder } from "../state/heap-order.ts";
import type { Reduction } from "../vm/machine-options.ts";

export type StrategyName = "dfs" | "bfs" | "random" | "pct";

/** The result of random walks. */
export interface WalkReport {
  readonly seed: number;
  /** Schedules asked for, and those followed. */
  readonly runs: number;
  readonly schedules: number;
  /** Different states that they ended in. */
  readonly distinctEnds: number;
  /** Schedules that were cut because they are too long. */
  readonly cut: number;
  /** What probabilistic concurrency testing promises; null for random walks. */
  readonly pct: PctReport | null;
}

export interface PctReport {
  /** Ordering constraints that a bug may need to be found with the chance given. */
  readonly depth: number;
  /** Threads and steps of a schedule, at most. */
  readonly threads: number;
  readonly steps: number;
  /** The least chance of one schedule, and of all of them together, to find such a bug. */
  readonly chance: number;
  readonly overallChance: number;
}

export interface SearchReport {
  readonly strategy: StrategyName;
  /** What counts as a violation. */
  readonly properties: {
    readonly deadlock: boolean;
    readonly endless: boolean;
    readonly uncaught: boolean;
  };
  readonly spuriousWakeups: boolean;
  /** The user accepts that values which a JVM may choose differently are fixed. */
  readonly assumesFixed: boolean;
  /** The reductions of what threads can observe of each other. */
  readonly reductions: readonly Reduction[];
  /** Which dead values did not tell states apart: what `--dvr` says. */
  readonly dvr: string;
  /** What identified objects: how they are reached, or when they were made. */
  readonly heapOrder: HeapOrder;
  /** Whose java.util.concurrent: our models', or the JDK's. */
  readonly library: "model" | "real";
  /** bfs only: bytes of the tree of states, which `totals.storeBytes` does not count. */
  readonly treeBytes: number | null;
  /** random and pct only. */
  readonly walk: WalkReport | null;
}
