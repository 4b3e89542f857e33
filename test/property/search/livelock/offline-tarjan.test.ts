/** Traps in graphs made at random, against the definition. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { OfflineComponents } from "../../../../src/search/livelock/offline-tarjan.ts";
import { EXIT, SuccessorGraph } from "../../../../src/search/livelock/successor-graph.ts";

/** By state: where its steps lead, -1 for an end. */
type Graph = readonly (readonly number[])[];

const MAX_STATES = 12;

/** States are numbered as a search finds them, but nothing depends on that. */
const graphs: fc.Arbitrary<Graph> = fc.integer({ min: 1, max: MAX_STATES }).chain((count) =>
  fc.array(
    fc.array(fc.oneof({ weight: 9, arbitrary: fc.nat(count - 1) }, fc.constant(-1)), {
      minLength: 1,
      maxLength: 3,
    }),
    { minLength: count, maxLength: count },
  ),
);

function successorsOf(graph: Graph): SuccessorGraph {
  const successors = new SuccessorGraph();
  graph.forEach((_, state) => successors.name(state * 7919, state, state));
  for (const targets of graph) {
    successors.begin();
    for (const target of targets) {
      if (target < 0) successors.add(EXIT);
      else if (target % 2 === 0) successors.add(target);
      else successors.meet(target * 7919, target);
    }
  }
  return successors;
}

function trapsOf(graph: Graph, end: number, slice: number): number[] {
  const traps = new OfflineComponents(successorsOf(graph), end);
  while (!traps.advance(slice));
  return traps.entries;
}

/** Sets of states that can all reach each other, and nothing else; their first states. */
function byDefinition(graph: Graph, end: number): number[] {
  const reach = graph.map((_, state) => {
    const seen = new Set<number>();
    const pending = [state];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      // What lies behind states that have not been looked at is not known.
      const targets = at >= 0 && at < end ? graph[at]! : [-1];
      for (const target of targets) {
        if (seen.has(target)) continue;
        seen.add(target);
        if (target >= 0) pending.push(target);
      }
    }
    return seen;
  });
  return graph.flatMap((_, state) => {
    const all = [...reach[state]!];
    const isTrap = all.every((other) => other >= 0 && reach[other]!.has(state));
    return state < end && isTrap && Math.min(...all) === state ? [state] : [];
  });
}

test("traps are the components without a way out", () => {
  let found = 0;
  fc.assert(
    fc.property(graphs, fc.nat(MAX_STATES), fc.integer({ min: 1, max: 9 }), (graph, n, slice) => {
      const end = Math.max(0, graph.length - (n % 4));
      const traps = trapsOf(graph, end, slice);
      found += traps.length;
      expect(traps).toEqual(byDefinition(graph, end));
    }),
    { numRuns: 3000 },
  );
  expect(found).toBeGreaterThan(500);
});

test("a path as long as there are states takes no recursion", () => {
  const count = 300_000;
  const ring = Array.from({ length: count }, (_, i) => [(i + 1) % count]);
  expect(trapsOf(ring, count, 1000)).toEqual([0]);
  expect(trapsOf([...ring.slice(0, -1), [0, -1]], count, 1000)).toEqual([]);
});

test("a state that was cut off is a way out", () => {
  const successors = new SuccessorGraph();
  successors.name(1, 2, 0);
  successors.begin();
  successors.meet(1, 2);
  successors.meet(5, 6);
  const traps = new OfflineComponents(successors, 1);
  while (!traps.advance(10));
  expect(traps.entries).toEqual([]);
});
