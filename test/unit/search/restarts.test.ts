/** A search that begins again knows what it knew at first. */
import { expect, test } from "vitest";
import { BreadthFirst } from "../../../src/search/breadth-first.ts";
import { DepthFirst } from "../../../src/search/depth-first.ts";
import { UniformPicker } from "../../../src/search/pickers.ts";
import { RandomWalks } from "../../../src/search/random-walks.ts";
import type { Search } from "../../../src/search/search.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { bundledProgramList } from "../../programs/manifest.ts";
import { machineOf } from "../../support/machine.ts";
import { firstViolation, untilFound } from "../../support/searches.ts";

const LIMITS = { states: 100_000, depth: 100_000 };

test.each([DepthFirst, BreadthFirst])("%o keeps what the start left unexplored", (Search) => {
  const args = ["locked", "2", "1"];
  const { m } = machineOf({ mainClass: "LostUpdate", args, jdk: null, undo: true, checking: true });
  m.approximations.add("something at the start");
  const search = new Search(m, LIMITS);
  expect(untilFound(search).kind).toBe("done");
  expect(search.counts.restarts).toBeGreaterThan(0);
  expect([...m.approximations]).toEqual(["something at the start"]);
});

const SMALL = { heapWords: 1 << 18, stackWords: 1 << 14 };

const FEW = { states: 300, depth: 100_000 };
const SEARCHES: Readonly<Record<string, (m: Machine) => Search>> = {
  "depth-first search": (m) => new DepthFirst(m, FEW),
  "breadth-first search": (m) => new BreadthFirst(m, FEW),
  walks: (m) => new RandomWalks(m, FEW, { seed: 1, runs: 100, picker: new UniformPicker() }),
};

test.each(Object.entries(SEARCHES))(
  "%s: nothing is told that is about to be forgotten",
  { timeout: 60_000 },
  (_, searchOf) => {
    let restarts = 0;
    let violations = 0;
    for (const { name: mainClass, needsJdk, runs } of bundledProgramList()) {
      for (const { args, needsJdk: isBeyond, verdict } of runs) {
        if (needsJdk || isBeyond === true || verdict === "safe") continue;
        const { m } = machineOf({
          ...SMALL,
          mainClass,
          args,
          jdk: null,
          undo: true,
          checking: true,
        });
        const search = searchOf(m);
        while (firstViolation(search) !== null) {
          violations++;
          expect(m.sharing.isRefuted).toBe(false);
        }
        restarts += search.counts.restarts;
      }
    }
    expect(restarts).toBeGreaterThan(5);
    expect(violations).toBeGreaterThan(5);
  },
);
