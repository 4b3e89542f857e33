/**
 * What local liveness calls dead is never read: programs whose dead locals and
 * operands are overwritten again and again, between any two instructions, do
 * what they do otherwise.
 */
import { describe, expect, test } from "vitest";
import { findJdk } from "../../../../src/classfile/sources/jdk.ts";
import { guardedProgram } from "../../../../src/fuzz/families/guarded/program.ts";
import { textOf } from "../../../../src/fuzz/generator/program.ts";
import { LocalLiveness } from "../../../../src/liveness/slots/local-liveness.ts";
import type { LiveCells } from "../../../../src/state/live-cells.ts";
import type { Machine } from "../../../../src/vm/machine.ts";
import { randomTestMachine } from "../../../support/generators/random-machines.ts";
import { sampleKinds } from "../../../support/generators/random-samples.ts";
import { bundledRuns } from "../../../support/programs/bundled-runs.ts";
import { isLong, sized } from "../../../support/size.ts";
import { runSpoiled } from "../../../support/states/dead-slots.ts";

const MINUTES = 60_000;
const PROGRAMS = sized("DEADWOOD_PROGRAMS", 20, 60);
const FIRST = Number(process.env["DEADWOOD_FIRST_SEED"] ?? 0);
const INSTRUCTIONS = 20_000;

const jdk = findJdk({});

const local = (m: Machine): LiveCells => ({ frames: new LocalLiveness(m), fields: null });

describe("a run is the same with dead slots overwritten", () => {
  test.each(sampleKinds())("random programs: %s", { timeout: 10 * MINUTES }, (kind, sampleFor) => {
    let spoiled = 0;
    // Those that are about slots say most.
    const programs = kind === "locals and operands" ? PROGRAMS * 2 : PROGRAMS;
    for (let seed = FIRST; seed < FIRST + programs; seed++) {
      const { make, text } = sampleFor(seed);
      const run = runSpoiled(() => make(), local, seed, INSTRUCTIONS);
      expect(run.difference, `seed ${seed}: ${text}`).toBeNull();
      spoiled += run.spoiled;
    }
    expect(spoiled).toBeGreaterThan(PROGRAMS * 100);
  });

  test.skipIf(jdk === null)("the concurrent library", { timeout: 10 * MINUTES }, () => {
    for (let seed = FIRST; seed < FIRST + PROGRAMS / 3; seed++) {
      const program = guardedProgram(seed, true);
      const run = runSpoiled(() => randomTestMachine(program), local, seed, INSTRUCTIONS);
      expect(run.difference, textOf(program)).toBeNull();
    }
  });

  for (const { name, canRun, make } of bundledRuns(isLong ? ["first", "last"] : ["first"])) {
    test.skipIf(!canRun)(name, { timeout: MINUTES }, () => {
      const run = runSpoiled(make, local, 1, INSTRUCTIONS);
      expect(run.difference).toBeNull();
      expect(run.instructions).toBeGreaterThan(100);
    });
  }
});
