/**
 * Everything a check has to tell, as data. The JSON report is this, field for
 * field (docs/check-report.md describes it); the other formats are made of it.
 */
import type { RaceAccess } from "../../search/properties/data-race.ts";
import type { Trace } from "../../search/trace/trace.ts";
import type { StoreSummary } from "../../state/stores/store.ts";
import type { FixedValue } from "../../vm/fixed-values.ts";
import type { DvrReport } from "./dvr-report.ts";
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
  /** Times that the search began again because something assumed turned out wrong. */
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
  readonly trace: Trace;
}

/** A data race that is told as a warning. */
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

export interface CheckReport {
  readonly format: typeof REPORT_FORMAT;
  readonly version: typeof REPORT_VERSION;
  readonly program: {
    readonly main: string;
    readonly args: readonly string[];
    readonly classPath: string;
  };
  readonly verdict: Verdict;
  /** What ended an incomplete search: "1000 states", "10 s", "Ctrl-C". */
  readonly limit: string | null;
  readonly search: SearchReport;
  readonly violations: readonly ReportedViolation[];
  /** Data races that count as warnings. */
  readonly races: readonly ReportedRace[];
  /** There are more races than those. */
  readonly hasMoreRaces: boolean;
  /** What the program ended with on some schedule, ascending. */
  readonly exitCodes: readonly number[];
  readonly totals: Totals;
  /** Where the states were kept, and what is to be known about that. */
  readonly store: StoreSummary;
  readonly seconds: Times;
  /** Absent where no dead-variable reduction was asked for. */
  readonly dvr?: DvrReport;
  /** Why the search covers less than the program can do. */
  readonly approximations: readonly string[];
  /** Values that the program used, that a JVM may choose differently, and that the search has fixed. */
  readonly fixedValues: readonly FixedValue[];
}

/** "p.Main a b": what was checked, as the user would say it. */
export const programText = ({ program }: CheckReport): string =>
  [program.main, ...program.args].join(" ");
