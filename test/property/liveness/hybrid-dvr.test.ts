/**
 * Without dead fields a search finds the errors that it finds with them, in
 * random programs and in the bundled ones, and has no more states. And the
 * fingerprint goes on telling the same states apart as the vector.
 */
import { describe, expect, test } from "vitest";
import { findJdk } from "../../../src/classfile/jdk.ts";
import { explore, type Searched } from "../../../src/fuzz/explore.ts";
import { nobodysPlacesText } from "../../../src/fuzz/outcome-text.ts";
import type { OutcomeTexts } from "../../../src/fuzz/outcomes.ts";
import {
  guardedProgram,
  type RandomProgram,
  randomProgram,
  textOf,
} from "../../../src/fuzz/random-programs.ts";
import { type DvrKind, livenessOf } from "../../../src/liveness/dvr.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import type { Reduction } from "../../../src/vm/machine-options.ts";
import { bundledProgramList } from "../../programs/manifest.ts";
import { FingerprintWalk } from "../../support/fingerprint-walk.ts";
import { bundledPrograms, machineOf } from "../../support/machine.ts";
import { randomMachine } from "../../support/random-machines.ts";

const FIRST = Number(process.env["DEADWOOD_FIRST_SEED"] ?? 0);
const PROGRAMS = Number(process.env["DEADWOOD_PROGRAMS"] ?? 30);
const LIMIT = 2000;
const TRANSITIONS = 1000;
const MINUTES = 60_000;

const jdk = findJdk({});

const KINDS: Readonly<Record<string, (seed: number) => RandomProgram>> = {
  anything: randomProgram,
  "rules with exceptions": (seed) => guardedProgram(seed, false),
  ...(jdk === null
    ? {}
    : { "the concurrent library": (seed: number) => guardedProgram(seed, true) }),
};

const SETS: readonly (ReadonlySet<Reduction> | undefined)[] = [
  undefined,
  new Set(["private", "final"] as const),
];

/** What is in memory at the end nobody reads any more. */
const TEXTS: OutcomeTexts = { end: () => "end", deadlock: nobodysPlacesText };

const search = (kind: DvrKind, m: Machine): Searched =>
  explore(m, LIMIT, TEXTS, { liveness: livenessOf(kind, m) });

describe.each(Object.entries(KINDS))("random programs: %s", (_, make) => {
  test("have the same errors, and fewer states", { timeout: 10 * MINUTES }, () => {
    let [all, live] = [0, 0];
    for (let seed = FIRST; seed < FIRST + PROGRAMS; seed++) {
      const program = make(seed);
      for (const reductions of SETS) {
        const none = search("none", randomMachine(program, reductions));
        if (!none.isComplete) continue;
        const hybrid = search("hybrid", randomMachine(program, reductions));
        const where = `seed ${seed}\n${textOf(program)}`;
        expect([...hybrid.outcomes].toSorted(), where).toEqual([...none.outcomes].toSorted());
        expect(hybrid.isEndless, where).toBe(none.isEndless);
        all += none.states;
        live += hybrid.states;
      }
    }
    expect(live).toBeLessThan(all);
  });

  test("have fingerprints that stand for one vector", { timeout: 10 * MINUTES }, () => {
    for (let seed = FIRST; seed < FIRST + PROGRAMS; seed++) {
      const m = randomMachine(make(seed));
      const walk = new FingerprintWalk(m, livenessOf("hybrid", m));
      walk.run(TRANSITIONS);
      expect(walk.difference, `seed ${seed}`).toBeNull();
    }
  });
});

describe("bundled programs have the same verdict", () => {
  for (const program of bundledProgramList()) {
    // Most differ in sizes and in one line; the first is the plainest, the last the largest.
    for (const { args, needsJdk } of new Set([program.runs[0]!, program.runs.at(-1)!])) {
      const needs = program.needsJdk || needsJdk === true;
      const name = `${program.name} ${args.join(" ")}`;
      test.skipIf(jdk === null && needs)(name, { timeout: MINUTES }, () => {
        const machine = (): Machine =>
          machineOf({
            mainClass: program.name,
            args,
            classPath: bundledPrograms(),
            ...(needs ? {} : { jdk: null }),
            heapWords: 1 << 20,
            stackWords: 1 << 13,
            undo: true,
            checking: true,
          }).m;
        const none = search("none", machine());
        const hybrid = search("hybrid", machine());
        if (!none.isComplete) return;
        expect([...hybrid.outcomes].toSorted()).toEqual([...none.outcomes].toSorted());
        expect(hybrid.isEndless).toBe(none.isEndless);
      });
    }
  }
});
