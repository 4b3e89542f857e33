/**
 * Takes away items that are left, together with all that needs them, until none
 * can go alone. The search by progressions finds a small set quickly, but it
 * trusts that what is needed is needed for good; here each item has to prove it.
 * Access flags come last, and only those that nothing else needs: to take away
 * what needs one has been tried by then.
 */
import { BitSet } from "../../core/bit-set.ts";
import type { Clause } from "../items/clauses.ts";
import { inputOf, type ProgramFiles } from "../items/program-files.ts";
import { ReducibleProgram } from "../items/reducible-program.ts";
import type { Attempt } from "./attempts.ts";
import { takeAway } from "./chunks.ts";
import type { Pass, PassContext } from "./pass.ts";

export const ITEMS_PASS: Pass = {
  name: "items",
  run: (files, context) => new ItemReduction(files, context).run(),
};

class ItemReduction {
  readonly #program: ReducibleProgram;
  readonly #context: PassContext;
  readonly #dependents: Dependents;
  readonly #parts: readonly number[];
  readonly #required: ReadonlySet<number>;
  #kept: BitSet;
  #best: ProgramFiles;

  constructor(files: ProgramFiles, context: PassContext) {
    this.#context = context;
    this.#program = new ReducibleProgram(inputOf(files), context.libraries, { hasFlags: true });
    const { items, clauses } = this.#program;
    this.#dependents = new Dependents(items.count, clauses, (item) => items.bytesOf(item));
    this.#parts = Array.from({ length: items.count }, (_, i) => i).filter(
      (item) => items.kindOf(item) !== "relation",
    );
    this.#required = new Set(this.#parts.filter((item) => context.mustStay(items.nameOf(item))));
    this.#kept = BitSet.full(items.count);
    this.#best = files;
  }

  async run(): Promise<ProgramFiles> {
    await this.#takeAway(
      this.#parts.filter((item) => !this.#isFlag(item)),
      () => true,
    );
    const canGo = (item: number): boolean => this.#isFlag(item);
    const free = this.#parts.filter(
      (item) => canGo(item) && this.#kept.has(item) && this.#without([item], canGo) !== null,
    );
    await this.#takeAway(free, canGo);
    return this.#best;
  }

  #isFlag(item: number): boolean {
    return this.#program.items.kindOf(item) === "flag";
  }

  /** What stays without these; null when something would have to go that cannot. */
  #without(some: readonly number[], canGo: (item: number) => boolean): BitSet | null {
    const isFree = (item: number): boolean => canGo(item) && !this.#required.has(item);
    return this.#dependents.without(this.#kept, some, isFree);
  }

  /** Takes away what it can of some items, with what needs it where that can go, too. */
  async #takeAway(all: readonly number[], canGo: (item: number) => boolean): Promise<void> {
    const program = this.#program;
    await takeAway<Smaller>(
      {
        count: all.length,
        without: (some) => {
          const left = some.map((i) => all[i]!).filter((item) => this.#kept.has(item));
          if (left.length === 0) return true;
          const kept = this.#without(left, canGo);
          if (kept === null) return false;
          const files = program.apply(kept);
          return files.length > 0 && { kept, files };
        },
        take: ({ kept, files }) => {
          this.#kept = kept;
          this.#best = files;
        },
      },
      this.#context,
    );
  }
}

interface Smaller extends Attempt {
  readonly kept: BitSet;
}

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

  /** Null as soon as something would have to go that cannot. */
  without(kept: BitSet, some: readonly number[], canGo: (item: number) => boolean): BitSet | null {
    if (!some.every(canGo)) return null;
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
        if (!canGo(least)) return null;
        left.delete(least);
        work.push(least);
      }
    }
    return left;
  }
}
