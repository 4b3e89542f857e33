/** Clauses, DIMACS, unit propagation and counting on formulas that can be checked by eye. */
import { describe, expect, test } from "vitest";
import { BitSet } from "../../../src/core/bit-set.ts";
import { BadUsageError } from "../../../src/core/errors.ts";
import { brokenClause, CnfBuilder, clauseOf } from "../../../src/logic/cnf.ts";
import { readDimacs, writeDimacs } from "../../../src/logic/dimacs.ts";
import { implicationGraph } from "../../../src/logic/implication-graph.ts";
import { negative, positive } from "../../../src/logic/literal.ts";
import { consequences, Propagator } from "../../../src/logic/propagator.ts";
import { countModels } from "../../support/model-counter.ts";

describe("clauses", () => {
  const builder = new CnfBuilder(3);
  builder.addImplication([2, 0], [1]);
  builder.addClause([positive(0), positive(2)]);
  const cnf = builder.build();

  test("keep the order in which they were written", () => {
    expect(clauseOf(cnf, 0)).toEqual([negative(2), negative(0), positive(1)]);
  });

  test("the first that is broken is named", () => {
    expect(brokenClause(cnf, BitSet.of(3, [0, 2]))).toBe(0);
    expect(brokenClause(cnf, BitSet.of(3, [1]))).toBe(1);
    expect(brokenClause(cnf, BitSet.of(3, [0]))).toBe(-1);
  });

  test("a variable that does not exist is our bug", () => {
    expect(() => new CnfBuilder(3).addClause([positive(3)])).toThrow("no variable 3");
  });
});

describe("clauses as edges", () => {
  const builder = new CnfBuilder(4);
  builder.addImplication([0, 1], [2, 3]);
  builder.addImplication([], [3, 1]);
  const cnf = builder.build();

  test.each([
    { pick: "all", edges: ["0>2", "0>3", "1>2", "1>3"], demanded: [3, 1] },
    { pick: "first", edges: ["0>2"], demanded: [3] },
    { pick: "last", edges: ["1>3"], demanded: [1] },
  ] as const)("$pick", ({ pick, edges, demanded }) => {
    const graph = implicationGraph(cnf, pick);
    const { starts, values } = graph.needs;
    const found = [0, 1, 2, 3].flatMap((from) =>
      Array.from(values.slice(starts[from], starts[from + 1]), (to) => `${from}>${to}`),
    );
    expect(found).toEqual(edges);
    expect([...graph.demanded]).toEqual(demanded);
  });
});

describe("DIMACS", () => {
  test("is read over lines, with comments", () => {
    const cnf = readDimacs("c a comment\np cnf 3 2\n1 -2\n3 0 -1\n0\n");
    expect([cnf.variableCount, cnf.clauseCount]).toEqual([3, 2]);
    expect(clauseOf(cnf, 0)).toEqual([positive(0), negative(1), positive(2)]);
    expect(writeDimacs(cnf)).toBe("p cnf 3 2\n1 -2 3 0\n-1 0\n");
  });

  test.each([
    { text: "1 0\n", says: "before the header" },
    { text: "p cnf 1 1\np cnf 1 1\n", says: "second header" },
    { text: "p dnf 1 1\n1 0\n", says: "not a header" },
    { text: "p cnf x 1\n1 0\n", says: "not a number: x" },
    { text: "p cnf 9999999999 1\n1 0\n", says: "not a number" },
    { text: "p cnf 1 1\n2 0\n", says: "no variable 2" },
    { text: "p cnf 1 1\none 0\n", says: "not a literal: one" },
    { text: "p cnf 1 1\n1\n", says: "does not end in 0" },
    { text: "p cnf 1 2\n1 0\n", says: "says 2 clauses, there are 1" },
    { text: "", says: "no header" },
  ])("refuses $text", ({ text, says }) => {
    expect(() => readDimacs(text)).toThrow(BadUsageError);
    expect(() => readDimacs(text)).toThrow(says);
  });
});

describe("unit propagation", () => {
  const chain = readDimacs("p cnf 4 3\n-1 2 0\n-2 3 0\n-2 -3 4 0\n");

  test("follows a chain", () => {
    expect(consequences(chain, [positive(0)])).toEqual([0, 1, 2, 3].map(positive));
    expect(consequences(chain, [negative(2)])).toEqual([negative(0), negative(1), negative(2)]);
  });

  test("finds contradictions", () => {
    expect(consequences(chain, [positive(1), negative(3)])).toBeNull();
    expect(consequences(readDimacs("p cnf 1 2\n1 0\n-1 0\n"), [])).toBeNull();
    expect(consequences(readDimacs("p cnf 1 1\n0\n"), [])).toBeNull();
  });

  test("takes back what it assumed, and can go on", () => {
    const propagator = new Propagator(chain);
    const mark = propagator.mark;
    expect(propagator.assume(positive(1))).toBe(true);
    expect(propagator.assume(negative(3))).toBe(false);
    propagator.backTo(mark);
    expect(propagator.consistent).toBe(true);
    expect([0, 1, 2, 3].every((variable) => propagator.isOpen(variable))).toBe(true);
    expect(propagator.assume(positive(0))).toBe(true);
    expect(propagator.isTrue(positive(3))).toBe(true);
  });
});

describe("counting", () => {
  test.each([
    { text: "p cnf 5 0\n", models: 32n },
    { text: "p cnf 0 0\n", models: 1n },
    { text: "p cnf 2 1\n1 2 0\n", models: 3n },
    { text: "p cnf 3 2\n-1 2 0\n-2 3 0\n", models: 4n },
    { text: "p cnf 1 2\n1 0\n-1 0\n", models: 0n },
    // More than a double can count.
    { text: "p cnf 60 1\n1 0\n", models: 2n ** 59n },
  ])("$text has $models", ({ text, models }) => {
    expect(countModels(readDimacs(text))).toBe(models);
  });
});
