import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { Afterwards } from "../../../../src/reduce/session/deferred-writes.ts";

describe("what can wait", () => {
  test("is done soon, in order, and not before the next question is under way", async () => {
    const done: number[] = [];
    const { later } = new Afterwards();
    for (const number of [1, 2, 3]) later(() => done.push(number));
    await Promise.resolve();
    expect(done).toEqual([]);
    await setImmediate();
    expect(done).toEqual([1, 2, 3]);
    later(() => done.push(4));
    await setImmediate();
    expect(done).toEqual([1, 2, 3, 4]);
  });

  test("is done at the end at the latest, once", async () => {
    const done: number[] = [];
    const afterwards = new Afterwards();
    afterwards.later(() => done.push(1));
    afterwards.finish();
    expect(done).toEqual([1]);
    await setImmediate();
    afterwards.finish();
    expect(done).toEqual([1]);
  });

  test("and fails is told to the next one and at the end, and nothing is done after it", async () => {
    const done: number[] = [];
    const afterwards = new Afterwards();
    afterwards.later(() => {
      throw new Error("no space");
    });
    afterwards.later(() => done.push(1));
    await setImmediate();
    expect(() => afterwards.later(() => done.push(2))).toThrow("no space");
    expect(() => afterwards.finish()).toThrow("no space");
    expect(done).toEqual([]);
  });
});
