/**
 * What items need of each other: clauses "if all of these stay, one of those
 * must". A part that is always there needs not be named.
 */
import { ALWAYS } from "./items.ts";

export interface Clause {
  readonly ifAll: readonly number[];
  readonly thenOne: readonly number[];
}

export class Clauses {
  readonly all: Clause[] = [];
  readonly #seen = new Set<number>();

  /** If `item` stays, so must `needed`. */
  need(item: number, needed: number): void {
    if (needed === ALWAYS || item === needed) return;
    // Most are said more than once; items are far fewer than 2^26.
    const key = (item + 1) * 0x4000000 + needed;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.all.push({ ifAll: item === ALWAYS ? [] : [item], thenOne: [needed] });
  }

  /** If all of `ifAll` stay, one of `thenOne` must. */
  add(ifAll: readonly number[], thenOne: readonly number[]): void {
    if (thenOne.includes(ALWAYS)) return;
    const conditions = ifAll.filter((item) => item !== ALWAYS);
    if (conditions.length === 1 && thenOne.length === 1) {
      this.need(conditions[0]!, thenOne[0]!);
      return;
    }
    if (thenOne.some((item) => conditions.includes(item))) return;
    this.all.push({ ifAll: conditions, thenOne });
  }
}
