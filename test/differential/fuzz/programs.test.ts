/**
 * What `deadwood fuzz` does when nothing is said, for some programs: each is searched
 * by the reference, without any reduction, and in some other ways that its seed
 * picks, and all must come to the same. After a change to liveness, state or search
 * run thousands of them (docs/fuzz.md).
 */
import { describe, expect, test } from "vitest";
import { Campaign } from "../../../src/fuzz/campaign.ts";
import { mayNeedJdk, tasksFrom, USUAL_NAMES } from "../../../src/fuzz/families/all-families.ts";
import { textOf } from "../../../src/fuzz/generator/program.ts";
import { CONFIGURATIONS } from "../../../src/fuzz/search-configurations.ts";
import { fuzzLibrary } from "../../support/programs/fuzz-library.ts";
import { sized } from "../../support/size.ts";

const FIRST = Number(process.env["DEADWOOD_FIRST_SEED"] ?? 0);
const PROGRAMS = Math.ceil(sized("DEADWOOD_PROGRAMS", 150, 1000) / USUAL_NAMES.length);
const SAMPLE = 4;
const STATES = 400;
/** Of programs that use the monitors of Threads: a start or join is several steps there. */
const STATES_OF_HISTORY = 3 * STATES;
const MINUTES = 60_000;

describe.each(USUAL_NAMES)("programs of the kind %s", (kind) => {
  const states = kind === "long-range" ? STATES_OF_HISTORY : STATES;
  const isPossible = fuzzLibrary().jdk !== null || !mayNeedJdk(kind);
  test.runIf(isPossible)("end alike, however they are searched", { timeout: 10 * MINUTES }, () => {
    const campaign = new Campaign({
      library: fuzzLibrary(),
      configurations: CONFIGURATIONS,
      sample: SAMPLE,
      referenceStates: states,
      states: 2 * states,
      comparesSearches: true,
      hearing: null,
    });
    for (const task of tasksFrom(FIRST, PROGRAMS, [kind])) {
      const found = campaign.run(task);
      if (found === null) continue;
      expect(found.comparison.differences, textOf(found.program)).toEqual([]);
    }
    const { programs, several, skipped } = campaign.totals;
    // Programs that always end the same way, or that nobody can finish, would say nothing.
    expect(several).toBeGreaterThan(programs / 8);
    expect(skipped).toBeLessThan(programs / 3);
  });
});
