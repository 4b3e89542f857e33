/**
 * The invariants of Generalized Binary Reduction (PLDI'21, lemma 4.3), as the paper states
 * them. They are checked by brute force, so that they say nothing that the algorithm
 * might have got wrong in the same way, on models of some ten items.
 */
import { BitSet } from "../../../src/core/bit-set.ts";
import type { ItemSet } from "../../../src/reduce/algorithms/item-oracle.ts";
import { type ClauseModel, isValid } from "../../../src/reduce/algorithms/problem.ts";

export type SetPredicate = (kept: ItemSet) => boolean;

/** INV-D: the progression is a list, not empty, of disjoint sets of items, and together they show the failure. */
export function holdsInvD(
  model: ClauseModel,
  shows: SetPredicate,
  progression: readonly ItemSet[],
): boolean {
  const union = new BitSet(model.itemCount);
  for (const set of progression) {
    if (set.size !== model.itemCount || set.intersects(union)) return false;
    union.addAll(set);
  }
  return progression.length > 0 && shows(union);
}

/** INV-L: every valid sub-input of the search space that shows the failure has something of each learned set. */
export function holdsInvL(
  model: ClauseModel,
  shows: SetPredicate,
  learned: readonly ItemSet[],
  progression: readonly ItemSet[],
): boolean {
  const space = new BitSet(model.itemCount);
  for (const set of progression) space.addAll(set);
  return subsetsOf(space).every(
    (kept) =>
      !isValid(model, kept) || !shows(kept) || learned.every((needed) => needed.intersects(kept)),
  );
}

/** INV-PRO: every prefix of the progression is valid and has something of each learned set. */
export function holdsInvPro(
  model: ClauseModel,
  learned: readonly ItemSet[],
  progression: readonly ItemSet[],
): boolean {
  const prefix = new BitSet(model.itemCount);
  return progression.every((set) => {
    prefix.addAll(set);
    return isValid(model, prefix) && learned.every((needed) => needed.intersects(prefix));
  });
}

/** All subsets, the empty one first: 2^n of them. */
export function subsetsOf(set: ItemSet): ItemSet[] {
  let subsets = [new BitSet(set.size)];
  for (const member of set) {
    subsets = subsets.flatMap((without) => {
      const within = without.copy();
      within.add(member);
      return [without, within];
    });
  }
  return subsets;
}
