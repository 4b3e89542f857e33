/**
 * A search that compares states by what the future of explored ones has read
 * finds the errors that one finds which compares them whole, and has no more
 * states: in random programs under several reductions, and in the bundled ones.
 */
import { describe } from "vitest";
import type { Searched } from "../../../../src/fuzz/outcomes/collect.ts";
import { WordListPool } from "../../../../src/liveness/dynamic/word-list-pool.ts";
import { livenessOf } from "../../../../src/liveness/reductions.ts";
import type { Machine } from "../../../../src/vm/machine.ts";
import type { Reduction } from "../../../../src/vm/machine-options.ts";
import { randomKinds } from "../../../support/generators/random-kinds.ts";
import { replacedGetter } from "../../../support/mutants/mutant.ts";
import {
  searchErrors,
  testBundledPrograms,
  testRandomPrograms,
} from "../../../support/reduction-laws.ts";
import { sized } from "../../../support/size.ts";

const FIRST = Number(process.env["DEADWOOD_FIRST_SEED"] ?? 0);
const PROGRAMS = sized("DEADWOOD_PROGRAMS", 8, 36);
const LIMIT = 2000;

const SETS: readonly (ReadonlySet<Reduction> | undefined)[] = [
  undefined,
  new Set(["private", "final"] as const),
  new Set(["private", "final", "sleep"] as const),
  new Set([] as const),
];

const search = (m: Machine, dynamic: boolean): Searched =>
  searchErrors(m, LIMIT, { liveness: livenessOf("local", m), dynamic });

const SEARCHES = {
  whole: (m: Machine) => search(m, false),
  reduced: (m: Machine) => search(m, true),
};

describe.each(randomKinds())("random programs: %s", (_, make) => {
  const seeds = Array.from({ length: PROGRAMS }, (_each, i) => FIRST + i);
  testRandomPrograms(SEARCHES, { make, seeds, sets: SETS });
});

/** Whoever still knows a list by its number then would take another one for it. */
const forgetting = replacedGetter(WordListPool.prototype, "isFull", () => true);

describe.each(randomKinds())(
  "random programs, with all lists forgotten at each step: %s",
  (_, make) => {
    const seeds = Array.from({ length: Math.ceil(PROGRAMS / 2) }, (_each, i) => FIRST + i);
    const reduced = (m: Machine): Searched => {
      const remember = forgetting();
      try {
        return search(m, true);
      } finally {
        remember();
      }
    };
    testRandomPrograms({ ...SEARCHES, reduced }, { make, seeds, sets: SETS });
  },
);

testBundledPrograms(SEARCHES);
