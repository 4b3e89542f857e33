/** The data of the page of a comparison: the figures of the JSON file, what charts draw, and what the headline says. */
import { describe, expect, test } from "vitest";
import { geometricMean } from "../../../../src/compare/aggregate.ts";
import { COLUMNS } from "../../../../src/compare/columns.ts";
import type { Comparison } from "../../../../src/compare/comparison.ts";
import { comparePageData, type PageChart } from "../../../../src/report/pages/compare-data.ts";
import { PROVENANCE } from "../../../support/provenance.ts";
import {
  type Case,
  comparisonFrom,
  cut,
  failed,
  figures,
  run,
  violated,
} from "../compare/comparison-fixtures.ts";

const withStates = (states: number, liveCellsPerState: number | null = null) =>
  run({ figures: figures({ states, liveCellsPerState }) });

const dataOf = (cases: readonly Case[], more: Partial<Comparison> = {}) =>
  comparePageData({ ...comparisonFrom(cases), ...more }, PROVENANCE);

const CASES: readonly Case[] = [
  {
    name: "P",
    rounds: { none: [withStates(1000)], less: [withStates(100, 10)], more: [withStates(2000, 5)] },
  },
  {
    name: "Q",
    rounds: { none: [withStates(1000)], less: [withStates(400, 10)], more: [withStates(500, 20)] },
  },
  { name: "R", rounds: { none: [withStates(1000)], less: [cut()], more: [withStates(1000)] } },
];

const chart = (title: string, cases = CASES): PageChart =>
  dataOf(cases).charts.find((each) => each.title === title)!;

describe("figures", () => {
  test("stand in the order of the columns, whose meaning comes from the same table", () => {
    const { columns, programs } = dataOf(CASES);
    expect(columns.map(({ name, about }) => [name, about])).toEqual(
      COLUMNS.map(({ name, about }) => [name, about]),
    );
    expect(columns.every(({ about }) => about.length > 5)).toBe(true);
    const { results } = programs[0]!;
    expect(results[1]!.figures![0]).toBe(100);
    expect(results[1]!.percent[0]).toBe(10);
    expect(
      results[0]!.figures![columns.findIndex(({ name }) => name === "liveCellsPerState")],
    ).toBe(null);
  });

  test("of a configuration that was not measured are absent", () => {
    const { programs } = dataOf([CASES[0]!, { name: "S", rounds: { none: [run()] } }]);
    expect(programs[1]!.results.map((each) => each !== null)).toEqual([true, false, false]);
  });

  test("have six digits, which keeps a page of many programs small", () => {
    const { programs } = dataOf([
      { name: "P", rounds: { none: [withStates(3)], less: [withStates(1)] } },
    ]);
    expect(programs[0]!.results[1]!.percent[0]).toBe(33.3333);
    const many = Array.from({ length: 150 }, (_, i) => ({ ...CASES[0]!, name: `Program${i}` }));
    expect(JSON.stringify(dataOf(many)).length).toBeLessThan(300_000);
  });
});

describe("charts", () => {
  test("have the geometric mean of the programs that are complete under every configuration", () => {
    const states = chart("States");
    expect(states.counted).toBe(2);
    expect(states.overall[0]).toBeCloseTo(100);
    expect(states.overall[1]).toBeCloseTo(20); // of 10 and 40
    expect(states.overall[2]).toBeCloseTo(100); // of 200 and 50
    expect(states.programs).toEqual([
      [100, 10, 200],
      [100, 40, 50],
      [100, null, 100],
    ]);
  });

  test("are relative to another configuration where the base has no such figure", () => {
    const live = chart("Live cells of a state");
    expect(live.reference).toBe(1);
    expect(live.programs[0]).toEqual([null, 100, 50]);
    expect(live.overall[2]).toBeCloseTo(100); // of 50 and 200
  });

  test("are absent where no configuration has the figure", () => {
    const titles = dataOf([{ name: "P", rounds: { none: [run()] } }]).charts.map(
      ({ title }) => title,
    );
    expect(titles).toContain("States");
    expect(titles).not.toContain("Live cells of a state");
  });

  test("have no means where nothing is complete", () => {
    const { charts, wholePrograms } = dataOf([
      { name: "P", rounds: { none: [cut()], less: [cut()] } },
    ]);
    expect(charts).toEqual([]);
    expect(wholePrograms).toBe(0);
  });
});

describe("the geometric mean", () => {
  test("leaves out what has no logarithm", () => {
    expect(geometricMean([100, 0, 25, null])).toBeCloseTo(50);
    expect(geometricMean([0, null])).toBe(null);
  });
});

describe("the headline", () => {
  const headline = (cases: readonly Case[], more: Partial<Comparison> = {}) =>
    dataOf(cases, more).headline;

  test("says what the best configuration saves", () => {
    expect(headline(CASES.slice(0, 2))).toEqual({
      tone: "good",
      word: "verdicts agree",
      text: "less visits 20% of the states of none and takes 100% of its time (geometric means over 2 programs).",
    });
    expect(headline(CASES.slice(0, 1)).text).toBe(
      "less visits 10% of the states of none and takes 100% of its time.",
    );
  });

  test("says that nothing is saved, and what else is", () => {
    const smaller = run({ figures: figures({ vectorsBytes: 400_000 }) });
    const { text } = headline([{ name: "P", rounds: { none: [run()], less: [smaller] } }]);
    expect(text).toBe(
      "No configuration visits fewer states than none. less needs 50% of the memory for their vectors.",
    );
  });

  test("is about the worst that happened", () => {
    const word = (rounds: Case["rounds"], more: Partial<Comparison> = {}): string =>
      headline([{ name: "P", rounds }], more).word;
    expect(word({ none: [run()], less: [violated()] })).toBe("disagreement");
    expect(word({ none: [withStates(1), withStates(2)], less: [run()] })).toBe("unsteady");
    expect(word({ none: [failed()], less: [failed()] })).toBe("errors");
    expect(word({ none: [cut()], less: [run()] })).toBe("partly incomplete");
    expect(word({ none: [run()], less: [run()] }, { isInterrupted: true })).toBe("interrupted");
  });

  test("does not promise anything where nothing was measured", () => {
    expect(headline([]).text).toBe("Nothing was measured.");
    expect(headline([{ name: "P", rounds: { none: [cut()] } }]).text).toContain("so none counts");
  });
});

test("problems are with their program, the worst first, and unsteady figures are marked", () => {
  const [program] = dataOf([
    {
      name: "P",
      rounds: { none: [withStates(1), withStates(2)], less: [violated()], more: [cut()] },
    },
  ]).programs;
  expect(program!.problems.map(({ kind }) => kind)).toEqual([
    "disagreement",
    "unsteady",
    "incomplete",
  ]);
  expect(program!.results.map((each) => each!.isSteady)).toEqual([false, true, true]);
});
