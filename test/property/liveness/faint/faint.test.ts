/**
 * The law of faint values: whatever is put in place of those that do not count,
 * in frames, fields and elements, a program goes on as if nothing had happened.
 * And a search that forgets them finds what it finds otherwise.
 */
import { describe, expect, test } from "vitest";
import { findJdk } from "../../../../src/classfile/sources/jdk.ts";
import type { Searched } from "../../../../src/fuzz/outcomes/collect.ts";
import { FaintLiveness } from "../../../../src/liveness/faint/faint-liveness.ts";
import { HybridLiveness } from "../../../../src/liveness/fields/hybrid-liveness.ts";
import { type DvrPart, livenessOf } from "../../../../src/liveness/reductions.ts";
import { ALL_LIVE, type LiveCells } from "../../../../src/state/live-cells.ts";
import type { Machine } from "../../../../src/vm/machine.ts";
import type { Reduction } from "../../../../src/vm/machine-options.ts";
import { bundledProgramList } from "../../../programs/manifest.ts";
import { faintMachine, faintProgram } from "../../../support/generators/random-faint-programs.ts";
import {
  type Sample,
  type SampleMaker,
  sampleKinds,
} from "../../../support/generators/random-samples.ts";
import { bundledPrograms, machineOf, type TestMachine } from "../../../support/machine.ts";
import { observeRun } from "../../../support/observers/observed-run.ts";
import { expectSameErrors, searchErrors } from "../../../support/reduction-laws.ts";
import { sized } from "../../../support/size.ts";
import { runSpoiled } from "../../../support/states/dead-slots.ts";
import { FingerprintWalk } from "../../../support/states/fingerprint-walk.ts";

const MINUTES = 60_000;
const PROGRAMS = sized("DEADWOOD_PROGRAMS", 10, 30);
/** Of kinds and checks that need not find so many faint values. */
const FEWER = Math.ceil(PROGRAMS / 2);
const FIRST = Number(process.env["DEADWOOD_FIRST_SEED"] ?? 0);
const INSTRUCTIONS = 20_000;
const LIMIT = 5000;
const TRANSITIONS = 1000;

const jdk = findJdk({});

const FAINT: ReadonlySet<DvrPart> = new Set(["local", "hybrid", "faint"]);
const faint = (m: Machine): LiveCells => livenessOf(FAINT, m);

const KINDS: readonly (readonly [string, SampleMaker])[] = [
  ["values for nothing", faintSample],
  ...sampleKinds(),
];

function faintSample(seed: number): Sample {
  const program = faintProgram(seed);
  return { text: program.text, make: (reductions) => faintMachine(program, reductions) };
}

const SETS: readonly (ReadonlySet<Reduction> | undefined)[] = [
  undefined,
  new Set(["private", "final"] as const),
];

const search = (m: Machine, liveness: LiveCells): Searched => searchErrors(m, LIMIT, { liveness });

const SEARCHES = {
  whole: (m: Machine) => search(m, ALL_LIVE),
  reduced: (m: Machine) => search(m, faint(m)),
};

describe.each(KINDS)("random programs: %s", (kind, sampleFor) => {
  test("run the same with all that is dead overwritten", { timeout: 10 * MINUTES }, () => {
    let spoiled = 0;
    for (let seed = FIRST; seed < FIRST + FEWER; seed++) {
      const { make, text } = sampleFor(seed);
      const run = runSpoiled(() => make(), faint, seed, INSTRUCTIONS);
      expect(run.difference, `seed ${seed}\n${text}`).toBeNull();
      spoiled += run.spoiled;
    }
    expect(spoiled).toBeGreaterThan(FEWER * 1000);
  });

  test("have the same ends and errors", { timeout: 10 * MINUTES }, () => {
    let [read, counting] = [0, 0];
    const programs = kind === "values for nothing" ? PROGRAMS : FEWER;
    for (let seed = FIRST; seed < FIRST + programs; seed++) {
      const { make, text } = sampleFor(seed);
      for (const reductions of SETS) {
        const where = `seed ${seed}\n${text}`;
        const found = expectSameErrors(SEARCHES, () => make(reductions).m, where);
        if (found === null) continue;
        const { m } = make(reductions);
        read += search(m, livenessOf("hybrid", m)).states;
        counting += found.reduced.states;
      }
    }
    expect(counting).toBeLessThanOrEqual(read);
    if (kind === "values for nothing") expect(counting).toBeLessThan(read * 0.97);
  });

  test("have fingerprints that stand for one vector", { timeout: 10 * MINUTES }, () => {
    for (let seed = FIRST; seed < FIRST + FEWER; seed++) {
      const { m } = sampleFor(seed).make();
      const walk = new FingerprintWalk(m, faint(m));
      walk.run(TRANSITIONS);
      expect(walk.difference, `seed ${seed}`).toBeNull();
    }
  });
});

describe("bundled programs run the same with all that is dead overwritten", () => {
  // With a JDK nothing is known of what they might run, and nothing is faint.
  const closed = bundledProgramList().filter(({ needsJdk }) => !needsJdk);
  test.each(closed)("$name", { timeout: MINUTES }, ({ name, runs }) => {
    const { args } = runs.find(({ needsJdk }) => needsJdk !== true)!;
    const make = (): TestMachine =>
      machineOf({
        mainClass: name,
        args,
        classPath: bundledPrograms(),
        jdk: null,
        heapWords: 1 << 18,
        stackWords: 1 << 13,
        undo: true,
        checking: true,
      });
    const run = runSpoiled(make, faint, 1, INSTRUCTIONS / 4);
    expect(run.difference).toBeNull();
    expect(run.spoiled).toBeGreaterThan(0);
  });
});

describe.skipIf(jdk === null)("programs that use a JDK, as far as what they use is known", () => {
  const open = bundledProgramList().filter(({ needsJdk }) => needsJdk);
  test.each(open)("$name", { timeout: 2 * MINUTES }, ({ name, runs }) => {
    const make = (): TestMachine =>
      machineOf({
        mainClass: name,
        args: runs[0]!.args,
        classPath: bundledPrograms(),
        heapWords: 1 << 22,
        stackWords: 1 << 13,
        undo: true,
        checking: true,
      });
    const observed = observeRun(make().m, 1, INSTRUCTIONS);
    const analyses: HybridLiveness[] = [];
    const livenessFor = (m: Machine): LiveCells => {
      const fields = new HybridLiveness(m, [], true);
      fields.begin(observed);
      expect(fields.fields.faint).not.toBeNull();
      analyses.push(fields);
      return { frames: new FaintLiveness(m, fields), fields };
    };
    const options = { comparesStates: false };
    const run = runSpoiled(make, livenessFor, 2, INSTRUCTIONS / 4, options);
    expect(run.spoiled).toBeGreaterThan(1000);
    // What was taken not to run may have run: whatever happens then, a search would begin again.
    const isBroken = analyses.some(({ brokenBy }) => brokenBy !== null);
    expect(isBroken ? null : run.difference).toBeNull();
  });
});
