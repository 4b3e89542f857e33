/**
 * The model of an input: which items it has, and the clauses that a sub-input must satisfy to
 * be valid. It is all that the algorithms know of a program.
 */
import { invariant } from "../../core/assert.ts";
import type { BitSet } from "../../core/bit-set.ts";
import { brokenClause, type Cnf, CnfBuilder, clauseOf } from "../../logic/cnf.ts";
import { isPositive, variableOf } from "../../logic/literal.ts";

export interface ClauseModel {
  readonly itemCount: number;
  /** Variable i is true when item i is kept. The whole input satisfies every clause. */
  readonly cnf: Cnf;
  /** Items that must stay: the clauses of a single conclusion, once each. */
  readonly required: readonly number[];
  readonly nameOf: (item: number) => string;
}

export class ModelBuilder {
  readonly #cnf: CnfBuilder;
  readonly #required = new Set<number>();
  readonly #nameOf: (item: number) => string;

  constructor(itemCount: number, nameOf: (item: number) => string = (item) => `item ${item}`) {
    this.#cnf = new CnfBuilder(itemCount);
    this.#nameOf = nameOf;
  }

  /** A set that keeps all of `premises` keeps one of `conclusions`. */
  implies(premises: readonly number[], conclusions: readonly number[]): this {
    invariant(
      conclusions.length > 0,
      `${premises.map(this.#nameOf).join(" and ")} could not stay, so the input is not valid`,
    );
    const [only, second] = conclusions;
    if (premises.length === 0 && only !== undefined && second === undefined) {
      this.#required.add(only);
    }
    this.#cnf.addImplication(premises, conclusions);
    return this;
  }

  require(item: number): this {
    return this.implies([], [item]);
  }

  build(): ClauseModel {
    return {
      itemCount: this.#cnf.variableCount,
      cnf: this.#cnf.build(),
      required: [...this.#required],
      nameOf: this.#nameOf,
    };
  }
}

export const isValid = (model: ClauseModel, kept: BitSet): boolean =>
  brokenClause(model.cnf, kept) === -1;

/** The first clause that a sub-input breaks, in words; null when it is valid. */
export function whyInvalid(model: ClauseModel, kept: BitSet): string | null {
  const clause = brokenClause(model.cnf, kept);
  if (clause === -1) return null;
  const literals = clauseOf(model.cnf, clause);
  const names = (conclusions: boolean): string[] =>
    literals
      .filter((literal) => isPositive(literal) === conclusions)
      .map((literal) => model.nameOf(variableOf(literal)));
  return `${names(false).join(" and ")} => ${names(true).join(" or ")}`;
}
