/** When a search probes for reasons to restart. */
import { expect, test } from "vitest";
import { Losses } from "../../../../src/search/reductions/probe-walks.ts";

test("one large loss is enough", () => {
  expect(new Losses().add(499, true)).toBe(false);
  expect(new Losses().add(500, true)).toBe(true);
});

test("small losses add up, and are reset after probing", () => {
  const losses = new Losses();
  const isTime = [34, 251, 215, 499, 0, 1].map((states) => losses.add(states, true));
  expect(isTime).toEqual([false, false, true, false, false, true]);
});

test("it waits for a loss that probing helps against", () => {
  const losses = new Losses();
  expect(losses.add(1000, false)).toBe(false);
  expect(losses.add(1, true)).toBe(true);
  expect(losses.add(1, true)).toBe(false);
});
