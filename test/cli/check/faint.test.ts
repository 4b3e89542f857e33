/** Values that are read without effect do not distinguish states: `--dvr local,hybrid,faint`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import type { CheckReport } from "../../../src/check/check-report.ts";
import type { CodeBuilder } from "../../../src/classfile/assembling/code-builder.ts";
import { ACC_PUBLIC, ACC_STATIC } from "../../../src/classfile/format/access-flags.ts";
import { ExitCode } from "../../../src/core/errors.ts";
import { get, put, twoThreads } from "../../support/generators/two-threads.ts";
import { deadwood, directoryOf, type Ran } from "../support.ts";

vi.setConfig({ testTimeout: 60_000 });

const FAINT = "local,hybrid,faint";

const check = (...argv: readonly string[]): Promise<Ran> =>
  deadwood(["check", "--heap", "4m", "--stack", "64k", ...argv]);

async function reportOf(...argv: readonly string[]): Promise<CheckReport> {
  const json = join(directoryOf({}), "r.json");
  await check("--json", json, ...argv);
  return JSON.parse(readFileSync(json, "utf8"));
}

describe("servers that count forever", () => {
  const servers = ["RequestCounters", "forever", "2"];

  test.each(["dfs", "bfs"])("have finitely many different states: %s", async (way) => {
    const hybrid = await reportOf(
      "--search",
      way,
      "--max-states",
      "5000",
      "--dvr",
      "hybrid",
      ...servers,
    );
    expect([hybrid.verdict, hybrid.limit]).toEqual(["incomplete", "5000 states"]);
    const faint = await reportOf(
      "--search",
      way,
      "--max-states",
      "5000",
      "--dvr",
      FAINT,
      ...servers,
    );
    expect([faint.verdict, faint.limit, faint.search.dvr]).toEqual(["safe", null, FAINT]);
    expect(faint.totals.states).toBeLessThan(2000);
  });

  test("also if the search finds that out midway", async () => {
    const options = ["--max-states", "40000", "--dvr", "full"];
    const { verdict, totals } = await reportOf(...options, ...servers);
    expect(verdict).toBe("safe");
    expect(totals.states).toBeLessThan(4000);
  });

  test("with any reductions and any store", async () => {
    for (const [reduction, store] of [
      ["all", "exact"],
      ["private,final", "compact"],
      ["none", "exact"],
    ] as const) {
      const options = ["--reduction", reduction, "--store", store, "--max-states", "40000"];
      const { verdict } = await reportOf(...options, "--dvr", FAINT, ...servers);
      expect(verdict).toBe("safe");
    }
  });

  test("keep their errors, which replay", async () => {
    const trace = join(directoryOf({}), "trace.json");
    const ran = await check("--dvr", FAINT, "--trace", trace, "RequestCounters", "hasty", "2", "1");
    expect(ran.exitCode).toBe(ExitCode.violated);
    expect(ran.out).toContain("two servers on one connection");
    const again = await deadwood(["replay", "--quiet", trace]);
    expect(again.exitCode).toBe(ExitCode.violated);
  });
});

/** flag++ for ever */
function count(code: CodeBuilder): void {
  const start = code.mark();
  put(get(code, "flag").emit("iconst_1").emit("iadd"), "flag");
  code.emit("goto", start);
}

function counting(): string {
  const [main, cell] = twoThreads(count, count);
  main!.method(ACC_PUBLIC | ACC_STATIC, "isSmall", "()Z", (code) => {
    const large = code.label();
    get(code, "flag").emit("iconst_4").emit("if_icmpge", large);
    code.emit("iconst_1").emit("ireturn").mark(large);
    code.emit("iconst_0").emit("ireturn");
  });
  return directoryOf({ "Main.class": main!, "Cell.class": cell! });
}

describe("a counter in a livelock", () => {
  const limit = ["--max-states", "2000", "--reduction", "private,final"];

  test.each(["dfs", "bfs"])("is found, replayed and shortened: %s", async (way) => {
    const classPath = ["--class-path", counting(), "Main"];
    const hybrid = await check("--search", way, "--dvr", "hybrid", ...limit, ...classPath);
    expect(hybrid.exitCode).toBe(ExitCode.incomplete);
    const trace = join(directoryOf({}), "trace.json");
    const options = ["--search", way, "--dvr", FAINT, "--trace", trace, ...limit];
    const faint = await check(...options, ...classPath);
    expect(faint.exitCode).toBe(ExitCode.violated);
    expect(faint.out).toContain("livelock: ");
    const again = await deadwood(["replay", trace]);
    expect(again.out).toContain("livelock: ");
    expect(again.exitCode).toBe(ExitCode.violated);
  });

  test("counts if an invariant reads it", async () => {
    const classPath = ["--class-path", counting(), "Main"];
    const options = ["--dvr", FAINT, "--invariant", "Main.isSmall", ...limit, "--no-endless"];
    const { violations } = await reportOf(...options, ...classPath);
    expect(violations.map(({ kind }) => kind)).toEqual(["invariant"]);
  });
});

test("the same data races are found as without it", async () => {
  const options = ["--races", "warn", "--all-errors", "RequestCounters", "hasty", "2", "1"];
  const racesWith = async (dvr: string): Promise<string[]> => {
    const { races } = await reportOf("--dvr", dvr, ...options);
    return races.map(({ message }) => message).toSorted();
  };
  const faint = await racesWith(FAINT);
  expect(faint.join()).toContain("RequestCounters.served");
  expect(faint).toEqual(await racesWith("none"));
});

describe("--dvr", () => {
  test.each([
    ["faint", "faint needs local and hybrid"],
    ["local,faint", "faint needs hybrid"],
    [
      "local,hybrid,dull",
      "--dvr local,hybrid,dull is not one of none, local, hybrid, dynamic, full",
    ],
  ])("%s is refused", async (text, message) => {
    const { exitCode, err } = await check("--dvr", text, "Hello");
    expect(exitCode).toBe(ExitCode.badInput);
    expect(err).toContain(message);
  });

  test("parts may be listed in any order", async () => {
    const { search, dvr } = await reportOf("--dvr", "hybrid,local", "Hello");
    expect([search.dvr, dvr?.kind]).toEqual(["hybrid", "hybrid"]);
  });
});
