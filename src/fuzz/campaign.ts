/**
 * Many programs, one after the other: each is made from its seed, compared, and
 * made smaller where something differs. What was seen is summed up on the way,
 * so that a campaign that is cut short can say how far it came.
 */
import { DeadwoodError } from "../core/errors.ts";
import {
  type CompareOptions,
  type Comparison,
  compare,
  concerned,
  type Difference,
  hasAgain,
} from "./compare.ts";
import { type FuzzInput, inputOf } from "./fuzz-input.ts";
import { programOf, type Task } from "./kinds.ts";
import { type RandomProgram, shrink } from "./random-programs.ts";
import { sampleOf } from "./sample.ts";

/** What one configuration did, over all programs. */
export interface ConfigurationTotals {
  searches: number;
  /** Searches that a limit ended. */
  incomplete: number;
  states: number;
  differences: number;
}

export interface CampaignTotals {
  programs: number;
  /** The reference search gave up: configurations were compared with what it had found, and with each other. */
  unfinished: number;
  /** Programs for which there was nothing complete to compare with. */
  skipped: number;
  /** Programs with more than one outcome: the others say little. */
  several: number;
  referenceStates: number;
  /** Programs in which something differs. */
  different: number;
  readonly configurations: Record<string, ConfigurationTotals>;
  /** Runs on a real JVM, and the programs that were run there. */
  jvmRuns: number;
  jvmPrograms: number;
  /** Outcomes of these programs that the checker knows, and those of them that the JVM came to. */
  jvmKnown: number;
  jvmSeen: number;
}

/** A program in which something differs, as small as it could be made. */
export interface FoundDifference {
  readonly task: Task;
  readonly program: RandomProgram;
  readonly input: FuzzInput;
  readonly comparison: Comparison;
  /** As it was before it was made smaller. */
  readonly original: RandomProgram;
}

/** What was seen of a program elsewhere than in a search. */
export interface Testimony {
  /** Outcomes that were seen and that the checker does not know. */
  readonly differences: readonly Difference[];
  readonly runs: number;
  /** Outcomes that the checker knows, and those of them that were seen. */
  readonly known: number;
  readonly seen: number;
}

export interface Witness {
  /** Null when there is nothing to say about the program. */
  judge(input: FuzzInput): Testimony | null;
}

export interface CampaignOptions extends CompareOptions {
  /** So many of the configurations are tried with each program, besides the first; all when left out. */
  readonly sample?: number | undefined;
  /** The searches are compared with the reference and with each other. */
  readonly comparesSearches: boolean;
  readonly witness: Witness | null;
}

interface Judged extends Comparison {
  readonly testimony: Testimony | null;
}

const NOTHING: Comparison = {
  differences: [],
  reference: { outcomes: new Set(), observed: new Set(), states: 0, isComplete: true },
  searched: new Map(),
};

export class Campaign {
  readonly totals: CampaignTotals = newTotals();
  readonly #options: CampaignOptions;

  constructor(options: CampaignOptions) {
    this.#options = options;
  }

  /** Null when nothing differs. */
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

  /** A program that did not come from a seed: it may be one that cannot be run at all. */
  check(input: FuzzInput): Comparison {
    const comparison = this.#judgeFirst(input, this.#options);
    if (comparison.thrown instanceof DeadwoodError) throw comparison.thrown;
    if (comparison.differences.length > 0) this.totals.different++;
    return comparison;
  }

  /** What is done to make a program smaller does not count. */
  #judgeFirst(input: FuzzInput, options: CampaignOptions): Comparison {
    const judged = this.#judge(input, options);
    this.#note(judged);
    const { totals } = this;
    if (judged.testimony !== null) {
      totals.jvmPrograms++;
      totals.jvmRuns += judged.testimony.runs;
      totals.jvmKnown += judged.testimony.known;
      totals.jvmSeen += judged.testimony.seen;
    }
    return judged;
  }

  #judge(input: FuzzInput, options: CampaignOptions): Judged {
    const compared = options.comparesSearches ? compare(input, options) : NOTHING;
    const testimony = options.witness?.judge(input) ?? null;
    const differences = [...compared.differences, ...(testimony?.differences ?? [])];
    return { ...compared, differences, testimony };
  }

  #note({ reference, searched, differences }: Comparison): void {
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
  jvmRuns: 0,
  jvmPrograms: 0,
  jvmKnown: 0,
  jvmSeen: 0,
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
  "jvmRuns",
  "jvmPrograms",
  "jvmKnown",
  "jvmSeen",
] as const satisfies readonly (keyof CampaignTotals)[];
const CONFIGURATION_COUNTS = ["searches", "incomplete", "states", "differences"] as const;

/** For what several processes did together. */
export function addTotals(to: CampaignTotals, more: CampaignTotals): void {
  for (const name of COUNTS) to[name] += more[name];
  for (const [name, each] of Object.entries(more.configurations)) {
    const sum = (to.configurations[name] ??= newConfigurationTotals());
    for (const key of CONFIGURATION_COUNTS) sum[key] += each[key];
  }
}
