/**
 * The example of PLDI'21: the 20 items and 33 constraints of figure 2 (one of them is
 * there twice, as in the figure). Items are numbered so that the order of variables comes out
 * as in appendix B.2, which the paper leaves open: members of a class before what it implements.
 */
import { BitSet } from "../../../../src/core/bit-set.ts";
import type { ItemSet } from "../../../../src/reduce/algorithms/item-oracle.ts";
import { type ClauseModel, ModelBuilder } from "../../../../src/reduce/algorithms/problem.ts";

const CLASS_ITEMS = ["A", "A.m", "A.m!code", "A.n", "A.n!code", "A<I"] as const;
const OTHER_CLASS_ITEMS = ["B", "B.m", "B.m!code", "B.n", "B.n!code", "B<I"] as const;
const INTERFACE_ITEMS = ["I", "I.m", "I.n"] as const;
const MAIN_ITEMS = ["M", "M.x", "M.x!code", "M.main", "M.main!code"] as const;

export const ITEMS = [...CLASS_ITEMS, ...OTHER_CLASS_ITEMS, ...INTERFACE_ITEMS, ...MAIN_ITEMS];

export type Item = (typeof ITEMS)[number];

export const itemNumber = (name: Item): number => ITEMS.indexOf(name);

export const items = (...names: Item[]): ItemSet => BitSet.of(ITEMS.length, names.map(itemNumber));

export const namesOf = (kept: Iterable<number>): Item[] => Array.from(kept, (item) => ITEMS[item]!);

const SYNTACTIC: readonly [Item, Item][] = [
  ...([
    ["A.n!code", "A.n"],
    ["A.n", "A"],
    ["A.m!code", "A.m"],
    ["A.m", "A"],
  ] as const),
  ...([
    ["B.n!code", "B.n"],
    ["B.n", "B"],
    ["B.m!code", "B.m"],
    ["B.m", "B"],
  ] as const),
  ...([
    ["A<I", "A"],
    ["B<I", "B"],
    ["I.m", "I"],
    ["I.n", "I"],
  ] as const),
  ...([
    ["M.x!code", "M.x"],
    ["M.x", "M"],
  ] as const),
  ...([
    ["M.main!code", "M.main"],
    ["M.main", "M"],
  ] as const),
].map(([from, to]) => [from, to]);

const REFERENTIAL: readonly [Item, Item][] = [
  ...([
    ["A<I", "I"],
    ["B<I", "I"],
    ["A.n", "B"],
    ["B.n", "B"],
  ] as const),
  ...([
    ["I.n", "B"],
    ["M.x", "I"],
    ["M.x!code", "I.m"],
    ["M.x!code", "I"],
  ] as const),
  ...([
    ["M.main!code", "M.x"],
    ["M.main!code", "A"],
    ["M.main!code", "M"],
  ] as const),
].map(([from, to]) => [from, to]);

/** `runs`: the body of M.main must stay, because without it the tool does not run at all. */
export function exampleModel({ runs }: { runs: boolean }): ClauseModel {
  const builder = new ModelBuilder(ITEMS.length, (item) => `[${ITEMS[item]}]`);
  const implies = (premises: Item[], conclusion: Item): void => {
    builder.implies(premises.map(itemNumber), [itemNumber(conclusion)]);
  };
  for (const [from, to] of [...SYNTACTIC, ...REFERENTIAL]) implies([from], to);
  implies(["A<I", "I.m"], "A.m");
  implies(["A<I", "I.n"], "A.n");
  implies(["B<I", "I.m"], "B.m");
  implies(["B<I", "I.n"], "B.n");
  implies(["M.main!code"], "A<I");
  if (runs) implies([], "M.main!code");
  return builder.build();
}

/** The bug shows when these three bodies are there (figure 1). */
export const showsBug = (kept: ItemSet): boolean =>
  items("A.m!code", "M.x!code", "M.main!code").isSubsetOf(kept);

/** Figure 1b. */
export const OPTIMUM = items(
  ...(["A", "A<I", "A.m", "A.m!code", "I", "I.m"] as const),
  ...(["M", "M.x", "M.x!code", "M.main", "M.main!code"] as const),
);
