/**
 * Depth-first and breadth-first search go through the same states by the same
 * transitions; only the order differs, and that a breadth-first search comes to
 * a violation by as few steps as there are.
 */
import { describe, expect, test } from "vitest";
import { unrestrictedProgram } from "../../src/fuzz/families/unrestricted/program.ts";
import { textOf } from "../../src/fuzz/generator/program.ts";
import { BreadthFirst } from "../../src/search/breadth-first.ts";
import { DepthFirst } from "../../src/search/depth-first.ts";
import type { WaypointOptions } from "../../src/search/level-snapshots.ts";
import { PctPicker, UniformPicker } from "../../src/search/pickers.ts";
import type { Violation } from "../../src/search/properties/violation.ts";
import { RandomWalks } from "../../src/search/random-walks.ts";
import type { Search } from "../../src/search/search.ts";
import type { Machine } from "../../src/vm/machine.ts";
import { bundledProgramList } from "../programs/manifest.ts";
import { randomMachine } from "../support/generators/random-machines.ts";
import { machineOf } from "../support/machine.ts";
import { Snapshot } from "../support/observers/snapshot.ts";
import { exhaust, firstViolation, kindsOf } from "../support/searches.ts";
import { isLong, sample } from "../support/size.ts";

const TIMEOUT = 120_000;
/** Larger spaces take too long for a test. */
const LIMITS = { states: 6000, depth: 1_000_000 };
const PROGRAMS = isLong ? 36 : 12;
/** Counts what was done, and says whose turn was last: not part of a state. */
const ASIDE = /^(?:instructions|thread):/;

/** Endless cycles are found when all states have been seen, and shown with a way round. */
const ends = (found: readonly Violation[]): number[] =>
  found.filter(({ kind }) => kind !== "endless").map(({ trace }) => trace.length);

function compare(make: () => Machine, waypoints?: WaypointOptions): "too large" | "compared" {
  const dfs = new DepthFirst(make(), LIMITS);
  const deep = exhaust(dfs);
  if (!deep.isComplete) return "too large";
  const m = make();
  const bfs = new BreadthFirst(m, LIMITS, {}, waypoints);
  const before = new Snapshot(m);
  const broad = exhaust(bfs);
  expect(before.differences().filter((line) => !ASIDE.test(line))).toEqual([]);
  expect({ ...totalsOf(bfs), kinds: kindsOf(broad.violations) }).toEqual({
    ...totalsOf(dfs),
    kinds: kindsOf(deep.violations),
  });
  const lengths = ends(deep.violations);
  if (lengths.length === 0) return "compared";
  const first = firstViolation(new BreadthFirst(make(), LIMITS));
  expect(first?.trace.length).toBeLessThanOrEqual(Math.min(...lengths));
  const broadLengths = ends(broad.violations);
  expect(broadLengths).toEqual(broadLengths.toSorted((a, b) => a - b));
  return "compared";
}

function totalsOf({ counts }: Search): Record<string, number> {
  // In which order states are met decides where one thread can stand for all, and so how many there are.
  const { maxThreads } = counts;
  return { maxThreads };
}

const bundledMachine = (mainClass: string, args: readonly string[]): Machine =>
  machineOf({
    mainClass,
    args,
    jdk: null,
    heapWords: 1 << 18,
    stackWords: 1 << 14,
    undo: true,
    checking: true,
  }).m;

describe("the bundled programs", () => {
  let compared = 0;
  for (const program of bundledProgramList()) {
    if (program.needsJdk) continue;
    for (const run of sample(program.runs, 1)) {
      if (run.needsJdk === true) continue;
      test([program.name, ...run.args].join(" "), { timeout: TIMEOUT }, () => {
        if (compare(() => bundledMachine(program.name, run.args)) === "compared") compared++;
      });
    }
  }

  test("most of them are small enough", () => {
    expect(compared).toBeGreaterThan(isLong ? 120 : 30);
  });
});

/** Copies at every level or so, at none, and at those that are narrow enough. */
const WAYPOINTS: readonly (WaypointOptions | undefined)[] = [
  { interval: 1, bytes: 2 ** 30 },
  { interval: 3, bytes: 2 ** 30 },
  { interval: 2, bytes: 20_000 },
  { interval: 1000, bytes: 0 },
  undefined,
];

test("random programs", { timeout: 4 * TIMEOUT }, () => {
  let compared = 0;
  for (let seed = 9000; seed < 9000 + PROGRAMS; seed++) {
    const program = unrestrictedProgram(seed);
    const waypoints = WAYPOINTS[seed % WAYPOINTS.length];
    try {
      if (compare(() => randomMachine(program), waypoints) === "compared") compared++;
    } catch (error) {
      throw new Error(`seed ${seed}: ${textOf(program)}`, { cause: error });
    }
  }
  expect(compared).toBeGreaterThan(PROGRAMS / 2);
});

test("random schedules find nothing that is not there", { timeout: 4 * TIMEOUT }, () => {
  let found = 0;
  for (let seed = 9000; seed < 9000 + PROGRAMS; seed++) {
    const program = unrestrictedProgram(seed);
    const all = exhaust(new DepthFirst(randomMachine(program), LIMITS));
    if (!all.isComplete) continue;
    for (const picker of [new UniformPicker(), new PctPicker(2)]) {
      const walks = new RandomWalks(randomMachine(program), LIMITS, { seed, runs: 50, picker });
      const kinds = kindsOf(exhaust(walks).violations);
      expect(kindsOf(all.violations), textOf(program)).toEqual(expect.arrayContaining(kinds));
      found += kinds.length;
    }
  }
  expect(found).toBeGreaterThan(PROGRAMS / 2);
});
