/**
 * A comparison of configurations as plain data. The JSON report has exactly these fields (docs/compare.md
 * describes them); the other formats are derived from them.
 */

import type { Verdict } from "../check/check-report.ts";
import type { EffortNote } from "../search/reductions/effort.ts";
import type { FigureName, Figures, SummedFigure } from "./columns.ts";

export const COMPARISON_FORMAT = "deadwood-comparison";
export const COMPARISON_VERSION = 1;

export type ComparedOutcome = Verdict | "error";

/** One check of one program, in a process of its own. */
export interface Run {
  readonly outcome: ComparedOutcome;
  /** The reason if it is not safe: a violation, the limit, or the error that ended the process. */
  readonly message: string | null;
  /** The exit code of the process. */
  readonly exitCode: number;
  /** The search was complete, so its figures can be compared with others. */
  readonly isComplete: boolean;
  /** The exit codes of the program, over all schedules. */
  readonly exitCodes: readonly number[];
  /** Null if there is no report. */
  readonly figures: Figures | null;
  /** What was stopped or postponed because of its cost. */
  readonly notes: readonly EffortNote[];
}

export interface ConfigurationEntry {
  readonly name: string;
  /** Options of `deadwood check`. */
  readonly options: readonly string[];
}

/** A program under one configuration. */
export interface ConfigurationResult {
  readonly configuration: string;
  readonly outcome: ComparedOutcome;
  readonly message: string | null;
  /** Of the check's process. */
  readonly exitCode: number;
  readonly isComplete: boolean;
  /** Of the program, over all schedules. */
  readonly exitCodes: readonly number[];
  /** All rounds found the same. If not, the figures mean nothing. */
  readonly isSteady: boolean;
  /** The number of rounds whose medians are the figures. */
  readonly rounds: number;
  readonly figures: Figures | null;
  /** The smallest and largest CPU time of a round. */
  readonly cpuRange: readonly [number, number] | null;
  /**
   * The mean of the CPU times of all rounds; `cpuDeviation` is their standard deviation, null for a single
   * round.
   */
  readonly cpuMean: number | null;
  readonly cpuDeviation: number | null;
  /** What was stopped or postponed because of its cost. It is the same in all rounds. */
  readonly notes: readonly EffortNote[];
  /** Percentages of the base configuration; null if either is incomplete or lacks the figure. */
  readonly percent: Readonly<Record<FigureName, number | null>>;
}

export interface ComparedProgram {
  /** The main class and its arguments. */
  readonly name: string;
  /** The program's name in its set. */
  readonly label: string | null;
  /** Null if it is not known. */
  readonly expected: "safe" | "violated" | null;
  /** Lines of its source that are neither empty nor comments; null where there is no source at hand. */
  readonly linesOfCode: number | null;
  readonly results: readonly ConfigurationResult[];
}

/** A configuration's sums and means over all programs that were complete under every configuration. */
export type OverallResult = Readonly<Record<SummedFigure, number>> & {
  readonly configuration: string;
  readonly programs: number;
  /** Percentages of the base's sums. */
  readonly percentOfSums: Readonly<Record<SummedFigure, number | null>>;
  /** The mean of the programs' percentages: each program counts as much as any other. */
  readonly meanPercent: Readonly<Record<FigureName, number | null>>;
  /**
   * Their geometric mean, which does not depend on which configuration is the base. Programs whose percentage is
   * 0 or unknown are left out.
   */
  readonly geometricMeanPercent: Readonly<Record<FigureName, number | null>>;
};

/**
 * `disagreement`: verdicts contradict each other or the known verdict, which is a bug in a
 * reduction. `error`: no report. `incomplete`: a limit ended a search. `unsteady`: rounds differ
 * in something that is deterministic. `note`: not wrong, but worth a look.
 */
export type ProblemKind = "disagreement" | "error" | "incomplete" | "unsteady" | "note";

export interface Problem {
  readonly kind: ProblemKind;
  readonly program: string;
  readonly text: string;
}

export interface Comparison {
  readonly format: typeof COMPARISON_FORMAT;
  readonly version: typeof COMPARISON_VERSION;
  /** Options of `deadwood check` that all configurations had. */
  readonly options: readonly string[];
  readonly configurations: readonly ConfigurationEntry[];
  /** The configuration that percentages are against. */
  readonly base: string;
  readonly rounds: number;
  /** The comparison was ended by Ctrl-C or a signal, and is partial. */
  readonly isInterrupted: boolean;
  readonly programs: readonly ComparedProgram[];
  readonly overall: readonly OverallResult[];
  readonly problems: readonly Problem[];
}
