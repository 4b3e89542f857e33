import * as fc from "fast-check";
import { expect, test } from "vitest";
import { layeredLayout } from "../../../src/pages/check/exploration/layered-layout.ts";

/** By state: its parent; the depth follows. */
const trees = fc
  .array(fc.nat(), { minLength: 1, maxLength: 60 })
  .map((picks) => picks.map((pick, i) => pick % (i + 1)));

test("no two states of a layer are nearer than one, and layers are the depths", () => {
  fc.assert(
    fc.property(trees, (parents) => {
      const depths = [0];
      for (const parent of parents) depths.push(depths[parent]! + 1);
      const edges = parents.map((parent, i) => [parent, i + 1] as const);
      const { across, along, from, to, layers } = layeredLayout({ depths, edges });
      expect([...along]).toEqual(depths);
      expect(layers).toBe(Math.max(...depths) + 1);
      for (let depth = 0; depth < layers; depth++) {
        const row = depths
          .flatMap((each, state) => (each === depth ? across[state]! : []))
          .toSorted((a, b) => a - b);
        row.slice(1).forEach((x, i) => {
          expect(x - row[i]!).toBeGreaterThan(1 - 1e-6);
        });
        expect(row[0]!).toBeGreaterThanOrEqual(from);
        expect(row.at(-1)!).toBeLessThanOrEqual(to);
      }
    }),
  );
});

test("a parent stands between its two children", () => {
  const { across } = layeredLayout({
    depths: [0, 1, 1],
    edges: [
      [0, 1],
      [0, 2],
    ],
  });
  expect(across[0]).toBeCloseTo((across[1]! + across[2]!) / 2);
});
