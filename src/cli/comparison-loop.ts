/**
 * Measures programs under configurations, round after round. A round goes
 * through the configurations before the next one begins, so that what disturbs
 * the machine for a while disturbs all of them, and each round begins with
 * another configuration.
 */
import {
  COMPARISON_FORMAT,
  COMPARISON_VERSION,
  type ComparedProgram,
  type Comparison,
  type ConfigurationEntry,
  type Problem,
  type Run,
} from "../report/compare/comparison.ts";
import { overallOf, resultOf, withPercentages } from "../report/compare/figures.ts";
import { problemsOf } from "../report/compare/findings.ts";
import type { CheckProcess } from "./check-process.ts";
import type { RequestedProgram } from "./compared-programs.ts";
import { baseOf } from "./configurations.ts";
import type { Host } from "./host.ts";
import { watchInterrupts } from "./interrupts.ts";

export interface ComparisonPlan {
  readonly programs: readonly RequestedProgram[];
  readonly configurations: readonly ConfigurationEntry[];
  readonly rounds: number;
  /** Options of `check` for all of them. */
  readonly options: readonly string[];
}

/** Starts a check with what stands after `deadwood check`. */
export type StartCheck = (argv: readonly string[]) => CheckProcess;

export async function compareAll(
  plan: ComparisonPlan,
  start: StartCheck,
  host: Host,
): Promise<Comparison> {
  const underWay: { process: CheckProcess | null } = { process: null };
  const interrupt = watchInterrupts(host, () => underWay.process?.stop());
  const progress = new ComparisonProgress(plan, host);
  const run = async (argv: readonly string[]): Promise<Run | "stopped"> => {
    if (interrupt.signal !== null) return "stopped";
    underWay.process = start(argv);
    const result = await underWay.process.done;
    underWay.process = null;
    return result;
  };
  const measured: Measured[] = [];
  try {
    for (const program of plan.programs) {
      measured.push(await measure(program, plan, run, progress));
      if (interrupt.signal !== null) break;
    }
  } finally {
    interrupt.close();
    progress.clear();
  }
  return comparisonOf(plan, measured, interrupt.signal !== null);
}

interface Measured {
  readonly program: RequestedProgram;
  /** By configuration: the runs of all rounds. */
  readonly runs: ReadonlyMap<string, readonly Run[]>;
}

async function measure(
  program: RequestedProgram,
  plan: ComparisonPlan,
  run: (argv: readonly string[]) => Promise<Run | "stopped">,
  progress: ComparisonProgress,
): Promise<Measured> {
  const runs = new Map<string, Run[]>();
  for (let round = 0; round < plan.rounds; round++) {
    for (const { name, options } of rotated(plan.configurations, round)) {
      // What ends with an error does so every time.
      if (runs.get(name)?.some(({ outcome }) => outcome === "error") === true) continue;
      progress.show(program, name, round);
      const result = await run([...plan.options, ...options, ...program.words]);
      if (result === "stopped") return { program, runs };
      runs.set(name, [...(runs.get(name) ?? []), result]);
    }
  }
  return { program, runs };
}

function rotated<T>(values: readonly T[], by: number): T[] {
  const at = by % Math.max(1, values.length);
  return [...values.slice(at), ...values.slice(0, at)];
}

export function comparisonOf(
  plan: ComparisonPlan,
  measured: readonly Measured[],
  isInterrupted: boolean,
): Comparison {
  const { configurations } = plan;
  const base = baseOf(configurations);
  const problems: Problem[] = [];
  const programs = measured.map(({ program, runs }): ComparedProgram => {
    const { name, label, expected, linesOfCode } = program;
    const rows = configurations.flatMap(({ name: configuration }) => {
      const rounds = runs.get(configuration);
      return rounds === undefined ? [] : [{ configuration, rounds }];
    });
    const results = withPercentages(
      rows.map(({ configuration, rounds }) => resultOf(configuration, rounds)),
      base,
    );
    problems.push(...problemsOf({ name, expected, runs: rows }, results));
    return { name, label, expected, linesOfCode, results };
  });
  const names = configurations.map(({ name }) => name);
  return {
    format: COMPARISON_FORMAT,
    version: COMPARISON_VERSION,
    options: plan.options,
    configurations,
    base,
    rounds: plan.rounds,
    isInterrupted,
    programs,
    overall: overallOf(programs, names, base),
    problems,
  };
}

/** The line on a terminal that says what is being measured. */
class ComparisonProgress {
  readonly #plan: ComparisonPlan;
  readonly #host: Host;
  readonly #total: number;
  #begun = 0;

  constructor(plan: ComparisonPlan, host: Host) {
    this.#plan = plan;
    this.#host = host;
    this.#total = plan.programs.length * plan.configurations.length * plan.rounds;
  }

  show(program: RequestedProgram, configuration: string, round: number): void {
    this.#begun++;
    const width = this.#host.terminalWidth;
    if (width === undefined) return;
    const { rounds } = this.#plan;
    const which = rounds === 1 ? "" : `, round ${round + 1} of ${rounds}`;
    const line = `${this.#begun} of ${this.#total}: ${program.name} under ${configuration}${which}`;
    this.#write(`\r\u001b[K${line.slice(0, width - 1)}`);
  }

  clear(): void {
    if (this.#host.terminalWidth !== undefined) this.#write("\r\u001b[K");
  }

  #write(text: string): void {
    this.#host.streams.write(2, Buffer.from(text));
    this.#host.streams.flush();
  }
}
