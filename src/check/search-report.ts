/** The part of a check's report that describes the search. */
import type { PropertyKind, PropertySwitches } from "../search/properties/table.ts";
import type { StrategyName } from "../search/strategies.ts";
import type { WalkReport } from "../search/walk-report.ts";
import type { HeapOrder } from "../state/heap-order.ts";
import type { Reduction } from "../vm/machine-options.ts";

export interface SearchReport {
  readonly strategy: StrategyName;
  /** What counts as a violation. */
  readonly properties: PropertySwitches;
  /** The kinds of violations that it looks for, as violations or as warnings. */
  readonly checked: readonly PropertyKind[];
  readonly spuriousWakeups: boolean;
  /** Whether the user accepts fixed values that a JVM may choose differently. */
  readonly assumesFixed: boolean;
  /** The partial-order reductions. */
  readonly reductions: readonly Reduction[];
  /** Which dead values were ignored when comparing states: the value of `--dvr`. */
  readonly dvr: string;
  /** What identified objects: how they are reached, or when they were allocated. */
  readonly heapOrder: HeapOrder;
  /** Which java.util.concurrent was used: our models, or the JDK's bytecode. */
  readonly library: "model" | "real";
  /** bfs only: bytes of the tree of states, which `totals.storeBytes` does not count. */
  readonly treeBytes: number | null;
  /** random and pct only. */
  readonly walk: WalkReport | null;
}
