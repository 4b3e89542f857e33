import { describe, expect, test } from "vitest";
import { RecentLists } from "../../../../src/liveness/dynamic/recent-lists.ts";

const found = ({ words, start, end }: RecentLists): number[] => [...words.subarray(start, end)];

describe("lists of states that were left lately", () => {
  test("are found by the whole hash, and not by half of it", () => {
    const lists = new RecentLists();
    lists.keep(5, 7, Int32Array.of(9, 1, 2, 3, 4, 9), 1, 5, 0);
    expect(lists.find(5, 7, 0)).toBe(true);
    expect(found(lists)).toEqual([1, 2, 3, 4]);
    expect(lists.find(5, 8, 0)).toBe(false);
    expect(lists.find(6, 7, 0)).toBe(false);
  });

  test("are not found where a thread is awake that slept", () => {
    const lists = new RecentLists();
    lists.keep(5, 7, Int32Array.of(1, 2), 0, 2, 0b110);
    expect(lists.find(5, 7, 0b010)).toBe(false);
    expect(lists.find(5, 7, 0b111)).toBe(true);
    expect(lists.sleepers).toBe(0b110);
  });

  test("an empty one is one", () => {
    const lists = new RecentLists();
    expect(lists.find(0, 0, 0)).toBe(false);
    lists.keep(0, 0, new Int32Array(0), 0, 0, 0);
    expect(lists.find(0, 0, 0)).toBe(true);
    expect(found(lists)).toEqual([]);
    lists.clear();
    expect(lists.find(0, 0, 0)).toBe(false);
  });

  test("an old one is either whole or gone", () => {
    const lists = new RecentLists();
    const list = new Int32Array(1000);
    let gone = 0;
    for (let state = 1; state <= 5000; state++) {
      list.fill(state);
      lists.keep(state, -state, list, 0, 900 + (state % 100), 0);
    }
    for (let state = 1; state <= 5000; state++) {
      if (!lists.find(state, -state, 0)) {
        gone++;
        continue;
      }
      expect(lists.end - lists.start).toBe(900 + (state % 100));
      expect(found(lists).every((each) => each === state)).toBe(true);
    }
    expect(gone).toBeGreaterThan(0);
    expect(gone).toBeLessThan(4000);
    expect(lists.find(5000, -5000, 0)).toBe(true);
  });
});
