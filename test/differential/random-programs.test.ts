/**
 * The checker lets threads take turns only where others can see what they do,
 * and goes on from a state only once. Whatever a program can end in must be
 * found all the same: for random programs the outcomes are those of a search
 * that does neither.
 */
import { describe, expect, test } from "vitest";
import { explore, exploreByForce } from "../support/explore.ts";
import { randomMachine } from "../support/random-machines.ts";
import { type RandomProgram, randomProgram, shrink, textOf } from "../support/random-programs.ts";

const FIRST = Number(process.env["DEADWOOD_FIRST_SEED"] ?? 0);
const PROGRAMS = Number(process.env["DEADWOOD_PROGRAMS"] ?? 320);
/** States of the reference search; what it has found by then must have been found too. */
const LIMIT = Number(process.env["DEADWOOD_FORCE_STATES"] ?? 2500);
const GROUP = 40;
const MINUTES = 60_000;

/** Outcomes that only one of the two searches finds. */
function difference(program: RandomProgram): string[] {
  const m = randomMachine(program);
  const checked = explore(m, 100_000);
  // A complete search leaves the machine as it was.
  const forced = exploreByForce(checked.isComplete ? m : randomMachine(program), LIMIT);
  const lost = [...forced.outcomes].filter((each) => !checked.outcomes.has(each));
  const extra = [...checked.outcomes].filter((each) => !forced.outcomes.has(each));
  return [
    ...(checked.isComplete ? lost.map((each) => `lost: ${each}`) : []),
    ...(forced.isComplete ? extra.map((each) => `impossible: ${each}`) : []),
  ];
}

describe("outcomes are those of a search without any reduction", () => {
  const groups = Array.from({ length: Math.ceil(PROGRAMS / GROUP) }, (_, i) => FIRST + i * GROUP);
  test.each(groups)("seeds from %i on", { timeout: 10 * MINUTES }, (first) => {
    for (let seed = first; seed < Math.min(first + GROUP, FIRST + PROGRAMS); seed++) {
      const program = randomProgram(seed);
      if (difference(program).length === 0) continue;
      const smallest = shrink(program, (smaller) => difference(smaller).length > 0);
      expect(difference(smallest), textOf(smallest)).toEqual([]);
    }
  });
});
