/** When a search looks ahead for what makes it begin again. */
import { expect, test } from "vitest";
import { Losses } from "../../../src/search/training.ts";

test("one large loss is enough", () => {
  const losses = new Losses();
  expect(losses.add(499)).toBe(false);
  expect(new Losses().add(500)).toBe(true);
});

test("small ones add up, and are forgotten once something was done about them", () => {
  const losses = new Losses();
  expect([34, 251, 215, 499, 0, 1].map((states) => losses.add(states))).toEqual([
    false,
    false,
    true,
    false,
    false,
    true,
  ]);
});
