/**
 * What a comparison of configurations has to tell, as data: the JSON file is
 * this, field for field (docs/compare.md describes it), and the other formats
 * are made of it.
 */
import type { EffortNote } from "../../search/reductions/effort.ts";
import type { Verdict } from "../check/check-report.ts";

export const COMPARISON_FORMAT = "deadwood-comparison";
export const COMPARISON_VERSION = 1;

/** What is measured of a check; null where a configuration has no such figure. */
export interface Figures {
  readonly states: number;
  readonly matched: number;
  readonly transitions: number;
  /** User and system time of the whole process; the part of it that searched; the part that analysed code. */
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  readonly searchCpuSeconds: number;
  readonly analysisCpuSeconds: number | null;
  readonly analysisWallSeconds: number | null;
  /** Bytes that the set of visited states took. */
  readonly storeBytes: number;
  /** Bytes of a state's vector with every word in its place, on average, and of all different ones if they were kept so. */
  readonly vectorBytes: number;
  readonly vectorsBytes: number;
  /** Bytes of a state's vector as it is written, where words that are 0 take a bit, on average. */
  readonly compressedBytes: number;
  /** What is known about liveness: all its bytes, its bytes a state, and the cells in a state's live set. */
  readonly dvaBytes: number | null;
  readonly dvaBytesPerState: number | null;
  readonly liveCellsPerState: number | null;
  readonly peakMemoryBytes: number;
  /** Threads alive at once, at most. */
  readonly maxThreads: number;
}

export type FigureName = keyof Figures;

export type Outcome = Verdict | "error";

/** One check of one program, in a process of its own. */
export interface Run {
  readonly outcome: Outcome;
  /** What went wrong: a violation, the limit, or the error that ended the process. */
  readonly message: string | null;
  /** What the process ended with. */
  readonly exitCode: number;
  /** The search has seen all it can see, so that its figures compare with others'. */
  readonly isComplete: boolean;
  /** What the program ended with on some schedule. */
  readonly exitCodes: readonly number[];
  /** Null where there is no report. */
  readonly figures: Figures | null;
  /** What reductions did not do, or not at once, because of what it costs. */
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
  readonly outcome: Outcome;
  readonly message: string | null;
  /** Of the check's process. */
  readonly exitCode: number;
  readonly isComplete: boolean;
  /** Of the program, on some schedule. */
  readonly exitCodes: readonly number[];
  /** Rounds that the figures are the medians of. */
  readonly rounds: number;
  readonly figures: Figures | null;
  /** Least and most CPU time of a round. */
  readonly cpuRange: readonly [number, number] | null;
  /** Mean of the CPU times of all rounds, and their standard deviation (null where there is one round). */
  readonly cpuMean: number | null;
  readonly cpuDeviation: number | null;
  /** What reductions did not do, or not at once, because of what it costs: in the first round, and so in all. */
  readonly notes: readonly EffortNote[];
  /** Against the base configuration; null where either is not complete or has no such figure. */
  readonly percent: Readonly<Record<FigureName, number | null>>;
}

export interface ComparedProgram {
  /** The main class and its arguments. */
  readonly name: string;
  /** What the program is called in the set it is from. */
  readonly label: string | null;
  /** Null where nobody has said. */
  readonly expected: "safe" | "violated" | null;
  /** Lines of its source that are neither empty nor comments; null where there is no source at hand. */
  readonly linesOfCode: number | null;
  readonly results: readonly ConfigurationResult[];
}

/** A configuration over all programs that were complete under every configuration. */
export interface OverallResult {
  readonly configuration: string;
  readonly programs: number;
  readonly states: number;
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  readonly storeBytes: number;
  readonly vectorsBytes: number;
  /** Of the sums, against those of the base. */
  readonly percentOfSums: Readonly<Record<SummedFigure, number | null>>;
  /** The mean of the programs' percentages: each program counts as much as any other. */
  readonly meanPercent: Readonly<Record<FigureName, number | null>>;
}

export const SUMMED = [
  "states",
  "cpuSeconds",
  "wallSeconds",
  "storeBytes",
  "vectorsBytes",
] as const;
export type SummedFigure = (typeof SUMMED)[number];

/**
 * `disagreement`: verdicts contradict each other or what is known, which is a
 * bug of a reduction. `error`: no report. `incomplete`: a limit ended a search.
 * `unsteady`: what should be the same in every round is not. `note`: worth a
 * look, and not wrong.
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
  /** Ctrl-C or a signal ended it: what is there is what was measured until then. */
  readonly isInterrupted: boolean;
  readonly programs: readonly ComparedProgram[];
  readonly overall: readonly OverallResult[];
  readonly problems: readonly Problem[];
}
