/**
 * All searches on random models and predicates. What they find is valid and shows the failure;
 * how small it is depends on the algorithm, and is compared with brute force.
 */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { binary, lossyFirst, lossyLast } from "../../../../src/reduce/algorithms/binary.ts";
import { closure, ddmin, verify } from "../../../../src/reduce/algorithms/ddmin.ts";
import { gbr } from "../../../../src/reduce/algorithms/gbr.ts";
import type { ItemSet } from "../../../../src/reduce/algorithms/item-oracle.ts";
import { isValid } from "../../../../src/reduce/algorithms/problem.ts";
import { holdsInvD, holdsInvL, holdsInvPro } from "../../../support/reduce/gbr-invariants.ts";
import { recorded } from "../../../unit/reduce/algorithms/recorded.ts";
import { edges, implications } from "../../logic/random-formulas.ts";
import { everything, type Problem, problems, solutionsWithin } from "./random-models.ts";

const ALGORITHMS = { ddmin, verify, closure, binary, lossyFirst, lossyLast, gbr };
const RUNS = { numRuns: 300 };

/** ddmin asks about what is not valid, and relies on hearing no. */
const strict =
  ({ model, shows }: Problem) =>
  (kept: ItemSet): boolean =>
    isValid(model, kept) && shows(kept);

describe.each(Object.entries(ALGORITHMS))("%s", (name, run) => {
  test("finds something valid that shows the failure", async () => {
    let reduced = 0;
    await fc.assert(
      fc.asyncProperty(problems(implications(10), 3), fc.boolean(), async (problem, asInPaper) => {
        const oracle = recorded(strict(problem));
        const found = await run(problem.model, oracle, { asInPaper });
        expect(isValid(problem.model, found)).toBe(true);
        expect(problem.shows(found)).toBe(true);
        if (name !== "ddmin") {
          expect(oracle.asked.every(({ kept }) => isValid(problem.model, kept))).toBe(true);
        }
        if (found.count < problem.model.itemCount) reduced++;
      }),
      RUNS,
    );
    expect(reduced).toBeGreaterThan(RUNS.numRuns / 15);
  });

  test("comes to the same as the papers' runs, without asking what is known", async () => {
    await fc.assert(
      fc.asyncProperty(problems(edges(10), 1), async (problem) => {
        const published = recorded(strict(problem));
        const ours = recorded(strict(problem));
        const expected = await run(problem.model, published, { asInPaper: true });
        expect(await run(problem.model, ours)).toEqual(expected);
        // A shorter list may be cut elsewhere, which costs a question at times.
        if (name === "gbr") expect(ours.asked.length).toBeLessThanOrEqual(published.asked.length);
      }),
      RUNS,
    );
  });
});

test.each([
  ["ddmin", ddmin],
  ["verify", verify],
])("%s: no single item can be left out", async (_, run) => {
  await fc.assert(
    fc.asyncProperty(problems(implications(10), 3), async (problem) => {
      const found = await run(problem.model, recorded(strict(problem)));
      for (const item of found) {
        const less = found.copy();
        less.delete(item);
        expect(strict(problem)(less)).toBe(false);
      }
    }),
    RUNS,
  );
});

test.each([
  ["binary", binary],
  ["lossyFirst", lossyFirst],
  ["lossyLast", lossyLast],
  ["gbr", gbr],
])("%s: with edges only, the result is locally minimal (theorem 4.5)", async (_, run) => {
  let larger = 0;
  await fc.assert(
    fc.asyncProperty(problems(edges(9), 3), async (problem) => {
      const found = await run(problem.model, recorded(problem.shows));
      expect(solutionsWithin(problem, found)).toEqual([found]);
      if (found.count > 1) larger++;
    }),
    RUNS,
  );
  expect(larger).toBeGreaterThan(RUNS.numRuns / 4);
});

test.each([
  ["binary", binary],
  ["gbr", gbr],
])("%s: with edges only and one cause, the result is the best there is", async (_, run) => {
  await fc.assert(
    fc.asyncProperty(problems(edges(9), 1), async (problem) => {
      const found = await run(problem.model, recorded(problem.shows));
      const sizes = solutionsWithin(problem, everything(problem.model)).map(({ count }) => count);
      expect(found.count).toBe(Math.min(...sizes));
    }),
    RUNS,
  );
});

describe("gbr", () => {
  test("keeps INV-D, INV-L and INV-PRO in every round", async () => {
    let rounds = 0;
    await fc.assert(
      fc.asyncProperty(problems(implications(8), 3), async ({ model, shows }) => {
        const onRound = (learned: readonly ItemSet[], progression: readonly ItemSet[]): void => {
          rounds++;
          expect(holdsInvD(model, shows, progression)).toBe(true);
          expect(holdsInvL(model, shows, learned, progression)).toBe(true);
          expect(holdsInvPro(model, learned, progression)).toBe(true);
        };
        await gbr(model, recorded(shows), { onRound });
      }),
      RUNS,
    );
    expect(rounds).toBeGreaterThan(RUNS.numRuns);
  });

  test("never asks the same twice", async () => {
    await fc.assert(
      fc.asyncProperty(problems(implications(10), 3), async ({ model, shows }) => {
        const oracle = recorded(shows);
        await gbr(model, oracle);
        const asked = oracle.asked.map(({ kept }) => [...kept].join());
        expect(new Set(asked).size).toBe(asked.length);
      }),
      RUNS,
    );
  });

  test("ends with something valid even if the predicate is not monotone", async () => {
    await fc.assert(
      fc.asyncProperty(
        problems(implications(10), 1),
        fc.func(fc.boolean()),
        async (problem, noise) => {
          const { model } = problem;
          const known = new Set([[...everything(model)].join()]);
          const oracle = recorded((kept) => noise([...kept].join()));
          const found = await gbr(model, oracle);
          for (const { kept, holds } of oracle.asked) if (holds) known.add([...kept].join());
          expect(isValid(model, found)).toBe(true);
          expect(known.has([...found].join())).toBe(true);
        },
      ),
      RUNS,
    );
  });
});
