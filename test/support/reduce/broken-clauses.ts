/** Items by their names, and which clauses a program without some of them breaks. */
import type { Clause } from "../../../src/reduce/items/clauses.ts";
import type { ItemTable } from "../../../src/reduce/items/items.ts";
import type { ReducibleProgram } from "../../../src/reduce/items/reducible-program.ts";

export function itemNamed({ items }: ReducibleProgram, name: string): number {
  const similar: string[] = [];
  for (let item = 0; item < items.count; item++) {
    const known = items.nameOf(item);
    if (known === name) return item;
    if (known.startsWith(name.slice(0, 12))) similar.push(known);
  }
  throw new Error(`there is no item ${name}; there are ${similar.join(", ")}`);
}

const isRelation = (items: ItemTable, item: number): boolean => items.kindOf(item) === "relation";

/** Whether an item is what a name names, or part of it. */
function isPart(known: string, name: string): boolean {
  if (known === name) return true;
  if (known.startsWith(name)) return /^[!. ]/.test(known.slice(name.length));
  // Tables about code.
  const method = name.endsWith("!code") ? name.slice(0, -"!code".length) : null;
  return method !== null && known.startsWith(`${method}!L`);
}

/**
 * Without these and what is part of them. Relations hold or do not hold by what is
 * said of them: as many of them stay as can.
 */
export function keptWithout(program: ReducibleProgram, names: readonly string[]): Set<number> {
  const { items, clauses } = program;
  for (const name of names) itemNamed(program, name); // or it is a mistake in the test
  const kept = new Set<number>();
  for (let item = 0; item < items.count; item++) {
    const known = items.nameOf(item);
    const isGone = !isRelation(items, item) && names.some((name) => isPart(known, name));
    if (!isGone) kept.add(item);
  }
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false;
    for (const clause of clauses) {
      const [first] = clause.ifAll;
      // A relation that stands alone on the left is one that needs something to hold.
      if (first === undefined || clause.ifAll.length > 1 || !isRelation(items, first)) continue;
      if (!isBroken(clause, kept)) continue;
      kept.delete(first);
      hasChanged = true;
    }
  }
  return kept;
}

const isBroken = ({ ifAll, thenOne }: Clause, kept: ReadonlySet<number>): boolean =>
  ifAll.every((item) => kept.has(item)) && !thenOne.some((item) => kept.has(item));

/** What the items are called that the broken clauses begin with. */
export function brokenBy(program: ReducibleProgram, names: readonly string[]): string[] {
  const kept = keptWithout(program, names);
  const users = program.clauses
    .filter((clause) => isBroken(clause, kept))
    .map(({ ifAll }) => ifAll.map((item) => program.items.nameOf(item)).join(" & "));
  return [...new Set(users)].toSorted();
}
