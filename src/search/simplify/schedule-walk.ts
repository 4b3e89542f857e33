/**
 * A schedule under construction: a path of steps that knows what it costs so far, whether it has
 * reached the violation that is wanted, and how it can go on.
 */
import { Stop } from "../../vm/interpreter/stop.ts";
import type { Machine } from "../../vm/machine.ts";
import type { RefutedAssumption } from "../../vm/sharing/observability.ts";
import { Moves } from "../judge.ts";
import { Inspectors, type StateProperty } from "../properties/property.ts";
import { propertyOf } from "../properties/table.ts";
import type { Violation } from "../properties/violation.ts";
import { violationAfter } from "../replay/replay.ts";
import { couldGoOn, type Step } from "../step.ts";
import { StepPath } from "../step-path.ts";
import type { VectorFingerprint } from "../vector-fingerprint.ts";
import type { ScheduleCost } from "./schedule-cost.ts";

export interface ScheduleGoal {
  readonly properties: readonly StateProperty[];
  /** The machine stands where the violation was found. */
  readonly isWanted: (violation: Violation) => boolean;
  /** Asked of states in which nothing is wrong: true where the schedule may end all the same. */
  readonly isWantedState?: (stop: Stop) => boolean;
}

/** A state on the path, and the step that led to it. */
export interface PathState extends ScheduleCost {
  /** Null at the start. */
  readonly step: Step | null;
  /** How the step ended. */
  readonly stop: Stop;
  /** "wanted": the violation is here. "over": the path ends without it. */
  readonly reached: "wanted" | "over" | "open";
  /** The steps that can follow. */
  readonly options: readonly Step[];
  /** The thread that ran last, if it can go on: to let another run is then a preemption. */
  readonly running: number;
}

/** What a step from a state costs its reader, together with all before it. */
export function costAfter(state: PathState, thread: number): ScheduleCost {
  const last = state.step?.thread ?? -1;
  const isSwitch = last >= 0 && last !== thread;
  const isPreemption = state.running >= 0 && state.running !== thread;
  return {
    preemptions: state.preemptions + (isPreemption ? 1 : 0),
    switches: state.switches + (isSwitch ? 1 : 0),
    steps: state.steps + 1,
  };
}

const NO_COST: ScheduleCost = { preemptions: 0, switches: 0, steps: 0 };

export class ScheduleWalk {
  readonly #m: Machine;
  readonly #goal: ScheduleGoal;
  readonly #inspectors: Inspectors;
  readonly #path: StepPath;
  readonly #fingerprint: VectorFingerprint;
  readonly #moves = new Moves();
  readonly #states: PathState[];
  /** What the schedule that is known relied on: the ends of all steps depend on it. */
  readonly #refuted: readonly RefutedAssumption[];
  /** A path was given up because it refuted an assumption. */
  hasRefuted = false;
  /** Steps taken on all paths: what the search for a simpler schedule has cost. */
  taken = 0;

  /** The machine has been made ready for steps and is in its first state. */
  constructor(m: Machine, goal: ScheduleGoal, fingerprint: VectorFingerprint) {
    this.#m = m;
    this.#goal = goal;
    this.#fingerprint = fingerprint;
    this.#inspectors = new Inspectors(goal.properties);
    this.#path = new StepPath(m);
    this.#refuted = m.sharing.refuted;
    this.#states = [this.#look(null, Stop.visible, NO_COST)];
  }

  /** Steps taken. */
  get depth(): number {
    return this.#states.length - 1;
  }

  get state(): PathState {
    return this.#states.at(-1)!;
  }

  get steps(): Step[] {
    return this.#states.slice(1).map(({ step }) => step!);
  }

  /** Takes one of the present state's options. */
  take(step: Step): PathState {
    const cost = costAfter(this.state, step.thread);
    const stop = this.#path.take(step.thread, step.choice);
    this.#fingerprint.noteWrites();
    this.taken++;
    const state = this.#look(step, stop, cost);
    this.#states.push(state);
    return state;
  }

  /** Goes back to the state after so many steps. What properties have seen on other paths does not count. */
  goBackTo(depth: number): PathState {
    this.#path.goBackTo(depth);
    this.#states.length = depth + 1;
    for (const property of this.#goal.properties) property.restarted?.();
    return this.state;
  }

  #look(step: Step | null, stop: Stop, cost: ScheduleCost): PathState {
    const m = this.#m;
    const { isWanted, isWantedState } = this.#goal;
    const moves = this.#moves;
    const violation = violationAfter(m, stop, this.#inspectors, () => [], undefined, moves);
    const isEnd = violation !== null && propertyOf(violation.kind).foundAt === "end";
    const isOver = isEnd || moves.count === 0;
    const isFound =
      violation === null ? !isOver && isWantedState?.(stop) === true : isWanted(violation);
    m.uncaught = 0;
    const isRefuted = this.#forgetRefuted();
    const canGoOn = step !== null && moves.chooser < 0 && couldGoOn(m, step.thread);
    return {
      step,
      stop,
      ...cost,
      reached: isFound ? "wanted" : isOver || isRefuted ? "over" : "open",
      options: Array.from({ length: moves.count }, (_, i) => moves.stepAt(i)),
      running: canGoOn ? step.thread : -1,
    };
  }

  /**
   * What the step refuted is assumed again, so that steps go on to end at the same places. The path
   * cannot be followed further, because another thread might have run earlier on it.
   */
  #forgetRefuted(): boolean {
    const { sharing } = this.#m;
    if (!sharing.takeRefuted()) return false;
    sharing.forgetAllBut(this.#refuted);
    this.hasRefuted = true;
    return true;
  }
}
