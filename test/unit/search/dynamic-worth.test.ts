import { describe, expect, test } from "vitest";
import { DynamicWorth } from "../../../src/search/dynamic-worth.ts";

/** A worth after so many states, with so many gains, where some were entered again, and so many are like others. */
function after(entered: number, gains: number, enteredAgain = 1, alike = entered): DynamicWorth {
  const worth = new DynamicWorth();
  worth.entered = entered;
  worth.enteredAgain = enteredAgain;
  worth.gains = gains;
  worth.alike = alike;
  return worth;
}

describe("what dynamic reduction is worth", () => {
  test("nothing is said before enough states are there", () => {
    expect(after(2047, 0).isNone).toBe(false);
    expect(after(2048, 0).isNone).toBe(true);
    expect(after(2048, 5).isNone).toBe(false);
  });

  test("where paths do not meet it is said sooner", () => {
    expect(after(511, 0, 0).isNone).toBe(false);
    expect(after(512, 0, 0).isNone).toBe(true);
    expect(after(512, 2, 0).isNone).toBe(false);
    expect(after(512, 0, 1).isNone).toBe(false);
  });

  test("where no state could be like another it is said sooner too", () => {
    expect(after(511, 0, 1, 0).isNone).toBe(false);
    expect(after(512, 0, 1, 0).isNone).toBe(true);
    expect(after(512, 0, 1, 1).isNone).toBe(false);
    expect(after(512, 1, 1, 0).isNone).toBe(false);
  });

  test("where states go round in circles it is said sooner too", () => {
    const circling = (opened: number, gains: number, alike: number): boolean => {
      const worth = after(520, gains, 1, alike);
      worth.opened = opened;
      return worth.isNone;
    };
    expect(circling(51, 0, 520)).toBe(false);
    expect(circling(52, 0, 520)).toBe(true);
    expect(circling(52, 1, 520)).toBe(false);
    // And so it is where few are alike.
    expect(circling(51, 5, 20)).toBe(false);
    expect(circling(52, 5, 20)).toBe(true);
    expect(circling(52, 11, 20)).toBe(false);
  });

  test("an early check that passes is no excuse later", () => {
    const worth = after(512, 0, 1);
    expect(worth.isNone).toBe(false);
    worth.entered = 1024;
    expect(worth.isNone).toBe(false);
    worth.entered = 2048;
    expect(worth.isNone).toBe(true);
  });

  test("later more is asked", () => {
    expect(after(1 << 16, 5200).isNone).toBe(true);
    expect(after(1 << 16, 5300).isNone).toBe(false);
  });

  test("where few states are alike there is no waiting for gains", () => {
    expect(after(2048, 5, 1, 200).isNone).toBe(true);
    expect(after(2048, 5, 1, 400).isNone).toBe(false);
    // Those that were spared would have been like others too.
    expect(after(2048, 40, 1, 280).isNone).toBe(false);
    // And if enough have been, it pays as it is.
    expect(after(2048, 40, 1, 0).isNone).toBe(true);
    expect(after(2048, 41, 1, 0).isNone).toBe(false);
    // Those that were entered again are no states of their own.
    expect(after(2048, 5, 1024, 200).isNone).toBe(false);
    expect(after(1024, 5, 0, 0).isNone).toBe(false);
  });

  test("every match is looked at until no early check can fail", () => {
    const worth = after(0, 0);
    while (worth.weightAt(1) === 1) worth.gains++;
    for (let entered = 2048; entered < 1 << 16; entered++) {
      expect(after(entered, worth.gains).isNone).toBe(false);
    }
    expect(worth.gains).toBeLessThan(100);
  });

  test("however late the first gains come", () => {
    const worth = after(0, 0);
    for (let matched = 0; matched < 1 << 14; matched++) expect(worth.weightAt(matched)).toBe(1);
  });

  test("after that a sample counts for all", () => {
    const worth = after(0, 1000);
    let sum = 0;
    for (let matched = 1 << 12; matched < 1 << 13; matched++) sum += worth.weightAt(matched);
    expect(sum).toBe(1 << 12);
  });
});
