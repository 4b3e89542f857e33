/**
 * The law of every reduction of states, as tests: a search that has it finds the
 * errors that one without it finds, in random programs and in the bundled ones,
 * and has fewer states.
 */
import { describe, expect, test } from "vitest";
import { textOf } from "../../src/fuzz/generator/program.ts";
import { explore, type Searched } from "../../src/fuzz/outcomes/collect.ts";
import { nobodysPlacesText } from "../../src/fuzz/outcomes/memory-text.ts";
import type { SearchSetup } from "../../src/search/search.ts";
import type { Machine } from "../../src/vm/machine.ts";
import type { Reduction } from "../../src/vm/machine-options.ts";
import type { ProgramMaker } from "./generators/random-kinds.ts";
import { randomMachine } from "./generators/random-machines.ts";
import { bundledRuns } from "./programs/bundled-runs.ts";
import { isLong, sample } from "./size.ts";

const MINUTES = 60_000;

/** Finds the errors of a program; what is in memory at the end nobody reads any more. */
export const searchErrors = (m: Machine, limit: number, setup: SearchSetup): Searched =>
  explore(m, limit, { end: () => "end", deadlock: nobodysPlacesText }, setup);

export type ErrorSearch = (m: Machine) => Searched;

/** A search without the reduction, and one with it. */
export interface Reduced {
  readonly whole: ErrorSearch;
  readonly reduced: ErrorSearch;
}

interface Compared {
  readonly whole: Searched;
  readonly reduced: Searched;
}

/** Null where the search without the reduction is too long. */
export function expectSameErrors(
  { whole, reduced }: Reduced,
  machine: () => Machine,
  where = "",
): Compared | null {
  const all = whole(machine());
  if (!all.isComplete) return null;
  const less = reduced(machine());
  expect([...less.outcomes].toSorted(), where).toEqual([...all.outcomes].toSorted());
  expect(less.hasLivelock, where).toBe(all.hasLivelock);
  expect(less.isComplete, where).toBe(true);
  return { whole: all, reduced: less };
}

/** Programs of one kind, with each of several sets of the other reductions. */
export interface RandomPrograms {
  readonly make: ProgramMaker;
  readonly seeds: readonly number[];
  readonly sets: readonly (ReadonlySet<Reduction> | undefined)[];
}

export function testRandomPrograms(searches: Reduced, { make, seeds, sets }: RandomPrograms): void {
  test("have the same errors, and fewer states", { timeout: 10 * MINUTES }, () => {
    let [all, less] = [0, 0];
    for (const seed of seeds) {
      const program = make(seed);
      for (const reductions of sets) {
        const machine = (): Machine => randomMachine(program, reductions);
        const found = expectSameErrors(searches, machine, `seed ${seed}\n${textOf(program)}`);
        all += found?.whole.states ?? 0;
        less += found?.reduced.states ?? 0;
      }
    }
    expect(less).toBeLessThan(all);
  });
}

export function testBundledPrograms(searches: Reduced): void {
  describe("bundled programs have the same verdict", () => {
    const runs = sample(bundledRuns(isLong ? ["first", "last"] : ["first"]), 24);
    for (const { name, canRun, make } of runs) {
      test.skipIf(!canRun)(name, { timeout: MINUTES }, () => {
        const found = expectSameErrors(searches, () => make().m);
        if (found === null) return;
        expect(found.reduced.states).toBeLessThanOrEqual(found.whole.states);
      });
    }
  });
}
