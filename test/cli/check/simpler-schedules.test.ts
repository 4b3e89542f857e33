/** The schedules that a check shows unless it is told to keep those that it found. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { check as checkProgram } from "../../../src/check/check.ts";
import type { CheckReport } from "../../../src/check/check-report.ts";
import { ExitCode } from "../../../src/core/errors.ts";
import { deadwood, directoryOf } from "../support.ts";

/** Two accounts, and threads that lock them in opposite order: a depth-first search runs one of them to its end first. */
const DEEP = ["BankTransfer", "crossed", "2", "2", "3000"];
const SMALL = ["DiningPhilosophers", "naive", "3", "2"];

async function reportOf(...argv: readonly string[]): Promise<{ out: string; report: CheckReport }> {
  const file = join(directoryOf({}), "report.json");
  const { out, exitCode } = await deadwood(["check", "--json", file, ...argv]);
  expect(exitCode).toBe(ExitCode.violated);
  return { out, report: JSON.parse(readFileSync(file, "utf8")) };
}

describe("a violation that was found deep", () => {
  test("is found again in a shallow state, and can be replayed from there", async () => {
    const trace = join(directoryOf({}), "trace.json");
    const { report: before } = await reportOf("--no-minimize", ...DEEP);
    const { out, report } = await reportOf("--trace", trace, ...DEEP);
    const deep = before.violations[0]!;
    const shallow = report.violations[0]!;
    expect(deep).toMatchObject({ kind: "deadlock", simplicity: "as found" });
    expect(deep.trace.steps.length).toBeGreaterThan(3000);
    expect(shallow).toMatchObject({ kind: "deadlock", message: deep.message });
    expect(shallow.preemptions).toBeLessThanOrEqual(1);
    // Two threads that take a lock each, and main: independent of how often they would do so.
    expect(shallow.trace.steps.length).toBeLessThan(20);
    expect(out).toMatch(/^schedule: .* 1 preemption/m);
    const again = await deadwood(["replay", trace]);
    expect(again.exitCode).toBe(ExitCode.violated);
    expect(again.out).toContain(deep.message);
  });
});

describe("how simple a schedule is", () => {
  test("is said where nothing simpler exists", async () => {
    const { out, report } = await reportOf(...SMALL);
    expect(report.violations[0]?.simplicity).toBe("simplest");
    expect(out).toMatch(/^schedule: .* \(the simplest there is\)$/m);
  });

  test("is not said of a schedule that is shown as it was found", async () => {
    const { out, report } = await reportOf("--no-minimize", ...SMALL);
    expect(report.violations[0]?.simplicity).toBe("as found");
    expect(out).toMatch(/^schedule: .* preemptions?$/m);
  });

  test("is open when the check is aborted meanwhile; the violation is reported all the same", async () => {
    const abort = new AbortController();
    const main = { main: "Elevator", args: ["hasty", "2", "4"] };
    const job = checkProgram(main, { signal: abort.signal });
    let hasBegun = false;
    for await (const event of job) {
      if (event.type !== "simplify") continue;
      hasBegun = true;
      abort.abort();
    }
    expect(hasBegun).toBe(true);
    const report = await job;
    expect(report.verdict).toBe("violated");
    expect(report.violations[0]?.simplicity).toBe("effort");
  });
});

test("several violations are simplified with one effort", async () => {
  const { report } = await reportOf("--all-errors", "LinkedListRace", "racy", "3", "1");
  expect(report.violations).toHaveLength(2);
  for (const { preemptions, simplicity } of report.violations) {
    expect(simplicity).not.toBe("as found");
    expect(preemptions).toBeLessThanOrEqual(2);
  }
});
