/**
 * Clauses (x1 & ... & xn) => (y1 | ... | ym) seen as a graph: for the order of variables,
 * and for the algorithms that know graphs only. A clause with one premise and one
 * conclusion is an edge; what becomes of the others is for the caller to pick.
 */

import { at, IntList, type Rows, rowsOf } from "../core/int-list.ts";
import type { Cnf } from "./cnf.ts";
import { isPositive, variableOf } from "./literal.ts";

/**
 * `all`: an edge from every premise to every conclusion. `first`, `last`: a single edge,
 * between the first or the last of each (the lossy encodings of PLDI'21, section 4.3). With each
 * of them, what is closed under the edges and has what is demanded satisfies the clauses.
 */
export type Pick = "all" | "first" | "last";

export interface ImplicationGraph {
  /** Row x: the variables that x needs. */
  readonly needs: Rows;
  /** What clauses without premises demand. */
  readonly demanded: Int32Array;
}

export function implicationGraph(cnf: Cnf, pick: Pick): ImplicationGraph {
  const from = new IntList(cnf.clauseCount);
  const to = new IntList(cnf.clauseCount);
  const demanded = new IntList();
  for (let clause = 0; clause < cnf.clauseCount; clause++) {
    const [premises, conclusions] = sides(cnf, clause);
    const chosen = picked(conclusions, pick);
    if (premises.length === 0) for (const variable of chosen) demanded.push(variable);
    for (const premise of picked(premises, pick)) {
      for (const conclusion of chosen) {
        from.push(premise);
        to.push(conclusion);
      }
    }
  }
  const needs = rowsOf(cnf.variableCount, from.toArray(), to.toArray());
  return { needs, demanded: demanded.toArray() };
}

/** The same edges backwards, each row in ascending order. */
export function reversed(rows: Rows): Rows {
  const count = rows.starts.length - 1;
  const from = new Int32Array(rows.values.length);
  for (let row = 0; row < count; row++) {
    from.fill(row, at(rows.starts, row), at(rows.starts, row + 1));
  }
  return rowsOf(count, rows.values, from);
}

function sides(cnf: Cnf, clause: number): [premises: number[], conclusions: number[]] {
  const premises: number[] = [];
  const conclusions: number[] = [];
  for (let place = at(cnf.starts, clause); place < at(cnf.starts, clause + 1); place++) {
    const literal = at(cnf.literals, place);
    (isPositive(literal) ? conclusions : premises).push(variableOf(literal));
  }
  return [premises, conclusions];
}

function picked(variables: readonly number[], pick: Pick): readonly number[] {
  if (pick === "all" || variables.length < 2) return variables;
  return pick === "first" ? variables.slice(0, 1) : variables.slice(-1);
}
