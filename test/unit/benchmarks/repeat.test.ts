/** A repeated check: the same as one check, and an error as soon as it is not. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { repeatCheck } from "../../../benchmarks/lib/repeat.mjs";
import { main } from "../../../src/cli/main.ts";

let folder = "";
let file = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "deadwood-repeat-"));
  file = join(folder, "report.json");
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const WANTED = { least: 3, seconds: 2, most: 100 };

/** A command line whose checks report these one after the other; null: no report. */
function telling(...reports: ({ verdict: string; seconds: number; states?: number } | null)[]) {
  const calls: (readonly string[])[] = [];
  const tell = (argv: readonly string[]) => {
    const report = reports[calls.length];
    calls.push(argv);
    if (report === undefined) throw new Error("asked too often");
    if (report === null) return Promise.resolve(2);
    const { verdict, seconds, states = 5 } = report;
    const totals = { states, matched: 1, transitions: 6, searchCpuSeconds: seconds };
    writeFileSync(argv[argv.indexOf("--json") + 1]!, JSON.stringify({ verdict, totals }));
    return Promise.resolve(verdict === "safe" ? 0 : 1);
  };
  return { calls, tell };
}

test("repeats a real check with the same result", async () => {
  const words = ["--reduction", "private,final", "LostUpdate", "racy", "2", "1"];
  const { exitCode, report } = await repeatCheck(main, words, file, { ...WANTED, seconds: 0 });
  expect(exitCode).toBe(1);
  expect(report.verdict).toBe("violated");
  expect(report.search.reductions).toEqual(["private", "final"]);
  expect(report.searches).toHaveLength(3);
  expect(report.searches[0]).toBe(report.totals.searchCpuSeconds);
});

test("goes on until it has searched for long enough", async () => {
  const { calls, tell } = telling(
    { verdict: "safe", seconds: 0.75 },
    { verdict: "safe", seconds: 0.5 },
    { verdict: "safe", seconds: 0.5 },
    { verdict: "safe", seconds: 0.25 },
  );
  const { exitCode, report } = await repeatCheck(tell, ["Main"], file, WANTED);
  expect(exitCode).toBe(0);
  expect(report.searches).toEqual([0.75, 0.5, 0.5, 0.25]);
  expect(new Set(calls.map((argv) => argv.join(" "))).size).toBe(1);
});

test("a search that a limit ended is not repeated", async () => {
  const { tell } = telling({ verdict: "incomplete", seconds: 0.5 });
  const { report } = await repeatCheck(tell, ["Main"], file, WANTED);
  expect(report.searches).toEqual([0.5]);
});

test("no report, none here", async () => {
  const { tell } = telling(null);
  expect(await repeatCheck(tell, ["Main"], file, WANTED)).toEqual({ exitCode: 2, report: null });
});

test("a repetition that is another search is an error", async () => {
  const first = { verdict: "safe", seconds: 0.5 };
  await expect(
    repeatCheck(telling(first, { ...first, states: 6 }).tell, ["Main"], file, WANTED),
  ).rejects.toThrow("6 states after 5 in the first search");
  await expect(
    repeatCheck(telling(first, { ...first, verdict: "violated" }).tell, ["Main"], file, WANTED),
  ).rejects.toThrow("violated after safe");
});
