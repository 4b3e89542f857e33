/**
 * The assumptions of a search, and its restart if one turns out to be wrong. Two assumptions are made outside
 * the search: which objects threads share (vm/sharing/observability.ts), and which library code never
 * runs (assumed-world.ts). If one breaks, everything explored so far relied on it, and the search restarts
 * without it.
 *
 * First the search follows the current path a little further, to see what else breaks. If much was lost
 * already, random runs look for the next reason (probe-walks.ts).
 */
import type { UsedLibrary } from "../../liveness/code/used-library.ts";
import type { Machine } from "../../vm/machine.ts";
import type { Findings } from "../findings.ts";
import type { Arrival, SearchSetup } from "../search.ts";
import { prepareForSteps, resetForRestart } from "../step.ts";
import { AssumedWorld } from "./assumed-world.ts";
import { Losses, probe } from "./probe-walks.ts";

/** How many steps the search continues after an assumption broke. */
const LOOKAHEAD_STEPS = 10_000;

export class Restarts {
  /** The number of restarts. */
  count = 0;
  readonly world: AssumedWorld;
  readonly #m: Machine;
  /** The approximations of the program's start. */
  readonly #approximations: readonly string[];
  /** Steps left before the restart; -1 if none is due. */
  #stepsLeft = -1;
  readonly #losses = new Losses();

  /** Prepares the machine for the first step. */
  constructor(m: Machine, setup: SearchSetup) {
    this.#m = m;
    this.#approximations = [...m.approximations];
    prepareForSteps(m);
    this.world = AssumedWorld.begin(m, setup);
  }

  get observed(): UsedLibrary | null {
    return this.world.observed;
  }

  /** An assumption of the search does not hold. */
  get isVoid(): boolean {
    return this.#m.sharing.isRefuted || this.world.isBroken;
  }

  /** The search will restart, now or soon. */
  get isRequested(): boolean {
    return this.#stepsLeft >= 0;
  }

  /** True if the search must restart before its next step. `isOver`: there is no next step. */
  isDue(isOver: boolean): boolean {
    return this.#stepsLeft === 0 || (this.#stepsLeft > 0 && isOver);
  }

  request(): void {
    this.#stepsLeft = 0;
  }

  afterStep(): void {
    if (this.#stepsLeft > 0) this.#stepsLeft--;
  }

  /**
   * Call after a step has led to a state. True if the search must restart at once; `isVoid`: for another
   * reason.
   */
  arrived(arrival: Arrival, isVoid: boolean, findings: Findings): boolean {
    const { isRefuted } = this.#m.sharing;
    if (!isRefuted && !isVoid && !this.world.isBroken) return false;
    // Discard it: the restarted search finds it again with the correct scheduling points.
    if (isRefuted) findings.violation = null;
    else if (findings.violation !== null) {
      // A violation is real even if an assumption about the library, or about constants, was wrong.
      this.request();
      return false;
    }
    if (this.#stepsLeft < 0) this.#stepsLeft = LOOKAHEAD_STEPS;
    return this.#stepsLeft === 0 || arrival !== "new";
  }

  /**
   * Call when the machine is in its first state again. Everything explored is discarded; the given number of
   * states counts as lost.
   */
  reset(states = 0): void {
    const m = this.#m;
    // Probing only shows what threads share.
    if (this.#losses.add(states, m.sharing.isRefuted)) probe(m, this.count);
    resetForRestart(m, this.#approximations);
    this.#stepsLeft = -1;
    this.count++;
  }
}
