/**
 * Programs on which a search that believes too much loses an outcome: each
 * keeps to a rule (a lock guards it, it is never written again, nobody asks) on
 * most schedules and breaks it on a few. All they can end in stands, with the
 * reason, in front of each program. The checker must find exactly that, and so
 * must the reference search; a real JVM must not come up with more.
 */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { explore } from "../../src/fuzz/outcomes/collect.ts";
import { exploreByForce } from "../../src/fuzz/reference/reference-search.ts";
import {
  compileExperiments,
  experimentJdk,
  exploreExperiment,
  readExperiments,
  runAlone,
  runOften,
} from "../support/programs/experiments.ts";
import { sized } from "../support/size.ts";

const RUNS = sized("DEADWOOD_JVM_RUNS", 50, 200);
/** For programs that take a JVM with them when they end. */
const STARTS = Math.ceil(RUNS / 100);
const MINUTES = 60_000;
const FOLDER = join(import.meta.dirname, "tricky");
const STATES = 1_000_000;
const FORCED_STATES = sized("DEADWOOD_FORCE_STATES", 3000, 25000);

const all = readdirSync(FOLDER)
  .toSorted()
  .flatMap((file) => readExperiments(join(FOLDER, file)));
const isAlone = (name: string): boolean => name.startsWith("Endings$");

describe.skipIf(experimentJdk === null)("the checker finds exactly what is possible", () => {
  let classes = "";
  let seen: ReadonlyMap<string, readonly string[]> = new Map();

  beforeAll(() => {
    classes = compileExperiments([FOLDER, join(import.meta.dirname, "programs")]);
    const marked = all
      .filter(({ name }) => !isAlone(name))
      .map(({ name, outcomes }) => {
        const fresh = name.startsWith("Statics$") ? "*" : "";
        return `${fresh}${name}${outcomes.includes("deadlock") ? "!" : ""}`;
      });
    seen = runOften(classes, RUNS, marked);
  }, 10 * MINUTES);

  afterAll(() => {
    rmSync(classes, { recursive: true, force: true });
  });

  test.each(all)("$name: $outcomes", { timeout: 5 * MINUTES }, ({ name, outcomes }) => {
    const found = exploreExperiment(name, classes, explore, STATES);
    expect(found).toEqual({ outcomes, isComplete: true });
    const forced = exploreExperiment(name, classes, exploreByForce, FORCED_STATES);
    // Reflection takes the reference search too long; it must not find more, then.
    if (forced.isComplete) expect(forced.outcomes, "by force").toEqual(outcomes);
    else expect(outcomes, "by force").toEqual(expect.arrayContaining([...forced.outcomes]));
  });

  test.each(all)("$name on a JVM", { timeout: 5 * MINUTES }, ({ name, outcomes }) => {
    const observed = isAlone(name)
      ? Array.from({ length: STARTS }, () => runAlone(classes, name))
      : seen.get(name)!;
    expect(
      observed.filter((each) => !outcomes.includes(each)),
      "on a JVM",
    ).toEqual([]);
  });
});
