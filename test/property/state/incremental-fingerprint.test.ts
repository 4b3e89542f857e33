/** The incremental fingerprint tells the same states apart as the full vector does. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { unrestrictedProgram } from "../../../src/fuzz/families/unrestricted/program.ts";
import { textOf } from "../../../src/fuzz/generator/program.ts";
import { randomMachine } from "../../support/generators/random-machines.ts";
import { compileJava, installedJdk } from "../../support/java.ts";
import { machineOf } from "../../support/machine.ts";
import { bundledRuns } from "../../support/programs/bundled-runs.ts";
import { isLong } from "../../support/size.ts";
import { FingerprintWalk } from "../../support/states/fingerprint-walk.ts";

const MINUTES = 60_000;
const TRANSITIONS = 2000;
const PROGRAMS = 150;

describe("a fingerprint stands for exactly one vector", () => {
  test("in random programs", { timeout: 5 * MINUTES }, () => {
    let [arrivals, locals] = [0, 0];
    for (let seed = 1000; seed < 1000 + PROGRAMS; seed++) {
      const program = unrestrictedProgram(seed);
      const walk = new FingerprintWalk(randomMachine(program));
      walk.run(TRANSITIONS);
      expect(walk.difference, textOf(program)).toBeNull();
      arrivals += walk.arrivals;
      locals += walk.locals;
    }
    expect(locals).toBeGreaterThan(arrivals / 10);
    expect(arrivals).toBeGreaterThan(PROGRAMS * 100);
  });

  for (const { name, canRun, make } of bundledRuns(isLong ? ["first", "last"] : ["first"])) {
    test.skipIf(!canRun)(`in ${name}`, { timeout: MINUTES }, () => {
      const walk = new FingerprintWalk(make().m);
      walk.run(TRANSITIONS);
      expect(walk.difference).toBeNull();
    });
  }
});

test.skipIf(installedJdk === null)(
  "what threads have in common when a Thread is forgotten",
  { timeout: MINUTES },
  () => {
    const compiled = compileJava([
      join(import.meta.dirname, "incremental-fingerprint/Forgotten.java"),
    ]);
    try {
      const walk = new FingerprintWalk(
        machineOf({
          mainClass: "Forgotten",
          classPath: compiled.folder,
          jdk: installedJdk!.home,
          undo: true,
          checking: true,
          reductions: new Set(),
        }).m,
      );
      expect(walk.run(100_000)).toBe(true);
      expect(walk.difference).toBeNull();
      expect(walk.locals).toBeGreaterThan(0);
    } finally {
      compiled.remove();
    }
  },
);
