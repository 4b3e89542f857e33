/** The arithmetic of comparisons, and what counts as a problem in them. */
import { describe, expect, test } from "vitest";
import {
  figuresOf,
  median,
  medianFigures,
  percentage,
  resultOf,
  runOf,
} from "../../../../src/compare/aggregate.ts";
import { FIGURE_NAMES, type FigureName } from "../../../../src/compare/columns.ts";
import type { ConfigurationResult } from "../../../../src/compare/comparison.ts";
import { report, violation } from "../check/fixtures.ts";
import {
  type Case,
  comparisonFrom,
  cut,
  failed,
  figures,
  run,
  violated,
} from "./comparison-fixtures.ts";

const resultsOf = (program: Case): readonly ConfigurationResult[] =>
  comparisonFrom([program]).programs[0]!.results;

const percentOf = (
  rounds: Case["rounds"],
  configuration: string,
  name: FigureName,
): number | null =>
  resultsOf({ name: "P", rounds }).find((each) => each.configuration === configuration)!.percent[
    name
  ];

describe("figures of a check", () => {
  test("vectors are words of four bytes, and all vectors together take the sum", () => {
    const { states, vectorBytes, vectorsBytes } = figuresOf(report());
    expect(states).toBe(12_345);
    expect(vectorBytes).toBeCloseTo(82.2);
    expect(vectorsBytes).toBeCloseTo(12_345 * 82.2);
  });

  test("without dead-variable reduction there are no figures for it", () => {
    expect(figuresOf(report())).toMatchObject({
      analysisCpuSeconds: null,
      analysisWallSeconds: null,
      dvaBytes: null,
      dvaBytesPerState: null,
      liveCellsPerState: null,
    });
  });

  test("with one, they are those of its report, divided by the states", () => {
    const dvr = {
      kind: "dynamic",
      effort: "always" as const,
      notes: [],
      analysisCpuSeconds: 0.25,
      analysisWallSeconds: 0.125,
      memoryBytes: 24_690,
      liveCellsPerState: 7.5,
    };
    expect(figuresOf(report({ dvr }))).toMatchObject({
      analysisCpuSeconds: 0.25,
      analysisWallSeconds: 0.125,
      dvaBytes: 24_690,
      dvaBytesPerState: 2,
      liveCellsPerState: 7.5,
    });
  });

  test("every figure has a name", () => {
    expect([...FIGURE_NAMES].toSorted()).toEqual(Object.keys(figures()).toSorted());
  });
});

describe("how far a check has come", () => {
  const bad = violation([], ["main"]);

  test.each([
    ["safe", report(), false, true],
    [
      "safe, only that the program reads a clock",
      report({ verdict: "incomplete", approximations: ["reads a clock"] }),
      false,
      true,
    ],
    ["a limit", report({ verdict: "incomplete", limit: "10 s" }), false, false],
    [
      "the first violation ends it",
      report({ verdict: "violated", violations: [bad] }),
      false,
      false,
    ],
    [
      "all violations are collected",
      report({ verdict: "violated", violations: [bad] }),
      true,
      true,
    ],
    [
      "as many violations as are collected at most",
      report({ verdict: "violated", violations: Array.from({ length: 100 }, () => bad) }),
      true,
      false,
    ],
    [
      "states may have been left out",
      report({
        store: {
          kind: "bitstate",
          tableBits: 8,
          bitsPerState: 1,
          bitsSet: 1,
          expectedCoverage: 0.5,
        },
      }),
      false,
      false,
    ],
  ] as const)("%s", (_, checked, collectsAll, isComplete) => {
    expect(runOf(checked, 0, collectsAll).isComplete).toBe(isComplete);
  });

  test("says what the problem was", () => {
    expect(runOf(report({ verdict: "violated", violations: [bad] }), 1, false).message).toBe(
      bad.message,
    );
    expect(runOf(report({ verdict: "incomplete", limit: "10 s" }), 3, false).message).toBe("10 s");
    expect(runOf(report(), 0, false).message).toBeNull();
  });
});

describe("medians", () => {
  test.each([
    [[3], 3],
    [[9, 1, 5], 5],
    [[4, 1, 3, 2], 2.5],
    [[10, 9, 1], 9],
  ])("of %j is %d", (values, expected) => {
    expect(median(values)).toBe(expected);
  });

  test("are taken figure by figure", () => {
    const rounds = [
      figures({ cpuSeconds: 3, storeBytes: 1 }),
      figures({ cpuSeconds: 1, storeBytes: 3 }),
      figures({ cpuSeconds: 2, storeBytes: 2 }),
    ];
    expect(medianFigures(rounds)).toEqual(figures({ cpuSeconds: 2, storeBytes: 2 }));
    expect(medianFigures([])).toBeNull();
  });

  test("are missing for figures that only some rounds have", () => {
    const rounds = [figures({ dvaBytes: 4 }), figures(), figures({ dvaBytes: 6 })];
    expect(medianFigures(rounds)!.dvaBytes).toBeNull();
    expect(medianFigures([figures({ dvaBytes: 4 }), figures({ dvaBytes: 6 })])!.dvaBytes).toBe(5);
  });

  test("keep the range of times", () => {
    const times = [5, 1, 3].map((cpuSeconds) => run({ figures: figures({ cpuSeconds }) }));
    expect(resultOf("none", times)).toMatchObject({ rounds: 3, cpuRange: [1, 5] });
  });

  test("the worst round determines the outcome", () => {
    expect(resultOf("none", [run(), cut()]).outcome).toBe("incomplete");
    expect(resultOf("none", [run(), violated(), cut()]).outcome).toBe("violated");
    expect(resultOf("none", [violated(), failed()]).outcome).toBe("error");
    expect(resultOf("none", [run(), cut()]).isComplete).toBe(false);
  });
});

