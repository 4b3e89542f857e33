/**
 * What is wrong with a candidate of a reduction: it is searched as `deadwood check` would,
 * with limits that follow from what the search of the input has cost.
 *
 * That there is *some* failure of the same kind is not enough. What is left when all
 * else can go is a method main that throws: an assertion fails, and has nothing to do
 * with the one that two threads made fail. So the failure must have the same words
 * (search/properties/failure.ts); if some schedules of the input end well, so that it is the
 * schedule that makes it fail, some of the candidate must, too; and no schedule of it
 * may fail with fewer preemptions, since what needs none where two were needed is
 * another thing, such as a thread that is no longer waited for. And nothing may come
 * before it that does not in the input: who checks the result is to see this failure.
 */
import { slices } from "../check/driver.ts";
import { DeadwoodError } from "../core/errors.ts";
import { pause } from "../core/job.ts";
import { livenessOf } from "../liveness/reductions.ts";
import type { Candidate } from "../reduce/files/candidate.ts";
import { type LineRule, normalise } from "../reduce/predicate/normalise.ts";
import { DepthFirst } from "../search/depth-first.ts";
import { DataRaces } from "../search/properties/data-race.ts";
import { failureSignature } from "../search/properties/failure.ts";
import { PLAIN_JUDGEMENT, type StateProperty } from "../search/properties/property.ts";
import type { Violation, ViolationKind } from "../search/properties/violation.ts";
import { type MinimizeBudget, minimize } from "../search/replay/minimize.ts";
import type { Machine } from "../vm/machine.ts";
import { REDUCTIONS, type Reduction } from "../vm/machine-options.ts";
import { CandidateMachines, type CandidateProgram } from "./candidate-machine.ts";

/** "assertion" is an uncaught AssertionError. */
export const CHECK_KINDS = ["deadlock", "uncaught", "assertion", "endless", "race"] as const;
export type CheckKind = (typeof CHECK_KINDS)[number];

/** What must be the same: the failure, or only what kind it is of. */
export const SAMENESS = ["failure", "kind"] as const;
export type Sameness = (typeof SAMENESS)[number];

export interface CheckedCandidates extends CandidateProgram {
  readonly kind: CheckKind;
  readonly same: Sameness;
  /** For the words of a failure. */
  readonly rules: readonly LineRule[];
  /** A search that is not over by then has found nothing. */
  readonly maxStates: number;
}

export interface CheckedFailure {
  /** Null: any of the kind. */
  readonly words: string | null;
  /** Some schedule must end well. */
  readonly isAvoidable: boolean;
  /** What else the search of the input had met by then: nothing but that may come before it. */
  readonly known: ReadonlySet<string>;
  /** It takes so many at least. */
  readonly preemptions: number;
  /** What a candidate may cost, and what it may cost to see that fewer preemptions do not do. */
  readonly limits: Effort;
  readonly minimizing: MinimizeBudget;
}

/** Counted and not timed, so that the answer is the same on any machine. */
interface Effort {
  readonly states: number;
  readonly depth: number;
  readonly instructions: number;
}

/**
 * A loop that has lost its end goes on and on, and each of its states may be larger than the
 * one before. Parts of a program that take so many times as much as the whole are given up.
 */
const PATIENCE = 8;
const LEAST: Effort = { states: 4000, depth: 400, instructions: 500_000 };
/** For the input; what is not seen within that is not asked of candidates. */
const MINIMIZING: MinimizeBudget = { states: 20_000, instructions: 20_000_000 };
/** Preemptions that are told from more. */
const MANY = 4;
/** Whatever rests on assumptions that may turn out wrong is left out. */
const SURE: readonly Reduction[] = ["private", "final"];

/** Transitions between looks at what was met and what it has cost, and between looks at the signal. */
const SLICE = 50;
const PAUSE = 2000;

/** What it is known by, for people. */
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
    ...(preemptions === 0 ? [] : [`with ${number} at least`]),
  ].join("; ");
}

/** What a search has met so far. */
interface Met {
  /** Of all failures, and of those of the kind, in the order in which they were found. */
  readonly all: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  /** Some schedule has ended well. */
  readonly hasCleanEnd: boolean;
  readonly cost: Effort;
}

export class CandidateChecker {
  readonly #options: CheckedCandidates;
  readonly #machines: CandidateMachines;

  constructor(options: CheckedCandidates) {
    this.#options = options;
    this.#machines = new CandidateMachines(options);
  }

