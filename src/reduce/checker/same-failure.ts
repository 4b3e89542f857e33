/**
 * Decides whether a candidate of a reduction still has the failure of the input. It is searched as
 * `deadwood check` would, within limits that follow from the cost of searching the input.
 *
 * A failure of the same kind is not enough. If everything else can go, a main method that throws
 * is left, which has nothing to do with the assertion that two threads made fail. So a candidate
 * counts only if it fails with the same signature (Property.signatures), needs no fewer
 * preemptions, can still end cleanly if the input can, and shows no earlier failure that the input
 * lacks.
 */
import { slices } from "../../check/driver.ts";
import { DeadwoodError } from "../../core/errors.ts";
import { pause } from "../../core/job.ts";
import { livenessOf } from "../../liveness/reductions.ts";
import { DepthFirst } from "../../search/depth-first.ts";
import {
  ENDS_ONLY,
  type ProgramStage,
  type StateProperty,
} from "../../search/properties/property.ts";
import {
  type CheckKind,
  DEFAULT_SETTINGS,
  isReduced,
  type PropertySettings,
  propertyOf,
  reducedProperty,
} from "../../search/properties/table.ts";
import type { Violation } from "../../search/properties/violation.ts";
import { type PreemptionBudget, preemptionsNeeded } from "../../search/simplify/simplify.ts";
import type { Machine } from "../../vm/machine.ts";
import { REDUCTIONS, type Reduction } from "../../vm/machine-options.ts";
import type { Candidate } from "../files/candidate.ts";
import { type LineRule, normalise } from "../predicate/normalise.ts";
import type { Runner, RunOutcome } from "../predicate/outcome.ts";
import { CandidateMachines, type CandidateProgram } from "./candidate-machines.ts";

/** What must stay the same: the failure, or only its kind. */
export const MATCH_LEVELS = ["failure", "kind"] as const;
export type MatchLevel = (typeof MATCH_LEVELS)[number];

export interface CheckedCandidates extends CandidateProgram {
  readonly kind: CheckKind;
  readonly same: MatchLevel;
  /** Applied to signatures of failures. */
  readonly rules: readonly LineRule[];
  /** A search that needs more states has found nothing. */
  readonly maxStates: number;
}

export interface CheckedFailure {
  /** Null: any of the kind. */
  readonly words: string | null;
  /** Some schedule must end cleanly. */
  readonly isAvoidable: boolean;
  /** Failures that the search of the input found first; no others may come before this one. */
  readonly allowedFailures: ReadonlySet<string>;
  /** The least number that it takes. */
  readonly preemptions: number;
  /** What the search of a candidate may cost, and the search with fewer preemptions. */
  readonly limits: SearchCost;
  readonly minimizing: PreemptionBudget;
}

/** Counted rather than timed, so that the answer is the same on every machine. */
interface SearchCost {
  readonly states: number;
  readonly depth: number;
  readonly instructions: number;
}

/**
 * A loop whose exit was removed never ends, and its states may grow. A search of a candidate is
 * given up when it costs this many times as much as that of the input.
 */
const COST_FACTOR = 8;
const LEAST: SearchCost = { states: 4000, depth: 400, instructions: 500_000 };
/** For the input; preemptions that are not found within it are not required of candidates. */
const MINIMIZING: PreemptionBudget = { states: 20_000, instructions: 20_000_000 };
/** More preemptions than this are not distinguished. */
const MANY = 4;
/** Reductions that rely on no assumptions. */
const ASSUMPTION_FREE: readonly Reduction[] = ["private", "final"];

/** Transitions between two looks at the findings and the cost, and between two looks at the signal. */
const SLICE = 50;
const PAUSE = 2000;

/** A failure in words; null if any of the kind counts. */
export function describeFailure({
  words,
  isAvoidable,
  preemptions,
}: CheckedFailure): string | null {
  if (words === null) return null;
  const number = `${preemptions} preemption${preemptions === 1 ? "" : "s"}`;
  return [
    words,
    ...(isAvoidable ? ["not on all schedules"] : []),
    ...(preemptions === 0 ? [] : [`with at least ${number}`]),
  ].join("; ");
}

/** What a search has found so far. */
interface Met {
  /** Signatures of all failures, and of those of the kind, in the order in which they were found. */
  readonly all: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  /** Some schedule has ended cleanly. */
  readonly hasCleanEnd: boolean;
  readonly cost: SearchCost;
}

export class SameFailure {
  readonly #options: CheckedCandidates;
  readonly #machines: CandidateMachines;

  constructor(options: CheckedCandidates) {
    this.#options = options;
    this.#machines = new CandidateMachines(options);
  }

