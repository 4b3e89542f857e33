/**
 * FSE'19: the runs of figures 3 to 7 on the example of figure 2, step by step.
 *
 * Where the figures could not be followed: in the text that we have of the paper both runs of
 * figure 6 show a prefix of one closure between the prefixes of four and two, which a binary
 * search has no reason to ask; figure 7 shows prefixes of 6 and 5 in its second search
 * where only 5 and 4 lead to its result; and figure 5 lacks two of ddmin's questions, S4
 * alone (a row seems to show two at once) and S2 + S1, asked for the second time. Their
 * results and the numbers in the running text are those asserted here.
 */
import { describe, expect, test } from "vitest";
import { BitSet } from "../../../../src/core/bit-set.ts";
import {
  binary,
  binaryOnClosures,
  type Closures,
} from "../../../../src/reduce/algorithms/binary.ts";
import { closure, ddmin, ddminParts, verify } from "../../../../src/reduce/algorithms/ddmin.ts";
import { ItemGraph } from "../../../../src/reduce/algorithms/graph.ts";
import type { ItemOracle, ItemSet } from "../../../../src/reduce/algorithms/item-oracle.ts";
import { isValid } from "../../../../src/reduce/algorithms/problem.ts";
import { search } from "../../../../src/reduce/algorithms/trials.ts";
import { CLASSES, CLOSURES, classGraph } from "./fse19-example.ts";
import { needs, type RecordedOracle, recorded } from "./recorded.ts";

const union = (names: readonly string[]): BitSet =>
  BitSet.of(
    CLASSES,
    names.flatMap((name) => CLOSURES[name]!),
  );

/** Rows of a figure: the closures of a question and its answer. */
const rows = (...lines: readonly string[]): { kept: BitSet; holds: boolean }[] =>
  lines.map((line) => {
    const [closures, answer] = line.split(": ");
    return { kept: union(closures!.split(" ").filter(Boolean)), holds: answer === "yes" };
  });

/** The order in which the paper lists the closures before it sorts them. */
const AS_LISTED = ["S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8"];
const SIZES = [10, 8, 7, 5, 4, 2, 1, 1];

describe("the graph of figure 2", () => {
  const graph = new ItemGraph(classGraph, "all");
  const closureOf = (item: number): ItemSet => {
    const marked = new Uint8Array(graph.componentCount);
    graph.reach([graph.componentOf[item]!], marked);
    return graph.itemsOf(marked);
  };

  test("has the eight closures of section 3 and no others", () => {
    const found = new Set(
      Array.from({ length: CLASSES }, (_, item) => [...closureOf(item)].join()),
    );
    expect(found).toEqual(new Set(AS_LISTED.map((name) => CLOSURES[name]!.join())));
    expect(AS_LISTED.map((name) => CLOSURES[name]!.length)).toEqual(SIZES);
    expect(graph.componentCount).toBe(8);
  });

  test("has the edges that the text names", () => {
    expect(closureOf(1).has(4)).toBe(true);
    // Without class 11 neither 8 nor 13 is valid.
    expect([closureOf(8).has(11), closureOf(13).has(8)]).toEqual([true, true]);
  });
});

describe("ddmin and verify, figures 1 and 3", () => {
  const shows = (kept: ItemSet): boolean => isValid(classGraph, kept) && needs(1)(kept);

  test("verify asks five times and keeps 14 classes", async () => {
    const oracle = recorded(shows);
    const result = await verify(classGraph, oracle);
    const upTo = (first: number, last: number): BitSet =>
      BitSet.of(
        CLASSES,
        Array.from({ length: last - first + 1 }, (_, index) => first + index),
      );
    expect(result).toEqual(upTo(1, 14));
    expect(oracle.asked).toEqual([
      { kept: upTo(0, 14), holds: true },
      { kept: upTo(0, 0), holds: false },
      { kept: upTo(7, 7), holds: false },
      { kept: upTo(1, 14), holds: true },
      { kept: upTo(7, 7), holds: false },
    ]);
  });

  test("ddmin comes to the same, but asks about what is not valid", async () => {
    const oracle = recorded(shows);
    expect((await ddmin(classGraph, oracle)).count).toBe(14);
    const valid = oracle.asked.filter(({ kept }) => isValid(classGraph, kept));
    expect(valid).toHaveLength(5);
    expect(oracle.asked.length).toBeGreaterThan(50);
  });
});

/** ddmin on the closures in an order of our choice. */
const ddminOn = (order: readonly string[], oracle: ItemOracle): Promise<ItemSet> => {
  const join = (parts: readonly number[]): ItemSet => union(parts.map((part) => order[part]!));
  return search(classGraph, oracle, {}, async (trials) =>
    join(await ddminParts(trials, { count: order.length, join })),
  );
};

