/** What all searches share: stopping with the best so far, costs, and telling what comes next. */
import { describe, expect, test } from "vitest";
import { binary, lossyFirst, lossyLast } from "../../../../src/reduce/algorithms/binary.ts";
import { closure, ddmin, verify } from "../../../../src/reduce/algorithms/ddmin.ts";
import { gbr } from "../../../../src/reduce/algorithms/gbr.ts";
import type { ItemOracle, ItemSet } from "../../../../src/reduce/algorithms/item-oracle.ts";
import { ModelBuilder } from "../../../../src/reduce/algorithms/problem.ts";
import { exampleModel, showsBug } from "./pldi21-example.ts";
import { needs, recorded, setOf } from "./recorded.ts";

const ALGORITHMS = { ddmin, verify, closure, binary, lossyFirst, lossyLast, gbr };
const each = Object.entries(ALGORITHMS);

const chain = (count: number) => {
  const builder = new ModelBuilder(count);
  for (let item = 1; item < count; item++) builder.implies([item], [item - 1]);
  return builder.build();
};

describe("stopping", () => {
  test.each(each)(
    "%s: ended before it begins, everything is kept and nothing asked",
    async (_, run) => {
      const oracle = recorded(needs(3));
      const result = await run(chain(8), oracle, { signal: AbortSignal.abort() });
      expect(result.count).toBe(8);
      expect(oracle.asked).toHaveLength(0);
    },
  );

  test.each(each)("%s: ended in between, the best so far is kept", async (_, run) => {
    const controller = new AbortController();
    const oracle = recorded(needs(3));
    let best: ItemSet | null = null;
    const onBest = (kept: ItemSet): void => {
      best = kept;
      controller.abort();
    };
    const result = await run(chain(64), oracle, { signal: controller.signal, onBest });
    expect(result).toBe(best);
    expect(result.has(3)).toBe(true);
    // Not the end of the search.
    expect(result.count).toBeGreaterThan(4);
  });

  test("verify can be ended while it passes over what is not valid", async () => {
    // A cycle: nothing but the whole is valid, so nothing is ever asked.
    const builder = new ModelBuilder(600);
    for (let item = 0; item < 600; item++) builder.implies([item], [(item + 1) % 600]);
    const controller = new AbortController();
    const turns: string[] = [];
    setImmediate(() => {
      turns.push("ended");
      controller.abort();
    });
    const result = await verify(builder.build(), recorded(needs(3)), { signal: controller.signal });
    turns.push("returned");
    expect(turns).toEqual(["ended", "returned"]);
    expect(result.count).toBe(600);
  });

  test("a question that never ends does not hold it up", async () => {
    const controller = new AbortController();
    const oracle: ItemOracle = {
      ask: () => {
        queueMicrotask(() => controller.abort());
        return new Promise(() => {});
      },
    };
    const result = await gbr(chain(8), oracle, { signal: controller.signal });
    expect(result.count).toBe(8);
  });

  test("an oracle that fails because it was told to stop is no error", async () => {
    const controller = new AbortController();
    const oracle: ItemOracle = {
      ask: async () => {
        controller.abort();
        await Promise.resolve();
        throw new Error("stopped");
      },
    };
    expect((await gbr(chain(8), oracle, { signal: controller.signal })).count).toBe(8);
  });

  test("an oracle that fails otherwise is", async () => {
    const oracle: ItemOracle = { ask: () => Promise.reject(new Error("disk full")) };
    const { signal } = new AbortController();
    await expect(gbr(chain(8), oracle)).rejects.toThrow("disk full");
    await expect(gbr(chain(8), oracle, { signal })).rejects.toThrow("disk full");
  });
});

describe("the best so far", () => {
  test.each(each)("%s: gets cheaper each time, and the result is the last", async (_, run) => {
    const found: ItemSet[] = [];
    const result = await run(chain(40), recorded(needs(11)), {
      onBest: (kept) => found.push(kept),
    });
    expect(found.length).toBeGreaterThan(0);
    expect(found.at(-1)).toEqual(result);
    const sizes = found.map((kept) => kept.count);
    expect(sizes).toEqual([...new Set(sizes)].toSorted((a, b) => b - a));
  });
});

test("what must stay is asked for alone, and may be enough", async () => {
  const model = new ModelBuilder(6).require(2).implies([2], [4]).build();
  for (const [, run] of each) {
    const oracle = recorded(needs(2, 4));
    expect(await run(model, oracle)).toEqual(setOf(6, 2, 4));
  }
});

describe("weights", () => {
  // Item 0 or item 1 will do; 0 needs two small ones, 1 needs a large one.
  const model = new ModelBuilder(5).implies([0], [2]).implies([0], [3]).implies([1], [4]).build();
  const shows = (kept: ItemSet): boolean => kept.has(0) || kept.has(1);

  test.each([
    ["closure", closure],
    ["binary", binary],
  ])("%s: prefers what is cheap", async (_, run) => {
    expect(await run(model, recorded(shows))).toEqual(setOf(5, 1, 4));
    const weights = [1, 1, 1, 1, 50];
    expect(await run(model, recorded(shows), { weights })).toEqual(setOf(5, 0, 2, 3));
  });

  test("decide what is best", async () => {
    const sizes: number[] = [];
    const weights = [0, 0, 0, 0, 0];
    await gbr(model, recorded(shows), { weights, onBest: (kept) => sizes.push(kept.count) });
    expect(sizes).toEqual([]); // nothing is cheaper than nothing
  });
});

describe("foreseeing", () => {
  /** Counts how many questions were foreseen when the one before them was asked. */
  const foreseeing = async (run: (typeof ALGORITHMS)["gbr"]) => {
    let foreseen: readonly ItemSet[] = [];
    const hits: boolean[] = [];
    const asked: ItemSet[] = [];
    const oracle: ItemOracle = {
      ask: (kept) => {
        if (asked.length > 0) hits.push(foreseen.some((next) => next.equals(kept)));
        asked.push(kept);
        foreseen = [];
        return Promise.resolve(showsBug(kept));
      },
      expect: (next) => {
        foreseen = [...next];
      },
    };
    await run(exampleModel({ runs: true }), oracle);
    return hits;
  };

  test("gbr: every question but the first of a round, for which nothing is known", async () => {
    // Two rounds of D0 and three prefixes, then D0.
    expect(await foreseeing(gbr)).toEqual([true, true, true, false, true, true, true, false]);
  });

  test.each([
    ["binary", binary],
    ["lossyFirst", lossyFirst],
    ["lossyLast", lossyLast],
    ["closure", closure],
    ["ddmin", ddmin],
  ])("%s: most questions", async (_, run) => {
    const hits = await foreseeing(run);
    expect(hits.filter(Boolean).length).toBeGreaterThan(hits.length / 2);
  });

  test("verify: some, for most of what comes next is not valid", async () => {
    expect(await foreseeing(verify)).toContain(true);
  });

  test("the next two come first, whatever the answer is", async () => {
    const offered: number[][] = [];
    const asked: number[] = [];
    const oracle: ItemOracle = {
      ask: (kept) => {
        asked.push(kept.count);
        return Promise.resolve(kept.has(20));
      },
      expect: (next) => offered.push([...next].map((kept) => kept.count)),
    };
    await gbr(chain(64), oracle);
    // Sets 1 to 64 of the progression; set r has item r - 1, the first one is empty.
    expect(asked.slice(0, 3)).toEqual([0, 32, 16]);
    expect(offered.slice(0, 2)).toEqual([[32], [48, 16, 56, 40, 24, 8]]);
  });
});
