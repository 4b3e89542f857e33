/** Propagation, counting and DIMACS against what their definitions say, on random formulas. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { BitSet } from "../../../src/core/bit-set.ts";
import { brokenClause, type Cnf, CnfBuilder, clauseOf } from "../../../src/logic/cnf.ts";
import { readDimacs, writeDimacs } from "../../../src/logic/dimacs.ts";
import { negated, negative, positive, variableOf } from "../../../src/logic/literal.ts";
import { Propagator } from "../../../src/logic/propagator.ts";
import { countModels } from "../../support/model-counter.ts";

const VARIABLES = 7;

/** Clauses of any kind; literals may come twice, and both ways. */
const formulas = fc
  .array(fc.array(fc.nat({ max: 2 * VARIABLES - 1 }), { maxLength: 4, size: "max" }), {
    maxLength: 20,
    size: "max",
  })
  .map((clauses): Cnf => {
    const builder = new CnfBuilder(VARIABLES);
    for (const clause of clauses) builder.addClause(clause);
    return builder.build();
  });

const allClauses = (cnf: Cnf): number[][] =>
  Array.from({ length: cnf.clauseCount }, (_, clause) => clauseOf(cnf, clause));

const assignments = Array.from(
  { length: 2 ** VARIABLES },
  (_, bits) => new BitSet(VARIABLES, Uint32Array.of(bits)),
);

test("as many models are counted as there are", () => {
  let satisfiable = 0;
  fc.assert(
    fc.property(formulas, (cnf) => {
      const models = assignments.filter((assignment) => brokenClause(cnf, assignment) === -1);
      if (models.length > 0) satisfiable++;
      expect(countModels(cnf)).toBe(BigInt(models.length));
    }),
    { numRuns: 500 },
  );
  expect(satisfiable).toBeGreaterThan(20);
});

/** Unit propagation without watches: again and again through all clauses. */
function propagated(cnf: Cnf, assumed: readonly number[]): Set<number> | null {
  const known = new Set(assumed);
  for (;;) {
    const before = known.size;
    for (const clause of allClauses(cnf)) {
      if (clause.some((literal) => known.has(literal))) continue;
      const open = new Set(clause.filter((literal) => !known.has(negated(literal))));
      if (open.size === 0) return null;
      if (open.size === 1) for (const literal of open) known.add(literal);
    }
    if (known.size === before) break;
  }
  return [...known].some((literal) => known.has(negated(literal))) ? null : known;
}

test("propagation finds what follows, also after taking steps back", () => {
  // A literal that is in a clause twice is watched twice, and then not seen to be alone.
  const withoutTwins = formulas.map((cnf) => {
    const builder = new CnfBuilder(VARIABLES);
    for (const clause of allClauses(cnf)) builder.addClause(new Set(clause));
    return builder.build();
  });
  const steps = fc.array(
    fc.record({ literal: fc.nat({ max: 2 * VARIABLES - 1 }), back: fc.boolean() }),
    { maxLength: 12 },
  );
  let compared = 0;
  fc.assert(
    fc.property(withoutTwins, steps, (cnf, plan) => {
      const propagator = new Propagator(cnf);
      const assumed: { literal: number; mark: number }[] = [];
      for (const { literal, back } of plan) {
        const expected = propagated(
          cnf,
          assumed.map((step) => step.literal),
        );
        expect(propagator.consistent).toBe(expected !== null);
        if (expected !== null) {
          compared++;
          expect(new Set(propagator.trailFrom(0))).toEqual(expected);
        } else if (assumed.length === 0) return;
        const last = assumed.at(-1);
        if (last !== undefined && (back || expected === null)) {
          propagator.backTo(last.mark);
          assumed.pop();
        } else {
          assumed.push({ literal, mark: propagator.mark });
          propagator.assume(literal);
        }
      }
    }),
    { numRuns: 1000 },
  );
  expect(compared).toBeGreaterThan(200);
});

test("DIMACS is read as it was written", () => {
  fc.assert(
    fc.property(formulas, (cnf) => {
      const read = readDimacs(writeDimacs(cnf));
      expect(read.variableCount).toBe(VARIABLES);
      expect(allClauses(read)).toEqual(allClauses(cnf));
    }),
  );
});

test("a literal and its negation are of one variable", () => {
  fc.assert(
    fc.property(fc.nat({ max: 1_000_000 }), (variable) => {
      expect(negated(positive(variable))).toBe(negative(variable));
      expect(negated(negative(variable))).toBe(positive(variable));
      expect([positive(variable), negative(variable)].map(variableOf)).toEqual([
        variable,
        variable,
      ]);
    }),
  );
});
