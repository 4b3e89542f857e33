/**
 * Counts satisfying assignments exactly, by splitting cases. It is there to check models:
 * the example of PLDI'21 has a published number of valid sub-inputs. Meant for some
 * tens of variables, and so kept simple: no components, no cache.
 */

import { at } from "../../src/core/int-list.ts";
import type { Cnf } from "../../src/logic/cnf.ts";
import { negative, positive, variableOf } from "../../src/logic/literal.ts";
import { Propagator } from "../../src/logic/propagator.ts";

export function countModels(cnf: Cnf): bigint {
  const propagator = new Propagator(cnf);
  return propagator.consistent ? countFrom(cnf, propagator, 0) : 0n;
}

/** All clauses before `from` are satisfied by what is assumed. */
function countFrom(cnf: Cnf, propagator: Propagator, from: number): bigint {
  let clause = from;
  while (clause < cnf.clauseCount && isSatisfied(cnf, propagator, clause)) clause++;
  if (clause === cnf.clauseCount) return 2n ** BigInt(cnf.variableCount - propagator.mark);
  const variable = openVariable(cnf, propagator, clause);
  const mark = propagator.mark;
  let sum = 0n;
  for (const literal of [positive(variable), negative(variable)]) {
    if (propagator.assume(literal)) sum += countFrom(cnf, propagator, clause);
    propagator.backTo(mark);
  }
  return sum;
}

function isSatisfied(cnf: Cnf, propagator: Propagator, clause: number): boolean {
  for (let place = at(cnf.starts, clause); place < at(cnf.starts, clause + 1); place++) {
    if (propagator.isTrue(at(cnf.literals, place))) return true;
  }
  return false;
}

/** A clause that is neither satisfied nor broken has one. */
function openVariable(cnf: Cnf, propagator: Propagator, clause: number): number {
  let place = at(cnf.starts, clause);
  while (!propagator.isOpen(variableOf(at(cnf.literals, place)))) place++;
  return variableOf(at(cnf.literals, place));
}
