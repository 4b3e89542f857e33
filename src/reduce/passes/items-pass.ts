/**
 * Takes away items that are left, together with all that needs them, until none
 * can go alone. The search by progressions finds a small set quickly, but it
 * trusts that what is needed is needed for good; here each item has to prove it.
 */
import { BitSet } from "../../core/bit-set.ts";
import type { Clause } from "../model/clauses.ts";
import { ReducibleProgram } from "../model/program.ts";
import { takeAway } from "./chunks.ts";
import { inputOf, type Pass, type ProgramFiles, whenWanted } from "./pass.ts";

export const ITEMS_PASS: Pass = {
  name: "items",
  async run(files, { ask, foresee, libraries, signal, mustStay }) {
    const program = new ReducibleProgram(inputOf(files), libraries);
    const { items, clauses } = program;
    const dependents = new Dependents(items.count, clauses, (item) => items.bytesOf(item));
    const parts = Array.from({ length: items.count }, (_, i) => i).filter(
      (item) => items.kindOf(item) !== "relation",
    );
    const required = parts.filter((item) => mustStay(items.nameOf(item)));
    let kept = BitSet.full(items.count);
    let best = files;
    const leftOf = (some: readonly number[]): number[] =>
      some.map((i) => parts[i]!).filter((item) => kept.has(item));
    /** What stays without these; null when that need not be asked about. */
    const without = (left: readonly number[]): BitSet | null => {
      const candidate = dependents.without(kept, left);
      return required.some((item) => !candidate.has(item)) ? null : candidate;
    };
    await takeAway(
      parts.length,
      async (some) => {
        const left = leftOf(some);
        if (left.length === 0) return true;
        const candidate = without(left);
        if (candidate === null) return false;
        const smaller = program.apply(candidate);
        if (smaller.length === 0 || !(await ask(smaller))) return false;
        kept = candidate;
        best = smaller;
        return true;
      },
      signal,
      (some) => {
        const make = (): ProgramFiles | null => {
          const candidate = without(leftOf(some));
          return candidate === null ? null : program.apply(candidate);
        };
        foresee(whenWanted(make));
      },
    );
    return best;
  },
};

/** What cannot stay when something goes. */
class Dependents {
  readonly #clauses: readonly Clause[];
  readonly #bytesOf: (item: number) => number;
  /** Clauses by the items that can fulfil them. */
  readonly #users: number[][];

  constructor(count: number, clauses: readonly Clause[], bytesOf: (item: number) => number) {
    this.#clauses = clauses;
    this.#bytesOf = bytesOf;
    this.#users = Array.from({ length: count }, () => []);
    clauses.forEach(({ thenOne }, i) => {
      for (const item of thenOne) this.#users[item]!.push(i);
    });
  }

  without(kept: BitSet, some: readonly number[]): BitSet {
    const left = kept.copy();
    const work = [...some];
    for (const item of some) left.delete(item);
    for (let item = work.pop(); item !== undefined; item = work.pop()) {
      for (const index of this.#users[item]!) {
        const { ifAll, thenOne } = this.#clauses[index]!;
        const isBroken =
          ifAll.every((each) => left.has(each)) && !thenOne.some((each) => left.has(each));
        if (!isBroken || ifAll.length === 0) continue;
        // One of them has to go: the one that is the least loss.
        const least = ifAll.reduce((a, b) => (this.#bytesOf(b) < this.#bytesOf(a) ? b : a));
        left.delete(least);
        work.push(least);
      }
    }
    return left;
  }
}
