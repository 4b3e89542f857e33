/**
 * Turns the schedule that a search has found into one that a person can follow: with few
 * preemptions, then few switches, then few steps. A depth-first search finds long schedules that
 * switch all the time, and neither says anything about the bug.
 *
 * The schedule is first changed greedily. Then a search from the start looks for fewer preemptions,
 * and at last for the cheapest schedule with as many. When the effort ends, the best schedule so far
 * stays.
 *
 * Some properties accept any other violation of their kind (Property.isReplaceable). Of a livelock
 * only the way there gets simpler, to whichever state of its cycle comes first; the cycle stays as
 * it is.
 */
import type { UsedLibrary } from "../../liveness/code/used-library.ts";
import { livenessOf, strongestLiveness } from "../../liveness/reductions.ts";
import { Stop } from "../../vm/interpreter/stop.ts";
import type { Machine } from "../../vm/machine.ts";
import { trial } from "../../vm/trial.ts";
import type { ReplayCriteria } from "../properties/property.ts";
import { type PropertyKind, propertyOf } from "../properties/table.ts";
import type { Violation } from "../properties/violation.ts";
import { assuming } from "../reductions/assumed-world.ts";
import { prepareForSteps, type Step } from "../step.ts";
import { takeStep } from "../step-path.ts";
import { VectorFingerprint } from "../vector-fingerprint.ts";
import { cheapestSchedule } from "./cheapest.ts";
import { type FewestPreemptions, fewestPreemptions } from "./fewest-preemptions.ts";
import { simplifyGreedily } from "./greedy.ts";
import { ScheduleWalk } from "./schedule-walk.ts";

export interface SimplifyGoal {
  readonly kind: PropertyKind;
  readonly message: string;
  /** Steps that lead there. */
  readonly steps: readonly Step[];
  readonly criteria: ReplayCriteria;
  /** What the search took to be all that the program uses of the library; null when it did not. */
  readonly observed?: UsedLibrary | null;
  /** Which violations of the kind will do, where kind and message do not say it; the machine stands where it was found. */
  readonly isWanted?: (violation: Violation) => boolean;
}

/**
 * Why there may be a simpler schedule: the effort ended, or paths were given up because they refuted an assumption. Null if there is
 * nothing simpler.
 */
export type Doubt = "effort" | "assumption" | null;

export interface Simplified {
  readonly steps: readonly Step[];
  readonly doubt: Doubt;
}

/** What may be spent. The caller measures it, in steps or in time. */
export interface Effort {
  /** The share that is spent after trying this many steps: from 1 on, nothing is left. */
  spent(steps: number): number;
  /** Longer schedules are tried by greedy changes only. */
  readonly mostSteps?: number;
}

/** The share of the effort after which greedy changes end: a search may find more at once. */
const GREEDY_SHARE = 0.5;

/** The machine has just been booted. Yields after each step or attempt, so that the caller can pause. */
export function* simplify(
  m: Machine,
  goal: SimplifyGoal,
  effort: Effort,
): Generator<void, Simplified> {
  const { walk, fingerprint, endOf } = start(m, goal);
  const { mostSteps = Number.POSITIVE_INFINITY } = effort;
  const isSpent = (): boolean => effort.spent(walk.taken) >= 1;
  const isGreedyOver = (): boolean => effort.spent(walk.taken) >= GREEDY_SHARE;
  let steps = yield* simplifyGreedily(walk, leadOf(goal), isGreedyOver);
  const { preemptions } = costOf(walk, steps);
  const bounds = { preemptions, steps: mostSteps };
  const fewer = yield* fewestPreemptions(walk, fingerprint, bounds, isSpent);
  if (fewer.steps !== null) steps = yield* simplifyGreedily(walk, fewer.steps, isSpent);
  const known = costOf(walk, steps);
  const cheapest = yield* cheapestSchedule(walk, fingerprint, known, mostSteps, isSpent);
  const doubt = isSpent() ? "effort" : walk.hasRefuted ? "assumption" : null;
  if (cheapest !== null) steps = [...cheapest];
  costOf(walk, steps);
  return { steps: [...steps, ...endOf()], doubt };
}

