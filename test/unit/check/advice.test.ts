import { describe, expect, test } from "vitest";
import { adviceFor } from "../../../src/check/advice/advice.ts";
import { howFar, trendOf } from "../../../src/check/advice/how-far.ts";
import { limitOf } from "../../../src/check/advice/limit.ts";
import type { SearchSample } from "../../../src/check/exploration/exploration.ts";
import { SampleSeries } from "../../../src/check/exploration/sample-series.ts";
import { nextLines } from "../../../src/report/check/next-lines.ts";
import { ValueHistory } from "../../../src/search/growth/value-history.ts";
import { report } from "../report/check/fixtures.ts";

const sample = (transitions: number, states: number): SearchSample => ({
  seconds: transitions / 1000,
  states,
  transitions,
  depth: 1,
  maxDepth: 1,
});

describe("limits", () => {
  test.each([
    ["1000 states", "states", 1000],
    ["depth 50", "depth", 50],
    ["0.5 s", "seconds", 0.5],
    ["1,024 MB of memory", "memory", 1024],
    ["memory", "memory", null],
    ["128 MB for the objects of one path (a larger --heap has more)", "path-objects", 128],
    ["Ctrl-C", "interrupted", null],
    ["something else", "other", null],
  ])("%s", (text, kind, amount) => {
    expect(limitOf(text)).toEqual({ kind, amount });
  });
});

describe("how far a search came", () => {
  const stopped = (samples: readonly SearchSample[]): string | null =>
    howFar(
      report({
        verdict: "incomplete",
        limit: "10 s",
        exploration: { ...report().exploration, samples },
      }),
    );

  test("is not said of few steps", () => {
    expect(stopped([sample(100, 50), sample(400, 200)])).toBeNull();
  });

  test("new states that become rare", () => {
    const samples = [sample(0, 0), sample(6000, 3000), sample(8000, 3100)];
    expect(trendOf(samples)).toEqual({ before: 0.5, last: 0.05 });
    expect(stopped(samples)).toContain("5 of 100 steps led to new states in the last quarter");
    expect(stopped(samples)).toContain("the end may be near");
  });

  test("new states that come as often as before", () => {
    const samples = [sample(0, 0), sample(6000, 3000), sample(8000, 4000)];
    expect(stopped(samples)).toContain("no end is in sight");
  });

  test("is not said after a complete search", () => {
    expect(howFar(report())).toBeNull();
  });
});

describe("advice", () => {
  test("there is none after a proof", () => {
    expect(adviceFor(report())).toEqual([]);
  });

  test("memory: fewer bytes a state", () => {
    const full = report({
      verdict: "incomplete",
      limit: "64 MB of memory",
      store: { kind: "exact", nodes: 3 },
      totals: { ...report().totals, storeBytes: 40 * 2 ** 20 },
    });
    expect(adviceFor(full).map(({ id }) => id)).toEqual(
      expect.arrayContaining(["compact-store", "bitstate", "raise-limit"]),
    );
    const small = adviceFor({ ...full, totals: report().totals }).map(({ id }) => id);
    expect(small).toContain("raise-limit");
    expect(small).not.toContain("bitstate");
  });

  test("everything in use already: only the program and the limit are left", () => {
    const best = report({
      verdict: "incomplete",
      limit: "1000 states",
      program: { main: "p.Main", args: [], classPath: "." },
      search: {
        ...report().search,
        dvr: "full",
        reductions: ["private", "final", "discipline", "threads", "sleep"],
      },
    });
    expect(adviceFor(best).map(({ id }) => id)).toEqual(["raise-limit", "find-bugs"]);
  });

  test("on a terminal: a few lines, each within the width, the first advice in any case", () => {
    const advice = ["one", "two", "three"].map((name) => ({
      id: "find-bugs" as const,
      what: `Do ${name}.`,
      options: null,
      why: "because it is said at some length ".repeat(6).trimEnd(),
    }));
    const lines = nextLines(report({ verdict: "incomplete", limit: "1 s", advice }), 60);
    expect(lines[0]).toBe("next:");
    expect(lines[1]).toMatch(/^ {2}1\. Do one\. Because/);
    expect(lines.length).toBeLessThanOrEqual(7);
    expect(lines.every((line) => line.length <= 60)).toBe(true);
    expect(lines.join("\n")).not.toContain("three");
  });
});

describe("a variable keeps changing", () => {
  const history = (values: readonly number[]): ValueHistory => {
    const made = new ValueHistory(values[0]!);
    values.forEach((value, step) => made.note(value, step, 1));
    return made;
  };
  const numbers = (count: number, of: (i: number) => number): number[] =>
    Array.from({ length: count }, (_, i) => of(i));

  test.each([
    ["a counter", numbers(100, (i) => i), true, "increasing"],
    ["a countdown", numbers(100, (i) => -i), true, "decreasing"],
    ["a counter that wraps", numbers(100, (i) => i % 10), false, "other"],
    ["a counter that stops", numbers(100, (i) => Math.min(i, 60)), false, "increasing"],
    ["few values", numbers(100, (i) => Math.floor(i / 10)), false, "increasing"],
    ["new values between old ones", numbers(200, (i) => (i % 2) * i), true, "other"],
  ])("%s", (_, values, keeps, trend) => {
    const made = history(values);
    expect(made.keepsChanging(values.length)).toBe(keeps);
    expect(made.trend).toBe(trend);
  });
});

test("samples are bounded in number, evenly spread, and end with the last one", () => {
  const series = new SampleSeries();
  for (let i = 0; i < 10_000; i++) series.offer(sample(i, i));
  const { samples } = series;
  expect(samples.length).toBeLessThanOrEqual(257);
  expect(samples.length).toBeGreaterThan(100);
  expect(samples.at(-1)?.transitions).toBe(9999);
  const gaps = new Set(samples.slice(1, -1).map((each, i) => each.states - samples[i]!.states));
  expect(gaps.size).toBe(1);
});

test("a program that reads the clock is told to bring its own", () => {
  const reason = "the program reads the clock, which stands still here";
  const given = report({ verdict: "incomplete", approximations: [reason] });
  expect(adviceFor(given).map(({ id }) => id)).toEqual(["own-clock"]);
  const other = report({ verdict: "incomplete", approximations: ["something else"] });
  expect(adviceFor(other)).toEqual([]);
});
