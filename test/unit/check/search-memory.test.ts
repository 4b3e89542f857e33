/** A store that runs out of memory ends a search as a limit does. */
import { expect, test } from "vitest";
import { driveInSlices } from "../../../src/check/driver.ts";
import { DepthFirst } from "../../../src/search/depth-first.ts";
import { CompactStore } from "../../../src/state/stores/compact-store.ts";
import { ExactStore } from "../../../src/state/stores/exact-store.ts";
import type {
  FingerprintStore,
  PartitionedVector,
  StateStore,
  VectorStore,
} from "../../../src/state/stores/store.ts";
import { machineOf } from "../../support/machine.ts";
import { withoutMemory } from "../../support/without-memory.ts";

const ROOM = 100;
const UNLIMITED = Number.POSITIVE_INFINITY;

/** Has no memory for anything once it has so many states. */
class ShortCompact extends CompactStore implements FingerprintStore {
  override addFingerprint(high: number, low: number): boolean {
    if (this.size < ROOM) return super.addFingerprint(high, low);
    let isNew = false;
    withoutMemory(() => {
      isNew = super.addFingerprint(high, low);
    });
    return isNew;
  }
}

class ShortExact extends ExactStore implements VectorStore {
  override addVector(state: PartitionedVector): boolean {
    if (this.size < ROOM) return super.addVector(state);
    let isNew = false;
    withoutMemory(() => {
      isNew = super.addVector(state);
    });
    return isNew;
  }
}

test.each([
  { name: "compact", newStore: (): StateStore => new ShortCompact() },
  { name: "exact", newStore: (): StateStore => new ShortExact() },
])("$name", async ({ newStore }) => {
  const { m } = machineOf({
    mainClass: "DiningPhilosophers",
    args: ["ordered", "3"],
    jdk: null,
    undo: true,
    checking: true,
  });
  let store = newStore();
  const explorer = new DepthFirst(
    m,
    { states: UNLIMITED, depth: UNLIMITED },
    {
      newStore: () => {
        store = newStore();
        return store;
      },
    },
  );
  const limits = { seconds: UNLIMITED, memoryBytes: UNLIMITED, violations: 1 };
  const result = await driveInSlices(explorer, limits, () => {}, undefined);
  expect(result).toEqual({ violations: [], limit: "memory" });
  const { states, transitions } = explorer.counts;
  expect(states).toBe(store.size);
  expect(states).toBeGreaterThanOrEqual(ROOM);
  expect(transitions).toBeGreaterThanOrEqual(states - 1);
});
