/** Whatever an invariant does, the machine is as it was afterwards: every word, at every state. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DepthFirst } from "../../../../src/search/depth-first.ts";
import { Invariants } from "../../../../src/search/properties/invariant.ts";
import type { StateProperty } from "../../../../src/search/properties/property.ts";
import { compileJava, installedJdk } from "../../../support/java.ts";
import { machineOf } from "../../../support/machine.ts";
import { Snapshot } from "../../../support/observers/snapshot.ts";
import { untilFound } from "../../../support/searches.ts";

const MINUTE = 60_000;
const SOURCE = join(import.meta.dirname, "../../../cli/programs/PropertyCases.java");

describe.skipIf(installedJdk === null)("invariants", () => {
  let compiled = { folder: "", remove: () => {} };

  beforeAll(() => {
    compiled = compileJava([SOURCE]);
  }, MINUTE);

  afterAll(() => compiled.remove());

  function machine() {
    return machineOf({
      mainClass: "Halves",
      classPath: compiled.folder,
      jdk: null,
      heapWords: 1 << 18,
      stackWords: 1 << 13,
      undo: true,
      checking: true,
    });
  }

  test("leave no trace", { timeout: MINUTE }, () => {
    const { m } = machine();
    const muffler = { isMuffled: false };
    const invariants = new Invariants(m, ["Halves.meddles"], muffler);
    let asked = 0;
    const watched: StateProperty = {
      inspect(machineNow, trace) {
        const before = new Snapshot(m);
        const violation = invariants.inspect(machineNow, trace);
        expect(before.differences()).toEqual([]);
        expect(muffler.isMuffled).toBe(false);
        asked++;
        return violation;
      },
      atEnd: (machineNow, stage, trace) =>
        stage === "over" ? watched.inspect!(machineNow, trace) : null,
    };
    const limits = { states: 10_000, depth: 10_000 };
    const explorer = new DepthFirst(m, limits, { inspected: [watched] });
    expect(untilFound(explorer).kind).toBe("done");
    const plain = new DepthFirst(machine().m, limits);
    expect(untilFound(plain).kind).toBe("done");
    // What an invariant reads is visible, so that only what it makes visible may differ.
    expect(explorer.counts.states).toBeGreaterThanOrEqual(plain.counts.states);
    expect(asked).toBeGreaterThanOrEqual(explorer.counts.states + explorer.counts.ends);
  });
});