/** Runs work that could pause without a pause. */
export function withoutPause<T>(work: Generator<void, T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/** What may be spent on it. */
export interface PreemptionBudget {
  readonly states: number;
  readonly instructions?: number;
}

/** Whether a violation needs `most` preemptions, or with how few it is reached. The machine has just been booted. */
export function preemptionsNeeded(
  m: Machine,
  goal: SimplifyGoal,
  most: number,
  budget: PreemptionBudget,
): FewestPreemptions {
  const before = m.instructions;
  const { walk, fingerprint } = start(m, goal);
  const { instructions = Number.POSITIVE_INFINITY } = budget;
  const bounds = { preemptions: most, steps: Number.POSITIVE_INFINITY };
  const isSpent = (states: number): boolean =>
    states >= budget.states || m.instructions - before > instructions;
  return withoutPause(fewestPreemptions(walk, fingerprint, bounds, isSpent));
}

/** The steps before the cycle of a livelock; all steps otherwise. */
const leadOf = ({ steps, criteria }: SimplifyGoal): readonly Step[] =>
  steps.slice(0, steps.length - criteria.cycle);

/** Takes the steps: afterwards the walk stands where they end. */
function costOf(walk: ScheduleWalk, steps: readonly Step[]): ScheduleWalk["state"] {
  walk.goBackTo(0);
  for (const step of steps) walk.take(step);
  return walk.state;
}

function start(
  m: Machine,
  goal: SimplifyGoal,
): { walk: ScheduleWalk; fingerprint: VectorFingerprint; endOf: () => readonly Step[] } {
  prepareForSteps(m);
  const { cycle, properties } = goal.criteria;
  // Only where states are those of a cycle that a search has found must they be compared as it did.
  const liveness =
    cycle > 0 ? assuming(strongestLiveness(m), goal.observed ?? null) : livenessOf("local", m);
  const fingerprint = VectorFingerprint.of(m, liveness);
  const isWanted = (violation: Violation): boolean => isSame(goal, violation);
  if (cycle === 0) {
    const walk = new ScheduleWalk(m, { properties, isWanted }, fingerprint);
    return { walk, fingerprint, endOf: () => [] };
  }
  const states = trial(m, () => statesOfCycle(m, goal, fingerprint));
  let entry = 0;
  const isWantedState = (stop: Stop): boolean => {
    const at = states.get(fingerprint.key(stop));
    entry = at ?? entry;
    return at !== undefined;
  };
  const walk = new ScheduleWalk(m, { properties, isWanted, isWantedState }, fingerprint);
  const round = goal.steps.slice(goal.steps.length - cycle);
  return { walk, fingerprint, endOf: () => [...round.slice(entry), ...round.slice(0, entry)] };
}

/** By fingerprint: the states of a livelock's cycle, counted from its first step. */
function statesOfCycle(
  m: Machine,
  { steps, criteria }: SimplifyGoal,
  fingerprint: VectorFingerprint,
): Map<string, number> {
  const states = new Map<string, number>();
  let stop: Stop = Stop.visible;
  steps.forEach(({ thread, choice }, i) => {
    const at = i - (steps.length - criteria.cycle);
    if (at >= 0) states.set(fingerprint.key(stop), at);
    stop = takeStep(m, thread, choice);
    fingerprint.noteWrites();
  });
  return states;
}

function isSame(goal: SimplifyGoal, violation: Violation): boolean {
  const { kind, message } = violation;
  if (kind !== goal.kind) return false;
  if (goal.isWanted !== undefined) return goal.isWanted(violation);
  return propertyOf(kind).isReplaceable || message === goal.message;
}
