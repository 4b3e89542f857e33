/**
 * What a real JVM does the checker must know of: programs of two or three
 * threads are run two thousand times, and every outcome seen must be among
 * those that the search finds. Where there is no JDK there is nothing to
 * compare with.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { explore } from "../../src/fuzz/outcomes/collect.ts";
import {
  compileExperiments,
  experimentJdk,
  exploreExperiment,
  runOften,
} from "../support/programs/experiments.ts";
import { sized } from "../support/size.ts";

const RUNS = sized("DEADWOOD_JVM_RUNS", 300, 2000);
const MINUTES = 60_000;

/** What sequentially consistent memory allows: no more and no less must be found. */
const POSSIBLE: Readonly<Record<string, readonly number[]>> = {
  Racy: [2, 3, 4],
  Locked: [3],
  Volatile: [1, 2, 10, 11, 12],
  Peterson: [2],
  Halves: [11, 12, 21, 22],
  StoreBuffering: [1, 10, 11],
  MessagePassing: [-1, 42],
  ReadTwice: [0, 1, 2, 11, 12, 22],
  Independent: [0, 1, 10, 11, 101, 111],
  Alive: [0, 1, 10, 11],
  Publication: [3, 17, 35],
  LazyTwice: [11, 21],
  DoubleChecked: [1],
  FinalLeak: [-1, 0, 7],
  NullRace: [0, 2000],
  IndexRace: [
    110, 112, 120, 121, 130, 201, 202, 203, 210, 212, 220, 221, 230, 312, 321, 1302, 1320, 2301,
    2310,
  ],
  HandOff: [3],
  Queue: [12, 21],
  Impatient: [1, 2],
  Interrupt: [1, 2, 3],
  Order: [123, 132, 213, 231, 312, 321],
  Joined: [1, 11],
};
const names = Object.keys(POSSIBLE);

describe.skipIf(experimentJdk === null)("outcomes seen on a JVM are among those found", () => {
  let classes = "";
  let seen: ReadonlyMap<string, readonly string[]> = new Map();

  beforeAll(() => {
    classes = compileExperiments([join(import.meta.dirname, "programs")]);
    seen = runOften(classes, RUNS, names);
  }, 10 * MINUTES);

  afterAll(() => {
    rmSync(classes, { recursive: true, force: true });
  });

  test.each(names)("%s", { timeout: 2 * MINUTES }, (name) => {
    const { outcomes, isComplete } = exploreExperiment(name, classes, explore, 1_000_000);
    expect(isComplete).toBe(true);
    expect(outcomes).toEqual(POSSIBLE[name]!.map(String).toSorted());
    expect(seen.get(name)!.filter((outcome) => !outcomes.includes(outcome))).toEqual([]);
  });
});
