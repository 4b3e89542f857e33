/** Small comparisons to judge and to print. */

import { overallOf, resultOf, withPercentages } from "../../../../src/compare/aggregate.ts";
import type { Figures } from "../../../../src/compare/columns.ts";
import type {
  ComparedProgram,
  Comparison,
  ConfigurationEntry,
  Run,
} from "../../../../src/compare/comparison.ts";
import { problemsOf } from "../../../../src/compare/findings.ts";

export const figures = (more: Partial<Figures> = {}): Figures => ({
  states: 1000,
  matched: 500,
  transitions: 1500,
  cpuSeconds: 2,
  wallSeconds: 1.5,
  searchCpuSeconds: 1.5,
  analysisCpuSeconds: null,
  analysisWallSeconds: null,
  storeBytes: 2 ** 20,
  vectorBytes: 800,
  vectorsBytes: 800_000,
  compressedBytes: 400,
  dvaBytes: null,
  dvaBytesPerState: null,
  liveCellsPerState: null,
  peakMemoryBytes: 100 * 2 ** 20,
  maxThreads: 3,
  ...more,
});

export const run = (more: Partial<Run> = {}): Run => ({
  outcome: "safe",
  message: null,
  exitCode: 0,
  isComplete: true,
  exitCodes: [0],
  figures: figures(),
  notes: [],
  ...more,
});

export const violated = (message = "deadlock: no thread can continue"): Run =>
  run({ outcome: "violated", message, exitCode: 1, isComplete: false });

export const failed = (message = "error[E301_CLASS_NOT_FOUND]: class X was not found"): Run =>
  run({ outcome: "error", message, exitCode: 2, isComplete: false, figures: null });

export const cut = (message = "10 states"): Run =>
  run({ outcome: "incomplete", message, exitCode: 3, isComplete: false });

/** Rounds by configuration; the first is the base. */
export type Rounds = Readonly<Record<string, readonly Run[]>>;

export interface Case {
  readonly name: string;
  readonly label?: string;
  readonly expected?: "safe" | "violated";
  readonly linesOfCode?: number;
  readonly rounds: Rounds;
}

export function comparisonFrom(cases: readonly Case[]): Comparison {
  const names = [...new Set(cases.flatMap(({ rounds }) => Object.keys(rounds)))];
  const base = names[0] ?? "none";
  const configurations: ConfigurationEntry[] = names.map((name) => ({
    name,
    options: name === "none" ? [] : ["--reduction", name],
  }));
  const problems = [];
  const programs: ComparedProgram[] = [];
  for (const { name, label = null, expected = null, linesOfCode = null, rounds } of cases) {
    const runs = Object.entries(rounds).map(([configuration, each]) => ({
      configuration,
      rounds: each,
    }));
    const results = withPercentages(
      runs.map(({ configuration, rounds: each }) => resultOf(configuration, each)),
      base,
    );
    problems.push(...problemsOf({ name, expected, runs }, results));
    programs.push({ name, label, expected, linesOfCode, results });
  }
  return {
    format: "deadwood-comparison",
    version: 1,
    options: ["--max-states", "9"],
    configurations,
    base,
    rounds: 1,
    isInterrupted: false,
    programs,
    overall: overallOf(programs, names, base),
    problems,
  };
}
