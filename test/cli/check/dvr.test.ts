/** Dead values do not distinguish states. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { CheckReport } from "../../../src/check/check-report.ts";
import { ExitCode } from "../../../src/core/errors.ts";
import { get, put, twoThreads } from "../../support/generators/two-threads.ts";
import { deadwood, directoryOf, type Ran } from "../support.ts";

vi.setConfig({ testTimeout: 60_000 });

const check = (...argv: readonly string[]): Promise<Ran> =>
  deadwood(["check", "--heap", "4m", "--stack", "64k", ...argv]);

async function reportOf(...argv: readonly string[]): Promise<CheckReport> {
  const json = join(directoryOf({}), "r.json");
  await check("--json", json, ...argv);
  return JSON.parse(readFileSync(json, "utf8"));
}

/** What the first thread reads it throws away, two steps later. */
function program(): string[] {
  const [main, cell] = twoThreads(
    (code) => {
      get(code, "flag");
      get(code, "other").emit("pop2");
    },
    (code) => {
      put(code.emit("iconst_1"), "flag");
      get(code, "other").emit("pop");
    },
  );
  const classPath = directoryOf({ "Main.class": main!, "Cell.class": cell! });
  return ["--reduction", "private,final", "--class-path", classPath, "Main"];
}

test.each(["dfs", "bfs"])("--dvr local has fewer states and the same verdict: %s", async (way) => {
  const none = await reportOf("--search", way, "--dvr", "none", ...program());
  const local = await reportOf("--search", way, "--dvr", "local", ...program());
  expect([none.verdict, local.verdict]).toEqual(["safe", "safe"]);
  expect([none.search.dvr, local.search.dvr]).toEqual(["none", "local"]);
  expect(local.totals.states).toBeLessThan(none.totals.states);
});

test("local is the default, and all stores agree on it", async () => {
  const counts = await Promise.all(
    ["compact", "exact"].map(async (store) => {
      const { search, totals } = await reportOf("--store", store, ...program());
      expect(search.dvr).toBe("local");
      return totals.states;
    }),
  );
  expect(counts[0]).toBe(counts[1]);
});

test("output of probes before the search is hidden", async () => {
  const shown = (dvr: string): Promise<Ran> => check("--output", "show", "--dvr", dvr, "Hello");
  const [local, hybrid] = [await shown("local"), await shown("hybrid")];
  const printed = (ran: Ran): number => ran.out.split("Hello").length;
  expect(printed(local)).toBe(2);
  expect(printed(hybrid)).toBe(2);
});

test("hybrid reports the time of its analyses; random walks have none", async () => {
  const seconds = async (way: string): Promise<number> => {
    const { dvr } = await reportOf("--search", way, "--dvr", "hybrid", ...program());
    expect(dvr?.kind).toBe("hybrid");
    return dvr!.analysisCpuSeconds;
  };
  const [dfs, bfs, random] = [await seconds("dfs"), await seconds("bfs"), await seconds("random")];
  expect(random).toBeLessThan(Math.min(dfs, bfs));
});

test("an unknown kind is refused", async () => {
  const { exitCode, err } = await check("--dvr", "locals", "Hello");
  expect(exitCode).toBe(ExitCode.badInput);
  expect(err).toContain("--dvr locals is not one of none, local");
});
