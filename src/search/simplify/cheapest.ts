/**
 * Finds the schedule with the fewest switches, and of those one with the fewest steps, among all
 * with a given number of preemptions. States are visited in the order of their cost (Dijkstra's
 * algorithm), so the first time the violation comes up, nothing cheaper leads there.
 */
import { PairTable } from "../../state/stores/pair-table.ts";
import type { Step } from "../step.ts";
import type { VectorFingerprint } from "../vector-fingerprint.ts";
import { addState } from "./fewest-preemptions.ts";
import { isCheaper, type ScheduleCost } from "./schedule-cost.ts";
import { costAfter, type PathState, type ScheduleWalk } from "./schedule-walk.ts";

interface Node extends ScheduleCost {
  readonly parent: Node | null;
  readonly step: Step | null;
  readonly high: number;
  readonly low: number;
  /** Last thread and preemptions: with the state they decide what may follow, and at what cost. */
  readonly history: number;
  readonly isWanted: boolean;
}

/**
 * A schedule cheaper than `known` that has no more than `mostSteps` steps; null if there is none, or if the effort ended first.
 * Yields after each state, so that the caller can pause.
 */
export const cheapestSchedule = (
  walk: ScheduleWalk,
  fingerprint: VectorFingerprint,
  known: ScheduleCost,
  mostSteps: number,
  isSpent: () => boolean,
): Generator<void, readonly Step[] | null> =>
  new Cheapest(walk, fingerprint, { known, mostSteps, isSpent }).run();

interface Bounds {
  readonly known: ScheduleCost;
  readonly mostSteps: number;
  readonly isSpent: () => boolean;
}

class Cheapest {
  readonly #walk: ScheduleWalk;
  readonly #fingerprint: VectorFingerprint;
  readonly #bounds: Bounds;
  readonly #visited = new PairTable(false);
  /** By switches and steps: nodes that wait for their turn. */
  readonly #queue: Node[][][] = [];
  /** The node that the walk stands at. */
  #at: Node | null = null;

  constructor(walk: ScheduleWalk, fingerprint: VectorFingerprint, bounds: Bounds) {
    this.#walk = walk;
    this.#fingerprint = fingerprint;
    this.#bounds = bounds;
  }

  *run(): Generator<void, readonly Step[] | null> {
    const start = this.#nodeOf(this.#walk.goBackTo(0), null);
    this.#at = start;
    this.#add(start);
    for (let switches = 0; switches < this.#queue.length; switches++) {
      const layer = this.#queue[switches] ?? [];
      for (let steps = 0; steps < layer.length; steps++) {
        for (const node of layer[steps] ?? []) {
          if (node.isWanted) return stepsTo(node);
          if (this.#bounds.isSpent()) return null;
          if (!addState(this.#visited, node, node.history)) continue;
          this.#expand(node);
          yield;
        }
        layer[steps] = [];
      }
    }
    return null;
  }

  #expand(node: Node): void {
    const { known, mostSteps } = this.#bounds;
    if (node.steps >= mostSteps) return;
    const walk = this.#walk;
    const state = this.#travel(node);
    for (const step of state.options) {
      if (!isCheaper(costAfter(state, step.thread), known)) continue;
      walk.goBackTo(node.steps);
      const next = walk.take(step);
      if (next.reached !== "over") this.#add(this.#nodeOf(next, node));
    }
    walk.goBackTo(node.steps);
    this.#at = node;
  }

  #nodeOf(state: PathState, parent: Node | null): Node {
    this.#fingerprint.identify(state.stop);
    const { high, low } = this.#fingerprint;
    const { step, preemptions, switches, steps, reached, running } = state;
    // A thread that cannot go on, and one that can, are told apart by the state itself.
    const last = running >= 0 ? running : (step?.thread ?? -1);
    const history = ((last + 1) << 10) | preemptions;
    const isWanted = reached === "wanted";
    return { parent, step, preemptions, switches, steps, high, low, history, isWanted };
  }

  #add(node: Node): void {
    const layer = (this.#queue[node.switches] ??= []);
    (layer[node.steps] ??= []).push(node);
  }

  /** Brings the walk to a node, from the last state that both paths pass. */
  #travel(node: Node): PathState {
    const route: Step[] = [];
    let to: Node = node;
    let from = this.#at!;
    while (from !== to) {
      if (to.steps >= from.steps) {
        route.push(to.step!);
        to = to.parent!;
      } else from = from.parent!;
    }
    const walk = this.#walk;
    walk.goBackTo(to.steps);
    while (route.length > 0) walk.take(route.pop()!);
    this.#at = node;
    return walk.state;
  }
}

function stepsTo(node: Node): Step[] {
  const steps: Step[] = [];
  let at: Node | null = node;
  while (at !== null) {
    if (at.step !== null) steps.push(at.step);
    at = at.parent;
  }
  return steps.toReversed();
}
