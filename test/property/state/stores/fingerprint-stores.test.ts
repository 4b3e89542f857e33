import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BitstateStore } from "../../../../src/state/stores/bitstate-store.ts";
import { CompactStore } from "../../../../src/state/stores/compact-store.ts";
import { type FingerprintStore, NEW_STATE } from "../../../../src/state/stores/store.ts";

/** Fingerprints as good as random. */
function fingerprint(i: number, seed: number): [high: number, low: number] {
  let h = Math.imul(i ^ (i >>> 16) ^ seed, 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  h ^= h >>> 16;
  let l = Math.imul(h + i, 0x9e3779b1);
  l = Math.imul(l ^ (l >>> 15), 0x85ebca6b);
  return [h, l ^ (l >>> 13)];
}

function fill<S extends FingerprintStore>(store: S, count: number, seed = 1): S {
  for (let i = 0; i < count; i++) store.visit(...fingerprint(i, seed), 0);
  return store;
}

const mergeProbability = (count: number): number =>
  fill(new CompactStore(), count).describe().mergeProbability;

const half = fc.oneof(fc.constantFrom(0, 1, -1), fc.nat(9), fc.integer());
const fingerprints = fc.array(fc.tuple(half, half), { maxLength: 300 });

describe("the compact store", () => {
  test("behaves like a set of fingerprints", () => {
    fc.assert(
      fc.property(fingerprints, (given) => {
        const store = new CompactStore();
        const model = new Set<string>();
        for (const [high, low] of given) {
          expect(store.visit(high, low, 0)).toBe(model.has(`${high},${low}`) ? 0 : NEW_STATE);
          model.add(`${high},${low}`);
        }
        expect(store.size).toBe(model.size);
      }),
    );
  });

  test("says how likely it is that two states were merged", () => {
    expect(mergeProbability(0)).toBe(0);
    expect(mergeProbability(1)).toBe(0);
    expect(mergeProbability(2)).toBe(2 ** -64);
    expect(mergeProbability(1000)).toBeCloseTo(499_500 / 2 ** 64, 20);
  });
});

describe("the bitstate store", () => {
  test("takes no state for new twice, and never more than there are", () => {
    fc.assert(
      fc.property(fingerprints, fc.constantFrom(4, 64, 1001, 65_536), (given, bytes) => {
        const store = new BitstateStore(bytes);
        const model = new Set<string>();
        for (const [high, low] of given) {
          const isNew = store.visit(high, low) === NEW_STATE;
          expect(isNew && model.has(`${high},${low}`)).toBe(false);
          model.add(`${high},${low}`);
          expect(store.visit(high, low)).not.toBe(NEW_STATE);
        }
        expect(store.size).toBeLessThanOrEqual(model.size);
        const { bitsSet, tableBits, bitsPerState } = store.describe();
        expect(bitsSet).toBeLessThanOrEqual(Math.min(tableBits, bitsPerState * store.size));
        expect(bitsSet).toBeGreaterThanOrEqual(store.size === 0 ? 0 : 1);
      }),
    );
  });

  test.each([
    { states: 1000, bytes: 2 ** 20 },
    { states: 20_000, bytes: 20_000 },
    { states: 40_000, bytes: 20_000 },
    { states: 100_000, bytes: 20_002 },
  ])("expects the coverage that $states states have in $bytes bytes", ({ states, bytes }) => {
    const store = fill(new BitstateStore(bytes), states);
    const { expectedCoverage } = store.describe();
    expect(expectedCoverage).toBeGreaterThan((store.size / states) * 0.97);
    expect(expectedCoverage).toBeLessThan((store.size / states) * 1.03);
  });

  test("uses all of its table", () => {
    const { bitsSet, tableBits } = fill(new BitstateStore(1000), 50_000).describe();
    expect(tableBits).toBe(8000);
    expect(bitsSet).toBe(8000);
  });

  test("covers everything before it has seen anything", () => {
    expect(new BitstateStore(64).describe()).toMatchObject({
      bitsSet: 0,
      expectedCoverage: 1,
    });
  });
});
