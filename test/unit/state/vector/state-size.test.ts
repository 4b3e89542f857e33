/**
 * Sizes of states are told in two encodings that are the same for all reductions: as they are written, and
 * with every word in its place. The former must be what the canonicalizer writes.
 */
import { describe, expect, test } from "vitest";
import { livenessOf } from "../../../../src/liveness/reductions.ts";
import { probe } from "../../../../src/search/reductions/probe-walks.ts";
import { prepareForSteps } from "../../../../src/search/step.ts";
import { HEAP_ORDERS } from "../../../../src/state/heap-order.ts";
import { ALL_LIVE } from "../../../../src/state/live-cells.ts";
import { Canonicalizer } from "../../../../src/state/vector/canonicalizer.ts";
import { StateSize } from "../../../../src/state/vector/state-size.ts";
import type { Machine } from "../../../../src/vm/machine.ts";
import { machineOf } from "../../../support/machine.ts";

const MINUTE = 60_000;
const WALKS = { walks: 2, steps: 60, instructions: 200_000 };

function machine(): Machine {
  const options = { jdk: null, undo: true, checking: true, heapWords: 1 << 18 };
  const { m } = machineOf({ mainClass: "LruCache", args: ["racy", "2", "2", "2"], ...options });
  prepareForSteps(m);
  return m;
}

describe.each(HEAP_ORDERS)("objects known as %s", (heapOrder) => {
  test("what is written is what is counted", { timeout: MINUTE }, () => {
    const m = machine();
    const liveness = livenessOf("local", m);
    const canonicalizer = new Canonicalizer(m, liveness, heapOrder);
    const size = new StateSize(m, liveness, canonicalizer.bootWords, heapOrder);
    let states = 0;
    const stepped = (): void => {
      canonicalizer.noteWrites(0);
      canonicalizer.write(states);
      size.measure(states);
      expect(size.compressed).toBe(canonicalizer.length);
      expect(size.plain).toBeGreaterThan(size.compressed);
      states++;
    };
    probe(m, 1, WALKS, { stepped });
    expect(states).toBeGreaterThan(20);
  });
});

test("of a live part only the fields that are live count", { timeout: MINUTE }, () => {
  const m = machine();
  const canonicalizer = new Canonicalizer(m);
  const size = new StateSize(m, ALL_LIVE, canonicalizer.bootWords, "canonical");
  let hasObjects = false;
  const stepped = (): void => {
    canonicalizer.noteWrites(0);
    size.measure(0);
    const { plain, compressed } = size;
    const everything = { has: () => true };
    size.measure(0, everything);
    expect([size.plain, size.compressed]).toEqual([plain, compressed]);
    size.measure(0, new Set());
    expect(size.plain).toBeLessThanOrEqual(plain);
    if (size.plain < plain / 2) hasObjects = true;
  };
  probe(m, 2, WALKS, { stepped });
  expect(hasObjects).toBe(true);
});
