/**
 * Whether dynamic reduction is worth its effort in a search: by what it has cost so far and what it
 * has spared, both in words looked at (effort.ts).
 *
 * A state that was found and had not been visited is a *gain*. It spares the visits of all states
 * behind it that would have been new. How many these are is not known. They are taken to be as many as a state has
 * behind it on average, which is the most that they can be: the sum of these numbers over all states is
 * the sum of their depths.
 *
 * Gains come late in some searches, since a search begins with what is deep, where states have little in
 * common. So a loss is accepted, up to a share of the search's own work, and looked at when the states have doubled.
 */
import { FIRST_LOOK, GAIN_SAMPLE, GAINS_ASKED, type Given, MOST_LOSS } from "./effort.ts";

export class DynamicPayoff {
  /** States that were found, and had not been visited themselves. */
  gains = 0;
  /** States that the search went on from, and their depths together. */
  entered = 0;
  depths = 0;
  /** States that were left, and are compared whole only. */
  whole = 0;
  #nextLook = FIRST_LOOK;

  /** For how many the state found at this match would count if it is a gain; 0 when nobody need ask. */
  weightAt(matched: number): number {
    const every = this.gains < GAINS_ASKED ? 1 : GAIN_SAMPLE;
    return matched % every === 0 ? every : 0;
  }

  clear(): void {
    this.gains = 0;
    this.entered = 0;
    this.depths = 0;
    this.whole = 0;
    this.#nextLook = FIRST_LOOK;
  }

  /** True when it is time to look at the loss; the next time is when there are twice as many states. */
  isTime(): boolean {
    if (this.entered < this.#nextLook) return false;
    this.#nextLook = this.entered * 2;
    return true;
  }

  /**
   * What it has cost, and what it has spared, where the former is more by too much; else null.
   * `work` is what the search has done besides.
   */
  loss(cost: number, work: number): Given | null {
    const { gains, depths, entered } = this;
    const gain = gains * Math.max(1, depths / entered) * (work / entered);
    return cost - gain <= work * MOST_LOSS ? null : { cost, gain };
  }
}
