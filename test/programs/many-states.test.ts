/** More than a million states, kept in a few bytes each. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { DepthFirst } from "../../src/search/depth-first.ts";
import { CompactStore } from "../../src/state/stores/compact-store.ts";
import { machineOf } from "../support/machine.ts";
import { untilFound } from "../support/searches.ts";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** What is in use: arrays that were outgrown are no more, and pages that were reserved and not touched do not count. */
function usedBytes(): number {
  collect();
  return process.memoryUsage().rss;
}

const MINUTES = 60_000;
const STATES = 1_000_000;

test("a million states take at most 16 bytes each, and the process hardly more", { timeout: 5 * MINUTES }, () => {
  // Two threads that add under a lock: states are cheap, and there are ten times as many.
  const { m } = machineOf({
    mainClass: "LostUpdate",
    args: ["locked", "2", "1500"],
    jdk: null,
    undo: true,
    checking: true,
  });
  // Every access is a step, or there would not be that many.
  m.sharing.adopt([
    ["!accesses", 2],
    ["!threads", 2],
  ]);
  const store = new CompactStore();
  const newStore = (): CompactStore => store;
  const explorer = new DepthFirst(m, { states: STATES, depth: 100_000 }, { newStore });
  const before = usedBytes();
  const told = untilFound(explorer, 50_000);
  const after = usedBytes();
  expect(told.kind).toBe("limit");
  expect(store.size).toBe(STATES);
  expect(store.bytes).toBeLessThan(16 * STATES);
  expect(after - before).toBeLessThan(100 * 2 ** 20);
});
