/** What a thread does may depend on something that happened long before, and that reductions must not forget. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dvrOf, livenessOf } from "../../src/liveness/dvr.ts";
import { Explorer } from "../../src/search/explorer.ts";
import { REDUCTIONS, type Reduction } from "../../src/vm/machine-options.ts";
import { compileJava, installedJdk } from "../support/java.ts";
import { machineOf } from "../support/machine.ts";

const MINUTES = 60_000;
const SOURCE = join(import.meta.dirname, "history", "History.java");
const VERIFY = join(import.meta.dirname, "../../models/library/deadwood/Verify.java");
let compiled = { folder: "", remove: () => {} };
beforeAll(() => {
  if (installedJdk === null) return;
  compiled = compileJava([SOURCE, VERIFY]);
}, MINUTES);
afterAll(() => compiled.remove());

interface Ways {
  readonly dvr?: "none" | "local" | "hybrid" | "dynamic" | "full";
  readonly reductions?: readonly Reduction[];
}

/** What goes wrong on some schedule, or how the search ends; and what was left out. */
function check(
  mainClass: string,
  args: readonly string[],
  { dvr = "local", reductions = REDUCTIONS }: Ways = {},
) {
  const { m } = machineOf({
    classPath: compiled.folder,
    mainClass,
    args,
    jdk: installedJdk!.home,
    reductions: new Set(reductions),
    undo: true,
    checking: true,
  });
  const wanted = dvrOf(dvr);
  const search = new Explorer(
    m,
    { states: 100_000, depth: 10_000 },
    { liveness: livenessOf(wanted, m), dynamic: wanted.has("dynamic") },
  );
  for (;;) {
    const end = search.explore(1000);
    const approximations = [...m.approximations];
    if (search.violation !== null) return { end: search.violation.message, approximations };
    if (end !== "more") return { end, approximations };
  }
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
