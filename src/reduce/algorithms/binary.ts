/**
 * Binary Reduction (FSE'19, algorithm 1) on the closures of the graph's components, and
 * the lossy encodings of PLDI'21: clauses that are not edges are turned into edges, and then
 * the same algorithm runs.
 */
import { invariant } from "../../core/assert.ts";
import type { Pick } from "../../logic/implication-graph.ts";
import { ClosureCosts } from "./closure-costs.ts";
import { ItemGraph } from "./graph.ts";
import type { ItemOracle, ItemSet, SearchOptions } from "./item-oracle.ts";
import type { ClauseModel } from "./problem.ts";
import { firstProbe, leastPrefix, type Prefixes } from "./shortest-prefix.ts";
import { search, type Trials } from "./trials.ts";

/** A list of closures from which some are to be chosen. */
export interface Closures {
  /** Those that may be chosen, best first. */
  list(): Int32Array;
  /** The sub-input of all that were chosen so far, and of some others. */
  join(others: Int32Array): ItemSet;
  /** Chooses one of the list. `before`: those that came before it, the only ones still in question. */
  choose(closure: number, before: Int32Array): void;
}

/** Chooses closures until they show the failure. All of them together show it. */
export async function binaryOnClosures(
  trials: Trials,
  closures: Closures,
  asInPaper: boolean,
): Promise<ItemSet> {
  for (;;) {
    const list = closures.list();
    const chosen = closures.join(list.subarray(0, 0));
    // What was chosen is all that the last prefix had, and that one holds.
    if (list.length === 0 && !asInPaper) return chosen;
    const prefixes: Prefixes = {
      last: list.length,
      prefix: (length) => closures.join(list.subarray(0, length)),
      asksForTheWhole: asInPaper,
    };
    const suffices = await trials.ask(chosen, () => firstProbe(prefixes));
    if (suffices || list.length === 0) return chosen;
    const { length } = await leastPrefix(trials, prefixes);
    const closure = list[length - 1];
    invariant(closure !== undefined, "the prefix is not empty");
    closures.choose(closure, list.slice(0, length - 1));
  }
}

/** Sorted by what each closure would add to the cost of those that were chosen. */
class CheapestClosures implements Closures {
  readonly #graph: ItemGraph;
  readonly #costs: ClosureCosts;
  readonly #chosen: Uint8Array;
  readonly #keepsPaid: boolean;
  #list: Int32Array;

  /** `keepsPaid`: closures that are within the chosen ones stay in the list, as in the paper. */
  constructor(graph: ItemGraph, weights: ArrayLike<number> | undefined, keepsPaid: boolean) {
    this.#graph = graph;
    this.#chosen = graph.base.slice();
    this.#costs = new ClosureCosts(graph, graph.weights(weights), this.#chosen);
    this.#keepsPaid = keepsPaid;
    const everything = Int32Array.from({ length: graph.componentCount }, (_, index) => index);
    this.#list = this.#costs.sorted(everything.filter((index) => this.#chosen[index] === 0));
  }

  list(): Int32Array {
    return this.#list;
  }

  join(others: Int32Array): ItemSet {
    const marked = this.#chosen.slice();
    this.#graph.reach(others, marked);
    return this.#graph.itemsOf(marked);
  }

  choose(closure: number, before: Int32Array): void {
    this.#costs.pay(this.#graph.reach([closure], this.#chosen));
    const left = this.#keepsPaid ? before : before.filter((index) => this.#chosen[index] === 0);
    this.#list = this.#costs.sorted(left);
  }
}

const onGraph =
  (pick: Pick) =>
  (model: ClauseModel, oracle: ItemOracle, options: SearchOptions = {}): Promise<ItemSet> =>
    search(model, oracle, options, (trials) => {
      const asInPaper = options.asInPaper ?? false;
      const graph = new ItemGraph(model, pick);
      const closures = new CheapestClosures(graph, options.weights, asInPaper);
      return binaryOnClosures(trials, closures, asInPaper);
    });

/** Binary Reduction. A clause that is not an edge makes all its premises need all its conclusions. */
export const binary = onGraph("all");

/** Binary Reduction; of such a clause the first premise needs the first conclusion. */
export const lossyFirst = onGraph("first");

/** Binary Reduction; of such a clause the last premise needs the last conclusion. */
export const lossyLast = onGraph("last");
