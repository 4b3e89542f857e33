/**
 * Runs many programs: each is generated from its seed, compared, and shrunk if a difference is found. Totals
 * are kept along the way, so that an interrupted campaign can report its progress.
 */
import { DeadwoodError } from "../core/errors.ts";
import { programOf, type Task } from "./families/all-families.ts";
import {
  compare,
  concerned,
  type Difference,
  type DifferenceOptions,
  Failures,
  hasAgain,
  type ProgramComparison,
} from "./find-differences.ts";
import { type FuzzInput, inputOf } from "./fuzz-input.ts";
import { type RandomProgram, shrink } from "./generator/program.ts";
import {
  checkedOutcomes,
  WITNESS_COUNTS,
  type Witness,
  type WitnessCounts,
} from "./outside-evidence.ts";
import { sampleOf } from "./sampling.ts";
import type { Configuration } from "./search-configurations.ts";

/** The totals of one configuration over all programs. */
export interface ConfigurationTotals {
  searches: number;
  /** Searches that a limit has ended. */
  incomplete: number;
  states: number;
  differences: number;
}

export interface CampaignTotals extends WitnessCounts {
  programs: number;
  /**
   * Programs whose reference search was incomplete: configurations were compared with what it had found, and
   * with each other.
   */
  unfinished: number;
  /** Programs without any complete search to compare with. */
  skipped: number;
  /** Programs with more than one outcome; the others test little. */
  several: number;
  referenceStates: number;
  /** Programs with a difference. */
  different: number;
  readonly configurations: Record<string, ConfigurationTotals>;
}

/** A program with a difference, shrunk as far as possible. */
export interface FoundDifference {
  readonly task: Task;
  readonly program: RandomProgram;
  readonly input: FuzzInput;
  readonly comparison: ProgramComparison;
  /** The program before it was shrunk. */
  readonly original: RandomProgram;
}

export interface CampaignOptions extends DifferenceOptions {
  /** The number of configurations to try with each program besides the first; all by default. */
  readonly sample?: number | undefined;
  /** The searches are compared with the reference and with each other. */
  readonly comparesSearches: boolean;
  readonly hearing: Hearing | null;
}

/** The outside evidence about a program's outcomes, and the search that it is compared with. */
export interface Hearing {
  readonly witnesses: readonly Witness[];
  readonly configuration: Configuration;
  readonly states: number;
}

interface Judged extends ProgramComparison {
  readonly counts: readonly Partial<WitnessCounts>[];
}

const NOTHING: ProgramComparison = {
  differences: [],
  reference: { outcomes: new Set(), observed: new Set(), states: 0, isComplete: true },
  searched: new Map(),
};

interface Heard extends Pick<Judged, "counts" | "differences" | "thrown"> {}

const NOBODY: Heard = { counts: [], differences: [] };

function hear(
  input: FuzzInput,
  { library }: DifferenceOptions,
  { witnesses, configuration, states }: Hearing,
): Heard {
  const failures = new Failures();
  const counts: Partial<WitnessCounts>[] = [];
  const differences: Difference[] = [];
  failures.during(configuration.name, () => {
    const known = checkedOutcomes(input, library, configuration, states);
    for (const witness of witnesses) {
      const testimony = witness.judge(input, known);
      if (testimony === null) continue;
      counts.push(testimony.counts);
      differences.push(...testimony.differences);
    }
  });
  return { counts, differences: [...failures.all, ...differences], thrown: failures.thrown };
}

export class Campaign {
  readonly totals: CampaignTotals = newTotals();
  readonly #options: CampaignOptions;

  constructor(options: CampaignOptions) {
    this.#options = options;
  }

