/**
 * A search that has put its analyses off begins again with them when it has done as much work as it has
 * patience for, and says so; one that ends before says that too.
 */
import { expect, test } from "vitest";
import { livenessOf } from "../../../src/liveness/reductions.ts";
import { DepthFirst } from "../../../src/search/depth-first.ts";
import type { SearchCounts } from "../../../src/search/search.ts";
import { ExactStore } from "../../../src/state/stores/exact-store.ts";
import { machineOf } from "../../support/machine.ts";
import { untilFound } from "../../support/searches.ts";

const LIMITS = { states: 100_000, depth: 10_000 };
const NEVER = Number.MAX_SAFE_INTEGER;

/** Two writers of a list, whose paths never meet. */
function search(patience: number, isExact = false): SearchCounts & { readonly analyses: number } {
  const args = ["locked", "2", "5"];
  const mainClass = "LinkedListRace";
  const { m } = machineOf({ mainClass, args, jdk: null, undo: true, checking: true });
  let analyses = 0;
  const aside = (work: () => void): void => {
    analyses++;
    work();
  };
  const explorer = new DepthFirst(m, LIMITS, {
    liveness: livenessOf("full", m),
    dynamic: true,
    patience,
    aside,
    ...(isExact ? { newStore: () => new ExactStore() } : {}),
  });
  expect(untilFound(explorer).kind).toBe("done");
  return { ...explorer.counts, analyses };
}

test.each([false, true])(
  "the analyses are made when it has become large (whole: %s)",
  { timeout: 60_000 },
  (isExact) => {
    const small = search(NEVER, isExact);
    expect(small.analyses).toBe(0);
    // Its paths never meet: dynamic reduction spares nothing, and is given up.
    expect(small.effortNotes?.map(({ part, what }) => `${part} ${what}`)).toEqual([
      "dynamic given up",
      "hybrid left out",
    ]);
    const { gain: work } = small.effortNotes!.at(-1)!;
    expect(search(work + 1, isExact).analyses).toBe(0);
    const large = search(Math.floor(work / 2), isExact);
    expect(large.analyses).toBe(1);
    expect(large.restarts).toBe(small.restarts + 1);
    // Nothing is counted twice.
    expect(large.states).toBeLessThanOrEqual(small.states);
    const putOff = large.effortNotes!.find(({ part }) => part === "hybrid")!;
    expect(putOff.what).toBe("put off");
    expect(putOff.states).toBeLessThan(small.states);
    expect(putOff.gain).toBeGreaterThanOrEqual(putOff.cost);
  },
);
