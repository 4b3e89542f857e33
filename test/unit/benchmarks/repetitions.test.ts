/** When a repeated search is over, and what its repetitions amount to. */
import { describe, expect, test } from "vitest";
import { cheapest, costOf, isEnough } from "../../../benchmarks/lib/repetitions.mjs";

describe("a search is repeated", () => {
  const WANTED = { least: 3, seconds: 4, most: 10 };

  test("until there are enough of both, repetitions and seconds", () => {
    expect(isEnough([1, 0.5, 0.5], WANTED)).toBe(false);
    expect(isEnough([2.5, 2], WANTED)).toBe(false);
    expect(isEnough([2, 1, 1], WANTED)).toBe(true);
  });

  test("but not if one more would be longer than wanted", () => {
    expect(isEnough([4, 3], WANTED)).toBe(false);
    expect(isEnough([4, 3.5], WANTED)).toBe(true);
    expect(isEnough([6], WANTED)).toBe(true);
    expect(isEnough([0.5], { least: 3, seconds: 4, most: 0.9 })).toBe(true);
  });
});

describe("what a search costs", () => {
  test("cold is the first, sustained the mean of all, warm the one in the middle", () => {
    expect(costOf([4, 2, 1, 1, 2])).toEqual({
      cold: 4,
      sustained: 2,
      warm: 2,
      repetitions: 5,
      seconds: 10,
    });
  });

  test("of several processes the cheapest counts, and the cheapest beginning", () => {
    const slow = costOf([2, 3, 3]);
    const fast = costOf([3, 1, 1]);
    expect(cheapest([slow, fast])).toEqual({ ...fast, cold: 2 });
    expect(cheapest([slow])).toEqual(slow);
  });
});
