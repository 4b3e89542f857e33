/** A native that reads all of an array reads the words it is padded with: states are found all the same. */
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { livenessOf } from "../../../../src/liveness/reductions.ts";
import { DepthFirst } from "../../../../src/search/depth-first.ts";
import type { SearchCounts } from "../../../../src/search/search.ts";
import { CompactStore } from "../../../../src/state/stores/compact-store.ts";
import { ExactStore } from "../../../../src/state/stores/exact-store.ts";
import type { StateStore } from "../../../../src/state/stores/store.ts";
import { compileJava, installedJdk } from "../../../support/java.ts";
import { machineOf } from "../../../support/machine.ts";
import { firstViolation } from "../../../support/searches.ts";

vi.setConfig({ testTimeout: 60_000 });

describe.skipIf(installedJdk === null)("an array that is read as a whole", () => {
  let compiled: ReturnType<typeof compileJava> | null = null;

  beforeAll(() => {
    compiled = compileJava([
      "-cp",
      resolve(import.meta.dirname, "../../../../models/library.jar"),
      join(import.meta.dirname, "programs", "Clones.java"),
    ]);
  });

  afterAll(() => compiled?.remove());

  const counts = (length: number, newStore: () => StateStore): SearchCounts => {
    const { m } = machineOf({
      mainClass: "Clones",
      args: [`${length}`],
      classPath: compiled!.folder,
      heapWords: 1 << 18,
      stackWords: 1 << 14,
      undo: true,
      checking: true,
    });
    const limits = { states: 10_000, depth: 10_000 };
    const explorer = new DepthFirst(m, limits, {
      liveness: livenessOf("local", m),
      dynamic: true,
      newStore,
    });
    expect(firstViolation(explorer)).toBeNull();
    return explorer.counts;
  };

  test.each([
    ["compact", (): StateStore => new CompactStore()],
    ["exact", (): StateStore => new ExactStore()],
  ])("has the same states whether or not it is padded (%s)", (_, newStore) => {
    const odd = counts(3, newStore);
    const even = counts(4, newStore);
    expect(odd.states).toBe(even.states);
    expect(odd.dynamic!.stored).toBe(even.dynamic!.stored);
    expect(even.dynamic!.gains).toBeGreaterThan(0);
  });
});
