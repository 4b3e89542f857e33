/** How a search was done: part of a check's report. */
import type { PropertySwitches } from "../search/properties/table.ts";
import type { StrategyName } from "../search/strategies.ts";
import type { WalkReport } from "../search/walk-report.ts";
import type { HeapOrder } from "../state/heap-order.ts";
import type { Reduction } from "../vm/machine-options.ts";

export interface SearchReport {
  readonly strategy: StrategyName;
  /** What counts as a violation. */
  readonly properties: PropertySwitches;
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
