/**
 * Minimal satisfying assignments (PLDI'21, definition B.6) and the progressions made of
 * them. Starting from nothing, as long as some clause has only true premises and no true
 * conclusion, the smallest variable among the conclusions of all such clauses becomes true.
 *
 * A progression is one long run of that: its first set satisfies the clauses, and each further
 * one is what follows from the smallest variable that is still missing. So the sets
 * after the first cost only the clauses that they touch, and the whole progression costs each literal
 * once. Between progressions nothing is rebuilt: a smaller search space means fewer clauses touched.
 *
 * Nearly all clauses are edges, with one premise and one conclusion: those are rows of
 * neighbours. Any other clause watches one premise that is not true, which no reset can make wrong.
 *
 * Inside, variables are named by their position in the order.
 */
import { invariant } from "../core/assert.ts";
import type { BitSet } from "../core/bit-set.ts";
import { at, IntList, type Rows, RowsBuilder, rowsOf } from "../core/int-list.ts";
import type { Cnf } from "./cnf.ts";
import { isPositive, variableOf } from "./literal.ts";
import { PositionHeap } from "./position-heap.ts";

/** Disjoint sets of variables, one after the other: every prefix satisfies the clauses. */
export interface Progression {
  readonly variables: Int32Array;
  /** Where each set ends in `variables`. */
  readonly ends: Int32Array;
}

const NONE = -1;
const OPEN = 0;
const QUEUED = 1;
const TRUE = 2;

export class MinimalAssignments {
  readonly #order: Int32Array;
  readonly #position: Int32Array;
  /** Row x: what x alone needs. */
  readonly #edges: Rows;
  /** The clauses that are not edges, renumbered. */
  readonly #premises: Rows;
  /** Each row ascending, so that its smallest allowed entry is the first one. */
  readonly #conclusions: Rows;
  /** Clauses without premises. */
  readonly #unconditional: Int32Array;
  /** By position: the first clause that watches it; by clause: the next one that does. */
  readonly #firstWatch: Int32Array;
  readonly #nextWatch: Int32Array;
  readonly #learned: Int32Array[] = [];
  readonly #status: Uint8Array;
  readonly #allowed: Uint8Array;
  /** The positions that are allowed, ascending. */
  #space: Int32Array;
  readonly #queue: PositionHeap;
  readonly #trail: Int32Array;
  #trailLength = 0;

