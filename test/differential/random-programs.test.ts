/**
 * The checker lets threads take turns only where others can see what they do,
 * and goes on from a state only once. Whatever a program can end in must be
 * found all the same: for random programs the outcomes are those of a search
 * that does neither. After a change to what is visible, run thousands of them:
 *
 *   DEADWOOD_PROGRAMS=3000 DEADWOOD_FIRST_SEED=10000 DEADWOOD_FORCE_STATES=30000
 */
import { describe, expect, test } from "vitest";
import { guardedProgram } from "../../src/fuzz/families/guarded/program.ts";
import { unrestrictedProgram } from "../../src/fuzz/families/unrestricted/program.ts";
import { type RandomProgram, shrink, textOf } from "../../src/fuzz/generator/program.ts";
import { explore } from "../../src/fuzz/outcomes/collect.ts";
import { exploreByForce } from "../../src/fuzz/reference/reference-search.ts";
import { randomKinds } from "../support/generators/random-kinds.ts";
import { randomMachine } from "../support/generators/random-machines.ts";
import { installedJdk } from "../support/java.ts";
import { sized } from "../support/size.ts";

const FIRST = Number(process.env["DEADWOOD_FIRST_SEED"] ?? 0);
/** Programs of each kind. */
const PROGRAMS = sized("DEADWOOD_PROGRAMS", 15, 60);
/** States of the reference search; what it has found by then must have been found too. */
const LIMIT = Number(process.env["DEADWOOD_FORCE_STATES"] ?? 3000);
const GROUP = 40;
const MINUTES = 60_000;

interface Comparison {
  /** Outcomes that only one of the two searches finds. */
  readonly differences: readonly string[];
  /** Outcomes found by the reference search, if it came to its end. */
  readonly outcomes: number | null;
}

function compare(program: RandomProgram): Comparison {
  const checked = explore(randomMachine(program), 100_000);
  const forced = exploreByForce(randomMachine(program), LIMIT);
  const lost = [...forced.outcomes].filter((each) => !checked.outcomes.has(each));
  const extra = [...checked.outcomes].filter((each) => !forced.outcomes.has(each));
  return {
    differences: [
      ...(checked.isComplete ? lost.map((each) => `lost: ${each}`) : []),
      ...(forced.isComplete ? extra.map((each) => `impossible: ${each}`) : []),
    ],
    outcomes: forced.isComplete ? forced.outcomes.size : null,
  };
}

const fails = (program: RandomProgram): boolean => compare(program).differences.length > 0;

const groups = Array.from({ length: Math.ceil(PROGRAMS / GROUP) }, (_, i) => FIRST + i * GROUP);

describe.each(randomKinds())(
  "outcomes are those of a search without any reduction: %s",
  (_, make) => {
    test.each(groups)("seeds from %i on", { timeout: 20 * MINUTES }, (first) => {
      const last = Math.min(first + GROUP, FIRST + PROGRAMS);
      let several = 0;
      for (let seed = first; seed < last; seed++) {
        const program = make(seed);
        const { differences, outcomes } = compare(program);
        if (outcomes !== null && outcomes > 1) several++;
        if (differences.length === 0) continue;
        const smallest = shrink(program, fails);
        expect(compare(smallest).differences, textOf(smallest)).toEqual([]);
      }
      // Programs that always end the same way would say nothing.
      expect(several).toBeGreaterThan((last - first) / 8);
    });
  },
);

/** An atomic section that has to wait for a class inside it is divided there. */
test.each([50_313])("seed %i, which once lost an outcome", { timeout: MINUTES }, (seed) => {
  const program = unrestrictedProgram(seed);
  expect(compare(program).differences, textOf(program)).toEqual([]);
});

/** Who has waited for a lock is in its queue after the unlock, too. */
test.skipIf(installedJdk === null).each([917])(
  "seed %i of the concurrent library, which once lost an outcome",
  { timeout: MINUTES },
  (seed) => {
    const program = guardedProgram(seed, true);
    expect(compare(program).differences, textOf(program)).toEqual([]);
  },
);
