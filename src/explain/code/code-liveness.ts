/**
 * The analyses of the code that say what of a state may be read, for one state
 * and its future. Where the future has been explored to its end, no library code
 * will run that has not run by then, and what only such code would read is dead.
 * Without that, the whole library is analysed, and if that is found to use
 * reflection, the part of it that the program has come to so far is taken for all
 * of it: a guess, and told as one.
 */

import { observe } from "../../liveness/code/used-library.ts";
import { HybridLiveness } from "../../liveness/fields/hybrid-liveness.ts";
import type { RuntimeMethod } from "../../program/linking/runtime-class.ts";
import type { Machine } from "../../vm/machine.ts";

export interface CodeLiveness {
  readonly hybrid: HybridLiveness;
  /** The same, where reads that nobody can notice do not count. */
  readonly faint: HybridLiveness;
  /** All rests on it that the program uses no more of the library than it has so far. */
  readonly isGuess: boolean;
}

/** `isExplored`: everything that can follow the machine's state has run on it. */
export function livenessByCode(
  m: Machine,
  invariants: readonly RuntimeMethod[],
  isExplored: boolean,
): CodeLiveness {
  const hybrid = new HybridLiveness(m, invariants);
  const faint = new HybridLiveness(m, invariants, true);
  const isGuess = !isExplored && hybrid.fields.openedBy !== null;
  if (isExplored || isGuess) {
    const observed = observe(m, isExplored ? "methods" : "classes");
    for (const analysis of [hybrid, faint]) analysis.begin(observed, { isFirstState: false });
  }
  return { hybrid, faint, isGuess };
}
