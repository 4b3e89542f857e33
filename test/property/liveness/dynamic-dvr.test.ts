/**
 * A search that compares states by what the future of explored ones has read
 * finds the errors that one finds which compares them whole, and has no more
 * states: in random programs under several reductions, and in the bundled ones.
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
import { livenessOf } from "../../../src/liveness/dvr.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import type { Reduction } from "../../../src/vm/machine-options.ts";
import { bundledProgramList } from "../../programs/manifest.ts";
import { bundledPrograms, machineOf } from "../../support/machine.ts";
import { randomMachine } from "../../support/random-machines.ts";

const FIRST = Number(process.env["DEADWOOD_FIRST_SEED"] ?? 0);
const PROGRAMS = Number(process.env["DEADWOOD_PROGRAMS"] ?? 12);
const LIMIT = 2000;
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
  new Set(["private", "final", "sleep"] as const),
  new Set([] as const),
];

/** What is in memory at the end nobody reads any more. */
const TEXTS: OutcomeTexts = { end: () => "end", deadlock: nobodysPlacesText };

const search = (m: Machine, dynamic: boolean): Searched =>
  explore(m, LIMIT, TEXTS, { liveness: livenessOf("local", m), dynamic });

describe.each(Object.entries(KINDS))("random programs: %s", (_, make) => {
  test("have the same errors, and fewer states", { timeout: 10 * MINUTES }, () => {
    let [all, live] = [0, 0];
    for (let seed = FIRST; seed < FIRST + PROGRAMS; seed++) {
      const program = make(seed);
      for (const reductions of SETS) {
        const whole = search(randomMachine(program, reductions), false);
        if (!whole.isComplete) continue;
        const reduced = search(randomMachine(program, reductions), true);
        const where = `seed ${seed}\n${textOf(program)}`;
        expect([...reduced.outcomes].toSorted(), where).toEqual([...whole.outcomes].toSorted());
        expect(reduced.isEndless, where).toBe(whole.isEndless);
        all += whole.states;
        live += reduced.states;
      }
    }
    expect(live).toBeLessThan(all);
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
        const whole = search(machine(), false);
        if (!whole.isComplete) return;
        const reduced = search(machine(), true);
        expect(reduced.isComplete).toBe(true);
        expect(reduced.states).toBeLessThanOrEqual(whole.states);
        expect([...reduced.outcomes].toSorted()).toEqual([...whole.outcomes].toSorted());
        expect(reduced.isEndless).toBe(whole.isEndless);
      });
    }
  }
});
