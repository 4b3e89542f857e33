/**
 * Generalized Binary Reduction (PLDI'21, algorithm 1): the search space is laid out as a
 * progression of valid sub-inputs, the shortest prefix that shows the failure is found,
 * and its last set is learned: something of it is needed. That makes a smaller space, and so on,
 * until the first set of the progression shows the failure.
 */
import { BitSet } from "../../core/bit-set.ts";
import { at } from "../../core/int-list.ts";
import { MinimalAssignments, type Progression } from "../../logic/minimal-assignment.ts";
import { variableOrder } from "../../logic/variable-order.ts";
import type { ItemOracle, ItemSet, SearchOptions } from "./item-oracle.ts";
import type { ClauseModel } from "./problem.ts";
import { firstProbe, leastPrefix, type Prefixes } from "./shortest-prefix.ts";
import { search } from "./trials.ts";

export interface GbrOptions extends SearchOptions {
  /** Called with the learned sets and the progression of each round, for tests of the invariants. */
  readonly onRound?:
    | ((learned: readonly ItemSet[], progression: readonly ItemSet[]) => void)
    | undefined;
}

export const gbr = (
  model: ClauseModel,
  oracle: ItemOracle,
  options: GbrOptions = {},
): Promise<ItemSet> =>
  search(model, oracle, options, async (trials) => {
    const asInPaper = options.asInPaper ?? false;
    const assignments = new MinimalAssignments(model.cnf, variableOrder(model.cnf, model.required));
    const learned: ItemSet[] = [];
    for (;;) {
      const progression = assignments.progression();
      options.onRound?.(learned, setsOf(progression, model.itemCount));
      const first = prefixOf(progression, 0, model.itemCount);
      const last = progression.ends.length - 1;
      // A single set is the whole space, and that is known to show the failure.
      if (last === 0 && !asInPaper) return first;
      const prefixes: Prefixes = {
        last,
        prefix: (length) => prefixOf(progression, length, model.itemCount),
        asksForTheWhole: asInPaper,
      };
      if (await trials.ask(first, () => firstProbe(prefixes))) return first;
      if (last === 0) return first;
      const { length, kept } = await leastPrefix(trials, prefixes);
      const needed = setAt(progression, length);
      if (options.onRound !== undefined) learned.push(BitSet.of(model.itemCount, needed));
      assignments.learn(needed);
      assignments.restrictTo(kept);
    }
  });

const setAt = ({ variables, ends }: Progression, index: number): Int32Array =>
  variables.subarray(index === 0 ? 0 : at(ends, index - 1), at(ends, index));

const prefixOf = ({ variables, ends }: Progression, index: number, itemCount: number): ItemSet =>
  BitSet.of(itemCount, variables.subarray(0, at(ends, index)));

const setsOf = (progression: Progression, itemCount: number): ItemSet[] =>
  Array.from(progression.ends, (_, index) => BitSet.of(itemCount, setAt(progression, index)));