describe("closure, figures 4 and 5", () => {
  test("figure 4: in the order of the list it ends with S3, after four questions", async () => {
    const oracle = recorded(needs(1));
    const result = await ddminOn(AS_LISTED, oracle);
    expect(result).toEqual(union(["S3"]));
    expect(oracle.asked).toEqual(rows("S1 S2 S3 S4: yes", "S1 S2: no", "S3 S4: yes", "S3: yes"));
  });

  test("figure 4: sorted by size it ends with S5, after five", async () => {
    const oracle = recorded(needs(1));
    const result = await closure(classGraph, oracle);
    expect(result).toEqual(union(["S5"]));
    expect(oracle.asked).toEqual(
      rows("S7 S8 S6 S5: yes", "S7 S8: no", "S6 S5: yes", "S6: no", "S5: yes"),
    );
  });

  test("figure 5: when 1 and 12 are needed it keeps S3 and S1, 16 classes", async () => {
    const oracle = recorded(needs(1, 12));
    const result = await closure(classGraph, oracle);
    expect(result).toEqual(union(["S3", "S1"]));
    expect(result.count).toBe(16);
    expect(oracle.asked).toEqual(
      rows(
        "S7 S8 S6 S5: no",
        "S4 S3 S2 S1: yes",
        "S4 S3: no",
        "S2 S1: no",
        "S4: no",
        "S3: no",
        "S2: no",
        "S1: no",
        "S3 S2 S1: yes",
        "S3: no",
        "S2: no",
        "S1: no",
        "S2 S1: no",
        "S3 S1: yes",
        "S3: no",
        "S1: no",
      ),
    );
  });
});

/** Closures that all cost the same: they stay in the order of the list. */
class ListedClosures implements Closures {
  #list: Int32Array = Int32Array.from(AS_LISTED, (_, index) => index);
  readonly #chosen: string[] = [];

  list(): Int32Array {
    return this.#list;
  }

  join(others: Int32Array): ItemSet {
    return union([...this.#chosen, ...Array.from(others, (index) => AS_LISTED[index]!)]);
  }

  choose(chosen: number, before: Int32Array): void {
    this.#chosen.push(AS_LISTED[chosen]!);
    this.#list = before;
  }
}

describe("binary, figures 6 and 7", () => {
  const published = async (...items: number[]): Promise<[ItemSet, RecordedOracle]> => {
    const oracle = recorded(needs(...items));
    return [await binary(classGraph, oracle, { asInPaper: true }), oracle];
  };

  test("figure 6: with the number of closures as cost it ends with S3", async () => {
    const oracle = recorded(needs(1));
    const result = await search(classGraph, oracle, {}, (trials) =>
      binaryOnClosures(trials, new ListedClosures(), true),
    );
    expect(result).toEqual(union(["S3"]));
    expect(oracle.asked).toEqual(
      rows(": no", "S1 S2 S3 S4: yes", "S1 S2: no", "S1 S2 S3: yes", "S3: yes"),
    );
  });

  test("figure 6: with the size of the union as cost it ends with S5", async () => {
    const [result, oracle] = await published(1);
    expect(result).toEqual(union(["S5"]));
    expect(oracle.asked).toEqual(
      rows(": no", "S7 S8 S6 S5: yes", "S7 S8: no", "S7 S8 S6: no", "S5: yes"),
    );
  });

  test("figure 7: when 1 and 12 are needed it finds S5 and S2 with nine questions", async () => {
    const [result, oracle] = await published(1, 12);
    expect(result).toEqual(union(["S5", "S2"]));
    expect(result.count).toBe(11);
    expect(oracle.asked).toEqual(
      rows(
        ": no",
        "S7 S8 S6 S5: no",
        "S7 S8 S6 S5 S4 S3: no",
        "S7 S8 S6 S5 S4 S3 S2: yes",
        "S2: no",
        "S7 S8 S6 S2: no",
        "S7 S8 S6 S5 S4 S2: yes",
        "S7 S8 S6 S5 S2: yes",
        "S5 S2: yes",
      ),
    );
  });

  test("what is within the chosen closures is not asked about again", async () => {
    const oracle = recorded(needs(1, 12));
    expect(await binary(classGraph, oracle)).toEqual(union(["S5", "S2"]));
    // The second search has no S7 any more: it is in S2.
    expect(oracle.asked.slice(4)).toEqual(
      rows("S2: no", "S8 S6 S5 S2: yes", "S6 S2: no", "S8 S6 S2: no", "S5 S2: yes"),
    );
  });
});
