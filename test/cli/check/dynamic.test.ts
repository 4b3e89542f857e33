/** `--dvr dynamic` and `--dvr full` in combination with all other options. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { CheckReport } from "../../../src/check/check-report.ts";
import { ExitCode } from "../../../src/core/errors.ts";
import { compileJava, installedJdk } from "../../support/java.ts";
import { BUILD_TIMEOUT, requireBuild } from "../built.ts";
import { deadwood, directoryOf, type Ran } from "../support.ts";

vi.setConfig({ testTimeout: 60_000 });

const KINDS = ["dynamic", "full"] as const;

const check = (...argv: readonly string[]): Promise<Ran> =>
  deadwood(["check", "--heap", "4m", "--stack", "64k", ...argv]);

async function reportOf(...argv: readonly string[]): Promise<CheckReport> {
  const json = join(directoryOf({}), "r.json");
  await check("--json", json, ...argv);
  return JSON.parse(readFileSync(json, "utf8"));
}

const firstLine = ({ out }: Ran): string => out.split("\n")[0] ?? "";

describe.each(KINDS)("--dvr %s", (dvr) => {
  test.each([
    { program: ["TreeLookup", "any"], verdict: "safe", kind: null },
    { program: ["TreeLookup", "missing"], verdict: "violated", kind: "uncaught" },
    { program: ["SpinningWorkers", "hasty", "2", "2", "1"], verdict: "violated", kind: "uncaught" },
    { program: ["DiningPhilosophers"], verdict: "safe", kind: null },
    { program: ["LostWakeup", "lost"], verdict: "violated", kind: "deadlock" },
    { program: ["BoundedBuffer"], verdict: "safe", kind: null },
  ])("has the verdict of none: $program", async ({ program, verdict, kind }) => {
    const none = await reportOf("--dvr", "none", ...program);
    const ours = await reportOf("--dvr", dvr, ...program);
    for (const { verdict: found, violations } of [none, ours]) {
      expect({ found, kind: violations[0]?.kind ?? null }).toEqual({ found: verdict, kind });
    }
    expect(ours.violations[0]?.message).toBe(none.violations[0]?.message);
    expect(ours.totals.states).toBeLessThanOrEqual(none.totals.states);
  });

  test("is refused with --search bfs, with a hint", async () => {
    const ran = await check("--search", "bfs", "--dvr", dvr, "Hello");
    expect(ran).toMatchObject({ exitCode: ExitCode.badInput, out: "" });
    expect(ran.err).toContain(`--dvr ${dvr} cannot be used with --search bfs`);
    expect(ran.err).toContain("Dynamic reduction needs --search dfs");
  });

  test("reports the memory of live sets and the number of live cells", async () => {
    const { dvr: told, search } = await reportOf("--dvr", dvr, "TreeLookup", "any");
    expect(search.dvr).toBe(dvr);
    expect(told?.kind).toBe(dvr);
    expect(told?.memoryBytes).toBeGreaterThan(0);
    expect(told?.liveCellsPerState).toBeGreaterThan(0);
  });

  test("gives the same result with whole states in the store", async () => {
    const program = ["SpinningWorkers", "careful", "3", "2", "1"];
    const [compact, exact] = await Promise.all(
      ["compact", "exact"].map((store) => reportOf("--store", store, "--dvr", dvr, ...program)),
    );
    expect(exact?.verdict).toBe("safe");
    expect(exact?.totals.states).toBe(compact?.totals.states);
  });

  test("finds all errors, even if only their messages differ", async () => {
    const program = ["SpinningWorkers", "hasty", "2", "2", "1"];
    const messages = async (kind: string): Promise<string[]> => {
      const { violations } = await reportOf("--all-errors", "--dvr", kind, ...program);
      return violations.map(({ message }) => message).toSorted();
    };
    const none = await messages("none");
    expect(none.length).toBeGreaterThan(0);
    expect(await messages(dvr)).toEqual(none);
  });
});

test.each([
  ["SpinningWorkers", "careful", "3", "2", "1"],
  ["Elevator", "careful", "3", "3"],
])("full: unneeded analyses are skipped: %s", async (...program) => {
  const dynamic = await reportOf("--dvr", "dynamic", ...program);
  const full = await reportOf("--dvr", "full", ...program);
  const both = await reportOf("--dvr", "local,hybrid,faint,dynamic", ...program);
  expect(full.totals.states).toBeLessThanOrEqual(dynamic.totals.states);
  expect(both.totals.states).toBeLessThanOrEqual(full.totals.states);
});

test("parts that need others say so", async () => {
  const ran = await check("--dvr", "local,acyclic", "Hello");
  expect(ran.exitCode).toBe(ExitCode.badInput);
  expect(ran.err).toContain("acyclic needs dynamic");
});

test("on cycles of states everything can be considered live, for comparison", async () => {
  const program = ["SpinningWorkers", "careful", "3", "2", "1"];
  const states = async (dvr: string): Promise<number> => {
    const { verdict, totals, search } = await reportOf("--dvr", dvr, ...program);
    expect({ verdict, dvr: search.dvr }).toEqual({ verdict: "safe", dvr });
    return totals.states;
  };
  const [acyclic, dynamic] = [await states("local,dynamic,acyclic"), await states("dynamic")];
  expect(dynamic * 2).toBeLessThan(acyclic);
});

describe.skipIf(installedJdk === null)("with properties", () => {
  let compiled = { folder: "", remove: () => {} };
  beforeAll(() => {
    compiled = compileJava([join(import.meta.dirname, "../programs", "PropertyCases.java")]);
  }, 60_000);
  afterAll(() => compiled.remove());

  const asked = (dvr: string, ...argv: readonly string[]): Promise<Ran> =>
    check("-cp", compiled.folder, "--dvr", dvr, ...argv);

  test.each(KINDS)("%s: what an invariant reads counts", async (dvr) => {
    const wrong = await asked(dvr, "--invariant", "Halves.isEven", "Halves");
    expect(wrong.exitCode).toBe(ExitCode.violated);
    expect(firstLine(wrong)).toBe("violated: invariant Halves.isEven is false");
    const below = await asked(dvr, "--invariant", "Watcher.isBelow", "Halves");
    expect(firstLine(below)).toBe("violated: invariant Watcher.isBelow is false");
    const right = await asked(dvr, "--invariant", "Halves.isSmall", "Halves");
    expect(right).toMatchObject({ exitCode: ExitCode.safe, err: "" });
  });

  test.each(KINDS)("%s: all races are found", async (dvr) => {
    const one = await asked(dvr, "--races", "error", "Racing");
    expect(firstLine(one)).toMatch(/^violated: data race on Racing\.hits: /);
    const all = await asked(dvr, "--races", "error", "--all-errors", "TwoRaces");
    expect(all.out).toMatch(/^violation \d: data race on TwoRaces\.left:/m);
    expect(all.out).toMatch(/^violation \d: data race on TwoRaces\.right:/m);
  });

  test.each(KINDS)("%s: all exit codes are reported and checked", async (dvr) => {
    for (const [program, codes] of [
      ["Exits", "0, 3"],
      ["Fails", "0, 1"],
    ] as const) {
      expect((await asked(dvr, program)).out).toMatch(new RegExp(`^exit codes: ${codes}$`, "m"));
      const judged = await asked(dvr, "--exit-codes", "0", program);
      expect(judged.exitCode).toBe(ExitCode.violated);
    }
  });
});

describe("compared", () => {
  beforeAll(requireBuild, BUILD_TIMEOUT);

  test("dynamic has figures for its live sets, none has not", async () => {
    const list = ["--configurations", "none,dynamic,dynamic-acyclic", "--rounds", "1"];
    const { exitCode, out, err } = await deadwood(["compare", ...list, "TreeLookup", "any"]);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
    const memory = out.slice(out.indexOf("Memory"));
    const row = (name: string): string =>
      memory.split("\n").find((line) => line.includes(` ${name} `)) ?? "";
    expect(memory).toContain("DVA bytes");
    expect(row("none")).toMatch(/–/);
    expect(row("dynamic")).not.toMatch(/–/);
    expect(row("dynamic-acyclic")).not.toMatch(/–/);
  });
});
