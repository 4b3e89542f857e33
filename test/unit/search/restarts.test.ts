/** A search that begins again knows what it knew at first. */
import { expect, test } from "vitest";
import { BreadthFirst } from "../../../src/search/breadth-first.ts";
import { Explorer } from "../../../src/search/explorer.ts";
import { machineOf } from "../../support/machine.ts";

const LIMITS = { states: 100_000, depth: 100_000 };

test.each([Explorer, BreadthFirst])("%o keeps what the start left unexplored", (Search) => {
  const args = ["locked", "2", "1"];
  const { m } = machineOf({ mainClass: "LostUpdate", args, jdk: null, undo: true, checking: true });
  m.approximations.add("something at the start");
  const search = new Search(m, LIMITS);
  expect(search.explore(100_000)).toBe("done");
  expect(search.counts.restarts).toBeGreaterThan(0);
  expect([...m.approximations]).toEqual(["something at the start"]);
});
