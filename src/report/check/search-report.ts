/** How a search went about it: part of the report, and two lines of its text. */
import type { HeapOrder } from "../../state/heap-order.ts";
import type { Reduction } from "../../vm/machine-options.ts";

export type Strategy = "dfs" | "bfs" | "random" | "pct";

/** What walks have to say of themselves. */
export interface WalkReport {
  readonly seed: number;
  /** Schedules asked for, and those followed. */
  readonly runs: number;
  readonly schedules: number;
  /** Different states that they ended in. */
  readonly distinctEnds: number;
  /** Schedules given up because they are too long. */
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
  readonly strategy: Strategy;
  /** What counts as wrong. */
  readonly properties: {
    readonly deadlock: boolean;
    readonly endless: boolean;
    readonly uncaught: boolean;
  };
  readonly spuriousWakeups: boolean;
  /** The user accepts that values which a JVM may choose differently are fixed. */
  readonly assumesFixed: boolean;
  /** What threads need not show to each other. */
  readonly reductions: readonly Reduction[];
  /** Which values did not tell states apart because nobody can read them any more: what `--dvr` says. */
  readonly dvr: string;
  /** What objects were known by: how they are reached, or when they were made. */
  readonly heapOrder: HeapOrder;
  /** Whose java.util.concurrent: our models', or the JDK's. */
  readonly library: "model" | "real";
  /** bfs only: bytes of the tree of states, which `totals.storeBytes` does not count. */
  readonly treeBytes: number | null;
  /** random and pct only. */
  readonly walk: WalkReport | null;
}

const count = (value: number): string => value.toLocaleString("en-US");

/** "1,000 random schedules". */
export const schedulesText = ({ schedules }: WalkReport): string =>
  `${count(schedules)} random schedule${schedules === 1 ? "" : "s"}`;

/** "37 different ends". */
export const endsText = ({ distinctEnds }: WalkReport): string =>
  `${count(distinctEnds)} different end${distinctEnds === 1 ? "" : "s"}`;

export function walkLines(walk: WalkReport): string[] {
  const cut = walk.cut === 0 ? "" : `, ${count(walk.cut)} given up as too long`;
  const lines = [`${schedulesText(walk)} from seed ${walk.seed}, ${endsText(walk)}${cut}`];
  if (walk.pct !== null) {
    const { depth, threads, steps, chance, overallChance } = walk.pct;
    lines.push(
      `a bug of depth ${depth} among ${threads} threads in ${count(steps)} steps: ` +
        `chance of at least ${percent(chance)} a schedule, ${percent(overallChance)} in all`,
    );
  }
  return lines;
}

/** Two figures that count, without an exponent. */
function percent(share: number): string {
  const value = share * 100;
  if (value === 0) return "0%";
  const digits = Math.min(12, Math.max(0, 1 - Math.floor(Math.log10(value))));
  return `${value.toFixed(digits)}%`;
}
