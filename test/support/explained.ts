/** Explanations of states of test machines, with everything that follows explored. */
import { BadUsageError } from "../../src/core/errors.ts";
import { Random } from "../../src/core/random.ts";
import { type Explained, Explainer } from "../../src/explain/explainer.ts";
import { FutureSearch } from "../../src/explain/future/future-search.ts";
import { type ReachedState, walkSteps } from "../../src/explain/reach-state.ts";
import type { Machine } from "../../src/vm/machine.ts";

/** A state of a program after fewer than so many steps of some schedule; null where that is over sooner. */
export function reachSomewhere(m: Machine, seed: number, steps: number): ReachedState | null {
  try {
    return walkSteps(m, seed, new Random(seed).below(steps));
  } catch (error) {
    if (error instanceof BadUsageError) return null;
    throw error;
  }
}

export interface ExploredState {
  readonly explainer: Explainer;
  readonly search: FutureSearch;
}

export function explore(m: Machine, state: ReachedState, maxStates = 5000): ExploredState {
  const explainer = new Explainer(m, state.boot, false);
  const { cells, liveness } = explainer;
  const search = new FutureSearch(m, cells, { stop: state.stop, liveness, maxStates });
  while (search.explore(1000));
  return { explainer, search };
}

export function explained(m: Machine, state: ReachedState, maxStates?: number): Explained {
  const { explainer, search } = explore(m, state, maxStates);
  return explainer.explain(search.graph, []);
}
