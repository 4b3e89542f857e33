/**
 * What local liveness calls dead is never read: programs whose dead locals and
 * operands are overwritten again and again, between any two instructions, do
 * what they do otherwise.
 */
import { describe, expect, test } from "vitest";
import { findJdk } from "../../../src/classfile/jdk.ts";
import { guardedProgram, randomProgram, textOf } from "../../../src/fuzz/random-programs.ts";
import { LocalLiveness } from "../../../src/liveness/local-liveness.ts";
import type { Liveness } from "../../../src/state/liveness.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { bundledProgramList } from "../../programs/manifest.ts";
import { runSpoiled } from "../../support/dead-slots.ts";
import { bundledPrograms, machineOf } from "../../support/machine.ts";
import { randomTestMachine } from "../../support/random-machines.ts";
import { slotMachine, slotProgram, slotText } from "../../support/random-slot-programs.ts";

const MINUTES = 60_000;
const PROGRAMS = Number(process.env["DEADWOOD_PROGRAMS"] ?? 60);
const FIRST = Number(process.env["DEADWOOD_FIRST_SEED"] ?? 0);
const INSTRUCTIONS = 20_000;

const jdk = findJdk({});

const local = (m: Machine): Liveness => ({ frames: new LocalLiveness(m), fields: null });

describe("a run is the same with dead slots overwritten", () => {
  test("random programs: locals and operands", { timeout: 10 * MINUTES }, () => {
    let spoiled = 0;
    for (let seed = FIRST; seed < FIRST + PROGRAMS * 2; seed++) {
      const program = slotProgram(seed);
      const run = runSpoiled(() => slotMachine(program), local, seed, INSTRUCTIONS);
      expect(run.difference, textOf(program) + slotText(program)).toBeNull();
      spoiled += run.spoiled;
    }
    expect(spoiled).toBeGreaterThan(PROGRAMS * 100);
  });

  test.each([
    ["anything", randomProgram],
    ["rules with exceptions", (seed: number) => guardedProgram(seed, false)],
  ] as const)("random programs: %s", { timeout: 10 * MINUTES }, (_, make) => {
    let spoiled = 0;
    for (let seed = FIRST; seed < FIRST + PROGRAMS; seed++) {
      const program = make(seed);
      const run = runSpoiled(() => randomTestMachine(program), local, seed, INSTRUCTIONS);
      expect(run.difference, `seed ${seed}: ${textOf(program)}`).toBeNull();
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

  for (const program of bundledProgramList()) {
    for (const { args, needsJdk } of new Set([program.runs[0]!, program.runs.at(-1)!])) {
      const needs = program.needsJdk || needsJdk === true;
      const make = () =>
        machineOf({
          mainClass: program.name,
          args,
          classPath: bundledPrograms(),
          ...(needs ? {} : { jdk: null }),
          heapWords: 1 << 20,
          stackWords: 1 << 13,
          undo: true,
          checking: true,
        });
      const name = `${program.name} ${args.join(" ")}`;
      test.skipIf(jdk === null && needs)(name, { timeout: MINUTES }, () => {
        const run = runSpoiled(make, local, 1, INSTRUCTIONS);
        expect(run.difference).toBeNull();
        expect(run.instructions).toBeGreaterThan(100);
      });
    }
  }
});
