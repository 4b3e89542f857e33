/** The incremental fingerprint tells the same states apart as the full vector does. */
import { describe, expect, test } from "vitest";
import { randomProgram, textOf } from "../../../src/fuzz/random-programs.ts";
import { bundledRuns } from "../../support/bundled-runs.ts";
import { FingerprintWalk } from "../../support/fingerprint-walk.ts";
import { randomMachine } from "../../support/random-machines.ts";

const MINUTES = 60_000;
const TRANSITIONS = 2000;
const PROGRAMS = 150;

describe("a fingerprint stands for exactly one vector", () => {
  test("in random programs", { timeout: 5 * MINUTES }, () => {
    let arrivals = 0;
    for (let seed = 1000; seed < 1000 + PROGRAMS; seed++) {
      const program = randomProgram(seed);
      const walk = new FingerprintWalk(randomMachine(program));
      walk.run(TRANSITIONS);
      expect(walk.difference, textOf(program)).toBeNull();
      arrivals += walk.arrivals;
    }
    expect(arrivals).toBeGreaterThan(PROGRAMS * 100);
  });

  for (const { name, canRun, make } of bundledRuns()) {
    test.skipIf(!canRun)(`in ${name}`, { timeout: MINUTES }, () => {
      const walk = new FingerprintWalk(make().m);
      walk.run(TRANSITIONS);
      expect(walk.difference).toBeNull();
    });
  }
});
