/**
 * Looks for a schedule to the same violation with fewer preemptions: fewer places where a thread is
 * stopped although it could go on. It tries all schedules without a preemption, then those with
 * one, and so on, so the first that fails has the fewest there are. Each round remembers the
 * states it has seen, together with the thread that ran last and the preemptions spent, because
 * these decide what may follow. When the budget is used up, the schedule known before stays.
 *
 * Some properties accept any other violation of their kind (Property.isReplaceable). Of a livelock
 * only the way there gets shorter, to whichever state of its cycle comes first; the cycle stays as
 * it is.
 */

import type { UsedLibrary } from "../../liveness/code/used-library.ts";
import { livenessOf, strongestLiveness } from "../../liveness/reductions.ts";
import { PairTable } from "../../state/stores/pair-table.ts";
import { Stop } from "../../vm/interpreter/stop.ts";
import type { Machine } from "../../vm/machine.ts";
import { trial } from "../../vm/trial.ts";
import { Moves } from "../judge.ts";
import { Inspectors, type ReplayCriteria } from "../properties/property.ts";
import { type PropertyKind, propertyOf } from "../properties/table.ts";
import type { Violation } from "../properties/violation.ts";
import { assuming } from "../reductions/assumed-world.ts";
import { couldGoOn, prepareForSteps, type Step } from "../step.ts";
import { StepPath, takeStep } from "../step-path.ts";
import { VectorFingerprint } from "../vector-fingerprint.ts";
import { violationAfter } from "./replay.ts";

export interface MinimizeGoal {
  readonly kind: PropertyKind;
  readonly message: string;
  /** Steps that lead there. */
  readonly steps: readonly Step[];
  readonly criteria: ReplayCriteria;
  /** What the search took to be all that the program uses of the library; null when it did not. */
  readonly observed?: UsedLibrary | null;
  /** Which violations of the kind will do, where that is not said by kind and message; the machine stands where it was found. */
  readonly isWanted?: (violation: Violation) => boolean;
}

/** What may be spent on it. */
export interface MinimizeBudget {
  readonly states: number;
  readonly instructions?: number;
}

export interface Minimized {
  /** Null when nothing with fewer preemptions was found. */
  readonly steps: readonly Step[] | null;
  /** False when the budget ended the search: there may be something better. */
  readonly isLeast: boolean;
  /** No schedule with fewer preemptions than that will do. */
  readonly least: number;
  /** That were looked at. */
  readonly states: number;
}

interface Level {
  readonly options: readonly number[];
  readonly isChoice: boolean;
  /** The thread that ran last, when it could go on; -1 otherwise. */
  readonly last: number;
  readonly spent: number;
  next: number;
}

/** A machine just booted; `most` preemptions are known to be enough. */
export function minimize(
  m: Machine,
  goal: MinimizeGoal,
  most: number,
  budget: MinimizeBudget,
): Minimized {
  const search = new BoundedSearch(m, goal, budget);
  for (let least = 0; least < most; least++) {
    const steps = search.run(least);
    const { isSpent, states } = search;
    if (steps !== null) return { steps, isLeast: true, least, states };
    if (isSpent) return { steps: null, isLeast: false, least, states };
  }
  return { steps: null, isLeast: true, least: most, states: search.states };
}

class BoundedSearch {
  readonly #m: Machine;
  readonly #goal: MinimizeGoal;
  readonly #inspectors: Inspectors;
  readonly #stepPath: StepPath;
  readonly #fingerprint: VectorFingerprint;
  #visited = new PairTable(false);
  #levels: Level[] = [];
  readonly #moves = new Moves();
  #bound = 0;
  readonly #budget: MinimizeBudget;
  /** Instructions that the machine had run before. */
  readonly #before: number;
  states = 0;
  #isFound = false;
  /** By fingerprint: the states of the endless cycle, counted from its first step. */
  readonly #round = new Map<string, number>();
  /** Where the schedule found enters the cycle. */
  #entry = 0;

