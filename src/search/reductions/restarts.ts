/**
 * What a search assumed and what it does when that turns out wrong. Two assumptions are made
 * outside the search: which objects threads share (vm/sharing/observability.ts), and which library code never
 * runs (assumed-world.ts). When one breaks, everything explored so far relied on it, and the search begins again
 * without it.
 *
 * The path on which it broke is followed for a while first, for what else it may break. Where much was lost
 * already, random runs look for the next reason (probe-walks.ts).
 */
import type { UsedLibrary } from "../../liveness/code/used-library.ts";
import type { Machine } from "../../vm/machine.ts";
import type { Findings } from "../findings.ts";
import type { Arrival, SearchSetup } from "../search.ts";
import { prepareForSteps, resetForRestart } from "../step.ts";
import { AssumedWorld } from "./assumed-world.ts";
import { Losses, probe } from "./probe-walks.ts";

/** Steps that a path is followed after an assumption broke, for what else it may break. */
const LOOKAHEAD_STEPS = 10_000;

export class Restarts {
  /** Times that the search began again. */
  count = 0;
  readonly world: AssumedWorld;
  readonly #m: Machine;
  /** What the start of the program left unexplored. */
  readonly #approximations: readonly string[];
  /** Steps to go before the search begins again; -1 while it need not. */
  #stepsLeft = -1;
  readonly #losses = new Losses();

  /** Makes the machine ready for the first step. */
  constructor(m: Machine, setup: SearchSetup) {
    this.#m = m;
    this.#approximations = [...m.approximations];
    prepareForSteps(m);
    this.world = AssumedWorld.begin(m, setup);
  }

  get observed(): UsedLibrary | null {
    return this.world.observed;
  }

  /** Something that the search relied on does not hold. */
  get isVoid(): boolean {
    return this.#m.sharing.isRefuted || this.world.isBroken;
  }

  /** The search will begin again, now or soon. */
  get isRequested(): boolean {
    return this.#stepsLeft >= 0;
  }

  /** The search is to begin again before its next step. `isOver`: there is no further step. */
  isDue(isOver: boolean): boolean {
    return this.#stepsLeft === 0 || (this.#stepsLeft > 0 && isOver);
  }

  request(): void {
    this.#stepsLeft = 0;
  }

  afterStep(): void {
    if (this.#stepsLeft > 0) this.#stepsLeft--;
  }

  /** A step has led to a state. True if the search must begin again at once; `isVoid`: for another reason. */
  arrived(arrival: Arrival, isVoid: boolean, findings: Findings): boolean {
    const { isRefuted } = this.#m.sharing;
    if (!isRefuted && !isVoid && !this.world.isBroken) return false;
    // Drop it: the restart finds it again with correct scheduling points.
    if (isRefuted) findings.violation = null;
    else if (findings.violation !== null) {
      // A violation is real even if an assumption about the library, or about constants, was wrong.
      this.request();
      return false;
    }
    if (this.#stepsLeft < 0) this.#stepsLeft = LOOKAHEAD_STEPS;
    return this.#stepsLeft === 0 || arrival !== "new";
  }

  /** The machine is in its first state again. Everything explored is discarded; so many states count as a loss. */
  reset(states = 0): void {
    const m = this.#m;
    // Probing shows what threads share, and nothing else that could break.
    if (this.#losses.add(states, m.sharing.isRefuted)) probe(m, this.count);
    resetForRestart(m, this.#approximations);
    this.#stepsLeft = -1;
    this.count++;
  }
}
