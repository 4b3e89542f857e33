/**
 * The code analyses that say which values of a state may be read, for one state and
 * its future. If the future has been explored completely, library code that has not run
 * by then will not run at all, and what only such code would read is dead. Otherwise
 * the whole library is analysed. If that turns out to use reflection, only the part that
 * the program has reached so far is analysed: this is a guess, and reported as one.
 */

import { observe } from "../../liveness/code/used-library.ts";
import { HybridLiveness } from "../../liveness/fields/hybrid-liveness.ts";
import type { RuntimeMethod } from "../../program/linking/runtime-class.ts";
import type { Machine } from "../../vm/machine.ts";

export interface CodeLiveness {
  readonly hybrid: HybridLiveness;
  /** The same, without reads that have no observable effect. */
  readonly faint: HybridLiveness;
  /** The results hold only if the program uses no more of the library than it has so far. */
  readonly isGuess: boolean;
}

/** `isExplored`: the machine has run everything that can follow its state. */
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
