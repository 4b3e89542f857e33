/** An oracle that answers by a function and writes down what it was asked. */
import { BitSet } from "../../../../src/core/bit-set.ts";
import type { ItemOracle, ItemSet } from "../../../../src/reduce/algorithms/item-oracle.ts";

export interface RecordedOracle extends ItemOracle {
  readonly asked: { readonly kept: ItemSet; readonly holds: boolean }[];
}

export function recorded(shows: (kept: ItemSet) => boolean): RecordedOracle {
  const asked: { kept: ItemSet; holds: boolean }[] = [];
  return {
    asked,
    ask: (kept) => {
      const holds = shows(kept);
      asked.push({ kept, holds });
      return Promise.resolve(holds);
    },
  };
}

/** Shows the failure when all of some items are kept. */
export const needs =
  (...items: number[]) =>
  (kept: ItemSet): boolean =>
    items.every((item) => kept.has(item));

export const setOf = (size: number, ...members: number[]): BitSet => BitSet.of(size, members);
