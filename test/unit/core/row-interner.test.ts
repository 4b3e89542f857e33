import { describe, expect, test } from "vitest";
import { Random } from "../../../src/core/random.ts";
import { RowInterner } from "../../../src/core/row-interner.ts";

describe("runs of words", () => {
  test("each is kept once, and comes back as it was", () => {
    const runs = new RowInterner();
    const random = new Random(7);
    const known = new Map<string, number>();
    for (let i = 0; i < 3000; i++) {
      const run = Array.from({ length: 3 * (1 + random.below(4)) }, () => random.below(3));
      const start = runs.words.top;
      runs.words.reserve(run.length).set(run, start);
      runs.words.top += run.length;
      expect(runs.find(start)).toBe(known.get(run.join()) ?? -1);
      runs.words.top = start + run.length;
      const at = runs.keep(start);
      const first = known.get(run.join()) ?? at;
      expect(at).toBe(first);
      known.set(run.join(), first);
      expect([...runs.words.words.subarray(at, at + run.length)]).toEqual(run);
      if (first !== start) expect(runs.words.top).toBe(start);
    }
    expect(runs.count).toBe(known.size);
    runs.clear();
    expect(runs.words.top).toBe(0);
  });
});
