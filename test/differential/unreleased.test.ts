/** `--property unreleased` in every way to search: it misses no leak, and finds none in correct programs. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { check } from "../../src/check/check.ts";
import type { CheckReport } from "../../src/check/check-report.ts";
import type { CheckOptions } from "../../src/check/options.ts";
import { replay } from "../../src/check/replay.ts";
import { DVR_KINDS } from "../../src/liveness/reductions.ts";
import { REDUCTIONS } from "../../src/vm/machine-options.ts";
import { compiledForTests, installedJdk } from "../support/java.ts";
import { sample } from "../support/size.ts";

const MINUTES = 120_000;
const SOURCE = join(import.meta.dirname, "unreleased", "Unreleased.java");
const compiled = compiledForTests(SOURCE);

const ENDED = "unreleased: Thread-0 has ended, and still holds a lock";
const PERMITS = "unreleased: the program has ended, and permits of a semaphore were not given back";
const STAMPS = "unreleased: the program has ended, and a stamp of a StampedLock was not given back";

/** What leaks, the message, and what the details say was taken. */
const LEAKS = [
  ["lock", ENDED, "ReentrantLock#1"],
  ["twice", ENDED, "ReentrantLock#1"],
  ["interruptibly", ENDED, "ReentrantLock#1"],
  ["try", ENDED, "ReentrantLock#1"],
  ["condition", ENDED, "ReentrantLock#1"],
  ["read", ENDED, "the read lock of ReentrantReadWriteLock#1"],
  ["write", ENDED, "the write lock of ReentrantReadWriteLock#1"],
  ["downgrade", ENDED, "the read lock of ReentrantReadWriteLock#1"],
  ["own", ENDED, "ReentrantLock#1"],
  ["ownRead", ENDED, "the read lock of ReentrantReadWriteLock#1"],
  ["fifth", ENDED, "ReentrantLock#5"],
  ["permit", PERMITS, "a permit of Semaphore#1"],
  ["ownPermit", PERMITS, "a permit of Semaphore#1"],
  ["oneOfTwo", PERMITS, "a permit of Semaphore#1"],
  ["drained", PERMITS, "a permit of Semaphore#1"],
  ["surplus", PERMITS, "a permit of Semaphore#2"],
  ["stamp", STAMPS, "a stamp of StampedLock#1"],
  ["readStamp", STAMPS, "a stamp of StampedLock#1"],
  ["ownStamp", STAMPS, "a stamp of StampedLock#1"],
  ["converted", STAMPS, "a stamp of StampedLock#1"],
  ["view", STAMPS, "a stamp of StampedLock#1"],
] as const;

const RETURNS = [
  "finally",
  "signal",
  "handedOver",
  "stampHandedOver",
  "negative",
  "reduced",
  "converted",
  "condition",
  "queue",
  "pool",
  "exit",
  "daemon",
];

/** Each reduction of states with each reduction of steps, and every other way to search once. */
const WAYS: readonly CheckOptions[] = [
  ...DVR_KINDS.flatMap((dvr) =>
    (["all", "none", ...REDUCTIONS.map((each) => [each])] as const).map((reductions) => ({
      dvr,
      reductions,
      dvrEffort: "always" as const,
    })),
  ),
  { dvr: ["local", "hybrid", "faint"] },
  { strategy: "bfs" },
  { strategy: "bfs", dvr: "hybrid", reductions: "none" },
  { strategy: { kind: "random", runs: 100 } },
  { strategy: { kind: "pct", runs: 300, depth: 4 } },
  { store: "exact", dvr: "full" },
  { heapOrder: "as-allocated" },
  { spuriousWakeups: true },
];

const checked = (args: readonly string[], way: CheckOptions = {}) =>
  check(
    {
      main: "Unreleased",
      args,
      classPath: compiled.folder,
      heapBytes: 2 ** 22,
      stackBytes: 2 ** 16,
    },
    { ...way, properties: { unreleased: true, races: "off", ...way.properties } },
  );

const found = ({ violations }: CheckReport): string[] => violations.map(({ message }) => message);

describe.skipIf(installedJdk === null)("in every way to search", () => {
  test.each(sample(WAYS, 6).map((way) => [JSON.stringify(way), way] as const))(
    "%s",
    { timeout: 10 * MINUTES },
    async (_, way) => {
      for (const [how, message] of LEAKS) {
        const report = await checked(["leaks", how], way).report;
        expect([how, ...found(report)]).toEqual([how, message]);
      }
      for (const how of RETURNS) {
        const report = await checked(["returns", how], way).report;
        expect([how, ...found(report)]).toEqual([how]);
      }
    },
  );
});

describe.skipIf(installedJdk === null)("a violation", () => {
  test.each(LEAKS)("%s: says what was taken, and where", { timeout: MINUTES }, async (...leak) => {
    const [how, message, taken] = leak;
    const job = checked(["leaks", how], {});
    const { violations } = await job.report;
    expect(violations).toMatchObject([{ kind: "unreleased", message }]);
    const [{ details, evidence, preemptions } = violations[0]!] = violations;
    expect(details).toHaveLength(1);
    expect(details[0]).toMatch(
      new RegExp(`^Thread-0 took ${taken} at Unreleased.java:\\d+ \\(Unreleased\\.`),
    );
    expect(evidence).toMatchObject([
      { thread: 1, text: `takes ${taken}`, place: { file: "Unreleased.java", isProgram: true } },
    ]);
    expect(preemptions).toBeLessThanOrEqual(1);
    const trace = (await job.trace())!;
    expect(trace.judgedBy.unreleased).toBe(true);
    const again = await replay(trace);
    expect(again).toMatchObject({ reproduced: true, violation: { details, evidence } });
  });

  test("is reported besides the exception that skips the release", {
    timeout: MINUTES,
  }, async () => {
    const report = await checked(["throws"], { maxViolations: 10 }).report;
    expect(found(report)).toEqual([
      "uncaught exception: java.lang.IllegalStateException: broken",
      ENDED,
    ]);
    const tolerant = { maxViolations: 10, properties: { uncaught: false } };
    expect(found(await checked(["throws"], tolerant).report)).toEqual([ENDED]);
  });

  test("is reported besides the deadlock that it leads to", { timeout: MINUTES }, async () => {
    const report = await checked(["blocks"], { maxViolations: 10 }).report;
    expect(found(report)).toEqual([ENDED, "deadlock: no thread can continue"]);
  });
});

test.skipIf(installedJdk === null)("without being asked for, nothing is counted", async () => {
  const report = await checked(["leaks", "lock"], { properties: { unreleased: false } }).report;
  expect(report.verdict).toBe("safe");
  expect(report.search.properties.unreleased).toBe(false);
});
