/** What the parts of the checker's benchmark make of other programs' output, and of figures. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { nextSize, summaryOf } from "../../../benchmarks/check/growth.mjs";
import { PROGRAMS } from "../../../benchmarks/check/programs.mjs";
import { parsePan, ratiosOf } from "../../../benchmarks/check/spin.mjs";
import { choices, parseReductions, plainSearch } from "../../../benchmarks/lib/reductions.mjs";

const PAN = `
State-vector 88 byte, depth reached 117, errors: 0
  1440137 states, stored
  4650914 states, matched
  6091051 transitions (= stored+matched)
        0 atomic steps
  148.330	equivalent memory usage for states (stored*(State-vector + overhead))
  253.000	total actual memory usage
`;

const search = (name: string, states: number, statesPerSecond: number) => ({
  name,
  states,
  statesPerSecond,
});

describe("SPIN", () => {
  test("figures are read from what its verifier prints", () => {
    expect(parsePan(PAN)).toEqual({
      isSafe: true,
      states: 1_440_137,
      transitions: 6_091_051,
      peakBytes: 253 * 2 ** 20,
    });
  });

  test("searches of about as many states are compared, with the fastest", () => {
    const searches = [
      search("SPIN, slow", 1_000_000, 400_000),
      search("SPIN, fast", 1_100_000, 800_000),
      search("SPIN, reduced", 100_000, 900_000),
      search("Deadwood, plain", 900_000, 200_000),
      search("Deadwood, default", 1000, 10_000),
    ];
    expect(ratiosOf(searches)).toEqual([
      { name: "Deadwood, plain", ratio: 0.25 },
      { name: "Deadwood, default", ratio: null },
    ]);
  });

  test("an error is seen, and so is output of another form", () => {
    expect(parsePan(PAN.replace("errors: 0", "errors: 1")).isSafe).toBe(false);
    expect(parsePan("out of memory")).toEqual({
      isSafe: false,
      states: Number.NaN,
      transitions: Number.NaN,
      peakBytes: Number.NaN,
    });
  });
});

const run = (states: number, microsecondsPerState: number, right = true) => ({
  states,
  microsecondsPerState,
  right,
  bytesPerState: states / 1000,
  stackBytesPerLevel: null,
});

describe("growth", () => {
  test("the next size follows the power of the runs before", () => {
    for (const power of [2, 3]) {
      const small = { size: 4, states: 5 * 4 ** power };
      const larger = { size: 8, states: 5 * 8 ** power };
      expect(nextSize(small, larger, 5 * 20 ** power)).toBe(20);
    }
  });

  test("the summary compares the smallest with the largest run that was right", () => {
    const runs = [run(10_000, 4), run(100_000, 5), run(1_000_000, 6), run(9_000_000, 9, false)];
    expect(summaryOf(runs)).toEqual({
      fromStates: 10_000,
      toStates: 1_000_000,
      timeRatio: 1.5,
      bytesPerState: 1000,
      stackBytesPerLevel: null,
    });
    expect(summaryOf([run(10, 1, false)])).toBeNull();
  });
});

describe("reductions", () => {
  test("their names come from the help text", () => {
    const help = `
  --quiet                  print the verdict only, or some of it
  --reduction <list>       what threads need not show to each other: all, none,
                           or some of
                           private,final,threads (default: "all")
  --other                  some of nothing`;
    expect(parseReductions(help)).toEqual(["private", "final", "threads"]);
    expect(parseReductions("  --quiet  some of it")).toBeNull();
    expect(parseReductions("  --reduction <list>  what  --other  some of it")).toBeNull();
  });

  test("a plain search keeps those that other checkers have too", () => {
    expect(plainSearch(["final", "locks", "private"])).toEqual(["--reduction", "final,private"]);
    expect(plainSearch(["locks"])).toEqual(["--reduction", "none"]);
    expect(plainSearch(null)).toBeNull();
  });

  test("each is left out once", () => {
    expect(choices(["private", "final"]).map(({ label, flags }) => [label, flags[1]])).toEqual([
      ["all", "all"],
      ["without private", "final"],
      ["without final", "private"],
      ["none", "none"],
    ]);
  });
});

describe("the bundled programs", () => {
  test("each is in the table, and all in it are bundled", () => {
    const manifest: { programs: { name: string }[] } = JSON.parse(
      readFileSync(resolve(import.meta.dirname, "../../../models/programs/manifest.json"), "utf8"),
    );
    const measured = new Set(PROGRAMS.map(([program]) => program!.split(" ")[0]!));
    expect([...measured]).toEqual(manifest.programs.map(({ name }) => name));
  });
});
