/** A number of places, for those who must not all work at once. */
import { LimitReachedError } from "../core/errors.ts";

export class Places {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /** Waits for a place, in the order of arrival; the result gives it back. */
  async enter(signal: AbortSignal): Promise<() => void> {
    if (this.#free > 0) this.#free--;
    else await this.#turn(signal);
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    };
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        signal.removeEventListener("abort", give);
        resolve();
      };
      const give = (): void => {
        const at = this.#waiting.indexOf(enter);
        if (at < 0) return;
        this.#waiting.splice(at, 1);
        reject(new LimitReachedError("the call was cancelled before it began"));
      };
      if (signal.aborted) {
        reject(new LimitReachedError("the call was cancelled before it began"));
        return;
      }
      signal.addEventListener("abort", give, { once: true });
      this.#waiting.push(enter);
    });
  }
}
