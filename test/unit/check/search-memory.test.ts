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
  override visit(high: number, low: number, asleep: number): number {
    if (this.size < ROOM) return super.visit(high, low, asleep);
    let kept = 0;
    withoutMemory(() => {
      kept = super.visit(high, low, asleep);
    });
    return kept;
  }
}

class ShortExact extends ExactStore implements VectorStore {
  override visitVector(state: PartitionedVector, asleep: number): number {
    if (this.size < ROOM) return super.visitVector(state, asleep);
    let kept = 0;
    withoutMemory(() => {
      kept = super.visitVector(state, asleep);
    });
    return kept;
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
  expect(result).toMatchObject({ violations: [], limit: "memory" });
  const { states, transitions } = explorer.counts;
  expect(states).toBe(store.size);
  expect(states).toBeGreaterThanOrEqual(ROOM);
  expect(transitions).toBeGreaterThanOrEqual(states - 1);
});
