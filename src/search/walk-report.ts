/** What random walks have to say of themselves: part of a check's report. */
import type { PctPicker } from "./pickers.ts";
import type { RandomWalks, WalkOptions } from "./random-walks.ts";

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

/** Of the walks so far; `priorities` is null where they are chosen uniformly. */
export function walkReport(
  walks: RandomWalks,
  { seed, runs }: Pick<WalkOptions, "seed" | "runs">,
  priorities: PctPicker | null,
): WalkReport {
  const schedules = walks.counts.schedules ?? 0;
  const { distinctEnds, truncated: cut } = walks;
  const base = { seed, runs, schedules, distinctEnds, cut };
  if (priorities === null) return { ...base, pct: null };
  const { depth, threads, steps, chance } = priorities;
  // Not 1 - (1 - chance)^n, which loses small chances to rounding.
  const overallChance = -Math.expm1(schedules * Math.log1p(-chance));
  return { ...base, pct: { depth, threads, steps, chance, overallChance } };
}
