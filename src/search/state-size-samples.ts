/**
 * Samples the sizes of states: of each of the first, then of some, then of few. A state that is recognised by
 * its live part is measured by that part.
 */

import type { HeapOrder } from "../state/heap-order.ts";
import type { LiveCells } from "../state/live-cells.ts";
import type { Canonicalizer } from "../state/vector/canonicalizer.ts";
import { StateSize } from "../state/vector/state-size.ts";
import type { Machine } from "../vm/machine.ts";
import { wordOf } from "../vm/memory/cells.ts";

const sampleEvery = (states: number): number => (states <= 32 ? 1 : states <= 2048 ? 32 : 256);
/**
 * States on deeper levels are not sampled, because measuring looks through everything written on the path.
 */
const MAX_DEPTH = 5000;

/** The average number of words of a state. */
class MeanSize {
  plain = 0;
  compressed = 0;
  /** The number of states in the mean. */
  count = 0;

  add({ plain, compressed }: Pick<StateSize, "plain" | "compressed">, weight: number): void {
    this.count += weight;
    this.plain += ((plain - this.plain) * weight) / this.count;
    this.compressed += ((compressed - this.compressed) * weight) / this.count;
  }

  clear(): void {
    this.plain = 0;
    this.compressed = 0;
    this.count = 0;
  }
}

export class StateSizeSamples {
  /** Sizes of whole states; `live` are those of their live parts. */
  readonly whole = new MeanSize();
  readonly live = new MeanSize();
  readonly #canonicalizer: Canonicalizer;
  readonly #size: StateSize;
  #offeredLive = 0;

  /** `canonicalizer` must know, or be told, which words have been written. */
  constructor(
    m: Machine,
    canonicalizer: Canonicalizer,
    liveness: LiveCells,
    heapOrder: HeapOrder = "canonical",
  ) {
    this.#canonicalizer = canonicalizer;
    this.#size = new StateSize(m, liveness, canonicalizer.bootWords, heapOrder);
  }

  clear(): void {
    this.whole.clear();
    this.live.clear();
    this.#offeredLive = 0;
  }

  /** Call in each new state, with the number of states so far. */
  offer(states: number, depth: number, pending: number): void {
    const weight = sampleEvery(states);
    if (states % weight !== 0 || depth > MAX_DEPTH) return;
    this.#canonicalizer.noteWrites(0);
    this.#size.measure(pending);
    this.whole.add(this.#size, weight);
  }

  /**
   * Measures the live part of the machine's state: the words are pairs of an object (0 for none) and an
   * offset.
   */
  offerLive(list: Int32Array, from: number, to: number, depth: number): void {
    const weight = sampleEvery(++this.#offeredLive);
    if (this.#offeredLive % weight !== 0 || depth > MAX_DEPTH) return;
    const addresses = new Set<number>();
    for (let at = from; at < to; at += 2) {
      const offset = list[at + 1]!;
      addresses.add(list[at]! + (offset < 0 ? wordOf(offset) : offset));
    }
    this.#canonicalizer.noteWrites(0);
    this.#size.measure(0, addresses);
    this.live.add(this.#size, weight);
  }

  /**
   * The average number of words of a state in an encoding, when `stored` of the states are recognised by
   * their live part.
   */
  wordsPerState(states: number, stored: number, encoding: "plain" | "compressed"): number {
    if (this.live.count === 0) return this.whole[encoding];
    const whole = Math.max(0, states - stored);
    const sum = this.live[encoding] * stored + this.whole[encoding] * whole;
    return sum / Math.max(1, stored + whole);
  }
}
