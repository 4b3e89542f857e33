/** What all benchmarks share: means, tables, the verdict of a report, the cost of a process. */
import { describe, expect, test } from "vitest";
import { figuresOf, verdictOf } from "../../../benchmarks/lib/checker.mjs";
import { geometricMean, median, timed, timedWithin } from "../../../benchmarks/lib/measure.mjs";
import { bar, count, fixed, table } from "../../../benchmarks/lib/table.mjs";

describe("means", () => {
  test("geometric", () => {
    expect(geometricMean([4])).toBeCloseTo(4);
    expect(geometricMean([0.5, 2, 8])).toBeCloseTo(2);
  });

  test("median", () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
  });
});

describe("tables", () => {
  test("names to the left, figures to the right", () => {
    const rows = [
      ["a long name", "1"],
      ["b", "1,000"],
    ];
    expect(table(["x", "n"], rows)).toBe(
      ["x                n", "-----------  -----", "a long name      1", "b            1,000"].join(
        "\n",
      ),
    );
  });

  test("a missing figure is a dash", () => {
    expect([count(null), fixed(null, 2), count(12_345.6), fixed(1.005, 1)]).toEqual([
      "-",
      "-",
      "12,346",
      "1.0",
    ]);
  });

  test("a bar says what was wanted and whether it is met", () => {
    expect(bar(0.4213, "of it", true, "at most 0.5")).toBe("0.421 of it; bar: at most 0.5: pass");
    expect(bar(0.6, "of it", false, "at most 0.5")).toBe("0.6 of it; bar: at most 0.5: FAIL");
    expect(bar(null, "of it", false, "at most 0.5")).toBe("no row to compare");
  });
});

describe("the verdict of a report", () => {
  test.each([
    [{ verdict: "safe", violations: [] }, "safe"],
    [{ verdict: "incomplete", violations: [] }, "incomplete"],
    [{ verdict: "violated", violations: [{ kind: "deadlock" }] }, "deadlock"],
    [{ verdict: "violated", violations: [{ kind: "uncaught" }] }, "exception"],
    [{ verdict: "violated", violations: [{ kind: "race" }] }, "race"],
  ])("%j is %s", (report, verdict) => {
    expect(verdictOf(report)).toBe(verdict);
  });

  test("without a report there are no figures", () => {
    expect(Object.values(figuresOf({}))).toEqual([null, null, null, null, null]);
  });
});

describe("a timed process", () => {
  const SCRIPT = "process.stdout.write('out'); console.error('err'); process.exitCode = 3";

  test("keeps output and exit code apart from the times", async () => {
    const expected = { status: 3, stdout: "out", stderr: "err" };
    const synchronous = timed(process.execPath, ["-e", SCRIPT]);
    expect(synchronous).toMatchObject(expected);
    const within = await timedWithin(60, process.execPath, ["-e", SCRIPT]);
    expect(within).toMatchObject(expected);
    for (const run of [synchronous, within!]) {
      expect(run.cpu).toBeGreaterThan(0);
      expect(run.wall).toBeGreaterThan(0);
    }
  });

  test("is killed when its time is over", async () => {
    const script = "process.stdout.write(`${process.pid}`); setInterval(() => {}, 1000)";
    expect(await timedWithin(0.5, process.execPath, ["-e", script])).toBeNull();
  });
});
