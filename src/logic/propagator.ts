/**
 * Unit propagation with two watched literals a clause: a clause is looked at only when one
 * of the two becomes false, and taking an assignment back touches no clause at all.
 * Watches are linked through the clauses, so that a watch moves without a list growing.
 */

import { at, IntList } from "../core/int-list.ts";
import type { Cnf } from "./cnf.ts";
import { type Literal, negated, variableOf } from "./literal.ts";

const NONE = -1;

export class Propagator {
  readonly #starts: Int32Array;
  /** The two watched literals of a clause are its first two: so this is a copy. */
  readonly #literals: Int32Array;
  /** By literal: 1 when it is true, 0 when it is false or open. */
  readonly #true: Uint8Array;
  readonly #trail = new IntList();
  /** By literal: the first watch. Watch 2c + k is that of clause c on its literal k. */
  readonly #first: Int32Array;
  readonly #next: Int32Array;
  #propagated = 0;
  #consistent = true;

  constructor(cnf: Cnf) {
    this.#starts = cnf.starts;
    this.#literals = cnf.literals.slice();
    this.#true = new Uint8Array(cnf.variableCount * 2);
    this.#first = new Int32Array(cnf.variableCount * 2).fill(NONE);
    this.#next = new Int32Array(cnf.clauseCount * 2).fill(NONE);
    for (let clause = 0; clause < cnf.clauseCount; clause++) {
      const start = at(this.#starts, clause);
      const length = at(this.#starts, clause + 1) - start;
      if (length === 0) this.#consistent = false;
      else if (length === 1) this.#set(at(this.#literals, start));
      else {
        this.#watch(clause * 2, at(this.#literals, start));
        this.#watch(clause * 2 + 1, at(this.#literals, start + 1));
      }
    }
    this.#propagate();
  }

  /** False when what was assumed contradicts the clauses: nothing more is to be assumed then. */
  get consistent(): boolean {
    return this.#consistent;
  }

  /** How many literals are true: what `backTo` takes. */
  get mark(): number {
    return this.#trail.length;
  }

  isTrue(literal: Literal): boolean {
    return this.#true[literal] === 1;
  }

  isOpen(variable: number): boolean {
    return this.#true[variable * 2] === 0 && this.#true[variable * 2 + 1] === 0;
  }

  /** The literals that are true, in the order in which they became so. */
  trailFrom(mark: number): Literal[] {
    return Array.from(this.#trail.toArray().subarray(mark));
  }

  /** Makes a literal true, and all that follows from it. Says whether that is consistent. */
  assume(literal: Literal): boolean {
    if (this.#consistent) {
      this.#set(literal);
      this.#propagate();
    }
    return this.#consistent;
  }

  /** Takes back what became true since. Only to a mark at which all was consistent. */
  backTo(mark: number): void {
    for (let place = mark; place < this.#trail.length; place++) {
      this.#true[this.#trail.at(place)] = 0;
    }
    this.#trail.truncate(mark);
    this.#propagated = mark;
    this.#consistent = true;
  }

  #set(literal: Literal): void {
    if (this.isTrue(literal)) return;
    if (this.isTrue(negated(literal))) {
      this.#consistent = false;
      return;
    }
    this.#true[literal] = 1;
    this.#trail.push(literal);
  }

  #watch(watch: number, literal: Literal): void {
    this.#next[watch] = at(this.#first, literal);
    this.#first[literal] = watch;
  }

  #propagate(): void {
    while (this.#consistent && this.#propagated < this.#trail.length) {
      const falsified = negated(this.#trail.at(this.#propagated++));
      let watch = at(this.#first, falsified);
      let kept = NONE; // the last watch that stays in this list
      this.#first[falsified] = NONE;
      while (watch !== NONE) {
        const next = at(this.#next, watch);
        if (!this.#consistent || !this.#moved(watch, falsified)) {
          if (kept === NONE) this.#first[falsified] = watch;
          else this.#next[kept] = watch;
          this.#next[watch] = NONE;
          kept = watch;
        }
        watch = next;
      }
    }
  }

  /** Finds another literal to watch. Where there is none, the other watched one must be true. */
  #moved(watch: number, falsified: Literal): boolean {
    const clause = watch >>> 1;
    const start = at(this.#starts, clause);
    const end = at(this.#starts, clause + 1);
    const mine = start + (watch & 1);
    const other = at(this.#literals, start + (1 - (watch & 1)));
    if (this.isTrue(other)) return false;
    for (let place = start + 2; place < end; place++) {
      const literal = at(this.#literals, place);
      if (this.isTrue(negated(literal))) continue;
      this.#literals[place] = falsified;
      this.#literals[mine] = literal;
      this.#watch(watch, literal);
      return true;
    }
    this.#set(other);
    return false;
  }
}

/** Everything that follows from the clauses and some literals; null when they contradict each other. */
export function consequences(cnf: Cnf, literals: readonly Literal[]): Literal[] | null {
  const propagator = new Propagator(cnf);
  if (!propagator.consistent) return null;
  for (const literal of literals) if (!propagator.assume(literal)) return null;
  return propagator.trailFrom(0).toSorted((a, b) => variableOf(a) - variableOf(b));
}
