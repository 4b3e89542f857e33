/**
 * Everything a check reports, as plain data. The JSON file is this, field for field
 * (docs/check-report.md describes it); the other formats are made from it.
 */
import type { RaceAccess } from "../search/properties/data-race.ts";
import type { ExceptionData } from "../search/properties/exceptions.ts";
import type { DvrEffort, EffortNote } from "../search/reductions/effort.ts";
import type { Evidence, Trace } from "../search/trace/trace.ts";
import type { StoreSummary } from "../state/stores/store.ts";
import type { FixedValue } from "../vm/fixed-values.ts";
import type { SearchReport } from "./search-report.ts";

export const REPORT_FORMAT = "deadwood-check-report";
export const REPORT_VERSION = 1;

export type Verdict = "safe" | "violated" | "incomplete";

export interface Totals {
  /** States seen for the first time, and times that a known one was reached. */
  readonly states: number;
  readonly matched: number;
  readonly transitions: number;
  readonly maxDepth: number;
  /** Paths that came to an end of the program. */
  readonly ends: number;
  readonly instructions: number;
  /** Threads alive at once, at most. */
  readonly maxThreads: number;
  readonly statesPerSecond: number;
  /** Bytes of the visited set, and of it per state. */
  readonly storeBytes: number;
  /** Depth-first only: bytes of the search stack where it was deepest. */
  readonly stackBytes?: number;
  /** Times that the search began again because an assumption turned out to be wrong. */
  readonly restarts: number;
  readonly bytesPerState: number;
  /** Words of a state's vector, on average: with every word in its place, and as it is kept. */
  readonly wordsPerState: number;
  readonly compressedWordsPerState: number;
  readonly peakMemoryBytes: number;
  /** User and system time of the whole process so far, and of the search in it. */
  readonly cpuSeconds: number;
  readonly searchCpuSeconds: number;
  /** By the clock, from the start of the process to the report. */
  readonly wallSeconds: number;
}

/** Seconds. */
export interface Times {
  /** Finding and loading the program, starting the machine. */
  readonly boot: number;
  readonly search: number;
  /** Running the violations again, and making their schedules shorter. */
  readonly replay: number;
}

export interface ReportedViolation {
  readonly kind: string;
  readonly message: string;
  readonly details: readonly string[];
  readonly preemptions: number;
  readonly switches: number;
  /** Of an endless cycle: so many of the last steps lead back to where they began; else 0. */
  readonly cycle: number;
  /** The exception that was not caught; null for other kinds. */
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
  /** A schedule after which the two accesses are what the threads do next. */
  readonly trace: Trace;
}

/** What a dead-variable reduction cost and achieved. */
export interface DvrReport {
  /** What `--dvr` says. */
  readonly kind: string;
  /** What `--dvr-effort` says, and what was given up or put off because of it. */
  readonly effort: DvrEffort;
  readonly notes: readonly EffortNote[];
  /** CPU time of the analyses of code, which is part of the report's `cpuSeconds`. */
  readonly analysisCpuSeconds: number;
  /** The same by the clock: less, where V8 compiles in other threads. */
  readonly analysisWallSeconds: number;
  /** Memory for what is known about liveness, besides that of the visited states; null where it is not counted. */
  readonly memoryBytes: number | null;
  /** Cells in the live set of a state, on average; null where no such sets are kept. */
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
  /** Data races that count as warnings. */
  readonly races: readonly ReportedRace[];
  /** There are more races than those. */
  readonly hasMoreRaces: boolean;
  /** The exit codes that the program ended with on some schedule, ascending. */
  readonly exitCodes: readonly number[];
  readonly totals: Totals;
  /** Where the states were kept, and what that means for the result. */
  readonly store: StoreSummary;
  readonly seconds: Times;
  /** Absent where no dead-variable reduction was asked for. */
  readonly dvr?: DvrReport;
  /** Why the search covers less than the program can do. */
  readonly approximations: readonly string[];
  /** Values that the program used, that a JVM may choose differently, and that the search fixed. */
  readonly fixedValues: readonly FixedValue[];
}

/** "System.nanoTime at Main.java:7". */
export const fixedText = ({ source, place }: FixedValue): string => `${source} at ${place}`;

/** Why a search that met no limit does not cover all that the program can do. */
export function uncovered({ approximations, fixedValues, search }: CheckReport): string[] {
  if (search.assumesFixed) return [...approximations];
  const fixed = fixedValues.map(
    (value) =>
      `${fixedText(value)} is fixed here and may differ on a JVM (accept it with --assume-fixed)`,
  );
  return [...approximations, ...fixed];
}
