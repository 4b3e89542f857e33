/**
 * A search in which threads sleep takes fewer steps and visits the same states:
 * as many, and with the same outcomes. (Where one thread may stand for all, which
 * states are visited depends on the order; there only outcomes are compared.)
 * After a change to what a step is said to touch, run thousands of programs:
 *
 *   DEADWOOD_PROGRAMS=3000 DEADWOOD_FIRST_SEED=10000
 */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findJdk } from "../../src/classfile/sources/jdk.ts";
import { unrestrictedProgram } from "../../src/fuzz/families/unrestricted/program.ts";
import { type RandomProgram, shrink, textOf } from "../../src/fuzz/generator/program.ts";
import { explore } from "../../src/fuzz/outcomes/collect.ts";
import { DepthFirst } from "../../src/search/depth-first.ts";
import type { Machine } from "../../src/vm/machine.ts";
import { REDUCTIONS, type Reduction } from "../../src/vm/machine-options.ts";
import { bundledProgramList } from "../programs/manifest.ts";
import { randomKinds } from "../support/generators/random-kinds.ts";
import { randomMachine } from "../support/generators/random-machines.ts";
import { compileJava, installedJdk } from "../support/java.ts";
import { machineOf } from "../support/machine.ts";
import { exhaust, kindsOf } from "../support/searches.ts";
import { sized } from "../support/size.ts";

const FIRST = Number(process.env["DEADWOOD_FIRST_SEED"] ?? 0);
const PROGRAMS = sized("DEADWOOD_PROGRAMS", 3, 10);
const LIMIT = 4000;
const GROUP = 20;
const MINUTES = 60_000;

const jdk = findJdk({});

/** Without the reduction that lets one thread stand for all. */
const SETS: readonly (readonly Reduction[])[] = [
  [],
  ["private", "final"],
  ["private", "final", "discipline"],
];

const asleep = (set: readonly Reduction[]): ReadonlySet<Reduction> => new Set([...set, "sleep"]);

/** Differences between the two searches, for each set of reductions; none where the search is too long. */
function compare(program: RandomProgram): readonly string[] {
  return SETS.flatMap((set) => {
    const full = explore(randomMachine(program, new Set(set)), LIMIT);
    const short = explore(randomMachine(program, asleep(set)), full.isComplete ? LIMIT : 1);
    if (!full.isComplete) return [];
    const lost = [...full.outcomes].filter((each) => !short.outcomes.has(each));
    const extra = [...short.outcomes].filter((each) => !full.outcomes.has(each));
    const counts = short.states === full.states ? [] : [`${full.states} -> ${short.states} states`];
    return [
      ...(short.hasLivelock === full.hasLivelock ? [] : [`endless: ${short.hasLivelock}`]),
      ...lost.map((each) => `lost ${each}`),
      ...extra.map((each) => `impossible ${each}`),
      ...counts,
    ].map((text) => `${set.join(",")}: ${text}`);
  });
}

const groups = Array.from({ length: Math.ceil(PROGRAMS / GROUP) }, (_, i) => FIRST + i * GROUP);

describe.each(randomKinds())("random programs: %s", (_, make) => {
  test.each(groups)("seeds from %i on", { timeout: 20 * MINUTES }, (first) => {
    const last = Math.min(first + GROUP, FIRST + PROGRAMS);
    for (let seed = first; seed < last; seed++) {
      const program = make(seed);
      if (compare(program).length === 0) continue;
      const smallest = shrink(program, (smaller) => compare(smaller).length > 0);
      expect(compare(smallest), `seed ${seed}\n${textOf(smallest)}`).toEqual([]);
    }
  });
});

test.each([770_359])("seed %i, which once lost an outcome", { timeout: 2 * MINUTES }, (seed) => {
  const program = unrestrictedProgram(seed);
  expect(compare(program), textOf(program)).toEqual([]);
});

describe.skipIf(installedJdk === null)("steps that have to do with each other", () => {
  let compiled: ReturnType<typeof compileJava>;
  beforeAll(() => {
    compiled = compileJava([join(import.meta.dirname, "sleepers/Touches.java")]);
  });
  afterAll(() => {
    compiled.remove();
  });

  const machine = (name: string, reductions: ReadonlySet<Reduction>): Machine =>
    machineOf({
      mainClass: `Touches$${name}`,
      classPath: compiled.folder,
      jdk: installedJdk!.home,
      undo: true,
      checking: true,
      reductions,
    }).m;

  test.each(["Daemon", "Twice"])("%s", { timeout: 2 * MINUTES }, (name) => {
    for (const set of SETS) {
      const full = explore(machine(name, new Set(set)), 50_000);
      const short = explore(machine(name, asleep(set)), 50_000);
      expect(full.isComplete).toBe(true);
      expect(short.states, set.join()).toBe(full.states);
      expect([...short.outcomes].toSorted()).toEqual([...full.outcomes].toSorted());
    }
  });

  test("where another thread is: found, and never said to be all", { timeout: 2 * MINUTES }, () => {
    for (const set of [...SETS, REDUCTIONS]) {
      const m = machine("Where", new Set(set));
      const found = [...explore(m, 50_000).outcomes];
      expect(
        found.some((outcome) => outcome.includes("in second")),
        set.join(),
      ).toBe(true);
      expect(m.approximations.size).toBe(1);
    }
  });
});

const SLICE = 50_000;
const RUNS = sized("DEADWOOD_RUNS", 1, 2);
const LIMITS = { states: 3000, depth: 100_000 };

function search(machine: Machine) {
  const explorer = new DepthFirst(machine, LIMITS);
  const { isComplete, violations } = exhaust(explorer, SLICE);
  const { states, transitions } = explorer.counts;
  return { isComplete, states, transitions, kinds: kindsOf(violations) };
}

/** Transitions of all bundled programs, with and without. */
let [most, fewest] = [0, 0];

describe("bundled programs", () => {
  for (const program of bundledProgramList()) {
    const possible = program.runs.filter(
      (run) => jdk !== null || !(program.needsJdk || run.needsJdk),
    );
    // Others of the same program take the same kinds of steps.
    const runs = possible.slice(0, RUNS);
    test.each(runs)(`${program.name} $args`, { timeout: 2 * MINUTES }, (run) => {
      const needsJdk = program.needsJdk || run.needsJdk === true;
      const machine = (reductions: ReadonlySet<Reduction>): Machine =>
        machineOf({
          mainClass: program.name,
          args: run.args,
          jdk: needsJdk ? jdk!.home : null,
          undo: true,
          checking: true,
          reductions,
        }).m;
      const set: readonly Reduction[] = ["private", "final", "discipline"];
      const full = search(machine(new Set(set)));
      if (!full.isComplete) return;
      const { transitions, ...short } = search(machine(asleep(set)));
      const { transitions: all, ...expected } = full;
      expect(short).toEqual(expected);
      most += all;
      fewest += transitions;
    });
  }

  test("take fewer steps", () => {
    expect(fewest).toBeLessThan(most);
  });
});
