/** What a thread does may depend on something that happened long before, and that reductions must not forget. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { dvrOf, livenessOf } from "../../src/liveness/dvr.ts";
import { Explorer } from "../../src/search/explorer.ts";
import { EVERYTHING, nextTouch } from "../../src/search/sleepers.ts";
import { ExactStore } from "../../src/state/stores/exact-store.ts";
import { I } from "../../src/vm/instructions.ts";
import type { Machine } from "../../src/vm/machine.ts";
import { REDUCTIONS, type Reduction } from "../../src/vm/machine-options.ts";
import { MAX_THREADS, T_FP, T_PC, threadRecord } from "../../src/vm/memory.ts";
import { compiledForTests, installedJdk } from "../support/java.ts";
import { machineOf } from "../support/machine.ts";

const MINUTES = 60_000;
const SOURCE = join(import.meta.dirname, "history", "History.java");
const compiled = compiledForTests(SOURCE);

interface Ways {
  readonly dvr?: "none" | "local" | "hybrid" | "dynamic" | "full";
  readonly reductions?: readonly Reduction[];
  /** States are kept whole. */
  readonly isExact?: boolean;
  readonly stackWords?: number;
}

function machineFor(
  mainClass: string,
  args: readonly string[],
  { reductions = REDUCTIONS, stackWords }: Ways,
): Machine {
  return machineOf({
    ...(stackWords === undefined ? {} : { stackWords }),
    classPath: compiled.folder,
    mainClass,
    args,
    jdk: installedJdk!.home,
    reductions: new Set(reductions),
    undo: true,
    checking: true,
  }).m;
}

/** What goes wrong on some schedule, or how the search ends; and what was left out. */
function check(mainClass: string, args: readonly string[], way: Ways = {}) {
  const { dvr = "local", isExact = false } = way;
  const m = machineFor(mainClass, args, way);
  const wanted = dvrOf(dvr);
  const search = new Explorer(
    m,
    { states: 100_000, depth: 10_000 },
    {
      liveness: livenessOf(wanted, m),
      dynamic: wanted.has("dynamic"),
      ...(isExact ? { newStore: () => new ExactStore() } : {}),
    },
  );
  for (;;) {
    const end = search.explore(1000);
    const approximations = [...m.approximations];
    if (search.violation !== null) return { end: search.violation.message, approximations };
    if (end !== "more") return { end, approximations };
  }
}

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

const DVRS = ["none", "local", "hybrid", "dynamic", "full"] as const;

describe.skipIf(installedJdk === null)("history", () => {
  const ways: Ways[] = [
    ...DVRS.map((dvr) => ({ dvr })),
    { dvr: "none", reductions: [] },
    { dvr: "none", reductions: ["private", "final"] },
    { dvr: "none", reductions: ["private", "final", "discipline"] },
  ];
  describe.each(ways)("%j", (way) => {
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
    const search = new Explorer(m, { states: 2000, depth: 1000 });
    for (let result = search.explore(1); result === "more"; result = search.explore(1)) {
      if (m.threadCount === 3 && isEnding(m, 0)) touches.push(nextTouch(m, 0));
    }
    expect(touches.length).toBeGreaterThan(0);
    expect(new Set(touches)).toEqual(new Set([EVERYTHING]));
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
