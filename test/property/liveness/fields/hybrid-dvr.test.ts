/**
 * Without dead fields a search finds the errors that it finds with them, in
 * random programs and in the bundled ones, and has no more states. And the
 * fingerprint goes on telling the same states apart as the vector.
 */
import { describe, expect, test } from "vitest";
import { type DvrKind, livenessOf } from "../../../../src/liveness/reductions.ts";
import type { Machine } from "../../../../src/vm/machine.ts";
import type { Reduction } from "../../../../src/vm/machine-options.ts";
import { randomKinds } from "../../../support/generators/random-kinds.ts";
import { randomMachine } from "../../../support/generators/random-machines.ts";
import {
  type ErrorSearch,
  searchErrors,
  testBundledPrograms,
  testRandomPrograms,
} from "../../../support/reduction-laws.ts";
import { sized } from "../../../support/size.ts";
import { FingerprintWalk } from "../../../support/states/fingerprint-walk.ts";

const FIRST = Number(process.env["DEADWOOD_FIRST_SEED"] ?? 0);
const PROGRAMS = sized("DEADWOOD_PROGRAMS", 5, 15);
const LIMIT = 2000;
const TRANSITIONS = 1000;
const MINUTES = 60_000;

const SETS: readonly (ReadonlySet<Reduction> | undefined)[] = [
  undefined,
  new Set(["private", "final"] as const),
];

const searchWith =
  (kind: DvrKind): ErrorSearch =>
  (m: Machine) =>
    searchErrors(m, LIMIT, { liveness: livenessOf(kind, m) });

const SEARCHES = { whole: searchWith("none"), reduced: searchWith("hybrid") };

describe.each(randomKinds())("random programs: %s", (_, make) => {
  const seeds = Array.from({ length: PROGRAMS }, (_each, i) => FIRST + i);
  testRandomPrograms(SEARCHES, { make, seeds, sets: SETS });

  test("have fingerprints that stand for one vector", { timeout: 10 * MINUTES }, () => {
    for (const seed of seeds) {
      const m = randomMachine(make(seed));
      const walk = new FingerprintWalk(m, livenessOf("hybrid", m));
      walk.run(TRANSITIONS);
      expect(walk.difference, `seed ${seed}`).toBeNull();
    }
  });
});

testBundledPrograms(SEARCHES);
