/**
 * Whether dynamic reduction is worth its effort in a search. After so many
 * states, and twice as many each time, visits of so many states of a thousand
 * must have been spared. A search begins with what is deep, where states have
 * little in common; later what is spared must pay for what it costs.
 */
const FIRST_CHECK = 2048;
const LEAST_GAIN = 2;
const LATE = 1 << 15;
const LEAST_LATE_GAIN = 80;

export class DynamicWorth {
  /** States that were found, and had not been visited themselves. */
  gains = 0;
  /** States that the search went on from. */
  entered = 0;
  #nextCheck = FIRST_CHECK;

  clear(): void {
    this.gains = 0;
    this.entered = 0;
    this.#nextCheck = FIRST_CHECK;
  }

  /** True when hardly a visit has been spared. To go on without it is always possible: all states entered are known whole. */
  get isNone(): boolean {
    if (this.entered < this.#nextCheck) return false;
    this.#nextCheck *= 2;
    const least = this.entered < LATE ? LEAST_GAIN : LEAST_LATE_GAIN;
    return this.gains * 1000 < this.entered * least;
  }
}
