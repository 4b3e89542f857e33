/** Where dynamic reduction starts and ends. */
import { describe, expect, test } from "vitest";
import { Moves } from "../../../../src/search/judge.ts";
import { CommonPrefix } from "../../../../src/search/reductions/common-prefix.ts";
import { DynamicReduction } from "../../../../src/search/reductions/dynamic-reduction.ts";
import { LiveFutures } from "../../../../src/search/reductions/live-futures.ts";
import { prepareForSteps } from "../../../../src/search/step.ts";
import { BootWords } from "../../../../src/state/boot-words.ts";
import { ALL_LIVE } from "../../../../src/state/live-cells.ts";
import { ObjectLayouts } from "../../../../src/state/object-layout.ts";
import { machineOf } from "../../../support/machine.ts";

function futuresOf(): LiveFutures {
  const args = ["locked", "2", "1"];
  const { m } = machineOf({ mainClass: "LostUpdate", args, jdk: null, undo: true, checking: true });
  prepareForSteps(m);
  return new LiveFutures(m, new BootWords(m, new ObjectLayouts(m), m.H.length), {
    liveness: ALL_LIVE,
    listener: null,
    isAcyclic: false,
    isExact: false,
    isAlways: false,
    heapOrder: "canonical",
    liveSet: () => 0,
    samples: { offerLive: () => {} },
  });
}

function movesOf(count: number): Moves {
  const moves = new Moves();
  for (let thread = 0; thread < count; thread++) moves.add(thread);
  return moves;
}

test("the common prefix ends at the first state with more than one move", () => {
  const prefix = new CommonPrefix();
  expect(prefix.endsAt(movesOf(1), 0, 0, false)).toBe(false);
  expect(prefix.endsAt(movesOf(1), 1, 1, false)).toBe(false);
  expect(prefix.isOpen).toBe(true);
  expect(prefix.levels).toBe(0);
  expect(prefix.endsAt(movesOf(2), 2, 3, false)).toBe(true);
  expect(prefix.isOpen).toBe(false);
  expect(prefix.levels).toBe(2);
  expect([-1, 0, 2, 3, 4].map((position) => prefix.has(position))).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
});

describe("dynamic reduction", () => {
  test("starts at the first branch", () => {
    const reduction = new DynamicReduction(futuresOf());
    reduction.mayStart(movesOf(1), 0, 0, 0);
    expect(reduction.isActive).toBe(false);
    reduction.mayStart(movesOf(2), 1, 1, 0);
    expect(reduction.isActive).toBe(true);
  });

  test("starts at the root if it must", () => {
    const futures = futuresOf();
    futures.mustStartAtRoot = true;
    const reduction = new DynamicReduction(futures);
    reduction.mayStart(movesOf(1), 0, 0, 1);
    expect(reduction.isActive).toBe(true);
  });

  test("a late restart because of the prefix is the last of its kind", () => {
    const startsAtRoot = (isBroken: boolean, states: number): boolean => {
      const futures = futuresOf();
      const reduction = new DynamicReduction(futures);
      reduction.mayStart(movesOf(2), 5, 5, 0);
      futures.isBroken = isBroken;
      reduction.restarted(states);
      expect(reduction.isActive).toBe(false);
      reduction.mayStart(movesOf(1), 0, 0, 0);
      return reduction.isActive;
    };
    expect(startsAtRoot(true, 16_383)).toBe(false);
    expect(startsAtRoot(true, 16_384)).toBe(true);
    expect(startsAtRoot(false, 1_000_000)).toBe(false);
  });

  test("that was stopped does not start again, and its counts stay until a restart", () => {
    const futures = futuresOf();
    const reduction = new DynamicReduction(futures);
    reduction.mayStart(movesOf(2), 0, 0, 0);
    reduction.giveUp();
    expect(reduction.isActive).toBe(false);
    expect(reduction.counts).not.toBeNull();
    expect(reduction.counts).toEqual(futures.counts);
    reduction.restarted(1);
    expect(reduction.counts).toBeNull();
    reduction.mayStart(movesOf(2), 0, 0, 0);
    expect(reduction.isActive).toBe(false);
  });

  test("is never active if it was not selected", () => {
    const reduction = new DynamicReduction(null);
    reduction.mayStart(movesOf(2), 0, 0, 0);
    expect(reduction.isActive).toBe(false);
    expect(reduction.counts).toBeNull();
    expect(reduction.find(0, 0)).toBe(false);
    expect(reduction.revisit(0b110, 0b100, -1)).toBe(0b010);
  });
});