  /** The first failure of the kind that `deadwood check` finds; null if there is none. */
  async find(candidate: Candidate, signal: AbortSignal): Promise<CheckedFailure | null> {
    const { same, maxStates } = this.#options;
    const isAny = same === "kind";
    const { all, words, hasCleanEnd, cost } = await this.#search(
      candidate,
      (met) => met.words.size > 0 && (isAny || met.hasCleanEnd),
      { states: maxStates, depth: UNLIMITED, instructions: UNLIMITED },
      signal,
    );
    const [first] = words;
    if (first === undefined) return null;
    const limits = limitsAfter(cost, maxStates);
    if (isAny) {
      const anything = { words: null, isAvoidable: false, preemptions: 0 };
      return { ...anything, allowedFailures: all, limits, minimizing: MINIMIZING };
    }
    const { least, states } = this.#minimize(candidate, first, MANY, MINIMIZING);
    const minimizing = { ...MINIMIZING, states: Math.max(LEAST.states, COST_FACTOR * states) };
    const asked = { words: first, isAvoidable: hasCleanEnd, preemptions: least };
    return { ...asked, allowedFailures: all, limits, minimizing };
  }

  async has(candidate: Candidate, wanted: CheckedFailure, signal: AbortSignal): Promise<boolean> {
    const { words, isAvoidable, allowedFailures, preemptions, limits, minimizing } = wanted;
    const isThere = (met: Met): boolean =>
      (words === null ? met.words.size > 0 : met.words.has(words)) &&
      (met.hasCleanEnd || !isAvoidable);
    const isOther = ({ all }: Met): boolean =>
      words !== null && [...all].some((each) => !allowedFailures.has(each));
    try {
      const isDecided = (met: Met): boolean => isOther(met) || isThere(met);
      const met = await this.#search(candidate, isDecided, limits, signal);
      if (isOther(met) || !isThere(met)) return false;
      if (words === null || preemptions === 0) return true;
      return this.#minimize(candidate, words, preemptions, minimizing).least === preemptions;
    } catch (error) {
      // A missing class or an invalid body is not the failure.
      if (error instanceof DeadwoodError && !signal.aborted) return false;
      throw error;
    }
  }

  close(): void {
    this.#machines.close();
  }

  /** The least number of preemptions that the failure needs, up to `most`. */
  #minimize(
    candidate: Candidate,
    words: string,
    most: number,
    budget: PreemptionBudget,
  ): { least: number; states: number } {
    const property = reducedProperty(this.#options.kind);
    if (!property.reducible!.countsPreemptions) return { least: 0, states: 0 };
    const machine = this.#boot(candidate, ASSUMPTION_FREE);
    const asked = this.#ask(machine);
    const criteria = asked === null ? ENDS_ONLY : { properties: [asked], cycle: 0 };
    const isWanted = (violation: Violation): boolean =>
      this.#wordsOf(machine, violation, asked).includes(words);
    const goal = { kind: property.kind, message: "", steps: [], criteria, isWanted };
    return preemptionsNeeded(machine, goal, most, budget);
  }

  /** Searches until `isEnough`, until the search ends, or until it has cost too much. */
  async #search(
    candidate: Candidate,
    isEnough: (met: Met) => boolean,
    limits: SearchCost,
    signal: AbortSignal,
  ): Promise<Met> {
    const { kind } = this.#options;
    const machine = this.#boot(candidate, REDUCTIONS);
    const asked = this.#ask(machine);
    const ends = new CleanEnds();
    const inspected = asked === null ? [ends] : [asked, ends];
    const liveness = livenessOf("local", machine);
    const search = new DepthFirst(machine, limits, { inspected, liveness });
    const all = new Set<string>();
    const words = new Set<string>();
    const before = machine.instructions;
    const met = (): Met => {
      const { states, maxDepth } = search.counts;
      const instructions = machine.instructions - before;
      const cost = { states, depth: maxDepth, instructions };
      return { all, words, hasCleanEnd: ends.isSeen, cost };
    };
    let taken = 0;
    for (const result of slices(search, SLICE)) {
      // The search continues after failures of other kinds.
      if (result.kind === "violated") {
        const { violation } = result;
        for (const each of this.#wordsOf(machine, violation, asked)) {
          all.add(each);
          if (isReduced(kind, violation)) words.add(each);
        }
      }
      const instructions = machine.instructions - before;
      if (instructions > limits.instructions || isEnough(met())) break;
      if (taken++ % (PAUSE / SLICE) === 0) {
        signal.throwIfAborted();
        await pause();
      }
    }
    return met();
  }

  /** A machine that shows what is looked for. */
  #boot(candidate: Candidate, reductions: readonly Reduction[]): Machine {
    const settings = this.#settings();
    const needed = reducedProperty(this.#options.kind).machine?.(settings);
    return this.#machines.boot(candidate, reductions, needed);
  }

  /** What asks about states, if the property does. */
  #ask(machine: Machine): StateProperty | null {
    const settings = this.#settings();
    const silent = { isMuffled: false };
    return reducedProperty(this.#options.kind).make?.(machine, settings, silent) ?? null;
  }

  #settings(): PropertySettings {
    return { ...DEFAULT_SETTINGS, ...reducedProperty(this.#options.kind).reducible!.settings };
  }

  /** One state may have several violations of a kind. */
  #wordsOf(machine: Machine, violation: Violation, asked: StateProperty | null): string[] {
    const { same, rules } = this.#options;
    if (same === "kind") return [violation.kind];
    const all = propertyOf(violation.kind).signatures(machine, violation, asked);
    return all.map((words) => normalise(words, [], rules));
  }
}

const UNLIMITED = Number.POSITIVE_INFINITY;

const limitsAfter = (cost: SearchCost, maxStates: number): SearchCost => ({
  states: Math.min(maxStates, Math.max(LEAST.states, COST_FACTOR * cost.states)),
  depth: Math.max(LEAST.depth, COST_FACTOR * cost.depth),
  instructions: Math.max(LEAST.instructions, COST_FACTOR * cost.instructions),
});

/** Whether some schedule has ended without a violation. */
class CleanEnds implements StateProperty {
  isSeen = false;

  atEnd(_: Machine, stage: ProgramStage): null {
    if (stage === "over") this.isSeen = true;
    return null;
  }

  restarted(): void {
    this.isSeen = false;
  }
}

/** Runs the check in this process: nothing is written to disk and no process is started. */
export class SameFailureRunner implements Runner {
  readonly #checker: SameFailure;
  readonly #wanted: CheckedFailure;

  constructor(checker: SameFailure, wanted: CheckedFailure) {
    this.#checker = checker;
    this.#wanted = wanted;
  }

  async run(candidate: Candidate, signal: AbortSignal): Promise<RunOutcome> {
    const interesting = await this.#checker.has(candidate, this.#wanted, signal);
    return { kind: "answered", interesting };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
