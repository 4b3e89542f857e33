/**
 * Delta debugging (ddmin), as FSE'19 compares itself with: on the items (`ddmin`), on the
 * items but asking only for valid sub-inputs (`verify`), and on the closures of the
 * items' graph, cheapest first (`closure`).
 */
import { BitSet } from "../../core/bit-set.ts";
import { ClosureCosts } from "./closure-costs.ts";
import { ItemGraph } from "./graph.ts";
import type { ItemOracle, ItemSet, SearchOptions } from "./item-oracle.ts";
import { type ClauseModel, isValid } from "./problem.ts";
import { search, type Trials } from "./trials.ts";

/** How many of the questions that come next are foreseen. */
const FORESIGHT = 4;

/** How many sub-inputs are passed over before others get a turn. */
const PAUSE = 256;

/** A list of parts of an input, of which some are to be chosen. */
export interface Parts {
  readonly count: number;
  /** The sub-input that some of the parts make up; null when it need not be asked about. */
  readonly join: (parts: readonly number[]) => ItemSet | null;
}

/** A list of parts in which no single one can be left out. All of them together show the failure. */
export async function ddminParts(trials: Trials, { count, join }: Parts): Promise<number[]> {
  let current = Array.from({ length: count }, (_, part) => part);
  let pieces = 2;
  while (current.length >= 2) {
    const candidates = new Candidates(current, pieces);
    const found = await firstThatHolds(trials, join, candidates);
    if (found !== null) {
      current = candidates.at(found);
      pieces = found < candidates.chunkCount ? 2 : Math.max(pieces - 1, 2);
    } else if (pieces < current.length) {
      pieces = Math.min(pieces * 2, current.length);
    } else break;
  }
  return current;
}

/**
 * What is tried of a list: chunks of one size (the last is perhaps smaller: so the runs of FSE'19
 * have {0..8} and {9..16}), then what is left without each of them. Made when it
 * is wanted, because all of it together is the square of the list.
 */
class Candidates {
  readonly #list: readonly number[];
  readonly #size: number;
  readonly chunkCount: number;
  readonly count: number;

  constructor(list: readonly number[], pieces: number) {
    this.#list = list;
    this.#size = Math.ceil(list.length / pieces);
    this.chunkCount = Math.ceil(list.length / this.#size);
    // With two chunks the rest of one is the other.
    this.count = this.chunkCount * (this.chunkCount > 2 ? 2 : 1);
  }

  at(index: number): number[] {
    const start = (index % this.chunkCount) * this.#size;
    const chunk = this.#list.slice(start, start + this.#size);
    if (index < this.chunkCount) return chunk;
    return this.#list.slice(0, start).concat(this.#list.slice(start + this.#size));
  }
}

async function firstThatHolds(
  trials: Trials,
  join: Parts["join"],
  candidates: Candidates,
): Promise<number | null> {
  for (let index = 0; index < candidates.count; index++) {
    const kept = join(candidates.at(index));
    if (kept === null) {
      // The loop may skip thousands of candidates. It must still notice a request to stop.
      if (index % PAUSE === PAUSE - 1) await trials.pause();
      continue;
    }
    const next = (): ItemSet[] => {
      const sets: ItemSet[] = [];
      const end = Math.min(candidates.count, index + 1 + FORESIGHT);
      for (let later = index + 1; later < end; later++) {
        const set = join(candidates.at(later));
        if (set !== null) sets.push(set);
      }
      return sets;
    };
    if (await trials.ask(kept, next)) return index;
  }
  return null;
}

/** Delta debugging on items. It knows no clauses, so the oracle must say no to what is invalid. */
export const ddmin = (
  model: ClauseModel,
  oracle: ItemOracle,
  options: SearchOptions = {},
): Promise<ItemSet> =>
  search(model, oracle, options, (trials) => onItems(model, trials, () => true));

/** Delta debugging on items that asks only for sub-inputs that the model allows. */
export const verify = (
  model: ClauseModel,
  oracle: ItemOracle,
  options: SearchOptions = {},
): Promise<ItemSet> =>
  search(model, oracle, options, (trials) =>
    onItems(model, trials, (kept) => isValid(model, kept)),
  );

async function onItems(
  model: ClauseModel,
  trials: Trials,
  isAsked: (kept: ItemSet) => boolean,
): Promise<ItemSet> {
  const base = BitSet.of(model.itemCount, model.required);
  const others = [...BitSet.full(model.itemCount)].filter((item) => !base.has(item));
  const keep = (parts: readonly number[]): ItemSet => {
    const kept = base.copy();
    for (const part of parts) kept.add(others[part] ?? 0);
    return kept;
  };
  const join = (parts: readonly number[]): ItemSet | null => {
    const kept = keep(parts);
    return isAsked(kept) ? kept : null;
  };
  if (await baseSuffices(trials, model, join([]))) return base;
  return keep(await ddminParts(trials, { count: others.length, join }));
}

/** Delta debugging on the closures of the graph's components. */
export const closure = (
  model: ClauseModel,
  oracle: ItemOracle,
  options: SearchOptions = {},
): Promise<ItemSet> =>
  search(model, oracle, options, async (trials) => {
    const graph = new ItemGraph(model, "all");
    const costs = new ClosureCosts(graph, graph.weights(options.weights), graph.base);
    const everything = Int32Array.from({ length: graph.componentCount }, (_, index) => index);
    const components = costs.sorted(everything.filter((index) => graph.base[index] === 0));
    const join = (parts: readonly number[]): ItemSet => {
      const marked = graph.base.slice();
      graph.reach(
        parts.map((part) => components[part] ?? 0),
        marked,
      );
      return graph.itemsOf(marked);
    };
    if (await baseSuffices(trials, model, join([]))) return join([]);
    return join(await ddminParts(trials, { count: components.length, join }));
  });

/**
 * Delta debugging takes for granted that nothing at all shows no failure. What must stay
 * is something, so then it is asked.
 */
async function baseSuffices(
  trials: Trials,
  model: ClauseModel,
  base: ItemSet | null,
): Promise<boolean> {
  if (model.required.length === 0 || base === null) return false;
  return await trials.ask(base, () => []);
}
