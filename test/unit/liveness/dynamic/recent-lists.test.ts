import { describe, expect, test } from "vitest";
import { RecentStates } from "../../../../src/liveness/dynamic/recent-states.ts";

describe("lists of states that were left lately", () => {
  test("are found by the whole hash, and not by half of it", () => {
    const lists = new RecentStates();
    lists.keep(5, 7, 12, 0);
    expect(lists.find(5, 7, 0)).toBe(true);
    expect(lists.list).toBe(12);
    expect(lists.find(5, 8, 0)).toBe(false);
    expect(lists.find(6, 7, 0)).toBe(false);
  });

  test("are not found where a thread is awake that slept", () => {
    const lists = new RecentStates();
    lists.keep(5, 7, 12, 0b110);
    expect(lists.find(5, 7, 0b010)).toBe(false);
    expect(lists.find(5, 7, 0b111)).toBe(true);
    expect(lists.sleepers).toBe(0b110);
  });

  test("the first list is one too", () => {
    const lists = new RecentStates();
    expect(lists.find(0, 0, 0)).toBe(false);
    lists.keep(0, 0, 0, 0);
    expect(lists.find(0, 0, 0)).toBe(true);
    expect(lists.list).toBe(0);
    lists.clear();
    expect(lists.find(0, 0, 0)).toBe(false);
  });

  test("an old one is either itself or gone", () => {
    const lists = new RecentStates();
    const states = 1 << 17;
    let gone = 0;
    for (let state = 1; state <= states; state++) lists.keep(state, -state, 3 * state, 0);
    for (let state = 1; state <= states; state++) {
      if (lists.find(state, -state, 0)) expect(lists.list).toBe(3 * state);
      else gone++;
    }
    expect(gone).toBeGreaterThan(0);
    expect(gone).toBeLessThan(states);
    expect(lists.find(states, -states, 0)).toBe(true);
  });
});
