/** PLDI'21, appendix B: the order of variables and the minimal assignment of the example. */
import { describe, expect, test } from "vitest";
import { BitSet } from "../../../src/core/bit-set.ts";
import { CnfBuilder } from "../../../src/logic/cnf.ts";
import { MinimalAssignments } from "../../../src/logic/minimal-assignment.ts";
import { variableOrder } from "../../../src/logic/variable-order.ts";
import { exampleModel, itemNumber, namesOf } from "../reduce/algorithms/pldi21-example.ts";

const model = exampleModel({ runs: true });
const order = variableOrder(model.cnf, model.required);

describe("the example of appendix B", () => {
  test("B.2.1: the order (the paper prints A.n twice; the second is I.n)", () => {
    expect(namesOf(order).join(" ")).toBe(
      "M M.main I M.x B B.n B.n!code B.m B<I B.m!code A A.n I.n A.n!code " +
        "A.m I.m M.x!code A<I A.m!code M.main!code",
    );
  });

  test("figure 10: what becomes true, one after the other", () => {
    // The figure has M.main before M, because it leaves out what figure 2 has: that the body of
    // M.main refers to M. By the definition M, the smaller one, comes first.
    const assignments = new MinimalAssignments(model.cnf, order);
    expect(namesOf(assignments.minimal()).join(" ")).toBe("M.main!code M M.main M.x I A A<I");
  });

  test("a learned set brings its smallest, and what that needs", () => {
    const assignments = new MinimalAssignments(model.cnf, order);
    const without = new Set(assignments.minimal());
    assignments.learn([itemNumber("A.m!code"), itemNumber("B.m!code")]);
    const added = assignments.minimal().filter((item) => !without.has(item));
    expect(namesOf(added)).toEqual(["B.m!code", "B.m", "B"]);
  });
});

test("section 4.4: the order (c, b, a) makes b need c", () => {
  const [a, b, c] = [0, 1, 2];
  const builder = new CnfBuilder(3);
  builder.addImplication([a, b], [c]);
  builder.addImplication([c], [b]);
  const assignments = new MinimalAssignments(builder.build(), Int32Array.of(c, b, a));
  const { variables, ends } = assignments.progression();
  // The paper prints {b, c} as its first set; by its definition that one is empty.
  expect([[...variables], [...ends]]).toEqual([
    [c, b, a],
    [0, 2, 3],
  ]);
});

describe("disjunctions", () => {
  const builder = new CnfBuilder(4);
  builder.addImplication([0], [3, 2]);
  builder.addImplication([], [0]);
  const ascending = Int32Array.of(0, 1, 2, 3);

  test("the smallest in the order is taken, not the first that is written", () => {
    expect([...new MinimalAssignments(builder.build(), ascending).minimal()]).toEqual([0, 2]);
    const descending = ascending.toReversed();
    expect([...new MinimalAssignments(builder.build(), descending).minimal()]).toEqual([0, 3]);
  });

  test("what is out of the space is not taken", () => {
    const assignments = new MinimalAssignments(builder.build(), ascending);
    assignments.restrictTo(BitSet.of(4, [0, 1, 3]));
    expect([...assignments.minimal()]).toEqual([0, 3]);
    assignments.restrictTo(BitSet.of(4, [0, 1]));
    expect(() => assignments.minimal()).toThrow("breaks a clause");
  });

  test("an edge that leads out of the space is our bug", () => {
    const edge = new CnfBuilder(2);
    edge.addImplication([0], [1]);
    const assignments = new MinimalAssignments(edge.build(), Int32Array.of(0, 1));
    assignments.restrictTo(BitSet.of(2, [0]));
    expect(() => assignments.progression()).toThrow("breaks a clause");
  });

  test("a clause without a conclusion is refused", () => {
    const broken = new CnfBuilder(1);
    broken.addImplication([0], []);
    expect(() => new MinimalAssignments(broken.build(), Int32Array.of(0))).toThrow("clause 0");
  });
});
