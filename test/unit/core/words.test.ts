/**
 * Reserved words that nobody writes to cost no memory, also where memory of other
 * arrays has become free and could be given out again, all of it cleared.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { reservedBuffer, sparseWords } from "../../../src/core/words.ts";

const COUNT = 64;
const WORDS = 1 << 21;
const MEBIBYTE = 1 << 20;

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

const memoryInUse = (): number => process.memoryUsage.rss() / MEBIBYTE;

/** Mebibytes that so many arrays take while all of them are there. */
function taken(): number {
  collectGarbage();
  const before = memoryInUse();
  const arrays = Array.from({ length: COUNT }, () => sparseWords(WORDS));
  for (const words of arrays) words[0] = 1;
  const after = memoryInUse();
  expect(arrays.every((words) => words.length === WORDS && words[1] === 0)).toBe(true);
  return after - before;
}

test("words that are not written to cost nothing, whatever was let go before", () => {
  const whole = (COUNT * WORDS * 4) / MEBIBYTE;
  for (let round = 0; round < 4; round++) expect(taken()).toBeLessThan(whole / 4);
});

test.each([0, 1, 1000, 1 << 20])("%i words are as many as were asked for, all zero", (length) => {
  const words = sparseWords(length);
  expect(words).toHaveLength(length);
  expect(words.every((word) => word === 0)).toBe(true);
  expect(reservedBuffer(length * 4).byteLength).toBeGreaterThanOrEqual(length * 4);
});
