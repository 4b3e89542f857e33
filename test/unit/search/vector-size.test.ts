/** The average size of states that a search tells is that of its states, however few there are. */
import { expect, test } from "vitest";
import { DepthFirst } from "../../../src/search/depth-first.ts";
import type { SearchObserver } from "../../../src/search/search.ts";
import { Canonicalizer } from "../../../src/state/vector/canonicalizer.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { machineOf } from "../../support/machine.ts";
import { untilFound } from "../../support/searches.ts";

/** Describes every new state by itself. */
function sizes(m: Machine): { readonly observer: SearchObserver; readonly seen: number[] } {
  const seen: number[] = [];
  let canonicalizer: Canonicalizer | null = null;
  const observer: SearchObserver = {
    arrived(arrival) {
      if (arrival !== "new") return;
      canonicalizer ??= new Canonicalizer(m);
      // All that was written since the start: nothing is taken over from the last state.
      canonicalizer.noteWrites(0);
      canonicalizer.write(0);
      seen.push(canonicalizer.length);
    },
    resumed() {},
    restarted() {
      seen.length = 0;
    },
  };
  return { observer, seen };
}

/** Words of a state as the search tells it, and as it is. */
function told(args: readonly string[]): { told: number; real: number; states: number } {
  const { m } = machineOf({
    mainClass: "BoundedBuffer",
    args,
    jdk: null,
    undo: true,
    checking: true,
    heapWords: 1 << 18,
  });
  const { observer, seen } = sizes(m);
  const explorer = new DepthFirst(m, { states: 1e6, depth: 1e5 }, { observer });
  untilFound(explorer);
  const { states, compressedWordsPerState, wordsPerState } = explorer.counts;
  const real = seen.reduce((a, b) => a + b, 0) / seen.length;
  expect(wordsPerState).toBeGreaterThan(compressedWordsPerState);
  return { told: compressedWordsPerState, real, states };
}

test("of few states every one counts", () => {
  const { told: words, real, states } = told(["correct", "1", "1", "1", "2"]);
  expect(states).toBeGreaterThan(10);
  expect(states).toBeLessThanOrEqual(32);
  expect(words).toBeCloseTo(real, 6);
});

test("of many states a sample is close", () => {
  const { told: words, real, states } = told(["correct", "1", "2", "2", "2"]);
  expect(states).toBeGreaterThan(2500);
  // About a hundred states are in the sample: its standard error is one to two percent.
  expect(Math.abs(words - real) / real).toBeLessThan(0.04);
});
