/**
 * Everything a check reports, as plain data. The JSON report has exactly these fields (docs/check-report.md
 * describes them); the other formats are derived from them.
 */

import type { SourceFile } from "../launch/source-files.ts";
import type { RaceAccess } from "../search/properties/data-race.ts";
import type { ExceptionData } from "../search/properties/exceptions.ts";
import type { DvrEffort, EffortNote } from "../search/reductions/effort.ts";
import type { Evidence, Trace } from "../search/trace/trace.ts";
import type { StoreSummary } from "../state/stores/store.ts";
import type { FixedValue } from "../vm/interpreter/fixed-values.ts";
import type { Advice } from "./advice/advice.ts";
import type { Exploration } from "./exploration/exploration.ts";
import type { SearchReport } from "./search-report.ts";

export const REPORT_FORMAT = "deadwood-check-report";
export const REPORT_VERSION = 1;

export type Verdict = "safe" | "violated" | "incomplete";

export interface Totals {
  /** States that were new, and how often a known state was reached. */
  readonly states: number;
  readonly matched: number;
  readonly transitions: number;
  readonly maxDepth: number;
  /** Paths that reached an end of the program. */
  readonly ends: number;
  readonly instructions: number;
  /** The largest number of threads alive at once. */
  readonly maxThreads: number;
  readonly statesPerSecond: number;
  /** Bytes of the visited set, in total and per state. */
  readonly storeBytes: number;
  /** Depth-first only: the largest size of the search stack in bytes. */
  readonly stackBytes?: number;
  /** How often the search restarted because an assumption was wrong. */
  readonly restarts: number;
  readonly bytesPerState: number;
  /** Average words of a state's vector: in full, and as stored. */
  readonly wordsPerState: number;
  readonly compressedWordsPerState: number;
  readonly peakMemoryBytes: number;
  /** User and system time, of the whole process so far and of the search. */
  readonly cpuSeconds: number;
  readonly searchCpuSeconds: number;
  /** Elapsed time from the start of the process to the report. */
  readonly wallSeconds: number;
}

/** In seconds. */
export interface Times {
  /** Finding and loading the program, starting the machine. */
  readonly boot: number;
  readonly search: number;
  /** Reproducing the violations and shortening their schedules. */
  readonly replay: number;
}

/**
 * How simple a schedule is. "simplest": none has fewer preemptions, or as many and fewer switches, or as many of both and fewer
 * steps. "effort" and "assumption": simplified, and a simpler one may exist, because the effort ended or because schedules that
 * break an assumption about the program were given up. "as found": not simplified.
 */
export type Simplicity = "simplest" | "effort" | "assumption" | "as found";

export interface ReportedViolation {
  readonly kind: string;
  readonly message: string;
  readonly details: readonly string[];
  readonly preemptions: number;
  readonly switches: number;
  readonly simplicity: Simplicity;
  /** For a livelock, the number of last steps that lead back to the state where they began; otherwise 0. */
  readonly cycle: number;
  /** The uncaught exception; null for other kinds. */
  readonly exception: ExceptionData | null;
  /** Places in the past that explain it; threads are indices into the trace's threads. */
  readonly evidence: readonly Evidence[];
  readonly trace: Trace;
}

/** A data race that is reported as a warning. */
export interface ReportedRace {
  readonly message: string;
  /** "Account.balance", "element of int[]". */
  readonly variable: string;
  readonly accesses: readonly RaceAccess[];
  readonly details: readonly string[];
  readonly preemptions: number;
  readonly switches: number;
  readonly simplicity: Simplicity;
  /** A schedule after which both threads are about to make their access. */
  readonly trace: Trace;
}

/** The cost and the effect of a dead-variable reduction. */
export interface DvrReport {
  /** The value of `--dvr`. */
  readonly kind: string;
  /** The value of `--dvr-effort`. `notes` lists what was stopped or postponed because of it. */
  readonly effort: DvrEffort;
  readonly notes: readonly EffortNote[];
  /** CPU time of the code analyses; it is part of the report's `cpuSeconds`. */
  readonly analysisCpuSeconds: number;
  /** The same as elapsed time, which is less where V8 compiles in other threads. */
  readonly analysisWallSeconds: number;
  /** Memory of the liveness information, without that of the visited states; null if not counted. */
  readonly memoryBytes: number | null;
  /** Average number of cells in the live set of a state; null if no such sets are kept. */
  readonly liveCellsPerState: number | null;
}

export interface CheckReport {
  readonly format: typeof REPORT_FORMAT;
  readonly version: typeof REPORT_VERSION;
  readonly program: {
    readonly main: string;
    readonly args: readonly string[];
    readonly classPath: string;
  };
  readonly verdict: Verdict;
  /** What ended an incomplete search: "1000 states", "10 s", "Ctrl-C", "aborted". */
  readonly limit: string | null;
  readonly search: SearchReport;
  readonly violations: readonly ReportedViolation[];
  /** The files of the program that the schedules lead through, as far as they were found. */
  readonly sources: readonly SourceFile[];
  /** The data races that count as warnings. */
  readonly races: readonly ReportedRace[];
  /** The program has more races than `races` lists. */
  readonly hasMoreRaces: boolean;
  /** The exit codes that the program ended with on any schedule, in ascending order. */
  readonly exitCodes: readonly number[];
  readonly totals: Totals;
  /** The store, and how it limits the result. */
  readonly store: StoreSummary;
  readonly seconds: Times;
  /** How the search went, and where the states come from. */
  readonly exploration: Exploration;
  /** After an incomplete search: how far it came, as far as that is known. */
  readonly howFar: string | null;
  /** What to do next, the most promising first. */
  readonly advice: readonly Advice[];
  /** Absent without dead-variable reduction. */
  readonly dvr?: DvrReport;
  /** Why the search covers less than the program's behaviour. */
  readonly approximations: readonly string[];
  /** Values that the program used and the search fixed, although a JVM may choose them differently. */
  readonly fixedValues: readonly FixedValue[];
}

/** "System.nanoTime at Main.java:7". */
export const fixedText = ({ source, place }: FixedValue): string => `${source} at ${place}`;

/** Why a search that reached no limit still does not cover the program's behaviour. */
export function uncovered({ approximations, fixedValues, search }: CheckReport): string[] {
  if (search.assumesFixed) return [...approximations];
  const fixed = fixedValues.map(
    (value) =>
      `${fixedText(value)} is fixed here and may differ on a JVM (accept it with --assume-fixed)`,
  );
  return [...approximations, ...fixed];
}
