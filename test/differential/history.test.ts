/** What a thread does may depend on something that happened long before, and that reductions must not forget. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { slices } from "../../src/check/driver.ts";
import { DepthFirst } from "../../src/search/depth-first.ts";
import { ANY_ACCESS, footprintOfNextStep } from "../../src/search/reductions/footprint.ts";
import { I } from "../../src/vm/code/instructions.ts";
import type { Machine } from "../../src/vm/machine.ts";
import { REDUCTIONS } from "../../src/vm/machine-options.ts";
import { MAX_THREADS, threadRecord } from "../../src/vm/memory/memory.ts";
import { T_FP, T_PC } from "../../src/vm/memory/thread-record.ts";
import { compiledForTests, installedJdk } from "../support/java.ts";
import { isLong } from "../support/size.ts";
import { FEW_WAYS, smallChecks, WAYS } from "../support/small-checks.ts";

const MINUTES = 60_000;
const SOURCE = join(import.meta.dirname, "history", "History.java");
const { machineFor, check } = smallChecks(compiledForTests(SOURCE));

/** True when a thread is about to end. */
function isEnding(m: Machine, thread: number): boolean {
  const record = threadRecord(thread);
  const pc = m.H[record + T_PC]!;
  if (m.space.code[pc] !== I.return0) return false;
  return m.S[m.H[record + T_FP]! + m.space.code[pc + 1]!] === 0;
}

/** All end with "bad" on some schedule. */
const BAD = [
  "InterruptedAlone",
  "InterruptedEarly",
  "InterruptedJoiner",
  "Counted",
  "HashedSecond",
  "Hooked",
  "Unreflected",
  "Misnamed",
  "Hidden",
];

describe.skipIf(installedJdk === null)("history", () => {
  describe.each(isLong ? WAYS : FEW_WAYS)("%j", (way) => {
    test.each(["ManyLocks", "ManyMonitors"])("%s", { timeout: MINUTES }, (program) => {
      expect(check(program, [], way).end).toContain("lost");
    });

    test.each(BAD)("%s", { timeout: MINUTES }, (program) => {
      expect(check(program, [], way).end).toContain("bad");
    });

    test("HeldThread", { timeout: MINUTES }, () => {
      expect(check("HeldThread", [], way).end).toContain("deadlock");
    });

    test("a class that is not ready yet", { timeout: MINUTES }, () => {
      expect(check("HalfReady", [], way).end).toBe("done");
    });

    // With so many threads as to fill all first records, and with fewer.
    test.each(["61", "62", "70"])("a dead owner and %s others", { timeout: MINUTES }, (others) => {
      expect(check("DeadOwner", [others], { ...way, reductions: REDUCTIONS }).end).toContain(
        "deadlock",
      );
    });
  });

  describe.each(["Published", "Leaked"])("%s and taken back", (program) => {
    for (const dvr of ["none", "local", "dynamic"] as const) {
      for (const reductions of [REDUCTIONS, REDUCTIONS.filter((each) => each !== "sleep"), []]) {
        for (const isExact of [false, true]) {
          const way = { dvr, reductions, isExact };
          test(JSON.stringify(way), { timeout: MINUTES }, () => {
            expect(check(program, [], way).end).toContain("written after it was taken back");
          });
        }
      }
    }
  });

  test("more threads than there is room for", { timeout: 2 * MINUTES }, () => {
    // The first one is among them, and then there is none left for the hooks.
    const others = `${MAX_THREADS - 1}`;
    expect(() => check("VeryMany", [others], { stackWords: 1 << 10 })).toThrow(
      /starts 2048 threads and more/,
    );
  });

  test("the end of the last one depends on everything: hooks are looked for", () => {
    const m = machineFor("LastOne", [], { reductions: [] });
    const touches: number[] = [];
    const search = new DepthFirst(m, { states: 2000, depth: 1000 });
    for (const told of slices(search, 1)) {
      if (told.kind === "violated") break;
      if (m.threadCount === 3 && isEnding(m, 0)) touches.push(footprintOfNextStep(m, 0));
    }
    expect(touches.length).toBeGreaterThan(0);
    expect(new Set(touches)).toEqual(new Set([ANY_ACCESS]));
  });

  describe.each(["SameNumber", "NotJoined"])("%s", (program) => {
    test.each(["61", "62", "63", "70"])("%s others", { timeout: MINUTES }, (others) => {
      expect(check(program, [others]).end).toContain("not yet");
    });
  });

  test("how much memory is left does not depend on it, and that is told", () => {
    const { end, approximations } = check("Memory", []);
    expect(end).toBe("done");
    expect(approximations).toEqual([expect.stringContaining("memory")]);
  });
});
