import { describe, expect, test } from "vitest";
import { Moves } from "../../../../src/search/judge.ts";
import {
  CommonPrefix,
  type LateReduction,
} from "../../../../src/search/reductions/common-prefix.ts";

/** As much of a reduction as a trunk needs. */
class Reduction implements LateReduction {
  isBroken = false;
  mustBeginAtOnce = false;
  /** What the states waited for that it began with. */
  readonly begun: number[] = [];
  readonly counts = {
    stored: 7,
    gains: 1,
    liveCells: 2,
    liveWords: 3,
    patterns: 4,
    patternBytes: 5,
    bytes: 6,
  };

  begin(pending: number): void {
    this.begun.push(pending);
  }

  clear(): void {
    this.isBroken = false;
  }
}

function movesOf(count: number): Moves {
  const moves = new Moves();
  for (let thread = 0; thread < count; thread++) moves.add(thread);
  return moves;
}

describe("a trunk", () => {
  test("ends at the first state that can go on in more than one way", () => {
    const reduction = new Reduction();
    const trunk = new CommonPrefix(reduction);
    expect(trunk.end(movesOf(1), 0, 0, 11)).toBeNull();
    expect(trunk.end(movesOf(1), 1, 1, 12)).toBeNull();
    expect(trunk.levels).toBe(0);
    expect(trunk.end(movesOf(2), 2, 3, 13)).toBe(reduction);
    expect(reduction.begun).toEqual([13]);
    expect(trunk.levels).toBe(2);
    expect([-1, 0, 2, 3, 4].map((position) => trunk.has(position))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });

  test("is empty where the reduction must begin at once", () => {
    const reduction = new Reduction();
    reduction.mustBeginAtOnce = true;
    const trunk = new CommonPrefix(reduction);
    expect(trunk.end(movesOf(1), 0, 0, 1)).toBe(reduction);
    expect(trunk.levels).toBe(0);
    expect(trunk.has(0)).toBe(false);
  });

  test("a new beginning that comes late, because of it, is the last such one", () => {
    const begins = (isBroken: boolean, states: number): boolean => {
      const reduction = new Reduction();
      const trunk = new CommonPrefix(reduction);
      trunk.end(movesOf(2), 5, 5, 0);
      reduction.isBroken = isBroken;
      trunk.restart(states);
      expect(trunk.levels).toBe(0);
      return trunk.end(movesOf(1), 0, 0, 0) !== null;
    };
    expect(begins(true, 16_383)).toBe(false);
    expect(begins(true, 16_384)).toBe(true);
    expect(begins(false, 1_000_000)).toBe(false);
  });

  test("a reduction that was given up does not begin again, and what it counted stays", () => {
    const reduction = new Reduction();
    const trunk = new CommonPrefix(reduction);
    trunk.end(movesOf(2), 0, 0, 0);
    expect(trunk.giveUp()).toBeNull();
    expect(trunk.counts).toEqual(reduction.counts);
    trunk.restart(1);
    expect(trunk.counts).toBeNull();
    expect(trunk.end(movesOf(2), 0, 0, 0)).toBeNull();
  });

  test("without a reduction there is none", () => {
    const trunk = new CommonPrefix(null);
    expect(trunk.end(movesOf(2), 0, 0, 0)).toBeNull();
    expect(trunk.counts).toBeNull();
  });
});