  /** The first failure of the kind, as `deadwood check` comes to it; null when there is none. */
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
    const limits = patienceWith(cost, maxStates);
    if (isAny) {
      const anything = { words: null, isAvoidable: false, preemptions: 0 };
      return { ...anything, known: all, limits, minimizing: MINIMIZING };
    }
    const { least, states } = this.#minimize(candidate, first, MANY, MINIMIZING);
    const minimizing = { ...MINIMIZING, states: Math.max(LEAST.states, PATIENCE * states) };
    const asked = { words: first, isAvoidable: hasCleanEnd, preemptions: least };
    return { ...asked, known: all, limits, minimizing };
  }

  async has(candidate: Candidate, wanted: CheckedFailure, signal: AbortSignal): Promise<boolean> {
    const { words, isAvoidable, known, preemptions, limits, minimizing } = wanted;
    const isThere = (met: Met): boolean =>
      (words === null ? met.words.size > 0 : met.words.has(words)) &&
      (met.hasCleanEnd || !isAvoidable);
    const isOther = ({ all }: Met): boolean =>
      words !== null && [...all].some((each) => !known.has(each));
    try {
      const isDecided = (met: Met): boolean => isOther(met) || isThere(met);
      const met = await this.#search(candidate, isDecided, limits, signal);
      if (isOther(met) || !isThere(met)) return false;
      if (words === null || preemptions === 0) return true;
      return this.#minimize(candidate, words, preemptions, minimizing).least === preemptions;
    } catch (error) {
      // A class that is missing, a body that cannot be run: not what is looked for.
      if (error instanceof DeadwoodError && !signal.aborted) return false;
      throw error;
    }
  }

  close(): void {
    this.#machines.close();
  }

  /** How many preemptions are needed, up to `most`. */
  #minimize(
    candidate: Candidate,
    words: string,
    most: number,
    budget: MinimizeBudget,
  ): { least: number; states: number } {
    const kind = VIOLATION_KINDS_OF[this.#options.kind];
    // A race is where two threads are side by side; the round of an endless cycle is part of its schedule.
    if (kind === "race" || kind === "endless") return { least: 0, states: 0 };
    const machine = this.#machines.boot(candidate, SURE);
    const isWanted = (violation: Violation): boolean =>
      this.#wordsOf(machine, violation, null).includes(words);
    const goal = { kind, message: "", steps: [], judgement: PLAIN_JUDGEMENT, isWanted };
    return minimize(machine, goal, most, budget);
  }

  /** Until it is enough, or there is no more to be met, or it has cost too much. */
  async #search(
    candidate: Candidate,
    isEnough: (met: Met) => boolean,
    limits: Effort,
    signal: AbortSignal,
  ): Promise<Met> {
    const { kind } = this.#options;
    const machine = this.#machines.boot(candidate, REDUCTIONS);
    const races = new DataRaces({ isError: true, inLibrary: false });
    const ends = new CleanEnds();
    const inspected = kind === "race" ? [races, ends] : [ends];
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
      // What is not looked for is passed by.
      if (result.kind === "violated") {
        const { violation } = result;
        for (const each of this.#wordsOf(machine, violation, races)) {
          all.add(each);
          if (isOfKind(kind, violation)) words.add(each);
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

  /** In one state there may be several races. */
  #wordsOf(machine: Machine, violation: Violation, races: DataRaces | null): string[] {
    const { same, rules } = this.#options;
    if (same === "kind") return [violation.kind];
    const all =
      violation.kind === "race" && races !== null
        ? races.found.map((race) => failureSignature(machine, violation, race))
        : [failureSignature(machine, violation)];
    return all.map((words) => normalise(words, [], rules));
  }
}

const UNLIMITED = Number.POSITIVE_INFINITY;

const patienceWith = (cost: Effort, maxStates: number): Effort => ({
  states: Math.min(maxStates, Math.max(LEAST.states, PATIENCE * cost.states)),
  depth: Math.max(LEAST.depth, PATIENCE * cost.depth),
  instructions: Math.max(LEAST.instructions, PATIENCE * cost.instructions),
});

/** Whether some schedule has come to an end with nothing wrong. */
class CleanEnds implements StateProperty {
  isSeen = false;

  inspect(_: Machine, isEnd: boolean): null {
    if (isEnd) this.isSeen = true;
    return null;
  }

  restarted(): void {
    this.isSeen = false;
  }
}

const VIOLATION_KINDS_OF: Readonly<Record<CheckKind, ViolationKind>> = {
  deadlock: "deadlock",
  uncaught: "uncaught",
  assertion: "uncaught",
  endless: "endless",
  race: "race",
};

const isOfKind = (wanted: CheckKind, { kind, message }: Violation): boolean =>
  kind === VIOLATION_KINDS_OF[wanted] &&
  (wanted !== "assertion" ||
    /^uncaught exception: java\.lang\.AssertionError(?::|$)/.test(message));
