/**
 * The questions of one search: every algorithm asks through this, so that stopping it and
 * keeping the best so far are written once.
 */
import { setImmediate } from "node:timers/promises";
import { BitSet } from "../../core/bit-set.ts";
import type { ItemOracle, ItemSet, SearchOptions } from "./item-oracle.ts";
import type { ClauseModel } from "./problem.ts";

/** Ends an algorithm from within a question. It does not leave this file. */
class Interrupted extends Error {}

export class Trials {
  readonly #oracle: ItemOracle;
  readonly #options: SearchOptions;
  #best: ItemSet;
  #bestCost: number;

  constructor(model: ClauseModel, oracle: ItemOracle, options: SearchOptions) {
    this.#oracle = oracle;
    this.#options = options;
    this.#best = BitSet.full(model.itemCount);
    this.#bestCost = this.#costOf(this.#best);
  }

  /** The cheapest that is known to show the failure: the whole input, before anything was asked. */
  get best(): ItemSet {
    return this.#best;
  }

  /** `next` gives the candidates that may be asked about next; it is called only if they are wanted. */
  async ask(kept: ItemSet, next: () => readonly ItemSet[]): Promise<boolean> {
    const { signal } = this.#options;
    if (signal?.aborted === true) throw new Interrupted();
    // Asked first: what is asked now goes before what might be.
    const answer = this.#oracle.ask(kept);
    if (this.#oracle.expect !== undefined) {
      const expected = next();
      if (expected.length > 0) this.#oracle.expect(expected);
    }
    const holds = await (signal === undefined ? answer : unlessAborted(answer, signal));
    if (holds) this.#improve(kept);
    return holds;
  }

  /** Yields to the event loop, for algorithms that run for long without a question. */
  async pause(): Promise<void> {
    await setImmediate();
    if (this.#options.signal?.aborted === true) throw new Interrupted();
  }

  #improve(kept: ItemSet): void {
    const cost = this.#costOf(kept);
    if (cost >= this.#bestCost) return;
    this.#best = kept;
    this.#bestCost = cost;
    this.#options.onBest?.(kept);
  }

  #costOf(kept: ItemSet): number {
    const { weights } = this.#options;
    if (weights === undefined) return kept.count;
    let sum = 0;
    for (const item of kept) sum += weights[item] ?? 0;
    return sum;
  }
}

/** Runs an algorithm. When the signal ends it, the result is the best so far. */
export async function search(
  model: ClauseModel,
  oracle: ItemOracle,
  options: SearchOptions,
  algorithm: (trials: Trials) => Promise<ItemSet>,
): Promise<ItemSet> {
  const trials = new Trials(model, oracle, options);
  try {
    return await algorithm(trials);
  } catch (error) {
    if (error instanceof Interrupted) return trials.best;
    throw error;
  }
}

/** A question may take minutes: the search ends at once, whatever the oracle makes of the signal. */
function unlessAborted(answer: Promise<boolean>, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Interrupted());
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop);
    const settled = (): void => signal.removeEventListener("abort", stop);
    answer.then(resolve, (error: unknown) => {
      // The oracle may have received the same request, and report it in its own way.
      reject(signal.aborted ? new Interrupted() : error);
    });
    answer.then(settled, settled);
  });
}
