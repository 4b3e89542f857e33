/**
 * How large states are: asked of each of the first, then of some, then of few,
 * where the path to one is not too long, since a vector needs to know what has
 * been written on it.
 */
import type { Canonicalizer } from "../state/canonicalizer.ts";
import type { Machine } from "../vm/machine.ts";
import type { Stop } from "../vm/stop.ts";
import type { DynamicCounts } from "./search.ts";
import { pendingWord } from "./step.ts";

const sampleEvery = (states: number): number => (states <= 32 ? 1 : states <= 2048 ? 32 : 256);
const MAX_DEPTH = 5000;

export class VectorSamples {
  meanWords = 0;
  readonly #m: Machine;
  readonly #canonicalizer: Canonicalizer;
  #samples = 0;

  constructor(m: Machine, canonicalizer: Canonicalizer) {
    this.#m = m;
    this.#canonicalizer = canonicalizer;
  }

  clear(): void {
    this.meanWords = 0;
    this.#samples = 0;
  }

  /** The machine's state is the latest of so many. */
  offer(states: number, depth: number, stop: Stop): void {
    const weight = sampleEvery(states);
    if (states % weight !== 0 || depth > MAX_DEPTH) return;
    this.#canonicalizer.noteWrites(0);
    this.#canonicalizer.write(pendingWord(this.#m, stop));
    this.#samples += weight;
    this.meanWords += ((this.#canonicalizer.length - this.meanWords) * weight) / this.#samples;
  }
}

/** Words of a state on average: those known by their live part count with that only. */
export function wordsPerState(states: number, mean: number, dynamic: DynamicCounts | null): number {
  if (dynamic === null) return mean;
  const whole = Math.max(0, states - dynamic.stored);
  return (dynamic.liveWords + whole * mean) / Math.max(1, dynamic.stored + whole);
}
