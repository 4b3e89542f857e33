/**
 * The fuzzer itself: that it finds what is wrong with searches that are broken on
 * purpose, makes it small, and finds nothing in searches that are not.
 */
import { describe, expect, test } from "vitest";
import { Campaign, type FoundDifference } from "../../../src/fuzz/campaign.ts";
import { type FamilyName, programOf, tasksFrom } from "../../../src/fuzz/families/all-families.ts";
import { compare, hasAgain } from "../../../src/fuzz/find-differences.ts";
import { inputOf } from "../../../src/fuzz/fuzz-input.ts";
import type { RandomProgram } from "../../../src/fuzz/generator/program.ts";
import { CONFIGURATIONS, type Configuration } from "../../../src/fuzz/search-configurations.ts";
import { DONE } from "../../../src/search/search.ts";
import { BROKEN } from "../../support/broken-configurations.ts";
import { fuzzLibrary } from "../../support/programs/fuzz-library.ts";

const MINUTES = 60_000;
const STATES = 300;
/** Within so many programs a broken search must be found; it takes 3 to 26. */
const PROGRAMS = 100;
const NONE = CONFIGURATIONS[0]!;

const optionsWith = (configurations: readonly Configuration[]) => ({
  library: fuzzLibrary(),
  configurations,
  referenceStates: STATES,
  states: 2 * STATES,
  comparesSearches: true,
  hearing: null,
});

function firstDifference(campaign: Campaign, kinds: readonly FamilyName[]): FoundDifference | null {
  for (const task of tasksFrom(0, PROGRAMS, kinds)) {
    const found = campaign.run(task);
    if (found !== null) return found;
  }
  return null;
}

const sizeOf = ({ bodies, late }: RandomProgram): number => bodies.flat().length + late.length;

describe("a search that is broken on purpose is found", () => {
  test.each(BROKEN)("$name", { timeout: 5 * MINUTES }, (broken) => {
    const options = optionsWith([NONE, broken]);
    const campaign = new Campaign(options);
    const found = firstDifference(campaign, ["unrestricted", "guarded"]);
    expect(found).not.toBeNull();
    const { differences } = found!.comparison;
    expect(differences.map(({ configuration }) => configuration)).toContain(broken.name);
    expect(campaign.totals.different).toBe(1);
    // What is left of the program shows it as well, and nothing of it can be left out.
    expect(sizeOf(found!.program)).toBeLessThanOrEqual(sizeOf(found!.original));
    const again = compare(found!.input, options).differences;
    expect(hasAgain(again, differences[0]!)).toBe(true);
  });
});

test("a promised number of states that is not kept is a difference", { timeout: MINUTES }, () => {
  const reduced = CONFIGURATIONS.find(({ name }) => name === "private+final+discipline")!;
  const promising: Configuration = { ...reduced, name: "promising", sameStatesAs: NONE.name };
  const found = firstDifference(new Campaign(optionsWith([NONE, promising])), ["guarded"]);
  expect(found?.comparison.differences.map(({ kind }) => kind)).toContain("states");
});

test("every configuration comes to the same", { timeout: 5 * MINUTES }, () => {
  const campaign = new Campaign({ ...optionsWith(CONFIGURATIONS), states: STATES });
  for (const task of tasksFrom(3, 2, ["unrestricted", "guarded"])) {
    expect(campaign.run(task)).toBeNull();
  }
  expect(Object.keys(campaign.totals.configurations)).toHaveLength(CONFIGURATIONS.length);
  expect(campaign.totals.programs).toBe(2);
});

test("where the reference gives up, searches are compared with each other", () => {
  const program = inputOf(programOf({ kind: "guarded", seed: 1 }));
  const options = { ...optionsWith([NONE]), referenceStates: 1, states: 5000 };
  const { reference, searched } = compare(program, options);
  expect(reference.isComplete).toBe(false);
  expect(searched.get("none")!.isComplete).toBe(true);
  const blind: Configuration = {
    ...NONE,
    name: "blind",
    search: (m, limits) => {
      const search = NONE.search(m, limits, []);
      // Says that all is done before anything is.
      search.advance = () => DONE;
      return search;
    },
  };
  const both = compare(program, { ...options, configurations: [NONE, blind] });
  expect(both.differences.map(({ configuration, kind }) => `${configuration} ${kind}`)).toContain(
    "blind lost",
  );
});

test("a search that fails is a difference, and told with its program", { timeout: MINUTES }, () => {
  const failing: Configuration = {
    ...NONE,
    name: "failing",
    search: () => {
      throw new Error("internal error: lost the thread");
    },
  };
  const campaign = new Campaign(optionsWith([NONE, failing]));
  const found = campaign.run({ kind: "guarded", seed: 1 });
  expect(found?.comparison.differences).toEqual([
    { configuration: "failing", kind: "error", text: "internal error: lost the thread" },
  ]);
  expect(sizeOf(found!.program)).toBe(0);
});

test("names of configurations are unique, and promises are about one that there is", () => {
  const names = CONFIGURATIONS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { sameStatesAs } of CONFIGURATIONS) {
    if (sameStatesAs !== undefined) expect(names).toContain(sameStatesAs);
  }
});
