import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CompactStore } from "../../../../src/state/stores/compact-store.ts";
import { NEW, PairTable } from "../../../../src/state/stores/pair-table.ts";
import { withoutMemory } from "../../../support/without-memory.ts";

type Pair = readonly [high: number, low: number];

/** The pair that the table stores as these words: its hash is a permutation, and this the way back. */
function storedAs(second: number, first: number): Pair {
  const low = first ^ Math.imul(second ^ (second >>> 16), 0x9e3779b1);
  return [second ^ Math.imul(low ^ (low >>> 15), 0x85ebca6b), low];
}

const SEGMENTS = 128;
const word = fc.oneof(
  fc.constantFrom(0, 1, -1, 2 ** 31 - 1, -(2 ** 31)),
  fc.integer({ min: -3, max: 300 }),
  fc.integer(),
);
/** Anything; pairs of one segment; those that all want its last slot; those with no segment. */
const pair: fc.Arbitrary<Pair> = fc.oneof(
  fc.tuple(word, word),
  fc.tuple(word, word).map(([a, b]) => storedAs(a, Math.imul(b, SEGMENTS))),
  fc.nat(150).map((second) => storedAs(second, 2 ** 31 - SEGMENTS)),
  fc.nat(9).map((second) => storedAs(second, 2 ** 31 - 1)),
);
const keyOf = ([high, low]: Pair): string => `${high},${low}`;

describe("a table of pairs", () => {
  test("with values behaves like a Map", () => {
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 400 }), (pairs) => {
        const table = new PairTable(true);
        const model = new Map<string, number>();
        for (const [i, given] of pairs.entries()) {
          const known = model.get(keyOf(given));
          expect(table.visit(...given, i)).toBe(known ?? NEW);
          if (known === undefined) model.set(keyOf(given), i);
          expect(table.size).toBe(model.size);
        }
      }),
    );
  });

  test("with marks behaves like a Map whose entries change", () => {
    const visits = fc.array(fc.tuple(pair, fc.nat(255), fc.boolean()), { maxLength: 400 });
    fc.assert(
      fc.property(visits, (given) => {
        const table = new PairTable(false);
        table.keepMarks();
        const model = new Map<string, number>();
        for (const [words, mark, isChanged] of given) {
          const known = model.get(keyOf(words));
          expect(table.visit(...words, mark)).toBe(known ?? NEW);
          if (known !== undefined && isChanged) table.mark(...words, mark);
          if (known === undefined || isChanged) model.set(keyOf(words), mark);
        }
      }),
    );
  });

  test("marks no pair that is not there", () => {
    const table = new PairTable(false);
    table.keepMarks();
    table.visit(1, 2, 3);
    for (const missing of [[1, 3] as const, storedAs(5, 2 ** 31 - 1)]) {
      expect(() => table.mark(...missing, 1)).toThrow("not in the table");
    }
  });

  test("without values behaves like a Set", () => {
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 400 }), (pairs) => {
        const table = new PairTable(false);
        const model = new Set<string>();
        for (const given of pairs) {
          expect(table.add(...given)).toBe(!model.has(keyOf(given)));
          model.add(keyOf(given));
        }
        expect(table.size).toBe(model.size);
      }),
    );
  });

  test.each([
    { pattern: "equal high words", at: (i: number): Pair => [7, i] },
    { pattern: "equal low words", at: (i: number): Pair => [i, 7] },
    { pattern: "equal words", at: (i: number): Pair => [i, i] },
    { pattern: "a grid of small words", at: (i: number): Pair => [i % 256, i >> 8] },
    { pattern: "multiples of 2^16", at: (i: number): Pair => [i << 16, i & ~0xffff] },
    { pattern: "high bits only", at: (i: number): Pair => [(i & 0xff) << 24, (i >> 8) << 20] },
  ])("takes 50,000 pairs with $pattern and has each once", ({ at }) => {
    const table = new PairTable(false);
    const pairs = Array.from({ length: 50_000 }, (_, i) => at(i));
    expect(pairs.filter((given) => table.add(...given))).toHaveLength(50_000);
    expect(pairs.filter((given) => table.add(...given))).toEqual([]);
    expect(table.size).toBe(50_000);
    expect(table.bytes / table.size).toBeLessThan(16);
  });

  test.each([
    { place: "first", word: -(2 ** 31), bytes: 24 },
    { place: "middle", word: 0, bytes: 24 },
    { place: "last", word: 2 ** 31 - SEGMENTS, bytes: 24 },
    { place: "no", word: 2 ** 31 - 1, bytes: 41 },
  ])("takes pairs that all want the $place slot", ({ word: first, bytes }) => {
    const table = new PairTable(false);
    const pairs = Array.from({ length: 1500 }, (_, second) => storedAs(second, first));
    expect(pairs.filter((given) => table.add(...given))).toHaveLength(1500);
    expect(pairs.filter((given) => table.add(...given))).toEqual([]);
    // One segment only: spread over all of them, so many pairs take about twice as much.
    expect(table.bytes).toBeLessThan(1500 * bytes);
  });
});

/** A permutation of the numbers of 32 bits that leaves no pattern. */
function scatter(i: number): number {
  const h = Math.imul(i ^ (i >>> 16), 0x7feb352d);
  return Math.imul(h ^ (h >>> 15), 0x846ca68b);
}

describe("a set of fingerprints", () => {
  test("takes at most 16 bytes each at every size from 10,000 up, and nowhere much more than that", () => {
    const set = new PairTable(false);
    let most = 0;
    let growth = 0;
    let before = 0;
    for (let i = 0; i < 400_000; i++) {
      set.add(scatter(i), scatter(~i));
      if (i < 10_000 || set.bytes === before) continue;
      most = Math.max(most, set.bytes / set.size);
      if (before > 0) growth = Math.max(growth, set.bytes / before);
      before = set.bytes;
    }
    expect(set.size).toBe(400_000);
    expect(most).toBeLessThan(16);
    expect(set.bytes / set.size).toBeLessThan(12);
    // No step copies more than a small share of all.
    expect(growth).toBeLessThan(1.01);
  });

  test("reads its words as signed or unsigned alike", () => {
    const store = new CompactStore();
    expect(store.visit(-1, -2, 0)).toBe(NEW);
    expect(store.visit(0xffffffff, 0xfffffffe, 0)).not.toBe(NEW);
  });
});

describe("without memory to grow", () => {
  test("a table stays as it was, and goes on when there is memory again", () => {
    const table = new PairTable(true);
    let kept = 0;
    for (; kept < 1000; kept++) table.visit(kept, 1, kept);
    const { bytes } = table;
    withoutMemory(() => {
      expect(() => {
        for (;;) {
          table.visit(kept, 1, kept);
          kept++;
        }
      }).toThrow(RangeError);
    });
    expect(table.size).toBe(kept);
    expect(table.bytes).toBe(bytes);
    for (let i = 0; i < kept; i++) {
      expect(table.visit(i, 1, 7)).toBe(i);
    }
    expect(table.visit(kept, 1, kept)).toBe(NEW);
  });
});
