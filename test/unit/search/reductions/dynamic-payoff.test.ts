import { describe, expect, test } from "vitest";
import { DynamicPayoff } from "../../../../src/search/reductions/dynamic-payoff.ts";
import {
  FIRST_LOOK,
  GAIN_SAMPLE,
  GAINS_ASKED,
  MOST_LOSS,
} from "../../../../src/search/reductions/effort.ts";

/** A worth after so many states of this depth, with so many gains. */
function after(entered: number, gains: number, depth = 1): DynamicPayoff {
  const worth = new DynamicPayoff();
  worth.entered = entered;
  worth.depths = entered * depth;
  worth.gains = gains;
  return worth;
}

describe("the payoff of dynamic reduction", () => {
  test("is checked after enough states, and each time their number has doubled", () => {
    const worth = after(FIRST_LOOK - 1, 0);
    expect(worth.isTime()).toBe(false);
    worth.entered++;
    expect(worth.isTime()).toBe(true);
    expect(worth.isTime()).toBe(false);
    worth.entered = 2 * FIRST_LOOK;
    expect(worth.isTime()).toBe(true);
    worth.clear();
    worth.entered = FIRST_LOOK;
    expect(worth.isTime()).toBe(true);
  });

  test("without gains, it may cost a share of the work", () => {
    const work = 100_000;
    expect(after(1000, 0).loss(work * MOST_LOSS, work)).toBeNull();
    expect(after(1000, 0).loss(work * MOST_LOSS + 1, work)).toEqual({
      cost: work * MOST_LOSS + 1,
      gain: 0,
    });
  });

  test("a gain saves as many states as a state has behind it on average", () => {
    const work = 100_000;
    // Ten gains of a hundred words a state, each with twenty states behind it.
    const gain = 10 * 20 * 100;
    expect(after(1000, 10, 20).loss(gain + work * MOST_LOSS, work)).toBeNull();
    expect(after(1000, 10, 20).loss(gain + work * MOST_LOSS + 1, work)?.gain).toBe(gain);
    // And at least itself.
    expect(after(1000, 10, 0).loss(1e9, work)?.gain).toBe(10 * 100);
  });

  test("every match is checked until there are some gains, and then a sample", () => {
    const worth = after(0, 0);
    for (let matched = 0; matched < 1 << 10; matched++) expect(worth.weightAt(matched)).toBe(1);
    worth.gains = GAINS_ASKED;
    let sum = 0;
    for (let matched = 0; matched < 1 << 10; matched++) sum += worth.weightAt(matched);
    expect(sum).toBe(1 << 10);
    expect(worth.weightAt(GAIN_SAMPLE + 1)).toBe(0);
  });
});
