/** Random schedules find outcomes of programs, and none that a complete search does not find. */
import { expect, test } from "vitest";
import { explore, exploreWith, limitsOf } from "../../../../src/fuzz/outcomes/collect.ts";
import { DEFAULT_TEXTS } from "../../../../src/fuzz/outcomes/outcomes.ts";
import { UniformPicker } from "../../../../src/search/pickers.ts";
import { RandomWalks } from "../../../../src/search/random-walks.ts";
import { machineOf } from "../../../support/machine.ts";

test.each([["BoundedBuffer"], ["ReadersWriters"], ["SleepingBarber"]])(
  "%s",
  { timeout: 60_000 },
  (mainClass) => {
    const program = { mainClass, jdk: null, undo: true, checking: true, heapWords: 1 << 21 };
    const all = explore(machineOf(program).m, 200_000);
    expect(all.isComplete).toBe(true);
    const walks = new RandomWalks(machineOf(program).m, limitsOf(100_000), {
      seed: 1,
      runs: 50,
      picker: new UniformPicker(),
    });
    const found = exploreWith(walks, DEFAULT_TEXTS);
    expect(walks.counts.restarts, "something was assumed wrongly at first").toBeGreaterThan(0);
    expect(found.outcomes.size).toBeGreaterThan(0);
    expect([...all.outcomes]).toEqual(expect.arrayContaining([...found.outcomes]));
  },
);
