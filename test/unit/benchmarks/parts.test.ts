/** What the parts of the checker's benchmark make of other programs' output, and of figures. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { nextSize, summaryOf } from "../../../benchmarks/check/growth.mjs";
import { PROGRAMS } from "../../../benchmarks/check/programs.mjs";
import { parsePan } from "../../../benchmarks/check/spin.mjs";
import { parseReductions } from "../../../benchmarks/lib/reductions.mjs";

const PAN = `
State-vector 88 byte, depth reached 117, errors: 0
  1440137 states, stored
  4650914 states, matched
  6091051 transitions (= stored+matched)
        0 atomic steps
  148.330	equivalent memory usage for states (stored*(State-vector + overhead))
  253.000	total actual memory usage
`;

describe("SPIN", () => {
  test("figures are read from what its verifier prints", () => {
    expect(parsePan(PAN)).toEqual({
      isSafe: true,
      states: 1_440_137,
      transitions: 6_091_051,
      peakBytes: 253 * 2 ** 20,
    });
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
    const help = "  --quiet\n  --reduction <none|local | full>  what to leave out\n";
    expect(parseReductions(help)).toEqual(["none", "local", "full"]);
    expect(parseReductions("  --quiet  print the verdict only")).toEqual([]);
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
