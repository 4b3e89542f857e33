/**
 * A comparison of configurations as plain data. The JSON file is this, field for field
 * (docs/compare.md describes it); the other formats are made from it.
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
  /** Null where there is no report. */
  readonly figures: Figures | null;
  /** What reductions skipped or postponed because of its cost. */
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
  /** Rounds that the figures are the medians of. */
  readonly rounds: number;
  readonly figures: Figures | null;
  /** Least and most CPU time of a round. */
  readonly cpuRange: readonly [number, number] | null;
  /** Mean of the CPU times of all rounds, and their standard deviation (null where there is one round). */
  readonly cpuMean: number | null;
  readonly cpuDeviation: number | null;
  /** What reductions skipped or postponed because of its cost, in the first round and so in all. */
  readonly notes: readonly EffortNote[];
  /** Against the base configuration; null where either is not complete or has no such figure. */
  readonly percent: Readonly<Record<FigureName, number | null>>;
}

export interface ComparedProgram {
  /** The main class and its arguments. */
  readonly name: string;
  /** What the program is called in the set it is from. */
  readonly label: string | null;
  /** Null if it is not known. */
  readonly expected: "safe" | "violated" | null;
  /** Lines of its source that are neither empty nor comments; null where there is no source at hand. */
  readonly linesOfCode: number | null;
  readonly results: readonly ConfigurationResult[];
}

/** A configuration over all programs that were complete under every configuration: sums of figures, and more. */
export type OverallResult = Readonly<Record<SummedFigure, number>> & {
  readonly configuration: string;
  readonly programs: number;
  /** Of the sums, against those of the base. */
  readonly percentOfSums: Readonly<Record<SummedFigure, number | null>>;
  /** The mean of the programs' percentages: each program counts as much as any other. */
  readonly meanPercent: Readonly<Record<FigureName, number | null>>;
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
  /** Ctrl-C or a signal ended it; it has what was measured until then. */
  readonly isInterrupted: boolean;
  readonly programs: readonly ComparedProgram[];
  readonly overall: readonly OverallResult[];
  readonly problems: readonly Problem[];
}
