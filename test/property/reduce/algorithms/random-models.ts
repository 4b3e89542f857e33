/** Random models and predicates that are monotone, as both papers take them to be. */
import * as fc from "fast-check";
import { BitSet } from "../../../../src/core/bit-set.ts";
import type { ItemSet } from "../../../../src/reduce/algorithms/item-oracle.ts";
import {
  type ClauseModel,
  isValid,
  ModelBuilder,
} from "../../../../src/reduce/algorithms/problem.ts";
import { subsetsOf } from "../../../support/reduce/gbr-invariants.ts";
import type { RandomClauses } from "../../logic/random-formulas.ts";

export interface Problem {
  readonly model: ClauseModel;
  /** True when one of these is kept as a whole. None of them is empty. */
  readonly causes: readonly (readonly number[])[];
  readonly shows: (kept: ItemSet) => boolean;
}

export const modelOf = ({ count, clauses }: RandomClauses): ClauseModel => {
  const builder = new ModelBuilder(count);
  for (const { premises, conclusions } of clauses) builder.implies(premises, conclusions);
  return builder.build();
};

export const problems = (
  clauses: fc.Arbitrary<RandomClauses>,
  maxCauses: number,
): fc.Arbitrary<Problem> =>
  clauses.chain((random) => {
    const cause = fc.uniqueArray(fc.nat({ max: random.count - 1 }), { minLength: 1, maxLength: 3 });
    return fc.array(cause, { minLength: 1, maxLength: maxCauses }).map(
      (causes): Problem => ({
        model: modelOf(random),
        causes,
        shows: (kept) => causes.some((items) => items.every((item) => kept.has(item))),
      }),
    );
  });

/** Every valid sub-input of a set that shows the failure, by brute force. */
export const solutionsWithin = ({ model, shows }: Problem, space: ItemSet): ItemSet[] =>
  subsetsOf(space).filter((kept) => isValid(model, kept) && shows(kept));

export const everything = (model: ClauseModel): ItemSet => BitSet.full(model.itemCount);
