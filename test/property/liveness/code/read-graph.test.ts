/** Sets of nodes by components, against plain reachability on random graphs. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { EVERYTHING, FactSets } from "../../../../src/liveness/code/fact-sets.ts";
import { ReadGraph } from "../../../../src/liveness/code/read-graph.ts";

const NODES = 12;
const node = fc.nat(NODES - 1);

test("a node reads what all it reaches reads", () => {
  const edges = fc.array(fc.tuple(node, node), { maxLength: 30 });
  const some = fc.uniqueArray(node, { maxLength: 2 });
  fc.assert(
    fc.property(edges, some, some, (pairs, open, done) => {
      const graph = new ReadGraph();
      for (let i = 0; i < NODES; i++) graph.addFact(graph.add(), 100 + i);
      for (const [from, to] of pairs) graph.addEdge(from, to);
      for (const each of open) graph.addEverything(each);
      const sets = new FactSets();
      const result = graph.solve(sets, (each) => done.includes(each));
      for (let from = 0; from < NODES; from++) {
        const reached = new Set(done.includes(from) ? [] : [from]);
        for (const at of reached) {
          for (const [a, b] of pairs) if (a === at && !done.includes(b)) reached.add(b);
        }
        const expected = open.some((each) => reached.has(each))
          ? EVERYTHING
          : sets.of([...reached].map((each) => 100 + each));
        expect(result[from]).toBe(expected);
      }
    }),
    { numRuns: 300 },
  );
});
