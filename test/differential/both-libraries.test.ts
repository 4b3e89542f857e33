/**
 * Our models of java.util.concurrent and the JDK's own classes (`--library real`)
 * agree on what the programs of the tests can end in. What came of each in a long run
 * is in docs/both-libraries.md; otherwise a few are tried, with little effort.
 */
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { installedJdk } from "../support/java.ts";
import {
  type Comparison,
  compareLibraries,
  type Effort,
  runOnce,
} from "../support/programs/both-libraries.ts";
import { comparisonPage } from "../support/programs/comparison-page.ts";
import { libraryPrograms, recordedPrograms } from "../support/programs/library-programs.ts";
import { isLong } from "../support/size.ts";

const MINUTES = 60_000;
const PAGE = join(import.meta.dirname, "../../docs/both-libraries.md");
/** The JDK that the page is about. */
const PAGE_JDK = 17;

const effort: Effort = isLong
  ? { modelStates: 300_000, realStates: 30_000, schedules: 60, scheduledStates: 30_000 }
  : { modelStates: 5000, realStates: 2000, schedules: 5, scheduledStates: 5000 };

/** In any case: one in so many of those that are all about java.util.concurrent, and one whose end is a matter of time. */
const SAMPLE = 40;
const TIMED = "pools TrialOnce orTimeout";

const recorded = recordedPrograms();
const printing = isLong ? recorded : recorded.filter(({ title }) => title === "threads/Locks");

const { programs, remove } = libraryPrograms();
const tried = isLong
  ? programs
  : programs
      .filter(({ title }) => /^(?:library|pools|callbacks) /.test(title))
      .filter(({ title }, i) => i % SAMPLE === 0 || title === TIMED);

describe.skipIf(installedJdk === null)("models and the JDK's own classes", () => {
  const compared = new Map<string, Comparison>();

  afterAll(remove);

  test("there are programs of all kinds", () => {
    expect(programs.length).toBeGreaterThan(800);
    expect(new Set(programs.map(({ title }) => title)).size).toBe(programs.length);
  });

  test.each(tried)("$title", { timeout: 10 * MINUTES }, (program) => {
    const comparison = compareLibraries(program, effort);
    compared.set(program.title, comparison);
    expect(comparison.surplus, "only with the JDK's own classes").toEqual([]);
    if (comparison.kind === "equal") expect(comparison.missing, "only with the models").toEqual([]);
  });

  test.each(printing)("$title prints the same", { timeout: 10 * MINUTES }, (program) => {
    const model = runOnce(program, false);
    if (model.isConcurrent) expect(runOnce(program, true).printed).toBe(model.printed);
  });

  if (isLong) {
    test.runIf(installedJdk?.version === PAGE_JDK)(
      "what came of them is in docs/both-libraries.md",
      async () => {
        await expect(comparisonPage(compared, effort)).toMatchFileSnapshot(PAGE);
      },
    );
  }
});