describe("percentages", () => {
  test("are against the base", () => {
    const rounds = {
      none: [run()],
      half: [run({ figures: figures({ states: 500, cpuSeconds: 2.6 }) })],
    };
    expect(percentOf(rounds, "half", "states")).toBe(50);
    expect(percentOf(rounds, "half", "cpuSeconds")).toBeCloseTo(130);
    expect(percentOf(rounds, "none", "states")).toBe(100);
  });

  test("are missing for unknown values, or relative to 0", () => {
    expect(percentage(1, null)).toBeNull();
    expect(percentage(null, 1)).toBeNull();
    expect(percentage(1, 0)).toBeNull();
    expect(percentOf({ none: [run()], one: [run()] }, "one", "dvaBytes")).toBeNull();
  });

  test("are missing if a search is incomplete", () => {
    expect(percentOf({ none: [run()], other: [cut()] }, "other", "states")).toBeNull();
    expect(percentOf({ none: [cut()], other: [run()] }, "other", "states")).toBeNull();
    expect(percentOf({ none: [violated()], other: [violated()] }, "other", "states")).toBeNull();
    expect(percentOf({ none: [failed()], other: [run()] }, "other", "states")).toBeNull();
  });
});

describe("over all programs", () => {
  const small = {
    none: [run({ figures: figures({ states: 100 }) })],
    less: [run({ figures: figures({ states: 10 }) })],
  };
  const large = {
    none: [run({ figures: figures({ states: 900 }) })],
    less: [run({ figures: figures({ states: 810 }) })],
  };

  test("large programs weigh more in sums, all programs the same in means", () => {
    const { overall } = comparisonFrom([
      { name: "S", rounds: small },
      { name: "L", rounds: large },
    ]);
    const [none, less] = overall;
    expect(none).toMatchObject({ programs: 2, states: 1000, percentOfSums: { states: 100 } });
    expect(less).toMatchObject({ programs: 2, states: 820, percentOfSums: { states: 82 } });
    expect(less!.meanPercent.states).toBeCloseTo((10 + 90) / 2);
    expect(less!.meanPercent.dvaBytes).toBeNull();
  });

  test("a program that one configuration did not complete does not count", () => {
    const { overall } = comparisonFrom([
      { name: "S", rounds: small },
      { name: "C", rounds: { none: [run()], less: [cut()] } },
    ]);
    expect(overall.map(({ programs, states }) => [programs, states])).toEqual([
      [1, 100],
      [1, 10],
    ]);
  });

  test("there is no row if no program counts", () => {
    expect(
      comparisonFrom([{ name: "C", rounds: { none: [run()], less: [cut()] } }]).overall,
    ).toEqual([]);
  });
});

const kinds = (program: Omit<Case, "name">): string[] =>
  comparisonFrom([{ name: "P", ...program }]).problems.map(({ kind }) => kind);

describe("what is wrong", () => {
  test.each([
    ["all safe", { none: [run()], a: [run()] }, []],
    ["all violated alike", { none: [violated()], a: [violated()] }, []],
    ["safe and violated", { none: [violated()], a: [run()] }, ["disagreement"]],
    ["violated and safe", { none: [run()], a: [violated()] }, ["disagreement"]],
    ["violated, and not come so far", { none: [violated()], a: [cut()] }, ["incomplete"]],
    ["other violations first", { none: [violated("x")], a: [violated("y")] }, ["note"]],
    ["an error", { none: [run()], a: [failed()] }, ["error"]],
    ["other exit codes", { none: [run()], a: [run({ exitCodes: [0, 1] })] }, ["disagreement"]],
    [
      "other exit codes of a search that was cut",
      { none: [run()], a: [{ ...cut(), exitCodes: [] }] },
      ["incomplete"],
    ],
    [
      "other states in the second round",
      { none: [run(), run({ figures: figures({ states: 1 }) })] },
      ["unsteady"],
    ],
    [
      "other states because of a limit",
      { none: [cut(), { ...cut(), figures: figures({ states: 1 }) }] },
      ["incomplete"],
    ],
    ["safe once and violated once", { none: [run(), violated()] }, ["unsteady"]],
  ])("%s", (_, rounds, expected) => {
    expect(kinds({ rounds })).toEqual(expected);
  });

  test("a verdict that is not the known one", () => {
    expect(kinds({ expected: "safe", rounds: { none: [violated()], a: [violated()] } })).toEqual([
      "disagreement",
    ]);
    expect(kinds({ expected: "violated", rounds: { none: [run()] } })).toEqual(["disagreement"]);
    expect(kinds({ expected: "safe", rounds: { none: [run()], a: [cut()] } })).toEqual([
      "incomplete",
    ]);
  });

  test("is reported once if it is the same for all", () => {
    const [problem, ...others] = comparisonFrom([
      { name: "P", rounds: { none: [failed("no class")], a: [failed("no class")] } },
    ]).problems;
    expect(problem).toEqual({
      kind: "error",
      program: "P",
      text: "no result under none, a: no class",
    });
    expect(others).toEqual([]);
  });
});
