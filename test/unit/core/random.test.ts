import { describe, expect, test } from "vitest";
import { Random } from "../../../src/core/random.ts";

const numbers = (random: Random, count: number, bound: number): number[] =>
  Array.from({ length: count }, () => random.below(bound));

describe("random numbers", () => {
  test("come again for the same seed and stream", () => {
    expect(numbers(new Random(7, 3), 50, 1000)).toEqual(numbers(new Random(7, 3), 50, 1000));
  });

  test("never change: seeds that people have written down must keep their meaning", () => {
    expect(numbers(new Random(1), 8, 100)).toMatchInlineSnapshot(`
      [
        4,
        48,
        49,
        52,
        54,
        39,
        59,
        13,
      ]
    `);
    expect(new Random(2 ** 53 - 1, 9).next()).toMatchInlineSnapshot(`2876863130`);
  });

  test.each([
    { what: "seeds", a: new Random(1), b: new Random(2) },
    { what: "seeds that differ above 32 bits", a: new Random(1), b: new Random(2 ** 32 + 1) },
    { what: "streams", a: new Random(1, 0), b: new Random(1, 1) },
    { what: "a seed and a stream", a: new Random(1, 0), b: new Random(0, 1) },
  ])("are others for other $what", ({ a, b }) => {
    const other = numbers(b, 100, 10);
    const same = numbers(a, 100, 10).filter((value, i) => value === other[i]);
    expect(same.length).toBeLessThan(30);
  });

  test.each([1, 2, 3, 7, 10, 1000])("below %d are all as likely", (bound) => {
    const perValue = 400;
    const random = new Random(42);
    const counts = Array.from({ length: bound }, () => 0);
    for (let i = 0; i < bound * perValue; i++) {
      const value = random.below(bound);
      counts[value] = counts[value]! + 1;
    }
    // Pearson's statistic: its mean is bound - 1, its variance twice that.
    const square = counts.reduce((sum, n) => sum + (n - perValue) ** 2 / perValue, 0);
    expect(square).toBeLessThan(bound - 1 + 5 * Math.sqrt(2 * bound));
  });

  test("keep to a bound that is no power of two", () => {
    const bound = 3 * 2 ** 30;
    const values = numbers(new Random(5), 1000, bound);
    expect(Math.max(...values)).toBeLessThan(bound);
    // Without care the first third would come twice as often.
    const low = values.filter((value) => value < 2 ** 30).length;
    expect(low).toBeGreaterThan(270);
    expect(low).toBeLessThan(400);
  });
});
