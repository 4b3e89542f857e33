/** `--store` and `--store-size`, and what the report says about them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { CheckReport } from "../../../src/check/check-report.ts";
import { ExitCode } from "../../../src/core/errors.ts";
import { deadwood, directoryOf } from "../support.ts";

const TIMEOUT = 60_000;
const SMALL = ["--heap", "4m", "--stack", "64k"];

async function check(options: readonly string[], program: readonly string[]) {
  const file = join(directoryOf({}), "report.json");
  const ran = await deadwood(["check", ...SMALL, "--json", file, ...options, ...program]);
  const report: CheckReport = JSON.parse(readFileSync(file, "utf8"));
  return { ...ran, report };
}

const PHILOSOPHERS = ["DiningPhilosophers", "ordered", "2"];

describe("a safe program", () => {
  test("is safe with the exact and the compact store, with the same number of states", async () => {
    const plain = await check([], PHILOSOPHERS);
    const compact = await check(["--store", "compact"], PHILOSOPHERS);
    const exact = await check(["--store", "exact"], PHILOSOPHERS);
    expect([plain, compact, exact].map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    expect(plain.report.store).toEqual(compact.report.store);
    const { states } = compact.report.totals;
    expect(exact.report.totals.states).toBe(states);
    expect(compact.report.store).toEqual({
      kind: "compact",
      mergeProbability: (states * (states - 1)) / 2 / 2 ** 64,
    });
    expect(exact.report.store).toEqual({ kind: "exact", nodes: expect.any(Number) });
    expect(compact.out).toMatch(/store compact, [\d.]+ bytes a state/);
    expect(exact.out).toMatch(/store exact, [\d.]+ bytes a state/);
  });

  test("is not called safe with the bitstate store, even if the store was large enough", async () => {
    const { states } = (await check([], PHILOSOPHERS)).report.totals;
    const { exitCode, out, report } = await check(["--store", "bitstate"], PHILOSOPHERS);
    expect(exitCode).toBe(ExitCode.incomplete);
    expect(report).toMatchObject({ verdict: "incomplete", limit: null });
    expect(report.totals.states).toBe(states);
    expect(report.store).toMatchObject({
      kind: "bitstate",
      tableBits: 2 ** 30,
      bitsPerState: 3,
      bitsSet: expect.any(Number),
    });
    expect(report.approximations).toEqual([
      expect.stringContaining("the bitstate store may mistake new states for known ones"),
    ]);
    expect(out).toMatch(
      /^incomplete: .*but the bitstate store .*expected coverage over 99\.9999%\)/,
    );
    expect(out).toMatch(/store bitstate, 3 bits a state, [\d,]+ of 1,073,741,824 set/);
  });

  test("is covered partly by a small table, and the report says so", {
    timeout: TIMEOUT,
  }, async () => {
    const program = ["DiningPhilosophers", "ordered", "4"];
    const all = (await check([], program)).report.totals.states;
    const { exitCode, report } = await check(
      ["--store", "bitstate", "--store-size", "1k"],
      program,
    );
    expect(exitCode).toBe(ExitCode.incomplete);
    expect(report.totals.states).toBeLessThan(all);
    const { store } = report;
    if (store.kind !== "bitstate") throw new Error(store.kind);
    expect(store.tableBits).toBe(8192);
    expect(store.bitsSet).toBeGreaterThan(1000);
    expect(store.expectedCoverage).toBeLessThan(0.999);
    // States behind those left out are not in the estimate, so it is above the truth.
    expect(store.expectedCoverage).toBeGreaterThan(report.totals.states / all);
  });
});

test.each(["exact", "bitstate"])("a violation is found and replayed with %s", async (store) => {
  const { exitCode, report } = await check(["--store", store], ["DiningPhilosophers", "naive"]);
  expect(exitCode).toBe(ExitCode.violated);
  expect(report.violations[0]?.kind).toBe("deadlock");
});

test.each([
  {
    argv: ["--store", "hash"],
    message: "--store hash is not one of exact, compact, bitstate",
    hint: "exact, compact, bitstate",
  },
  {
    argv: ["--store-size", "1m"],
    message: "--store-size cannot be used with --store compact",
    hint: "--memory",
  },
  {
    argv: ["--store", "exact", "--store-size", "1m"],
    message: "--store-size cannot be used with --store exact",
    hint: "--memory",
  },
  { argv: ["--store", "bitstate", "--store-size", "lots"], message: "not a size", hint: "512m" },
  { argv: ["--store", "bitstate", "--store-size", "3"], message: "too small", hint: "1k" },
  { argv: ["--store", "bitstate", "--store-size", "900g"], message: "too large", hint: "16g" },
])("$argv is bad usage", async ({ argv, message, hint }) => {
  const { exitCode, out, err } = await deadwood(["check", ...argv, "Hello"]);
  expect({ exitCode, out }).toEqual({ exitCode: ExitCode.badInput, out: "" });
  expect(err).toContain(message);
  expect(err).toContain(hint);
});
