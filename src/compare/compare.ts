/**
 * Measures programs under several configurations, round after round. A round goes through all
 * configurations before the next one begins, so a temporary load on the machine affects every
 * configuration, and each round begins with another one.
 */
import { join } from "node:path";
import { findJdk } from "../classfile/sources/jdk.ts";
import { type Emit, type Job, startJob } from "../core/job.ts";
import { compileSource } from "../launch/compile-source.ts";
import { type CommonOptions, contextOf, type ProgramLike } from "../launch/java-program.ts";
import { temporaryDirectory } from "../launch/temporary-directory.ts";
import { overallOf, resultOf, withPercentages } from "./aggregate.ts";
import { type CheckProcess, startCheck } from "./check-process.ts";
import {
  COMPARISON_FORMAT,
  COMPARISON_VERSION,
  type ComparedProgram,
  type Comparison,
  type ConfigurationEntry,
  type Problem,
  type Run,
} from "./comparison.ts";
import { baseOf, parseConfigurations } from "./configurations.ts";
import { problemsOf } from "./findings.ts";
import { type ProgramToCompare, programToCompare } from "./program-sets.ts";

/** Starts a check with the given words after `deadwood check`. */
export type StartCheck = (argv: readonly string[]) => CheckProcess;

export interface CompareOptions extends CommonOptions {
  /** Names of known configurations, or options of `deadwood check`; by default those of the command. */
  readonly configurations?: readonly (string | ConfigurationEntry)[];
  /** The number of rounds whose medians are the figures; 1 by default. */
  readonly rounds?: number;
  /** Options of `deadwood check` for all configurations. */
  readonly options?: readonly string[];
  /** Starts the checks; by default each in a process of its own. */
  readonly start?: StartCheck;
}

/** A check begins. */
export interface CompareEvent {
  readonly type: "check";
  readonly program: string;
  readonly configuration: string;
  /** From 0 on. */
  readonly round: number;
  /** The number of this check, from 1 on, and of all of them. */
  readonly number: number;
  readonly total: number;
}

/** Compares configurations. If aborted, it returns what was measured so far. */
export function compare(
  programs: readonly (ProgramLike | ProgramToCompare)[],
  options: CompareOptions = {},
): Job<CompareEvent, Comparison> {
  const entries = (options.configurations ?? []).map((each) =>
    typeof each === "string" ? parseConfigurations(each, []) : [each],
  );
  const plan: ComparisonPlan = {
    programs: programs.map(programToCompare),
    configurations: entries.length === 0 ? parseConfigurations(undefined, []) : entries.flat(),
    rounds: options.rounds ?? 1,
    options: options.options ?? [],
  };
  return startJob((emit) => comparePlan(plan, options, emit));
}

interface ComparisonPlan {
  readonly programs: readonly ProgramToCompare[];
  readonly configurations: readonly ConfigurationEntry[];
  readonly rounds: number;
  readonly options: readonly string[];
}

async function comparePlan(
  plan: ComparisonPlan,
  options: CompareOptions,
  emit: Emit<CompareEvent>,
): Promise<Comparison> {
  const { env } = contextOf(options);
  const directory = temporaryDirectory("deadwood-compare-");
  const file = join(directory.path, "report.json");
  const { signal, start = (argv) => startCheck(argv, file, env) } = options;
  const checks = new Checks(plan, start, signal, emit);
  const measured: Measured[] = [];
  try {
    for (const program of plan.programs) {
      const compiled = compiledOnce(program, env);
      try {
        const runs = await measure({ ...program, words: compiled.words }, plan, checks);
        measured.push({ program, runs });
      } finally {
        compiled.remove();
      }
      if (signal?.aborted === true) break;
    }
  } finally {
    checks.close();
    directory.remove();
  }
  return comparisonOf(plan, measured, signal?.aborted === true);
}

/** Compiles a source file once, so that not every check has to. */
function compiledOnce(
  { words, compileWith }: ProgramToCompare,
  env: Readonly<Record<string, string | undefined>>,
): { readonly words: readonly string[]; remove(): void } {
  const [file, ...args] = words;
  if (compileWith === undefined || file?.endsWith(".java") !== true) {
    return { words, remove: () => {} };
  }
  const jdk = findJdk({ explicit: compileWith.jdk, env });
  const compiled = compileSource(file, jdk, compileWith.classPath ?? null);
  return {
    words: ["--class-path", compiled.classPath, compiled.main, ...args],
    remove: () => compiled.remove(),
  };
}

/** Runs one check after the other; a signal stops the one that is running. */
class Checks {
  readonly #start: StartCheck;
  readonly #signal: AbortSignal | undefined;
  readonly #emit: Emit<CompareEvent>;
  readonly #total: number;
  #number = 0;
  #running: CheckProcess | null = null;

  constructor(
    { programs, configurations, rounds }: ComparisonPlan,
    start: StartCheck,
    signal: AbortSignal | undefined,
    emit: Emit<CompareEvent>,
  ) {
    this.#start = start;
    this.#signal = signal;
    this.#emit = emit;
    this.#total = programs.length * configurations.length * rounds;
    signal?.addEventListener("abort", this.#stop);
  }

  async run(
    argv: readonly string[],
    what: Pick<CompareEvent, "program" | "configuration" | "round">,
  ): Promise<Run | "stopped"> {
    if (this.#signal?.aborted === true) return "stopped";
    this.#emit({ type: "check", ...what, number: ++this.#number, total: this.#total });
    this.#running = this.#start(argv);
    const result = await this.#running.done;
    this.#running = null;
    return result;
  }

  close(): void {
    this.#signal?.removeEventListener("abort", this.#stop);
  }

  readonly #stop = (): void => {
    this.#running?.stop();
  };
}

interface Measured {
  readonly program: ProgramToCompare;
  /** The runs of all rounds, by configuration. */
  readonly runs: ReadonlyMap<string, readonly Run[]>;
}

async function measure(
  program: ProgramToCompare,
  plan: ComparisonPlan,
  checks: Checks,
): Promise<Measured["runs"]> {
  const runs = new Map<string, Run[]>();
  for (let round = 0; round < plan.rounds; round++) {
    for (const { name, options } of rotated(plan.configurations, round)) {
      // A check that failed once would fail again.
      if (runs.get(name)?.some(({ outcome }) => outcome === "error") === true) continue;
      const argv = [...plan.options, ...options, ...program.words];
      const what = { program: program.name, configuration: name, round };
      const result = await checks.run(argv, what);
      if (result === "stopped") return runs;
      runs.set(name, [...(runs.get(name) ?? []), result]);
    }
  }
  return runs;
}

function rotated<T>(values: readonly T[], by: number): T[] {
  const at = by % Math.max(1, values.length);
  return [...values.slice(at), ...values.slice(0, at)];
}

function comparisonOf(
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
