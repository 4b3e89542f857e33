/**
 * Whether dynamic reduction is worth its effort in a search. After so many
 * states, and twice as many each time, visits of so many states of a thousand
 * must have been spared. A search begins with what is deep, where states have
 * little in common; later what is spared must pay for what it costs.
 *
 * How much is spared shows late in some searches. How many states could be like another shows
 * soon: only those that have the same threads, at the same places, and what else is always part of a
 * state. Where that is so for few of them, gains to come seldom pay. (It is no bound: a state that
 * is found spares all that is behind it.)
 *
 * Where no state could so far, that is enough to see soon. So is that there was next to no gain where
 * the search has never gone on from a known state again (sleepers.ts), because its paths hardly meet
 * then; and where many states go round in circles, which cost several times as much as others, few
 * that could be like another are enough to see soon too.
 */
const FIRST_CHECK = 512;
const PATIENT_CHECK = 2048;
const LEAST_GAIN = 1;
/** Of a thousand states, so many must be such that they could be like another; or so many must have been spared. */
const LEAST_CHANCE = 150;
const GOOD_GAIN = 20;
/** One of so many states goes round in a circle: that is many. */
const CIRCLING = 10;
const LATE = 1 << 16;
const LEAST_LATE_GAIN = 80;
/**
 * Whether a state found is a gain costs some effort to see. It is asked of all until so
 * many gains are known that no check but a late one can fail, because a few decide there;
 * and then of a sample.
 */
const ENOUGH = Math.ceil((LATE * LEAST_GAIN) / 1000);
const SAMPLE = 32;

export class DynamicWorth {
  /** States that were found, and had not been visited themselves. */
  gains = 0;
  /** States that the search went on from. */
  entered = 0;
  /** Times that it went on from a known state, for the sake of threads that slept there. */
  enteredAgain = 0;
  /** States entered for the first time that have all in common with others but words that somebody may read. */
  alike = 0;
  /** States that were kept until their component was complete. */
  opened = 0;
  #nextCheck = FIRST_CHECK;

  /** For how many the state found at this match would count if it is a gain; 0 when nobody need ask. */
  weightAt(matched: number): number {
    const every = this.gains < ENOUGH ? 1 : SAMPLE;
    return matched % every === 0 ? every : 0;
  }

  clear(): void {
    this.gains = 0;
    this.entered = 0;
    this.enteredAgain = 0;
    this.alike = 0;
    this.opened = 0;
    this.#nextCheck = FIRST_CHECK;
  }

  /** True when hardly a visit has been spared. To go on without it is always possible: all states entered are known whole. */
  get isNone(): boolean {
    if (this.entered < this.#nextCheck) return false;
    this.#nextCheck *= 2;
    const hasChance = this.alike + this.gains > 0;
    const isCircling = this.opened * CIRCLING >= this.entered;
    const isPatient = hasChance && this.enteredAgain > 0 && !isCircling;
    const isEarly = this.entered < PATIENT_CHECK;
    if (isEarly && isPatient) return false;
    const least = this.entered < LATE ? LEAST_GAIN : LEAST_LATE_GAIN;
    if (this.gains * 1000 < this.entered * least) return true;
    if ((isEarly && !isCircling) || this.gains * 1000 >= this.entered * GOOD_GAIN) return false;
    const seen = this.entered - this.enteredAgain + this.gains;
    return (this.alike + this.gains) * 1000 < seen * LEAST_CHANCE;
  }
}
