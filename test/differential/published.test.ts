/** That an object was published is part of a state, though nobody else may have a way to it any more. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Dvr, dvrOf, livenessOf } from "../../src/liveness/dvr.ts";
import { Explorer } from "../../src/search/explorer.ts";
import { ExactStore } from "../../src/state/stores/exact-store.ts";
import { REDUCTIONS, type Reduction } from "../../src/vm/machine-options.ts";
import { compileJava, installedJdk } from "../support/java.ts";
import { machineOf } from "../support/machine.ts";

const MINUTES = 60_000;
const SOURCE = join(import.meta.dirname, "published", "Published.java");
const VERIFY = join(import.meta.dirname, "../../models/library/deadwood/Verify.java");
let compiled = { folder: "", remove: () => {} };
beforeAll(() => {
  if (installedJdk === null) return;
  compiled = compileJava([SOURCE, VERIFY]);
}, MINUTES);
afterAll(() => compiled.remove());

/** What goes wrong on some schedule, or how the search ends. */
function firstViolation(
  mainClass: string,
  dvr: Dvr,
  reductions: readonly Reduction[],
  isExact: boolean,
): string {
  const { m } = machineOf({
    classPath: compiled.folder,
    mainClass,
    jdk: installedJdk!.home,
    reductions: new Set(reductions),
    undo: true,
    checking: true,
  });
  const search = new Explorer(
    m,
    { states: 100_000, depth: 1000 },
    {
      liveness: livenessOf(dvr, m),
      dynamic: dvr.has("dynamic"),
      ...(isExact ? { newStore: () => new ExactStore() } : {}),
    },
  );
  for (;;) {
    const end = search.explore(1000);
    if (search.violation !== null) return search.violation.message;
    if (end !== "more") return end;
  }
}

describe.skipIf(installedJdk === null)("an object that was published and taken back", () => {
  const reductionSets = [REDUCTIONS, REDUCTIONS.filter((each) => each !== "sleep"), []] as const;
  for (const program of ["Published", "Leaked"]) {
    for (const dvr of ["none", "local", "dynamic"] as const) {
      for (const reductions of reductionSets) {
        for (const isExact of [false, true]) {
          const name = `${program}, ${dvr}, ${reductions.join("+")}${isExact ? ", whole states" : ""}`;
          test(name, { timeout: MINUTES }, () => {
            const found = firstViolation(program, dvrOf(dvr), reductions, isExact);
            expect(found).toContain("written after it was taken back");
          });
        }
      }
    }
  }
});
