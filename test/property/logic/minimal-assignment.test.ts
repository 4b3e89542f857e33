/**
 * Minimal assignments and progressions against the definitions of PLDI'21 (B.6 and
 * algorithm 1), with learned sets and shrinking spaces: whatever is kept from one
 * progression to the next, the result is that of starting anew.
 */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { BitSet } from "../../../src/core/bit-set.ts";
import { MinimalAssignments, type Progression } from "../../../src/logic/minimal-assignment.ts";
import { variableOrder } from "../../../src/logic/variable-order.ts";
import {
  cnfOf,
  edges,
  type Implication,
  implications,
  minimalByDefinition,
  satisfies,
  subsets,
} from "./random-formulas.ts";

const setsOf = ({ variables, ends }: Progression): Set<number>[] =>
  Array.from(ends, (end, index) => new Set(variables.subarray(ends[index - 1] ?? 0, end)));

/** PROGRESSION of algorithm 1. */
function progressionByDefinition(
  clauses: readonly Implication[],
  order: readonly number[],
  space: ReadonlySet<number>,
): Set<number>[] {
  const sets = [minimalByDefinition(clauses, order, space, new Set())];
  const union = new Set(sets[0]);
  for (;;) {
    const next = order.find((item) => space.has(item) && !union.has(item));
    if (next === undefined) return sets;
    const withNext = [...clauses, { premises: [], conclusions: [next] }];
    const set = minimalByDefinition(withNext, order, space, union);
    sets.push(set);
    for (const item of set) union.add(item);
  }
}

const shuffled = (count: number): fc.Arbitrary<number[]> => {
  const all = Array.from({ length: count }, (_, item) => item);
  return fc.shuffledSubarray(all, { minLength: count, maxLength: count });
};

const withOrder = implications(9).chain((random) =>
  fc.tuple(fc.constant(random), shuffled(random.count)),
);

test("an assignment is that of the definition, satisfies the clauses and has their smallest", () => {
  let withSeveral = 0;
  fc.assert(
    fc.property(withOrder, ([random, order]) => {
      const all = new Set(order);
      const assignments = new MinimalAssignments(cnfOf(random), Int32Array.from(order));
      const found = new Set(assignments.minimal());
      expect(found).toEqual(minimalByDefinition(random.clauses, order, all, new Set()));
      expect(satisfies(random.clauses, found)).toBe(true);
      // Lemma B.8.
      for (const { premises, conclusions } of random.clauses) {
        if (premises.length > 0) continue;
        expect(found.has(order.find((item) => conclusions.includes(item))!)).toBe(true);
      }
      if (found.size > 2) withSeveral++;
    }),
    { numRuns: 1000 },
  );
  expect(withSeveral).toBeGreaterThan(20);
});

test("with edges it is the smallest set of all that satisfy them", () => {
  fc.assert(
    fc.property(edges(8), (random) => {
      const order = variableOrder(cnfOf(random));
      const found = new Set(new MinimalAssignments(cnfOf(random), order).minimal());
      const satisfying = subsets([...order]).filter((kept) => satisfies(random.clauses, kept));
      expect(found.size).toBe(Math.min(...satisfying.map((kept) => kept.size)));
      expect(satisfies(random.clauses, found)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test("progressions are those of the definition, round after round", () => {
  const picks = fc.array(fc.nat(), { minLength: 1, maxLength: 5 });
  let rounds = 0;
  fc.assert(
    fc.property(withOrder, picks, ([random, order], indices) => {
      const assignments = new MinimalAssignments(cnfOf(random), Int32Array.from(order));
      let clauses = random.clauses;
      let space = new Set(order);
      for (const index of indices) {
        const sets = setsOf(assignments.progression());
        expect(sets).toEqual(progressionByDefinition(clauses, order, space));
        if (sets.length === 1) return;
        rounds++;
        // As a reduction does: one of the later sets is learned, what comes after it is given up.
        const last = 1 + (index % (sets.length - 1));
        clauses = [...clauses, { premises: [], conclusions: [...sets[last]!] }];
        space = new Set(sets.slice(0, last + 1).flatMap((set) => [...set]));
        assignments.learn(sets[last]!);
        assignments.restrictTo(BitSet.of(random.count, space));
      }
    }),
    { numRuns: 1000 },
  );
  expect(rounds).toBeGreaterThan(300);
});

test("with edges and the paper's order all sets but the first are components (lemma B.14)", () => {
  let larger = 0;
  fc.assert(
    fc.property(edges(9), (random) => {
      const cnf = cnfOf(random);
      const order = variableOrder(cnf);
      expect(order.toSorted()).toEqual(Int32Array.from({ length: random.count }, (_, i) => i));
      const all = new Set(order);
      const onlyEdges = random.clauses.filter(({ premises }) => premises.length > 0);
      const closureOf = (item: number): Set<number> =>
        minimalByDefinition(
          [...onlyEdges, { premises: [], conclusions: [item] }],
          [...order],
          all,
          new Set(),
        );
      const [, ...later] = setsOf(new MinimalAssignments(cnf, order).progression());
      for (const set of later) {
        if (set.size > 1) larger++;
        const [some] = set;
        const component = [...closureOf(some!)].filter((item) => closureOf(item).has(some!));
        expect(set).toEqual(new Set(component));
      }
    }),
    { numRuns: 500 },
  );
  expect(larger).toBeGreaterThan(10);
});
