/**
 * The fuzzer can fail: searches that are wrong on purpose, one for each thing that
 * a trap of the design asks for, are found out by it. The programs by which that
 * happens are on record, so that it takes seconds. After a change to the programs,
 * or to find out how many it takes:
 *
 *   DEADWOOD_MUTANT_PROGRAMS=5000 npx vitest run test/differential/fuzz/mutants.test.ts
 *
 * looks for each of them from the first seed on, and writes the record anew, and the
 * table in docs/fuzz.md. With
 * DEADWOOD_MUTANT=words only those that have the words in their names are looked for,
 * with DEADWOOD_MUTANT=left those that are not on record; with DEADWOOD_KIND=reads only
 * programs of that kind are tried, which is where most are found.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import {
  mayNeedJdk,
  programOf,
  type Task,
  tasksFrom,
  USUAL_NAMES,
} from "../../../src/fuzz/families/all-families.ts";
import { compare } from "../../../src/fuzz/find-differences.ts";
import { inputOf } from "../../../src/fuzz/fuzz-input.ts";
import { exploreByForce } from "../../../src/fuzz/reference/reference-search.ts";
import { CONFIGURATIONS, type Configuration } from "../../../src/fuzz/search-configurations.ts";
import { MUTANTS } from "../../support/mutants/all.ts";
import {
  mutantTable,
  programsUpTo,
  readRecord,
  tableIn,
  writeRecord,
} from "../../support/mutants/record.ts";
import { fuzzLibrary } from "../../support/programs/fuzz-library.ts";

const PROGRAMS = Number(process.env["DEADWOOD_MUTANT_PROGRAMS"] ?? 0);
const FIRST = Number(process.env["DEADWOOD_FIRST_SEED"] ?? 0);
const ONLY = process.env["DEADWOOD_MUTANT"] ?? "";
const ONLY_KIND = process.env["DEADWOOD_KIND"] ?? "";
/** Within so many programs, the kinds taking turns, each must be found. */
const MOST_PROGRAMS = 5000;
const STATES = 800;
const MINUTES = 60_000;
const DOCS = fileURLToPath(new URL("../../../docs/fuzz.md", import.meta.url));

const record = readRecord();
const named = (name: string): Configuration => CONFIGURATIONS.find((each) => each.name === name)!;
const JUDGES = [named("none"), named("none@watch")];

/** Those that do not come to what the others do. */
function found<C extends Configuration>(task: Task, configurations: readonly C[]): C[] {
  const { differences } = compare(inputOf(programOf(task)), {
    library: fuzzLibrary(),
    configurations: [...JUDGES, ...configurations],
    referenceStates: STATES,
    states: 2 * STATES,
  });
  // A search that fails is no proof: it would be found without any comparison.
  const wrong = differences.filter(({ kind }) => kind !== "error");
  return configurations.filter(({ name }) => wrong.some((each) => each.configuration === name));
}

/** What always ends in the same way shows nothing, and what is large takes long. */
function isWorthwhile(task: Task): boolean {
  const program = programOf(task);
  const machine = fuzzLibrary().machineOf(inputOf(program));
  const { outcomes, isComplete } = exploreByForce(machine, STATES);
  return isComplete && (outcomes.size > 1 || program.ending?.invariant !== undefined);
}

function write(): void {
  writeRecord(record);
  const text = readFileSync(DOCS, "utf8");
  writeFileSync(DOCS, text.replace(tableIn(text), mutantTable(record)));
}

// Takes hours, and is for those who change mutants or programs.
if (PROGRAMS > 0) {
  describe("looked for from the first seed on", () => {
    test("all are found", { timeout: 600 * MINUTES }, () => {
      let left = MUTANTS.filter(({ name }) =>
        ONLY === "left" ? record[name] === undefined : name.includes(ONLY),
      );
      for (const task of tasksFrom(0, PROGRAMS, USUAL_NAMES)) {
        if (left.length === 0) break;
        if (task.seed < FIRST || !task.kind.includes(ONLY_KIND)) continue;
        if (mayNeedJdk(task.kind)) continue;
        if (!isWorthwhile(task)) continue;
        const different = found(task, left);
        const unsound = found(
          task,
          different.map(({ sound }) => sound),
        );
        expect(unsound, `${task.kind} program of seed ${task.seed}`).toEqual([]);
        const caught = new Set(different);
        left = left.filter((mutant) => !caught.has(mutant));
        for (const { name } of caught) record[name] = task;
        if (caught.size > 0) write();
      }
      expect(left.map(({ name }) => name)).toEqual([]);
    });
  });
}

describe.runIf(PROGRAMS === 0)("a search that is wrong on purpose is found", () => {
  test.each(MUTANTS)("$name", { timeout: MINUTES }, (mutant) => {
    const caught = record[mutant.name]!;
    expect(programsUpTo(caught)).toBeLessThanOrEqual(MOST_PROGRAMS);
    // It is what was taken out that makes the difference.
    expect(found(caught, [mutant, mutant.sound])).toEqual([mutant]);
  });
});

test("every trap has one", () => {
  const traps = new Set(MUTANTS.flatMap((each) => each.traps));
  expect([...traps].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, i) => i + 1));
});

test("docs/fuzz.md shows what is on record", () => {
  const text = readFileSync(DOCS, "utf8");
  expect(tableIn(text)).toBe(mutantTable(record));
  expect(text).toContain(`There are ${CONFIGURATIONS.length} configurations.`);
  expect(text).toContain(`has ${MUTANTS.length} deliberately broken searches`);
});

test("names are unique", () => {
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
});
