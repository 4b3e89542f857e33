/**
 * Decides whether dynamic reduction pays off in a search, by comparing its cost with its savings, both in
 * words looked at (effort.ts).
 *
 * Recognising a state that had not been visited is a *gain*: it saves the visits of all states behind it that
 * would have been new. Their number is unknown. It is estimated by the average number of states behind a
 * state, which is an upper bound: the sum of these numbers over all states equals the sum of the depths.
 *
 * In some searches gains come late, because a depth-first search begins with deep states, which have little
 * in common. So a loss is tolerated up to a share of the search's own work, and checked each time the number
 * of states has doubled.
 */
import { FIRST_LOOK, GAIN_SAMPLE, GAINS_ASKED, type Given, MOST_LOSS } from "./effort.ts";

export class DynamicPayoff {
  /** Recognised states that had not been visited themselves. */
  gains = 0;
  /** The number of states the search continued from, and the sum of their depths. */
  entered = 0;
  depths = 0;
  /** Finished states that can only be compared whole. */
  whole = 0;
  #nextLook = FIRST_LOOK;

  /** How many recognised states this one stands for if it is a gain; 0 if it is not in the sample. */
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

  /** True if it is time to check for a loss, which is each time the number of states has doubled. */
  isTime(): boolean {
    if (this.entered < this.#nextLook) return false;
    this.#nextLook = this.entered * 2;
    return true;
  }

  /** The cost and the savings if the loss is too large, else null. `work` is the search's other work. */
  loss(cost: number, work: number): Given | null {
    const { gains, depths, entered } = this;
    const gain = gains * Math.max(1, depths / entered) * (work / entered);
    return cost - gain <= work * MOST_LOSS ? null : { cost, gain };
  }
}
