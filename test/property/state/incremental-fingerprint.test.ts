/** The incremental fingerprint tells the same states apart as the full vector does. */
import { describe, expect, test } from "vitest";
import { findJdk } from "../../../src/classfile/jdk.ts";
import { randomProgram, textOf } from "../../../src/fuzz/random-programs.ts";
import { bundledProgramList } from "../../programs/manifest.ts";
import { FingerprintWalk } from "../../support/fingerprint-walk.ts";
import { bundledPrograms, machineOf } from "../../support/machine.ts";
import { randomMachine } from "../../support/random-machines.ts";

const MINUTES = 60_000;
const TRANSITIONS = 2000;
const PROGRAMS = 150;

const jdk = findJdk({});

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

  for (const program of bundledProgramList()) {
    // Most differ in sizes and in one line; the first is the plainest, the last the largest.
    for (const { args, needsJdk } of new Set([program.runs[0]!, program.runs.at(-1)!])) {
      const needs = program.needsJdk || needsJdk === true;
      const name = `in ${program.name} ${args.join(" ")}`;
      test.skipIf(jdk === null && needs)(name, { timeout: MINUTES }, () => {
        const { m } = machineOf({
          mainClass: program.name,
          args,
          classPath: bundledPrograms(),
          ...(needs ? {} : { jdk: null }),
          heapWords: 1 << 20,
          stackWords: 1 << 13,
          undo: true,
          checking: true,
        });
        const walk = new FingerprintWalk(m);
        walk.run(TRANSITIONS);
        expect(walk.difference).toBeNull();
      });
    }
  }
});
