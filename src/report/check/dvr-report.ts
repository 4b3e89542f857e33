/**
 * What a dead-variable reduction has to say of itself: the part of a check's
 * report that tables of reductions need besides its totals.
 */
import type { DvrEffort, EffortNote } from "../../search/reductions/effort.ts";

export interface DvrReport {
  /** What `--dvr` says. */
  readonly kind: string;
  /** What `--dvr-effort` says, and what was given up or put off because of it. */
  readonly effort: DvrEffort;
  readonly notes: readonly EffortNote[];
  /** CPU time of the analyses of code, which is part of the report's `cpuSeconds`. */
  readonly analysisCpuSeconds: number;
  /** What the clock says of them: less, where V8 compiles beside. */
  readonly analysisWallSeconds: number;
  /** Memory for what is known about liveness, besides that of the visited states; null where it is not counted. */
  readonly memoryBytes: number | null;
  /** Cells in the live set of a state, on average; null where no such sets are kept. */
  readonly liveCellsPerState: number | null;
}
