/**
 * Local dead-variable reduction changes nothing that a search finds: random
 * programs have the outcomes they have without it, and no more states. And the
 * fingerprint goes on telling the same states apart as the vector.
 */
import { describe, expect, test } from "vitest";
import { explore } from "../../../../src/fuzz/outcomes/collect.ts";
import { DEFAULT_TEXTS } from "../../../../src/fuzz/outcomes/outcomes.ts";
import { livenessOf } from "../../../../src/liveness/reductions.ts";
import type { Reduction } from "../../../../src/vm/machine-options.ts";
import { type Sample, sampleKinds } from "../../../support/generators/random-samples.ts";
import { bundledRuns } from "../../../support/programs/bundled-runs.ts";
import { sample, sized } from "../../../support/size.ts";
import { FingerprintWalk } from "../../../support/states/fingerprint-walk.ts";

const MINUTES = 60_000;
const PROGRAMS = sized("DEADWOOD_PROGRAMS", 16, 48);
const FIRST = Number(process.env["DEADWOOD_FIRST_SEED"] ?? 0);
const LIMIT = 20_000;
const TRANSITIONS = 2000;

type Reductions = ReadonlySet<Reduction> | undefined;

const KINDS = sampleKinds();

const REDUCTIONS: readonly (readonly [string, Reductions])[] = [
  ["all", undefined],
  ["private and final", new Set<Reduction>(["private", "final"])],
  ["private, final and sleep", new Set<Reduction>(["private", "final", "sleep"])],
];

interface Comparison {
  readonly differences: readonly string[];
  readonly saved: number;
}

const without = (a: ReadonlySet<string>, b: ReadonlySet<string>): string[] =>
  [...a].filter((each) => !b.has(each));

function compare({ make }: Sample, reductions: Reductions): Comparison {
  const none = explore(make(reductions).m, LIMIT);
  const { m } = make(reductions);
  const local = explore(m, LIMIT, DEFAULT_TEXTS, { liveness: livenessOf("local", m) });
  const differences: string[] = [];
  if (local.isComplete) {
    differences.push(...without(none.outcomes, local.outcomes).map((each) => `lost: ${each}`));
    if (none.hasLivelock && !local.hasLivelock) differences.push("lost: endless");
  }
  if (none.isComplete) {
    differences.push(...without(local.outcomes, none.outcomes).map((each) => `new: ${each}`));
    if (local.hasLivelock && !none.hasLivelock) differences.push("new: endless");
    if (!local.isComplete || local.states > none.states) {
      differences.push(`${local.states} states instead of ${none.states}`);
    }
  }
  return { differences, saved: none.isComplete ? none.states - local.states : 0 };
}

describe.each(KINDS)("random programs: %s", (kind, make) => {
  test.each(REDUCTIONS)(
    "have the same outcomes, reductions: %s",
    { timeout: 10 * MINUTES },
    (_, reductions) => {
      let saved = 0;
      for (let seed = FIRST; seed < FIRST + PROGRAMS; seed++) {
        const program = make(seed);
        const comparison = compare(program, reductions);
        saved += comparison.saved;
        expect(comparison.differences, program.text).toEqual([]);
      }
      // Those that keep to rules use all that they have seen.
      if (kind !== "rules with exceptions") expect(saved).toBeGreaterThan(PROGRAMS);
    },
  );
});

describe("a fingerprint stands for exactly one vector without dead slots", () => {
  test.each(KINDS)("in random programs: %s", { timeout: 5 * MINUTES }, (_, make) => {
    let arrivals = 0;
    for (let seed = FIRST; seed < FIRST + PROGRAMS; seed++) {
      const program = make(seed);
      const { m } = program.make();
      const walk = new FingerprintWalk(m, livenessOf("local", m));
      walk.run(TRANSITIONS);
      expect(walk.difference, program.text).toBeNull();
      arrivals += walk.arrivals;
    }
    expect(arrivals).toBeGreaterThan(PROGRAMS * 50);
  });

  for (const { name, canRun, make } of sample(bundledRuns(["last"]), 16)) {
    test.skipIf(!canRun)(`in ${name}`, { timeout: MINUTES }, () => {
      const { m } = make();
      const walk = new FingerprintWalk(m, livenessOf("local", m));
      walk.run(TRANSITIONS);
      expect(walk.difference).toBeNull();
    });
  }
});