  /** `order`: all variables, smallest first. Every clause needs a conclusion. */
  constructor(cnf: Cnf, order: Int32Array) {
    const count = cnf.variableCount;
    this.#order = order;
    this.#position = new Int32Array(count);
    for (let position = 0; position < count; position++) {
      this.#position[at(order, position)] = position;
    }
    this.#status = new Uint8Array(count);
    this.#allowed = new Uint8Array(count).fill(1);
    this.#space = Int32Array.from({ length: count }, (_, position) => position);
    this.#queue = new PositionHeap(count);
    this.#trail = new Int32Array(count);
    const { edges, premises, conclusions } = splitClauses(cnf, this.#position);
    this.#edges = edges;
    this.#premises = premises;
    this.#conclusions = conclusions;
    const clauseCount = premises.starts.length - 1;
    this.#firstWatch = new Int32Array(count).fill(NONE);
    this.#nextWatch = new Int32Array(clauseCount).fill(NONE);
    const unconditional = new IntList();
    for (let clause = 0; clause < clauseCount; clause++) {
      const start = at(premises.starts, clause);
      if (start === at(premises.starts, clause + 1)) unconditional.push(clause);
      else this.#watch(clause, at(premises.values, start));
    }
    this.#unconditional = unconditional.toArray();
  }

  /** From now on only these may be true, of those that still may. They must satisfy all clauses. */
  restrictTo(variables: BitSet): void {
    const space = new IntList(this.#space.length);
    for (const position of this.#space) {
      if (variables.has(at(this.#order, position))) space.push(position);
      else this.#allowed[position] = 0;
    }
    this.#space = space.toArray();
  }

  /** From now on at least one of these must be true. */
  learn(variables: Iterable<number>): void {
    const positions = Int32Array.from(variables, (variable) => at(this.#position, variable));
    this.#learned.push(positions.toSorted());
  }

  /** The minimal satisfying assignment. */
  minimal(): Int32Array {
    this.#begin();
    return this.#trueVariables();
  }

  progression(): Progression {
    this.#begin();
    const ends = new IntList();
    ends.push(this.#trailLength);
    for (const position of this.#space) {
      if (this.#status[position] === TRUE) continue;
      this.#need(position);
      this.#settle();
      ends.push(this.#trailLength);
    }
    return { variables: this.#trueVariables(), ends: ends.toArray() };
  }

  #begin(): void {
    for (let place = 0; place < this.#trailLength; place++) {
      this.#status[at(this.#trail, place)] = OPEN;
    }
    this.#trailLength = 0;
    for (const clause of this.#unconditional) this.#conclude(clause);
    for (const positions of this.#learned) this.#satisfy(positions, 0, positions.length);
    this.#settle();
  }

  #trueVariables(): Int32Array {
    const variables = this.#trail.slice(0, this.#trailLength);
    for (let place = 0; place < variables.length; place++) {
      variables[place] = at(this.#order, at(variables, place));
    }
    return variables;
  }

  /** Makes true what is queued and all that follows, the smallest of what is at hand first. */
  #settle(): void {
    const { starts, values } = this.#edges;
    while (!this.#queue.isEmpty) {
      const position = this.#queue.pop();
      this.#status[position] = TRUE;
      this.#trail[this.#trailLength++] = position;
      const end = at(starts, position + 1);
      for (let place = at(starts, position); place < end; place++) {
        this.#need(at(values, place));
      }
      let clause = at(this.#firstWatch, position);
      this.#firstWatch[position] = NONE;
      while (clause !== NONE) {
        const next = at(this.#nextWatch, clause);
        const other = this.#openPremise(clause);
        this.#watch(clause, other === NONE ? position : other);
        if (other === NONE) this.#conclude(clause);
        clause = next;
      }
    }
  }

  #openPremise(clause: number): number {
    const { starts, values } = this.#premises;
    const end = at(starts, clause + 1);
    for (let place = at(starts, clause); place < end; place++) {
      const position = at(values, place);
      if (this.#status[position] !== TRUE) return position;
    }
    return NONE;
  }

  #watch(clause: number, position: number): void {
    this.#nextWatch[clause] = at(this.#firstWatch, position);
    this.#firstWatch[position] = clause;
  }

  #conclude(clause: number): void {
    const { starts, values } = this.#conclusions;
    this.#satisfy(values, at(starts, clause), at(starts, clause + 1));
  }

  /**
   * Queues the smallest of some positions unless one of them is true. It will become true whatever
   * comes before it: only smaller ones do, and none of those satisfies the same clause.
   */
  #satisfy(positions: Int32Array, start: number, end: number): void {
    let smallest = NONE;
    for (let place = start; place < end; place++) {
      const position = at(positions, place);
      if (this.#status[position] === TRUE) return;
      if (smallest === NONE && this.#allowed[position] === 1) smallest = position;
    }
    invariant(smallest !== NONE, "the search space breaks a clause");
    this.#need(smallest);
  }

  #need(position: number): void {
    if (this.#status[position] !== OPEN) return;
    invariant(this.#allowed[position] === 1, "the search space breaks a clause");
    this.#status[position] = QUEUED;
    this.#queue.push(position);
  }
}

/** The clauses by position: edges on their own, of the others premises and sorted conclusions. */
function splitClauses(
  cnf: Cnf,
  position: Int32Array,
): { edges: Rows; premises: Rows; conclusions: Rows } {
  const edgeFrom = new IntList(cnf.clauseCount);
  const edgeTo = new IntList(cnf.clauseCount);
  const premises = new RowsBuilder();
  const conclusions = new RowsBuilder();
  for (let clause = 0; clause < cnf.clauseCount; clause++) {
    for (let place = at(cnf.starts, clause); place < at(cnf.starts, clause + 1); place++) {
      const literal = at(cnf.literals, place);
      const side = isPositive(literal) ? conclusions : premises;
      side.push(at(position, variableOf(literal)));
    }
    invariant(conclusions.rowLength > 0, `clause ${clause} has no conclusion`);
    if (premises.rowLength === 1 && conclusions.rowLength === 1) {
      edgeFrom.push(premises.pop());
      edgeTo.push(conclusions.pop());
    } else {
      premises.endRow();
      conclusions.endRow();
    }
  }
  const sorted = conclusions.build();
  for (let clause = 0; clause < sorted.starts.length - 1; clause++) {
    sorted.values.subarray(at(sorted.starts, clause), at(sorted.starts, clause + 1)).sort();
  }
  return {
    edges: rowsOf(cnf.variableCount, edgeFrom.toArray(), edgeTo.toArray()),
    premises: premises.build(),
    conclusions: sorted,
  };
}
