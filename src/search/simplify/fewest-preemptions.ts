/**
 * Looks for a schedule with fewer preemptions (iterative context bounding: Musuvathi and Qadeer,
 * 2007). It tries all schedules without a preemption, then those with one, and so on, so the first
 * that is found has the fewest there are. Each round remembers the states it has seen, together
 * with the thread that can go on and the preemptions spent, because these decide what may follow.
 */
import { PairTable } from "../../state/stores/pair-table.ts";
import type { Step } from "../step.ts";
import type { VectorFingerprint } from "../vector-fingerprint.ts";
import { costAfter, type PathState, type ScheduleWalk } from "./schedule-walk.ts";

export interface FewestPreemptions {
  /** Null if no schedule within the bounds leads to the violation. */
  readonly steps: readonly Step[] | null;
  /** No schedule with fewer preemptions leads there. */
  readonly least: number;
  /** False if the budget was spent first: `least` is then a lower bound only. */
  readonly isExact: boolean;
  readonly states: number;
}

/** Schedules outside these bounds are not tried. */
export interface PreemptionBounds {
  /** More preemptions than a schedule may have. */
  readonly preemptions: number;
  readonly steps: number;
}

/**
 * A schedule within the bounds that has the fewest preemptions. `isSpent` is given the number of states visited. Yields after
 * each step, so that the caller can pause.
 */
export function* fewestPreemptions(
  walk: ScheduleWalk,
  fingerprint: VectorFingerprint,
  { preemptions: most, steps: mostSteps }: PreemptionBounds,
  isSpent: (states: number) => boolean,
): Generator<void, FewestPreemptions> {
  let states = 0;
  for (let least = 0; least < most; least++) {
    const isOver = (visited: number): boolean => isSpent(states + visited);
    const round = new Round(walk, fingerprint, { preemptions: least, steps: mostSteps }, isOver);
    const steps = yield* round.run();
    states += round.states;
    if (steps !== null) return { steps, least, isExact: true, states };
    if (isSpent(states)) return { steps: null, least, isExact: false, states };
  }
  return { steps: null, least: most, isExact: true, states };
}

interface Level {
  readonly options: readonly Step[];
  next: number;
}

/** All schedules with at most as many preemptions and steps as the bounds say. */
class Round {
  readonly #walk: ScheduleWalk;
  readonly #fingerprint: VectorFingerprint;
  readonly #bounds: PreemptionBounds;
  readonly #isSpent: (states: number) => boolean;
  readonly #visited = new PairTable(false);
  readonly #levels: Level[] = [];
  states = 0;

  constructor(
    walk: ScheduleWalk,
    fingerprint: VectorFingerprint,
    bounds: PreemptionBounds,
    isSpent: (states: number) => boolean,
  ) {
    this.#walk = walk;
    this.#fingerprint = fingerprint;
    this.#bounds = bounds;
    this.#isSpent = isSpent;
  }

  *run(): Generator<void, readonly Step[] | null> {
    const walk = this.#walk;
    const { preemptions, steps } = this.#bounds;
    if (this.#arrive(walk.goBackTo(0))) return walk.steps;
    for (let level = this.#levels.at(-1); level !== undefined; level = this.#levels.at(-1)) {
      const step = this.#isSpent(this.states) ? undefined : level.options[level.next++];
      if (step === undefined || this.#levels.length > steps) {
        this.#levels.pop();
        continue;
      }
      const state = walk.goBackTo(this.#levels.length - 1);
      if (costAfter(state, step.thread).preemptions > preemptions) continue;
      yield;
      if (this.#arrive(walk.take(step))) return walk.steps;
    }
    return null;
  }

  /** True if the violation has been reached. */
  #arrive(state: PathState): boolean {
    if (state.reached !== "open") return state.reached === "wanted";
    if (!this.#isNew(state)) return false;
    this.states++;
    this.#levels.push({ options: runningFirst(state), next: 0 });
    return false;
  }

  #isNew({ stop, running, preemptions }: PathState): boolean {
    this.#fingerprint.identify(stop);
    return addState(this.#visited, this.#fingerprint, ((running + 1) << 10) | preemptions);
  }
}

/** Adds a state together with what else decides what may follow; false if it is known. */
export function addState(
  visited: PairTable,
  { high, low }: { readonly high: number; readonly low: number },
  history: number,
): boolean {
  // An odd factor: for one state no two histories give the same pair of words.
  return visited.add(high ^ Math.imul(history, 0x9e3779b1), low);
}

/** The way with the fewest switches first. */
function runningFirst({ options, running }: PathState): readonly Step[] {
  const own = options.filter(({ thread }) => thread === running);
  return own.length === 0
    ? options
    : [...own, ...options.filter(({ thread }) => thread !== running)];
}
