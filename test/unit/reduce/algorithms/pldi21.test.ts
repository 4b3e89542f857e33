/** PLDI'21: the example of figures 1 and 2 and the run of section 4.5, step by step. */
import { describe, expect, test } from "vitest";
import { BitSet } from "../../../../src/core/bit-set.ts";
import { binary, lossyFirst, lossyLast } from "../../../../src/reduce/algorithms/binary.ts";
import { gbr } from "../../../../src/reduce/algorithms/gbr.ts";
import type { ItemSet } from "../../../../src/reduce/algorithms/item-oracle.ts";
import { isValid, whyInvalid } from "../../../../src/reduce/algorithms/problem.ts";
import { countModels } from "../../../support/model-counter.ts";
import { holdsInvD, holdsInvPro } from "../../../support/reduce/gbr-invariants.ts";
import { exampleModel, ITEMS, items, namesOf, OPTIMUM, showsBug } from "./pldi21-example.ts";
import { recorded } from "./recorded.ts";

const model = exampleModel({ runs: true });

describe("the model of figure 2", () => {
  test("has 20 items and 32 constraints, one of them twice", () => {
    expect(model.itemCount).toBe(20);
    const clauses = new Set<string>();
    const { starts, literals } = model.cnf;
    for (let clause = 0; clause < model.cnf.clauseCount; clause++) {
      clauses.add(literals.slice(starts[clause], starts[clause + 1]).join(" "));
    }
    expect(model.cnf.clauseCount).toBe(33);
    expect(clauses.size).toBe(32);
  });

  test("allows 6,766 sub-inputs, 543 of them with the body of M.main", () => {
    expect(countModels(exampleModel({ runs: false }).cnf)).toBe(6766n);
    expect(countModels(model.cnf)).toBe(543n);
  });

  test("has an optimum of 11 items, which is figure 1b", () => {
    expect(OPTIMUM.count).toBe(11);
    let smaller = 0;
    let equal = 0;
    for (let bits = 0; bits < 2 ** ITEMS.length; bits++) {
      const kept = new BitSet(ITEMS.length, Uint32Array.of(bits));
      if (kept.count > 11 || !showsBug(kept) || !isValid(model, kept)) continue;
      if (kept.count < 11) smaller++;
      else if (kept.equals(OPTIMUM)) equal++;
    }
    expect({ smaller, equal }).toEqual({ smaller: 0, equal: 1 });
  });

  test("says by name what a sub-input lacks", () => {
    const kept = OPTIMUM.copy();
    kept.delete(ITEMS.indexOf("A.m"));
    kept.delete(ITEMS.indexOf("A.m!code"));
    expect(whyInvalid(model, kept)).toBe("[A<I] and [I.m] => [A.m]");
    expect(whyInvalid(model, OPTIMUM)).toBeNull();
  });
});

/** The three progressions of section 4.5; the paper does not print the rest of the third. */
const FIRST_SET = ["A", "A<I", "I", "M", "M.x", "M.main", "M.main!code"] as const;
const B_SETS = ["B", "B.n", "B.n!code", "B.m", "B<I", "B.m!code"] as const;
const A_SETS = ["A.n", "I.n", "A.n!code"] as const;

describe("gbr on figure 2", () => {
  const rounds: { learned: string[][]; progression: ItemSet[] }[] = [];
  const run = async (asInPaper: boolean) => {
    rounds.length = 0;
    const oracle = recorded(showsBug);
    const onRound = (learned: readonly ItemSet[], progression: readonly ItemSet[]): void => {
      rounds.push({ learned: learned.map(namesOf), progression: [...progression] });
    };
    const result = await gbr(model, oracle, { asInPaper, onRound });
    return { result, asked: oracle.asked };
  };

  test("makes the progressions and learns the sets of section 4.5", async () => {
    await run(true);
    expect(rounds).toHaveLength(3);
    const [first, second, third] = rounds;
    expect(first!.progression[0]).toEqual(items(...FIRST_SET));
    expect(first!.progression.slice(1).map(namesOf)).toEqual(
      [...B_SETS, ...A_SETS, "A.m", "I.m", "M.x!code", "A.m!code"].map((item) => [item]),
    );
    expect(first!.learned).toEqual([]);
    expect(second!.progression[0]).toEqual(items(...FIRST_SET, "A.m", "A.m!code"));
    expect(second!.progression.slice(1).map(namesOf)).toEqual(
      [...B_SETS, ...A_SETS, "I.m", "M.x!code"].map((item) => [item]),
    );
    expect(second!.learned).toEqual([["A.m!code"]]);
    expect(third!.progression[0]).toEqual(OPTIMUM);
    expect(third!.learned).toEqual([["A.m!code"], ["M.x!code"]]);
    for (const { progression } of rounds) {
      expect(holdsInvD(model, showsBug, progression)).toBe(true);
      expect(holdsInvPro(model, [], progression)).toBe(true);
    }
  });

  test("finds the optimum with the paper's 11 questions", async () => {
    const { result, asked } = await run(true);
    expect(result).toEqual(OPTIMUM);
    // By the number of items: D0 has 7, and each further set of the first progression one.
    expect(asked.map(({ kept, holds }) => [kept.count, holds])).toEqual([
      [7, false], // D0
      ...[7, 10, 12].map((r) => [7 + r, false]),
      [20, true], // the whole progression
      [9, false], // the sixth question: D0 of the second one
      ...[6, 9, 10].map((r) => [9 + r, false]),
      [20, true],
      [11, true], // the eleventh
    ]);
  });

  test("needs 9 when it does not ask what it knows", async () => {
    const { result, asked } = await run(false);
    expect(result).toEqual(OPTIMUM);
    expect(asked).toHaveLength(9);
    expect(asked.every(({ kept }) => kept.count < ITEMS.length)).toBe(true);
  });
});

describe("lossy encodings of figure 2", () => {
  test("the first premise: A implements I keeps A.n, and so B", async () => {
    const result = await lossyFirst(model, recorded(showsBug));
    const expected = OPTIMUM.copy();
    expected.addAll(items("A.n", "B"));
    expect(result).toEqual(expected);
  });

  test("the last premise: I.m keeps B.m, and so B", async () => {
    const result = await lossyLast(model, recorded(showsBug));
    const expected = OPTIMUM.copy();
    expected.addAll(items("B.m", "B"));
    expect(result).toEqual(expected);
  });

  test("every premise: both", async () => {
    const result = await binary(model, recorded(showsBug));
    const expected = OPTIMUM.copy();
    expected.addAll(items("A.n", "B.m", "B"));
    expect(result).toEqual(expected);
  });
});