  /** Null if there is no difference. */
  run(task: Task): FoundDifference | null {
    const original = programOf(task);
    const { configurations: all, sample = all.length } = this.#options;
    const options = { ...this.#options, configurations: sampleOf(all, sample, task) };
    const comparison = this.#judgeFirst(inputOf(original), options);
    const [first] = comparison.differences;
    if (first === undefined) return null;
    this.totals.different++;
    const fewer = { ...options, configurations: concerned(first, options.configurations) };
    const fails = (smaller: RandomProgram): boolean =>
      hasAgain(this.#judge(inputOf(smaller), fewer).differences, first);
    const program = shrink(original, fails);
    const input = inputOf(program);
    const isSame = program === original;
    return {
      task,
      program,
      input,
      original,
      comparison: isSame ? comparison : this.#judge(input, options),
    };
  }

  /** Compares a program that was not generated from a seed and may not even run. */
  check(input: FuzzInput): ProgramComparison {
    const comparison = this.#judgeFirst(input, this.#options);
    if (comparison.thrown instanceof DeadwoodError) throw comparison.thrown;
    if (comparison.differences.length > 0) this.totals.different++;
    return comparison;
  }

  /** Announces the next programs, so that work that can be done in parallel starts. */
  async prepare(tasks: readonly Task[]): Promise<void> {
    const witnesses = this.#options.hearing?.witnesses ?? [];
    if (witnesses.length === 0 || tasks.length === 0) return;
    const inputs = tasks.map((task) => inputOf(programOf(task)));
    await Promise.all(witnesses.map((each) => each.prepare(inputs)));
  }

  close(): void {
    for (const each of this.#options.hearing?.witnesses ?? []) each.close();
  }

  /** Shrinking does not count in the totals. */
  #judgeFirst(input: FuzzInput, options: CampaignOptions): ProgramComparison {
    const judged = this.#judge(input, options);
    this.#note(judged);
    const { totals } = this;
    for (const counts of judged.counts) {
      for (const name of WITNESS_COUNTS) totals[name] += counts[name] ?? 0;
    }
    return judged;
  }

  #judge(input: FuzzInput, options: CampaignOptions): Judged {
    const compared = options.comparesSearches ? compare(input, options) : NOTHING;
    const heard = options.hearing === null ? NOBODY : hear(input, options, options.hearing);
    const { differences, thrown = heard.thrown } = compared;
    const all = [...differences, ...heard.differences];
    return { ...compared, differences: all, counts: heard.counts, thrown };
  }

  #note({ reference, searched, differences }: ProgramComparison): void {
    const { totals } = this;
    totals.programs++;
    totals.referenceStates += reference.states;
    const isJudged = [...searched.values()].some((each) => each.isComplete);
    if (!reference.isComplete) {
      if (isJudged) totals.unfinished++;
      else totals.skipped++;
    }
    if (reference.outcomes.size > 1) totals.several++;
    for (const [name, { isComplete, states }] of searched) {
      const each = (totals.configurations[name] ??= newConfigurationTotals());
      each.searches++;
      each.states += states;
      if (!isComplete) each.incomplete++;
    }
    for (const { configuration } of differences) {
      (totals.configurations[configuration] ??= newConfigurationTotals()).differences++;
    }
  }
}

export const newTotals = (): CampaignTotals => ({
  programs: 0,
  unfinished: 0,
  skipped: 0,
  several: 0,
  referenceStates: 0,
  different: 0,
  configurations: {},
  jvmPrograms: 0,
  jvmRuns: 0,
  jvmKnown: 0,
  jvmSeen: 0,
  librarySearched: 0,
  libraryCompared: 0,
  libraryComplete: 0,
  libraryStates: 0,
});

const newConfigurationTotals = (): ConfigurationTotals => ({
  searches: 0,
  incomplete: 0,
  states: 0,
  differences: 0,
});

const COUNTS = [
  "programs",
  "unfinished",
  "skipped",
  "several",
  "referenceStates",
  "different",
  ...WITNESS_COUNTS,
] as const satisfies readonly (keyof CampaignTotals)[];
const CONFIGURATION_COUNTS = ["searches", "incomplete", "states", "differences"] as const;

/** Adds up the totals of several processes. */
export function addTotals(to: CampaignTotals, more: CampaignTotals): void {
  for (const name of COUNTS) to[name] += more[name];
  for (const [name, each] of Object.entries(more.configurations)) {
    const sum = (to.configurations[name] ??= newConfigurationTotals());
    for (const key of CONFIGURATION_COUNTS) sum[key] += each[key];
  }
}
