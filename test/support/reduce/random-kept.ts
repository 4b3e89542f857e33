/** Random valid parts of programs: some items, and what these need. */
import { BitSet } from "../../../src/core/bit-set.ts";
import type { Random } from "../../../src/core/random.ts";
import type { ReducibleProgram } from "../../../src/reduce/items/reducible-program.ts";

export function randomKept(program: ReducibleProgram, seeds: number, random: Random): BitSet {
  const { count } = program.items;
  return withNeeds(
    program,
    Array.from({ length: seeds }, () => random.below(count)),
    random,
  );
}

/** Everything but access flags, and of these as few as will do, or some more: each with this chance in 100. */
export function randomFlags(program: ReducibleProgram, percent: number, random: Random): BitSet {
  const { items } = program;
  const some: number[] = [];
  for (let item = 0; item < items.count; item++) {
    if (items.kindOf(item) !== "flag" || random.below(100) < percent) some.push(item);
  }
  return withNeeds(program, some, random);
}

/** Some items, and what they need; where that is one of several, any. */
function withNeeds(program: ReducibleProgram, some: readonly number[], random: Random): BitSet {
  const { items, clauses } = program;
  const users: number[][] = Array.from({ length: items.count }, () => []);
  clauses.forEach(({ ifAll }, i) => {
    for (const item of ifAll) users[item]!.push(i);
  });
  const kept = new BitSet(items.count);
  const work: number[] = [];
  const keep = (item: number): void => {
    if (kept.has(item)) return;
    kept.add(item);
    work.push(item);
  };
  for (const { ifAll, thenOne } of clauses) if (ifAll.length === 0) keep(thenOne[0]!);
  for (const item of some) keep(item);
  for (let item = work.pop(); item !== undefined; item = work.pop()) {
    for (const index of users[item]!) {
      const { ifAll, thenOne } = clauses[index]!;
      const isBroken =
        ifAll.every((each) => kept.has(each)) && !thenOne.some((each) => kept.has(each));
      if (isBroken) keep(thenOne[random.below(thenOne.length)]!);
    }
  }
  return kept;
}
