/**
 * A program whose states go round in circles, with dynamic dead-variable
 * reduction. What is live in such a state is known when its component is
 * complete; the thesis takes everything to be live in it instead (section
 * 4.4.1). That is what the difference is worth.
 */
import { expect, test, vi } from "vitest";
import { dvrOf, dynamicOf, livenessOf } from "../../src/liveness/reductions.ts";
import { DepthFirst } from "../../src/search/depth-first.ts";
import type { SearchSetup } from "../../src/search/search.ts";
import { machineOf } from "../support/machine.ts";
import { untilFound } from "../support/searches.ts";

vi.setConfig({ testTimeout: 60_000 });

type Treatment = SearchSetup["dynamic"];

interface Found {
  readonly states: number;
  /** What is wrong, if anything is; the search goes on behind it. */
  readonly messages: readonly string[];
}

function search(args: readonly string[], kind: "none" | "hybrid" | "dynamic", how?: Treatment): Found {
  const options = { mainClass: "SpinningWorkers", args, jdk: null, undo: true, checking: true };
  const { m } = machineOf(options);
  const dynamic = how ?? dynamicOf(dvrOf(kind));
  const setup = { liveness: livenessOf(kind, m), dynamic };
  const explorer = new DepthFirst(m, { states: 100_000, depth: 10_000 }, setup);
  const messages = new Set<string>();
  let told = untilFound(explorer);
  for (; told.kind === "violated"; told = untilFound(explorer)) messages.add(told.violation.message);
  expect(told.kind).toBe("done");
  return { states: explorer.counts.states, messages: [...messages].toSorted() };
}

/** 24 orders in which the guests come. */
const CAREFUL = ["careful", "4", "2", "2"];

test("live sets of whole components need less than a fifth of the states", () => {
  const [none, hybrid] = [search(CAREFUL, "none"), search(CAREFUL, "hybrid")];
  const acyclic = search(CAREFUL, "dynamic", "acyclic");
  const exact = search(CAREFUL, "dynamic");
  for (const { messages } of [none, hybrid, acyclic, exact]) expect(messages).toEqual([]);
  expect(exact.states * 5).toBeLessThan(acyclic.states);
  expect(acyclic.states).toBeLessThanOrEqual(none.states);
  // No analysis of the code can tell that the book stays closed.
  expect(hybrid.states).toBeGreaterThan(none.states * 0.9);
});

test("another guest adds some states to whole components, and many times as many otherwise", () => {
  const growth = (how: Treatment): number =>
    search(["careful", "4", "2", "2"], "dynamic", how).states /
    search(["careful", "3", "2", "2"], "dynamic", how).states;
  expect(growth(true)).toBeLessThan(1.5);
  expect(growth("acyclic")).toBeGreaterThan(3);
});

test("an error behind circles is found, and where the book is read it is not left out", () => {
  const hasty = ["hasty", "2", "2", "1"];
  const { messages } = search(hasty, "none");
  expect(messages).toHaveLength(2);
  expect(search(hasty, "dynamic").messages).toEqual(messages);
  expect(search(hasty, "dynamic", "acyclic").messages).toEqual(messages);
});
