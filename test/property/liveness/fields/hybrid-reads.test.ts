/**
 * The law of the analysis, on real and on random programs: a field that is read
 * was live in every state before. Each program runs once so that what it uses
 * of the library is known, then under other schedules with every read compared.
 */
import { describe, expect, test } from "vitest";
import { DeadwoodError } from "../../../../src/core/errors.ts";
import { guardedProgram } from "../../../../src/fuzz/families/guarded/program.ts";
import { unrestrictedProgram } from "../../../../src/fuzz/families/unrestricted/program.ts";
import { observe } from "../../../../src/liveness/code/used-library.ts";
import { prepareForSteps } from "../../../../src/search/step.ts";
import type { Machine } from "../../../../src/vm/machine.ts";
import { randomMachine } from "../../../support/generators/random-machines.ts";
import { machineOf, type TestProgram } from "../../../support/machine.ts";
import { checkLiveReads, type LiveReadsResult } from "../../../support/observers/live-reads.ts";
import { bundled, corpus } from "../../../support/programs/corpus.ts";
import { isLong, sample, sized } from "../../../support/size.ts";

const SEEDS = sized("DEADWOOD_LIVE_SEEDS", 1, 4);
const INSTRUCTIONS = 5000;
const MINUTES = 60_000;
const GROUPS = new Set(["exceptions", "invoke", "lambdas", "objects", "threads", "versions"]);
const OTHERS = new Set([
  "collections/HashMaps",
  "collections/TreeMaps",
  "collections/ArrayLists",
  "strings/Builders",
]);

/** Those that look up classes by name come to that late. */
const LONGER = new Map([
  ["objects/StaticInit", 40_000],
  ["invoke/Reflection", 40_000],
]);

const machine = (program: TestProgram, checking: boolean): Machine => {
  const { m } = machineOf({ ...program, undo: true, checking, stackWords: 1 << 13 });
  prepareForSteps(m);
  return m;
};

/** What is not supported ends a run; everything up to there counts. */
function unlessRefused(run: () => LiveReadsResult): LiveReadsResult | null {
  try {
    return run();
  } catch (error) {
    if (error instanceof DeadwoodError) return null;
    throw error;
  }
}

/** Nothing is known about the use of the library, which is the models alone. */
function checkClosed(m: Machine): void {
  const result = checkLiveReads(m, 0, INSTRUCTIONS);
  expect(result.misses).toEqual([]);
  expect(result.live.openedBy).toBeNull();
  // Whatever the machine came to was foreseen.
  expect(result.broken).toBeNull();
}

/** The schedule that was observed needs nothing new; of others everything counts until one does. */
function checkObserved(start: () => Machine, instructions = INSTRUCTIONS): void {
  const first = start();
  unlessRefused(() => checkLiveReads(first, 0, instructions, { observed: observe(first) }));
  for (const grain of ["classes", "methods"] as const) {
    const observed = observe(first, grain);
    for (let seed = 0; seed < SEEDS; seed++) {
      const again = unlessRefused(() => checkLiveReads(start(), seed, instructions, { observed }));
      expect(again?.misses ?? []).toEqual([]);
    }
  }
}

describe("what is read was live before", () => {
  test.each(sample(bundled(), 24))("$id", { timeout: MINUTES }, (program) => {
    checkClosed(machine(program, true));
    checkClosed(machine(program, false));
    checkObserved(() => machine(program, true));
  });

  const programs = corpus((id, group) => GROUPS.has(group) || OTHERS.has(id));
  test.each(sample(programs, 40))("$id", { timeout: 3 * MINUTES }, (program) =>
    checkObserved(() => machine(program, true), LONGER.get(program.id)),
  );

  test.each(Array.from({ length: isLong ? 24 : 12 }, (_, seed) => seed))(
    "random program %i",
    { timeout: MINUTES },
    (seed) => {
      const program = seed % 2 === 0 ? unrestrictedProgram(seed) : guardedProgram(seed, false);
      const start = (): Machine => {
        const m = randomMachine(program);
        prepareForSteps(m);
        return m;
      };
      checkClosed(start());
      checkObserved(start);
    },
  );
});
