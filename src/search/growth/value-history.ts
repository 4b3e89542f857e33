/**
 * The values that one variable took along a schedule. "Keeps growing" is said of a variable only if it went on taking
 * values that it had never had, in every part of the schedule and at its end. Whether it would ever stop, a finite
 * schedule cannot show.
 */

/** Fewer different values than this are no trend. */
const LEAST_VALUES = 16;
/** There must be new values in each of so many parts of the schedule, from the first write on. */
const PARTS = 8;
const MOST_PLACES = 8;

export class ValueHistory {
  writes = 0;
  least: number;
  most: number;
  /** Program counters of the program's code at which steps began that wrote the variable. */
  readonly places = new Set<number>();
  readonly #values = new Set<number>();
  /** The steps after which there was a value that had not been there before. */
  readonly #freshAt: number[] = [];
  #last: number;
  #isRising = true;
  #isFalling = true;

  constructor(first: number) {
    this.least = first;
    this.most = first;
    this.#last = first;
    this.#values.add(first);
  }

  note(value: number, step: number, place: number): void {
    if (value === this.#last) return;
    this.writes++;
    if (value < this.#last) this.#isRising = false;
    else this.#isFalling = false;
    this.#last = value;
    if (value < this.least) this.least = value;
    if (value > this.most) this.most = value;
    if (this.places.size < MOST_PLACES) this.places.add(place);
    if (this.#values.has(value)) return;
    this.#values.add(value);
    this.#freshAt.push(step);
  }

  get differentValues(): number {
    return this.#values.size;
  }

  get trend(): "increasing" | "decreasing" | "other" {
    return this.#isRising ? "increasing" : this.#isFalling ? "decreasing" : "other";
  }

  /** The variable went on taking new values until the end of a schedule of so many steps. */
  keepsChanging(steps: number): boolean {
    const fresh = this.#freshAt;
    const [first] = fresh;
    if (first === undefined || fresh.length < LEAST_VALUES || first > steps / 2) return false;
    const parts = new Set(
      fresh.map((at) => Math.min(PARTS - 1, Math.floor((PARTS * (at - first)) / (steps - first)))),
    );
    return parts.size === PARTS;
  }
}
