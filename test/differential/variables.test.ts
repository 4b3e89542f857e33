/**
 * Variable handles under every dead-variable reduction, with and without the
 * reductions of schedules: the outcomes are those that stand in front of each
 * program, which a search by force finds as well, and a real JVM no others.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { explore } from "../../src/fuzz/outcomes/collect.ts";
import { exploreByForce } from "../../src/fuzz/reference/reference-search.ts";
import { dvrOf, livenessOf } from "../../src/liveness/reductions.ts";
import { REDUCTIONS, type Reduction } from "../../src/vm/machine-options.ts";
import {
  compileExperiments,
  experimentJdk,
  exploreExperiment,
  readExperiments,
  runOften,
} from "../support/programs/experiments.ts";
import { isLong } from "../support/size.ts";

const MINUTES = 60_000;
const FOLDER = join(import.meta.dirname, "variables");
const RUNS = isLong ? 300 : 50;
const STATES = 20_000;
/** Converted calls run in Java, which takes the reference search long: it must not find more, then. */
const FORCED_STATES = 500;

/** Without these, each step of the library counts. */
const ALL_DVR = ["none", "local", "hybrid", "dynamic", "full"] as const;
const FEW_DVR = ["none", "full"] as const;
const FEW: readonly Reduction[] = ["private", "final"];

const all = readExperiments(join(FOLDER, "Variables.java"));

/** Their plain reads are misaligned. A JVM may read such a number byte by byte. */
const TORN: ReadonlySet<string> = new Set(["Variables$Parts", "Variables$Buffered"]);

describe.skipIf(experimentJdk === null)("variable handles", () => {
  let classes = "";
  let seen: ReadonlyMap<string, readonly string[]> = new Map();

  beforeAll(() => {
    classes = compileExperiments([FOLDER, join(import.meta.dirname, "programs")]);
    seen = runOften(
      classes,
      RUNS,
      all.map(({ name }) => name),
    );
  }, 5 * MINUTES);

  afterAll(() => {
    rmSync(classes, { recursive: true, force: true });
  });

  test.each(all)("$name: $outcomes", { timeout: 5 * MINUTES }, ({ name, outcomes }) => {
    const forced = exploreExperiment(name, classes, exploreByForce, FORCED_STATES);
    if (forced.isComplete) expect.soft(forced.outcomes, "by force").toEqual(outcomes);
    else expect.soft(outcomes, "by force").toEqual(expect.arrayContaining([...forced.outcomes]));
    const others = seen.get(name)!.filter((each) => !outcomes.includes(each));
    if (!TORN.has(name)) expect.soft(others, "on a JVM").toEqual([]);
    for (const dvr of isLong ? ALL_DVR : FEW_DVR) {
      const isOuter = dvr === "full" || (isLong && dvr === "none");
      for (const reductions of isOuter ? [FEW, REDUCTIONS] : [REDUCTIONS]) {
        const wanted = dvrOf(dvr);
        const found = exploreExperiment(
          name,
          classes,
          (m, limit, texts) =>
            explore(m, limit, texts, {
              liveness: livenessOf(wanted, m),
              dynamic: wanted.has("dynamic"),
            }),
          STATES,
          reductions,
        );
        const way = `${dvr}, ${reductions === FEW ? "few" : "all"} reductions`;
        // With few reductions the library's own steps may be too many for the limit; all outcomes come early.
        const isComplete = reductions === FEW ? found.isComplete : true;
        expect.soft(found, way).toEqual({ outcomes, isComplete });
      }
    }
  });
});
