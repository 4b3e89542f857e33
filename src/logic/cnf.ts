/**
 * Formulas in conjunctive normal form, flat: a million clauses are two arrays. Literals
 * stay in the order in which they were written, because lossy encodings (PLDI'21,
 * section 4.3) pick the first or the last of them.
 */
import { invariant } from "../core/assert.ts";
import type { BitSet } from "../core/bit-set.ts";
import { at, IntList } from "../core/int-list.ts";
import { isPositive, type Literal, negative, positive, variableOf } from "./literal.ts";

export interface Cnf {
  readonly variableCount: number;
  readonly clauseCount: number;
  /** Clause c is `literals[starts[c]]` up to, not including, `literals[starts[c + 1]]`. */
  readonly literals: Int32Array;
  readonly starts: Int32Array;
}

export class CnfBuilder {
  readonly variableCount: number;
  readonly #literals = new IntList(1024);
  readonly #starts = new IntList(1024);

  constructor(variableCount: number) {
    this.variableCount = variableCount;
    this.#starts.push(0);
  }

  get clauseCount(): number {
    return this.#starts.length - 1;
  }

  addClause(literals: Iterable<Literal>): void {
    for (const literal of literals) this.#push(literal);
    this.#starts.push(this.#literals.length);
  }

  /** All of `premises` together demand at least one of `conclusions`. */
  addImplication(premises: Iterable<number>, conclusions: Iterable<number>): void {
    for (const variable of premises) this.#push(negative(variable));
    for (const variable of conclusions) this.#push(positive(variable));
    this.#starts.push(this.#literals.length);
  }

  build(): Cnf {
    return {
      variableCount: this.variableCount,
      clauseCount: this.clauseCount,
      literals: this.#literals.toArray(),
      starts: this.#starts.toArray(),
    };
  }

  #push(literal: Literal): void {
    invariant(
      literal >= 0 && variableOf(literal) < this.variableCount,
      `there is no variable ${variableOf(literal)}`,
    );
    this.#literals.push(literal);
  }
}

/** The clause's literals, for messages and tests. */
export const clauseOf = (cnf: Cnf, clause: number): Literal[] =>
  Array.from(cnf.literals.subarray(at(cnf.starts, clause), at(cnf.starts, clause + 1)));

/** The first clause that an assignment (the set of true variables) breaks; -1 when it breaks none. */
export function brokenClause(cnf: Cnf, assignment: BitSet): number {
  const { literals, starts } = cnf;
  for (let clause = 0; clause < cnf.clauseCount; clause++) {
    const end = at(starts, clause + 1);
    let satisfied = false;
    for (let place = at(starts, clause); place < end && !satisfied; place++) {
      const literal = at(literals, place);
      satisfied = assignment.has(variableOf(literal)) === isPositive(literal);
    }
    if (!satisfied) return clause;
  }
  return -1;
}
