import { describe, expect, test } from "vitest";
import { BitSet } from "../../../src/core/bit-set.ts";

describe("BitSet", () => {
  test("has what was added, across words", () => {
    const set = BitSet.of(70, [0, 31, 32, 69]);
    expect([...set]).toEqual([0, 31, 32, 69]);
    expect([set.has(31), set.has(33), set.count]).toEqual([true, false, 4]);
    set.delete(31);
    expect([...set]).toEqual([0, 32, 69]);
  });

  test.each([0, 1, 31, 32, 33, 64])("the full set of %i has that many members", (size) => {
    expect(BitSet.full(size).count).toBe(size);
    expect([...BitSet.full(size)]).toEqual(Array.from({ length: size }, (_, index) => index));
  });

  test("compares by members", () => {
    const set = BitSet.of(40, [3, 35]);
    expect(set.equals(BitSet.of(40, [35, 3]))).toBe(true);
    expect(set.equals(BitSet.of(40, [3]))).toBe(false);
    expect(set.equals(BitSet.of(41, [3, 35]))).toBe(false);
    expect([set.isSubsetOf(BitSet.full(40)), BitSet.full(40).isSubsetOf(set)]).toEqual([
      true,
      false,
    ]);
    expect(set.intersects(BitSet.of(40, [35]))).toBe(true);
    expect(set.intersects(BitSet.of(40, [34]))).toBe(false);
    // Tests of searches compare sets like this.
    expect(set).not.toEqual(BitSet.of(40, [3, 34]));
  });

  test("union and difference leave the other alone, and a copy is its own", () => {
    const left = BitSet.of(40, [1, 35]);
    const right = BitSet.of(40, [35, 39]);
    const copy = left.copy();
    copy.addAll(right);
    expect([...copy]).toEqual([1, 35, 39]);
    copy.deleteAll(right);
    expect([...copy]).toEqual([1]);
    expect([[...left], [...right]]).toEqual([
      [1, 35],
      [35, 39],
    ]);
  });
});
