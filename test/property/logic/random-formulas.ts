/** Random clauses (x1 & ... & xn) => (y1 | ... | ym), and what the papers' definitions say of them. */
import * as fc from "fast-check";
import { type Cnf, CnfBuilder } from "../../../src/logic/cnf.ts";

export interface Implication {
  readonly premises: readonly number[];
  readonly conclusions: readonly number[];
}

export interface RandomClauses {
  readonly count: number;
  readonly clauses: readonly Implication[];
}

interface Shape {
  readonly minCount?: number;
  readonly maxCount: number;
  readonly premises: { readonly minLength: number; readonly maxLength: number };
  readonly conclusions: { readonly minLength: number; readonly maxLength: number };
}

export const clausesOf = ({
  minCount = 1,
  maxCount,
  premises,
  conclusions,
}: Shape): fc.Arbitrary<RandomClauses> =>
  fc.integer({ min: minCount, max: maxCount }).chain((count) => {
    const item = fc.nat({ max: count - 1 });
    const implication = fc.record({
      premises: fc.array(item, premises),
      conclusions: fc.array(item, conclusions),
    });
    return fc.record({
      count: fc.constant(count),
      clauses: fc.array(implication, { maxLength: 2 * maxCount, size: "max" }),
    });
  });

/** All kinds of clauses that have a conclusion; few without premises, or all would have to stay. */
export const implications = (maxCount: number): fc.Arbitrary<RandomClauses> =>
  fc
    .tuple(
      clausesOf({
        maxCount,
        premises: { minLength: 1, maxLength: 3 },
        conclusions: { minLength: 1, maxLength: 3 },
      }),
      fc.array(fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), { maxLength: 3 }),
    )
    .map(([{ count, clauses }, demands]) => ({
      count,
      clauses: [
        ...clauses,
        ...demands.map((items) => ({ premises: [], conclusions: items.map((x) => x % count) })),
      ],
    }));

/** Edges, and items that must stay. */
export const edges = (maxCount: number): fc.Arbitrary<RandomClauses> =>
  clausesOf({
    maxCount,
    premises: { minLength: 1, maxLength: 1 },
    conclusions: { minLength: 1, maxLength: 1 },
  }).chain(({ count, clauses }) =>
    fc.array(fc.nat({ max: count - 1 }), { maxLength: 2 }).map((required) => ({
      count,
      clauses: [...clauses, ...required.map((item) => ({ premises: [], conclusions: [item] }))],
    })),
  );

export function cnfOf({ count, clauses }: RandomClauses): Cnf {
  const builder = new CnfBuilder(count);
  for (const { premises, conclusions } of clauses) builder.addImplication(premises, conclusions);
  return builder.build();
}

export const satisfies = (clauses: readonly Implication[], kept: ReadonlySet<number>): boolean =>
  clauses.every(
    ({ premises, conclusions }) =>
      premises.some((item) => !kept.has(item)) || conclusions.some((item) => kept.has(item)),
  );

/**
 * Definition B.6 of PLDI'21, word for word: the smallest variable of all clauses that have
 * only positive literals left, until there is no such clause. `given` is set to true beforehand,
 * what is not in `space` to false.
 */
export function minimalByDefinition(
  clauses: readonly Implication[],
  order: readonly number[],
  space: ReadonlySet<number>,
  given: ReadonlySet<number>,
): Set<number> {
  const added = new Set<number>();
  const isTrue = (item: number): boolean => given.has(item) || added.has(item);
  for (;;) {
    const open = clauses.filter(
      ({ premises, conclusions }) => premises.every(isTrue) && !conclusions.some(isTrue),
    );
    const candidates = new Set(
      open.flatMap(({ conclusions }) => conclusions.filter((item) => space.has(item))),
    );
    const smallest = order.find((item) => candidates.has(item));
    if (smallest === undefined) return added;
    added.add(smallest);
  }
}

export const subsets = (items: readonly number[]): Set<number>[] =>
  Array.from(
    { length: 2 ** items.length },
    (_, bits) => new Set(items.filter((_item, index) => ((bits >>> index) & 1) === 1)),
  );
