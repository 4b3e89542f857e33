/**
 * A vector must say everything about a state but where its objects lie: equal
 * for machines whose heaps differ only in addresses and garbage, and never
 * equal for two states that a program could tell apart.
 */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unrestrictedProgram } from "../../../../src/fuzz/families/unrestricted/program.ts";
import { type Dice, diceOf } from "../../../../src/fuzz/generator/dice.ts";
import { textOf } from "../../../../src/fuzz/generator/program.ts";
import { memoryText, placesText } from "../../../../src/fuzz/outcomes/memory-text.ts";
import { VectorHash } from "../../../../src/state/vector/vector-hash.ts";
import { randomMachine } from "../../../support/generators/random-machines.ts";
import { forEachState, StateWalk } from "../../../support/states/state-walk.ts";

const MINUTES = 60_000;
const STATES = 300;

function fingerprint(vector: Int32Array): string {
  const hash = new VectorHash();
  hash.of(vector, vector.length);
  return `${hash.high} ${hash.low}`;
}

/** Drives two machines the same way, one of which makes garbage between the steps. */
function walkTwice(seed: number, dice: Dice): void {
  const program = unrestrictedProgram(seed);
  const plain = new StateWalk(randomMachine(program));
  const shifted = new StateWalk(randomMachine(program));
  // Class numbers are given in the order of loading: both have to load this one now.
  for (const { m } of [plain, shifted]) m.requireClass("[I");
  let options = plain.first();
  let others = shifted.first();
  for (let step = 0; step < 200 && options.threads.length > 0; step++) {
    expect(others).toEqual(options);
    expect(shifted.vector(others), textOf(program)).toEqual(plain.vector(options));
    shifted.m.newPrimitiveArray("I", dice(7));
    const index = dice(options.threads.length);
    const next = plain.take(options, index);
    const otherNext = shifted.take(others, index);
    expect(otherNext === null).toBe(next === null);
    if (next === null || otherNext === null) return;
    options = next;
    others = otherNext;
  }
}

describe("a vector", () => {
  test("does not depend on where objects lie", { timeout: 5 * MINUTES }, () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.integer(), (seed, rolls) => {
        walkTwice(seed, diceOf(rolls));
      }),
      { numRuns: 40, seed: 3 },
    );
  });

  test("is different for states that differ in memory or place", { timeout: 5 * MINUTES }, () => {
    for (let seed = 0; seed < 50; seed++) {
      const program = unrestrictedProgram(seed);
      const texts = new Map<string, string>();
      forEachState(randomMachine(program), STATES, ({ m }, vector) => {
        const text = `${placesText(m)} ${memoryText(m)}`;
        const key = Buffer.from(vector.buffer).toString("latin1");
        expect(texts.get(key) ?? text, textOf(program)).toBe(text);
        texts.set(key, text);
      });
    }
  });

  test("has a fingerprint of its own", { timeout: 5 * MINUTES }, () => {
    let vectors = 0;
    for (let seed = 100; seed < 150; seed++) {
      const prints = new Set<string>();
      let states = 0;
      forEachState(randomMachine(unrestrictedProgram(seed)), STATES, (_, vector, isNew) => {
        if (isNew) states++;
        prints.add(fingerprint(vector));
      });
      expect(prints.size, `seed ${seed}`).toBe(states);
      vectors += states;
    }
    expect(vectors).toBeGreaterThan(3000);
  });
});
