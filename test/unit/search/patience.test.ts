/**
 * A search that has put its analyses off, and gives dynamic reduction up: it goes on without
 * either as long as it is small.
 */
import { expect, test } from "vitest";
import { livenessOf } from "../../../src/liveness/dvr.ts";
import { Explorer } from "../../../src/search/explorer.ts";
import type { SearchCounts } from "../../../src/search/search.ts";
import { machineOf } from "../../support/machine.ts";

const LIMITS = { states: 100_000, depth: 10_000 };
const NEVER = 1_000_000;

/** Two writers of a list, whose paths never meet. */
function search(states: number): SearchCounts & { readonly analyses: number } {
  const args = ["locked", "2", "5"];
  const mainClass = "LinkedListRace";
  const { m } = machineOf({ mainClass, args, jdk: null, undo: true, checking: true });
  let analyses = 0;
  const aside = (work: () => void): void => {
    analyses++;
    work();
  };
  const patience = { states, depth: NEVER };
  const liveness = livenessOf("full", m);
  const explorer = new Explorer(m, LIMITS, { liveness, dynamic: true, patience, aside });
  let result = explorer.explore(1000);
  while (result === "more") result = explorer.explore(1000);
  expect(result).toBe("done");
  return { ...explorer.counts, analyses };
}

test("the analyses are made when it has become large, whether or not dynamic is given up", () => {
  const small = search(NEVER);
  const { states } = small;
  // It was given up: not all states are known by their live part.
  expect(small.dynamic!.stored).toBeLessThan(states);
  expect(small.analyses).toBe(0);
  expect(search(states + 1).analyses).toBe(0);
  const large = search(Math.floor(states / 2));
  expect(large.analyses).toBe(1);
  expect(large.restarts).toBe(small.restarts);
});
