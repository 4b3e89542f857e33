/** Components, closures and their costs against walks of our own, on random graphs. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { implicationGraph, type Pick } from "../../../../src/logic/implication-graph.ts";
import { ClosureCosts } from "../../../../src/reduce/algorithms/closure-costs.ts";
import { ItemGraph } from "../../../../src/reduce/algorithms/graph.ts";
import { isValid } from "../../../../src/reduce/algorithms/problem.ts";
import { clausesOf, edges, implications } from "../../logic/random-formulas.ts";
import { modelOf } from "./random-models.ts";

/** Up to several blocks of 128 components. */
const graphs = clausesOf({
  minCount: 100,
  maxCount: 400,
  premises: { minLength: 1, maxLength: 1 },
  conclusions: { minLength: 1, maxLength: 1 },
});

const picks = fc.constantFrom<Pick>("all", "first", "last");

function walked(neighbours: (item: number) => Iterable<number>, start: number): Set<number> {
  const found = new Set([start]);
  for (const item of found) for (const next of neighbours(item)) found.add(next);
  return found;
}

test("components are the items that reach each other, and need smaller ones only", () => {
  let joined = 0;
  fc.assert(
    fc.property(edges(12), (random) => {
      const model = modelOf(random);
      const { needs } = implicationGraph(model.cnf, "all");
      const graph = new ItemGraph(model, "all");
      const closureOf = (item: number): Set<number> =>
        walked((from) => needs.values.subarray(needs.starts[from], needs.starts[from + 1]), item);
      for (let a = 0; a < random.count; a++) {
        for (let b = 0; b < a; b++) {
          const together = closureOf(a).has(b) && closureOf(b).has(a);
          if (together) joined++;
          expect(graph.componentOf[a] === graph.componentOf[b]).toBe(together);
        }
        const marked = new Uint8Array(graph.componentCount);
        graph.reach([graph.componentOf[a]!], marked);
        expect(new Set(graph.itemsOf(marked))).toEqual(closureOf(a));
      }
      for (let component = 0; component < graph.componentCount; component++) {
        const { starts, values } = graph.needs;
        const row = [...values.subarray(starts[component], starts[component + 1])];
        expect(row.every((needed) => needed < component)).toBe(true);
        expect(new Set(row).size).toBe(row.length);
      }
    }),
    { numRuns: 200 },
  );
  expect(joined).toBeGreaterThan(10);
});

test("what is closed and has the base is valid, however clauses become edges", () => {
  fc.assert(
    fc.property(implications(10), picks, fc.array(fc.nat()), (random, pick, chosen) => {
      const model = modelOf(random);
      const graph = new ItemGraph(model, pick);
      const marked = graph.base.slice();
      graph.reach(
        chosen.map((index) => index % graph.componentCount),
        marked,
      );
      expect(isValid(model, graph.itemsOf(marked))).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test("closures cost what is in them and not paid for, and come before what needs them", () => {
  const weightsOf = fc.array(fc.nat({ max: 9 }), { minLength: 400, maxLength: 400 });
  let paidFor = 0;
  fc.assert(
    fc.property(
      graphs,
      weightsOf,
      fc.array(fc.nat(), { maxLength: 4 }),
      (random, weights, paying) => {
        const graph = new ItemGraph(modelOf(random), "all");
        const paid = graph.base.slice();
        const sums = graph.weights(weights);
        const costs = new ClosureCosts(graph, sums, paid);
        for (const index of [...paying, 0]) {
          for (let component = 0; component < graph.componentCount; component++) {
            const found = graph.reach([component], paid.slice());
            expect(costs.costOf(component)).toBe(found.reduce((sum, c) => sum + sums[c]!, 0));
          }
          const sorted = costs.sorted(
            Int32Array.from({ length: graph.componentCount }, (_, c) => c),
          );
          const seen = new Uint8Array(graph.componentCount);
          for (const component of sorted) {
            expect([...graph.reach([component], seen)]).toEqual([component]);
          }
          const added = graph.reach([index % graph.componentCount], paid);
          paidFor += added.length;
          costs.pay(added);
        }
      },
    ),
    { numRuns: 30 },
  );
  expect(paidFor).toBeGreaterThan(40);
});
