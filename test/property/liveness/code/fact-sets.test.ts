/** Sets of facts against JavaScript's own: the same answers, and equal sets are equal numbers. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EVERYTHING, FactSets, NOTHING } from "../../../../src/liveness/code/fact-sets.ts";

const FACTS = 200;
const facts = fc.array(fc.nat(FACTS - 1), { maxLength: 40 });

describe("sets of facts", () => {
  test("hold what was put into them", () => {
    fc.assert(
      fc.property(facts, (list) => {
        const sets = new FactSets();
        const set = sets.of(list);
        const expected = new Set(list);
        for (let fact = 0; fact < FACTS; fact++) {
          expect(sets.has(set, fact)).toBe(expected.has(fact));
        }
        expect(sets.size(set)).toBe(expected.size);
        expect(sets.facts(set)).toEqual([...expected].toSorted((a, b) => a - b));
        let again = NOTHING;
        for (const fact of list.toReversed()) again = sets.union(again, sets.single(fact));
        expect(again).toBe(set);
      }),
    );
  });

  test("are united, in any order, however often", () => {
    fc.assert(
      fc.property(facts, facts, facts, (a, b, c) => {
        const sets = new FactSets();
        const [x, y, z] = [sets.of(a), sets.of(b), sets.of(c)];
        const all = sets.of([...a, ...b, ...c]);
        expect(sets.union(sets.union(x, y), z)).toBe(all);
        expect(sets.union(z, sets.union(y, x))).toBe(all);
        expect(sets.union(x, sets.union(z, y))).toBe(all);
        expect(sets.of(a, [y, z])).toBe(all);
        expect(sets.includes(all, x)).toBe(true);
        expect(sets.includes(x, all)).toBe(x === all);
        expect(sets.union(x, NOTHING)).toBe(x);
        expect(sets.union(EVERYTHING, x)).toBe(EVERYTHING);
        expect(sets.of(a, [EVERYTHING])).toBe(EVERYTHING);
      }),
    );
  });

  test("everything has what nobody has heard of", () => {
    const sets = new FactSets();
    expect(sets.has(EVERYTHING, 12345)).toBe(true);
    expect(sets.has(NOTHING, 0)).toBe(false);
    expect(sets.size(EVERYTHING)).toBe(Number.POSITIVE_INFINITY);
  });
});