  constructor(m: Machine, goal: MinimizeGoal, budget: MinimizeBudget) {
    this.#m = m;
    this.#goal = goal;
    this.#inspectors = new Inspectors(goal.criteria.properties);
    this.#budget = budget;
    this.#before = m.instructions;
    this.#stepPath = new StepPath(m);
    prepareForSteps(m);
    // Only where states are those of a cycle that a search has found must they be compared as it did.
    const liveness =
      goal.criteria.cycle > 0
        ? assuming(strongestLiveness(m), goal.observed ?? null)
        : livenessOf("local", m);
    this.#fingerprint = VectorFingerprint.of(m, liveness);
    const { cycle } = goal.criteria;
    if (cycle > 0) trial(m, () => this.#goRound(goal.steps, cycle));
  }

  /** Takes the known schedule, and remembers the states of the cycle. */
  #goRound(steps: readonly Step[], cycle: number): void {
    let stop: Stop = Stop.visible;
    steps.forEach(({ thread, choice }, i) => {
      const at = i - (steps.length - cycle);
      if (at >= 0) this.#round.set(this.#fingerprint.key(stop), at);
      stop = takeStep(this.#m, thread, choice);
      this.#fingerprint.noteWrites();
    });
  }

  get isSpent(): boolean {
    const { states, instructions = Number.POSITIVE_INFINITY } = this.#budget;
    return this.states >= states || this.#m.instructions - this.#before > instructions;
  }

  /** The machine is in its first state again unless something was found. */
  run(bound: number): Step[] | null {
    this.#bound = bound;
    this.#visited = new PairTable(false);
    this.#levels = [];
    this.#arrive(Stop.visible, 0, 0);
    if (this.#isFound) return this.#steps();
    for (let level = this.#levels.at(-1); level !== undefined; level = this.#levels.at(-1)) {
      this.#stepPath.goBackTo(this.#levels.length - 1);
      if (level.next >= level.options.length || this.isSpent) this.#levels.pop();
      else this.#step(level);
      if (this.#isFound) return this.#steps();
    }
    return null;
  }

  #steps(): Step[] {
    const { steps, criteria } = this.#goal;
    const round = steps.slice(steps.length - criteria.cycle);
    return [...this.#path(), ...round.slice(this.#entry), ...round.slice(0, this.#entry)];
  }

  /** The steps to the present state. */
  #path(): Step[] {
    return this.#levels
      .filter((level) => level.next > 0)
      .map(({ options, isChoice, next }) => ({
        thread: options[next - 1]!,
        choice: isChoice ? next - 1 : -1,
      }));
  }

  #step(level: Level): void {
    const option = level.next++;
    const thread = level.options[option]!;
    const spent = level.spent + (level.last >= 0 && level.last !== thread ? 1 : 0);
    if (spent > this.#bound) return;
    const stop = this.#stepPath.take(thread, level.isChoice ? option : -1);
    this.#fingerprint.noteWrites();
    this.#arrive(stop, thread, spent);
  }

  #arrive(stop: Stop, thread: number, spent: number): void {
    const m = this.#m;
    const moves = this.#moves;
    const violation = violationAfter(m, stop, this.#inspectors, () => [], undefined, moves);
    m.uncaught = 0;
    if (violation !== null && this.#isWanted(violation)) {
      this.#isFound = true;
      return;
    }
    if (violation !== null && propertyOf(violation.kind).foundAt === "end") return;
    if (this.#round.size > 0 && stop !== Stop.halted && stop !== Stop.ignored) {
      const entry = this.#round.get(this.#fingerprint.key(stop));
      this.#isFound = entry !== undefined;
      this.#entry = entry ?? 0;
      if (this.#isFound) return;
    }
    if (moves.count === 0) return;
    const isChoice = moves.chooser >= 0;
    const options = Array.from({ length: moves.count }, (_, i) => moves.threadAt(i));
    const last = !isChoice && this.#levels.length > 0 && couldGoOn(m, thread) ? thread : -1;
    if (!this.#isNew(stop, last, spent)) return;
    this.states++;
    this.#levels.push({ options, isChoice, last, spent, next: 0 });
  }

  #isWanted(violation: Violation): boolean {
    const { kind, message } = violation;
    if (kind !== this.#goal.kind) return false;
    if (this.#goal.isWanted !== undefined) return this.#goal.isWanted(violation);
    return propertyOf(kind).isReplaceable || message === this.#goal.message;
  }

  /** What may follow depends on the state, on who ran last and on what has been spent. */
  #isNew(stop: Stop, last: number, spent: number): boolean {
    const fingerprint = this.#fingerprint;
    fingerprint.identify(stop);
    // An odd factor: for one state no two histories give the same pair of words.
    const history = Math.imul(((last + 1) << 10) | spent, 0x9e3779b1);
    return this.#visited.add(fingerprint.high ^ history, fingerprint.low);
  }
}
