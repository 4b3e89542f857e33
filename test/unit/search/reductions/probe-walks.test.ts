/** When a search looks ahead for what makes it begin again. */
import { expect, test } from "vitest";
import { Losses } from "../../../../src/search/reductions/probe-walks.ts";

test("one large loss is enough", () => {
  expect(new Losses().add(499, true)).toBe(false);
  expect(new Losses().add(500, true)).toBe(true);
});

test("small ones add up, and are forgotten once something was done about them", () => {
  const losses = new Losses();
  const isTime = [34, 251, 215, 499, 0, 1].map((states) => losses.add(states, true));
  expect(isTime).toEqual([false, false, true, false, false, true]);
});

test("it waits for one that it helps against", () => {
  const losses = new Losses();
  expect(losses.add(1000, false)).toBe(false);
  expect(losses.add(1, true)).toBe(true);
  expect(losses.add(1, true)).toBe(false);
});
