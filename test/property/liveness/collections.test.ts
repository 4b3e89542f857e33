/**
 * The analysis of live fields on programs with the JDK's collections, of which
 * only what they use is looked at: reads obey the law, searches find all ends.
 */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exploreWith, limitsOf, type Searched } from "../../../src/fuzz/outcomes/collect.ts";
import { HybridLiveness } from "../../../src/liveness/fields/hybrid-liveness.ts";
import { livenessOf } from "../../../src/liveness/reductions.ts";
import { BreadthFirst } from "../../../src/search/breadth-first.ts";
import { DepthFirst } from "../../../src/search/depth-first.ts";
import { AssumedWorld } from "../../../src/search/reductions/assumed-world.ts";
import { prepareForSteps } from "../../../src/search/step.ts";
import { ExactStore } from "../../../src/state/stores/exact-store.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { compileJava, installedJdk } from "../../support/java.ts";
import { machineOf } from "../../support/machine.ts";
import { checkLiveReads } from "../../support/observers/live-reads.ts";
import { FingerprintWalk } from "../../support/states/fingerprint-walk.ts";

const MINUTE = 60_000;
const SOURCE = join(import.meta.dirname, "programs/Collected.java");
const PROGRAMS = [
  "MapOrder",
  "ListOrder",
  "LateRead",
  "QueueLeft",
  "Copied",
  "Misfit",
  "Disturbed",
  "Boxes",
];
const SEEDS = 6;
const INSTRUCTIONS = 20_000;

describe.skipIf(installedJdk === null)("collections", () => {
  let compiled = { folder: "", remove: () => {} };

  beforeAll(() => {
    compiled = compileJava([SOURCE]);
  }, MINUTE);

  afterAll(() => compiled.remove());

  describe.each(PROGRAMS)("%s", (mainClass) => {
    const machine = (): Machine =>
      machineOf({
        mainClass,
        classPath: compiled.folder,
        jdk: installedJdk!.home,
        heapWords: 1 << 19,
        stackWords: 1 << 13,
        undo: true,
        checking: true,
      }).m;

    const search = (
      kind: "none" | "hybrid",
      Strategy: typeof DepthFirst | typeof BreadthFirst,
      isExact = false,
    ): Searched => {
      const m = machine();
      const newStore = isExact ? { newStore: () => new ExactStore() } : {};
      const setup = { liveness: livenessOf(kind, m), ...newStore };
      return exploreWith(new Strategy(m, limitsOf(20_000), setup));
    };

    test("searches find the same ends", { timeout: 2 * MINUTE }, () => {
      const none = search("none", DepthFirst);
      expect(none.isComplete).toBe(true);
      const found = [...none.outcomes].toSorted();
      for (const Strategy of [DepthFirst, BreadthFirst]) {
        const { states } = search("none", Strategy);
        for (const isExact of [false, true]) {
          const hybrid = search("hybrid", Strategy, isExact);
          expect([...hybrid.outcomes].toSorted()).toEqual(found);
          expect(hybrid.states).toBeLessThanOrEqual(states);
        }
      }
    });

    test("what is read was live before", { timeout: 2 * MINUTE }, () => {
      const trained = machine();
      const fields = new HybridLiveness(trained);
      prepareForSteps(trained);
      const { observed } = AssumedWorld.begin(trained, { liveness: { frames: null, fields } });
      expect(fields.fields.openedBy).toBeNull();
      let whole = 0;
      for (let seed = 0; seed < SEEDS; seed++) {
        const m = machine();
        prepareForSteps(m);
        const result = checkLiveReads(m, seed, INSTRUCTIONS, { observed: observed! });
        expect(result.misses).toEqual([]);
        if (result.broken === null) whole++;
      }
      // What was seen in training is mostly all there is.
      expect(whole).toBeGreaterThan(0);
    });

    test("fingerprints stand for one vector", { timeout: 2 * MINUTE }, () => {
      const m = machine();
      const fields = new HybridLiveness(m);
      prepareForSteps(m);
      AssumedWorld.begin(m, { liveness: { frames: null, fields } });
      const walk = new FingerprintWalk(m, { frames: null, fields });
      walk.run(3000);
      expect(walk.difference).toBeNull();
    });
  });
});
