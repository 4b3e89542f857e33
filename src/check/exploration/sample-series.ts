/**
 * How a search went on over time, in a bounded number of samples: when there are too many, every second one is
 * dropped, and from then on only every second one is taken. So the samples of a long search are as far apart at its
 * start as at its end.
 */
import type { SearchSample } from "./exploration.ts";

const MOST = 256;

export class SampleSeries {
  #samples: SearchSample[] = [];
  /** Take one of so many samples offered. */
  #every = 1;
  #offered = 0;
  #last: SearchSample | null = null;

  offer(sample: SearchSample): void {
    this.#last = sample;
    if (this.#offered++ % this.#every !== 0) return;
    this.#samples.push(sample);
    if (this.#samples.length < MOST) return;
    this.#samples = this.#samples.filter((_, i) => i % 2 === 0);
    this.#every *= 2;
  }

  /** The search restarts from the first state; what was counted before does not count. */
  clear(): void {
    this.#samples = [];
    this.#every = 1;
    this.#offered = 0;
    this.#last = null;
  }

  /** The last one offered is always among them. */
  get samples(): readonly SearchSample[] {
    const last = this.#last;
    const samples = this.#samples;
    return last === null || samples.at(-1) === last ? samples : [...samples, last];
  }
}
