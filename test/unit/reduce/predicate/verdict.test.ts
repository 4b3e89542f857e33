import { describe, expect, test } from "vitest";
import { BadUsageError, PredicateFailsOnInputError } from "../../../../src/core/errors.ts";
import type { Ended } from "../../../../src/reduce/predicate/outcome.ts";
import { errorLines, parseSplit, splitFailures } from "../../../../src/reduce/predicate/split.ts";
import { type Baseline, judgeBy, verdictName } from "../../../../src/reduce/predicate/verdict.ts";

const end = (exitCode: number, stdout = "", stderr = ""): Ended => ({
  kind: "ended",
  exitCode,
  signal: null,
  stdout,
  stderr,
});

const BASELINE: Baseline = { exitCode: 1, stdout: "out\n", stderr: "boom\n", message: "boom" };

describe("a judge", () => {
  test("looks at the exit code", () => {
    const judge = judgeBy(BASELINE);
    expect(judge(end(1, "", "boom"))).toEqual({
      interesting: true,
      isTimeout: false,
      exitCode: 1,
      slippedTo: null,
    });
    expect(judge(end(0, "out\n", "boom\n"))).toMatchObject({ interesting: false, exitCode: 0 });
  });

  test("looks at the streams it is told to", () => {
    const byOut = judgeBy(BASELINE, { stdout: true });
    expect(byOut(end(1, "out\n", "other")).interesting).toBe(true);
    expect(byOut(end(1, "out", "boom\n")).interesting).toBe(false);
    const byErrors = judgeBy(BASELINE, { stderr: true });
    expect(byErrors(end(1, "other", "boom\n")).interesting).toBe(true);
    expect(byErrors(end(1, "out\n", "other")).interesting).toBe(false);
  });

  test("finds boring what did not end", () => {
    const verdict = judgeBy(BASELINE)({ kind: "timed-out", millis: 1 });
    expect(verdict).toMatchObject({ interesting: false, isTimeout: true, exitCode: null });
    expect(verdictName(verdict)).toBe("timed-out");
  });

  test("believes a predicate that judges itself", () => {
    const judge = judgeBy({ exitCode: null, stdout: "", stderr: "", message: null });
    expect(verdictName(judge({ kind: "answered", interesting: true }))).toBe("interesting");
    expect(verdictName(judge({ kind: "answered", interesting: false }))).toBe("boring");
  });

  test("sees that the message has changed", () => {
    const judge = judgeBy(BASELINE);
    expect(judge(end(1, "", "\n  crash\nboom")).slippedTo).toBe("crash");
    expect(judge(end(1, "crash")).slippedTo).toBe("crash");
    expect(judge(end(1)).slippedTo).toBe("");
    expect(judge(end(1, "other", " boom \nmore")).slippedTo).toBeNull();
    expect(judge(end(0, "", "crash")).slippedTo, "not the failure anyway").toBeNull();
    const unsteady = judgeBy({ ...BASELINE, message: null });
    expect(unsteady(end(1, "", "crash")).slippedTo).toBeNull();
  });
});

describe("split", () => {
  const stdout = "A.java:1: error: missing symbol\nfine\nB.java:7: error: wrong type\n";
  const stderr = "C.java:3: error: missing symbol\nerror: unclosed\n";
  const expression = parseSplit("error: (.*)");
  const baseline: Baseline = { exitCode: 1, stdout, stderr, message: null };

  test("lists each failure once", () => {
    expect(errorLines(baseline, expression)).toEqual(["missing symbol", "wrong type", "unclosed"]);
  });

  test("tells them apart by all that matches when there is no group", () => {
    expect(errorLines({ stdout: "x E1 y\nE2\nE1", stderr: "E" }, parseSplit("E[0-9]?"))).toEqual([
      "E1",
      "E2",
      "E",
    ]);
  });

  test("gives each a predicate that holds whatever else fails", () => {
    const failures = splitFailures(baseline, expression);
    expect(failures.map(({ line }) => line)).toEqual(["missing symbol", "wrong type", "unclosed"]);
    const outcome = end(1, "Z.java:9: error: wrong type\nerror: something new\n");
    const verdicts = failures.map(({ comparison }) => judgeBy(baseline, comparison)(outcome));
    expect(verdicts.map(({ interesting }) => interesting)).toEqual([false, true, false]);
    const fixed = end(0, "error: wrong type");
    expect(judgeBy(baseline, failures[1]!.comparison)(fixed).interesting).toBe(false);
  });

  test("refuses an expression that matches nothing, or is none", () => {
    expect(() => splitFailures(baseline, /fatal/)).toThrow(PredicateFailsOnInputError);
    expect(() => parseSplit("(")).toThrow(BadUsageError);
  });
});
