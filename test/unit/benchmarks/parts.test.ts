/** What the parts of the checker's benchmark make of other programs' output, and of figures. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { nextSize, summaryOf, withSize } from "../../../benchmarks/check/growth.mjs";
import { PROGRAMS } from "../../../benchmarks/check/programs.mjs";
import {
  choices,
  parseReductions,
  plainSearch,
  sleepSearch,
} from "../../../benchmarks/lib/reductions.mjs";
import { parsePan, ratiosOf } from "../../../benchmarks/lib/spin.mjs";

const PAN = `
Full statespace search for:
	never claim         	- (none specified)
	cycle checks       	- (disabled by -DSAFETY)

State-vector 88 byte, depth reached 117, errors: 0
  1440137 states, stored
  4650914 states, matched
  6091051 transitions (= stored+matched)
        0 atomic steps
  148.330	equivalent memory usage for states (stored*(State-vector + overhead))
  253.000	total actual memory usage
`;

const CYCLES = `
Full statespace search for:
	never claim         	+ (:np_:)
	non-progress cycles 	+ (fairness disabled)
	invalid end states	- (disabled by never claim)

State-vector 96 byte, depth reached 217, errors: 0
  2880273 states, stored (4.32041e+06 visited)
 21483927 states, matched
 25804336 transitions (= visited+matched)
  396.329	total actual memory usage
`;

const search = (checker: string, name: string, states: number, statesPerSecond: number) => ({
  checker,
  name: `${checker}, ${name}`,
  property: "errors",
  seats: 6,
  isReduced: false,
  right: true,
  states,
  statesPerSecond,
  cpuSeconds: states / statesPerSecond,
});

describe("SPIN", () => {
  test("figures are read from what its verifier prints", () => {
    expect(parsePan(PAN)).toEqual({
      isSafe: true,
      looksForCycles: false,
      states: 1_440_137,
      transitions: 6_091_051,
      peakBytes: 253 * 2 ** 20,
    });
  });

  test("of a search for cycles the stored states count, not those visited twice", () => {
    expect(parsePan(CYCLES)).toEqual({
      isSafe: true,
      looksForCycles: true,
      states: 2_880_273,
      transitions: 25_804_336,
      peakBytes: 396.329 * 2 ** 20,
    });
  });

  test("an error is seen, and so is output of another form", () => {
    expect(parsePan(PAN.replace("errors: 0", "errors: 1")).isSafe).toBe(false);
    expect(parsePan("out of memory")).toEqual({
      isSafe: false,
      looksForCycles: false,
      states: Number.NaN,
      transitions: Number.NaN,
      peakBytes: Number.NaN,
    });
  });

  test("searches of about as many states are compared, with the fastest", () => {
    const searches = [
      search("SPIN", "slow", 1_000_000, 400_000),
      search("SPIN", "fast", 1_600_000, 800_000),
      search("Deadwood", "plain", 900_000, 200_000),
      search("Deadwood", "few", 1000, 10_000),
    ];
    expect(ratiosOf(searches)).toMatchObject([
      { name: "Deadwood, plain", speedRatio: 0.25, cpuRatio: 4.5 / 2 },
      { name: "Deadwood, few", speedRatio: null, cpuRatio: 0.1 / 2 },
    ]);
  });

  test.each([
    ["another size", { seats: 7 }],
    ["another property", { property: "cycles" }],
    ["a reduction", { isReduced: true }],
    ["a wrong answer", { right: false }],
  ])("a search with %s is no rival", (_, change) => {
    const ours = search("Deadwood", "plain", 1_000_000, 200_000);
    const spin = search("SPIN", "states kept", 1_000_000, 400_000);
    const other = { ...search("SPIN", "other", 1_000_000, 800_000), ...change };
    expect(ratiosOf([ours, spin, other])).toMatchObject([{ speedRatio: 0.5, cpuRatio: 2 }]);
    expect(ratiosOf([ours, other])).toMatchObject([{ speedRatio: null, cpuRatio: null }]);
  });

  test("nor is our own wrong answer compared", () => {
    const ours = { ...search("Deadwood", "plain", 1_000_000, 200_000), right: false };
    expect(ratiosOf([ours, search("SPIN", "states kept", 1_000_000, 400_000)])).toEqual([]);
  });
});

const run = (states: number, microsecondsPerState: number, right = true) => ({
  states,
  microsecondsPerState,
  right,
  bytesPerState: 10 + 1e5 / states,
  stackBytesPerLevel: 100 + states / 1e6,
});

describe("growth", () => {
  test("a size that was measured already is not measured growth", () => {
    const small = { size: 4, states: 100 };
    const larger = { size: 8, states: 800 };
    expect(withSize([small], larger)).toEqual([small, larger]);
    expect(withSize([small, larger], larger)).toEqual([small, larger]);
  });

  test("the next size follows the power of the runs before", () => {
    for (const power of [2, 3]) {
      const small = { size: 4, states: 5 * 4 ** power };
      const larger = { size: 8, states: 5 * 8 ** power };
      expect(nextSize(small, larger, 5 * 20 ** power)).toBe(20);
    }
  });

  test("the summary compares the largest run that was right with the cheapest before", () => {
    const runs = [run(10_000, 7), run(100_000, 4), run(1_000_000, 6), run(9_000_000, 9, false)];
    expect(summaryOf(runs)).toEqual({
      fromStates: 100_000,
      toStates: 1_000_000,
      timeRatio: 1.5,
      bytesPerState: 20,
      stackBytesPerLevel: 101,
    });
  });

  test("a largest run that is the cheapest has a ratio below one, and one run has none", () => {
    expect(summaryOf([run(10_000, 4), run(100_000, 2)])).toMatchObject({
      fromStates: 10_000,
      timeRatio: 0.5,
    });
    expect(summaryOf([run(10_000, 4)])).toMatchObject({ fromStates: null, timeRatio: null });
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

  test("sleep sets are added to a plain search where they are known", () => {
    const names = ["private", "final", "locks", "sleep"];
    expect(plainSearch(names)).toEqual(["--reduction", "private,final"]);
    expect(sleepSearch(names)).toEqual(["--reduction", "private,final,sleep"]);
    expect(sleepSearch(["private", "final"])).toBeNull();
    expect(sleepSearch(null)).toBeNull();
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
