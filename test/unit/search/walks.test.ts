/** Random schedules: repeatable, replayable, and as likely to find a bug as promised. */
import { describe, expect, test, vi } from "vitest";
import { BreadthFirst } from "../../../src/search/breadth-first.ts";
import { PctPicker, type Picker, UniformPicker } from "../../../src/search/pickers.ts";
import { RandomWalks } from "../../../src/search/random-walks.ts";
import { replay } from "../../../src/search/replay/replay.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { machineOf } from "../../support/machine.ts";
import { Snapshot } from "../../support/observers/snapshot.ts";
import { exhaust, firstViolation, untilFound } from "../../support/searches.ts";

vi.setConfig({ testTimeout: 60_000 });

const NO_LIMITS = { states: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY };

const machineFor = (mainClass: string, ...args: string[]): Machine =>
  machineOf({
    mainClass,
    args,
    jdk: null,
    heapWords: 1 << 18,
    stackWords: 1 << 14,
    undo: true,
    checking: true,
  }).m;

const walksOf = (m: Machine, picker: Picker, runs: number, seed = 1): RandomWalks =>
  new RandomWalks(m, NO_LIMITS, { seed, runs, picker });

/** All schedules to a deadlock that a seed leads to. */
function schedulesOf(make: () => Picker, seed: number, slice: number): string {
  const m = machineFor("DiningPhilosophers", "naive", "3", "1");
  const { violations } = exhaust(walksOf(m, make(), 500, seed), slice);
  return JSON.stringify(violations.map(({ trace }) => trace));
}

const PICKERS = [
  { name: "random", make: (): Picker => new UniformPicker() },
  { name: "pct", make: (): Picker => new PctPicker(3) },
];

describe.each(PICKERS)("walks: $name", ({ make }) => {
  test("the same seed finds the same schedule, whatever the slices; another seed another", () => {
    const first = schedulesOf(make, 5, 1000);
    expect(first.length).toBeGreaterThan(100);
    expect(schedulesOf(make, 5, 7)).toBe(first);
    expect(schedulesOf(make, 6, 1000)).not.toBe(first);
  });

  test("what is found replays", () => {
    const args = ["DiningPhilosophers", "naive", "3", "1"] as const;
    const found = firstViolation(walksOf(machineFor(...args), make(), 1000));
    const again = replay(machineFor(...args), found!.trace);
    expect(again.violation).toMatchObject({ kind: "deadlock" });
    expect(again.taken).toBe(found!.trace.length);
  });

  test("the search ends after so many schedules, and is never done", () => {
    const walks = walksOf(machineFor("DiningPhilosophers", "ordered", "2", "1"), make(), 30);
    expect(untilFound(walks)).toEqual({ kind: "limit", limit: "30 random schedules" });
    expect(walks.counts).toMatchObject({ schedules: 30, ends: 30, maxThreads: 3, matched: 0 });
    expect(walks.counts.states).toBe(walks.counts.transitions + 30);
    expect(walks.distinctEnds).toBe(1);
  });

  test("a schedule's choices are random, too", () => {
    const walks = walksOf(machineFor("QueensByChoice", "search", "4"), make(), 400);
    exhaust(walks);
    // Two solutions of four queens: both are an end, reached by choices alone.
    expect(walks.counts.ends).toBeGreaterThan(0);
    expect(walks.counts.ends).toBeLessThan(400);
  });

  test("the machine is as it was at the start", () => {
    const m = machineFor("BoundedBuffer", "notify", "1", "2", "2", "1");
    const walks = walksOf(m, make(), 40);
    const before = new Snapshot(m);
    exhaust(walks);
    const aside = /^(?:instructions|thread):/;
    expect(before.differences().filter((line) => !aside.test(line))).toEqual([]);
  });

  test("a limit of steps cuts schedules off", () => {
    const m = machineFor("DiningPhilosophers", "ordered", "2", "1");
    const limits = { states: Number.POSITIVE_INFINITY, depth: 6 };
    const walks = new RandomWalks(m, limits, { seed: 1, runs: 10, picker: make() });
    exhaust(walks);
    expect(walks.truncated).toBe(10);
    expect(walks.counts).toMatchObject({ ends: 0, maxDepth: 6 });
  });

  test("a limit of states ends the search", () => {
    const m = machineFor("DiningPhilosophers", "ordered", "2", "1");
    const limits = { states: 100, depth: Number.POSITIVE_INFINITY };
    const walks = new RandomWalks(m, limits, { seed: 1, runs: 10_000, picker: make() });
    expect(untilFound(walks)).toEqual({ kind: "limit", limit: "100 states" });
    expect(walks.counts.states).toBe(100);
  });

  test("a thread that spins until another acts does not keep it from acting", () => {
    const walks = walksOf(machineFor("PetersonLock", "correct", "2"), make(), 50);
    exhaust(walks);
    expect(walks.counts.ends).toBe(50);
  });
});

describe("probabilistic concurrency testing", () => {
  test.each([
    // Two ordering constraints: each has one fork before either wants the other.
    { program: ["DiningPhilosophers", "naive", "2", "1"], depth: 2 },
    { program: ["LinkedListRace", "racy", "2", "1"], depth: 2 },
  ])("finds $program at least as often as it says", ({ program, depth }) => {
    const runs = 2000;
    const picker = new PctPicker(depth);
    const [mainClass = "", ...args] = program;
    const walks = walksOf(machineFor(mainClass, ...args), picker, runs);
    const { violations } = exhaust(walks);
    expect(picker.chance).toBeCloseTo(1 / (picker.threads * picker.steps ** (depth - 1)), 12);
    expect(violations.length / runs).toBeGreaterThan(picker.chance);
  });

  test("counts the threads and steps of schedules", () => {
    const picker = new PctPicker(1);
    const m = machineFor("DiningPhilosophers", "ordered", "3", "1");
    exhaust(walksOf(m, picker, 20));
    const bfs = new BreadthFirst(machineFor("DiningPhilosophers", "ordered", "3", "1"), NO_LIMITS);
    exhaust(bfs);
    expect(picker.threads).toBe(4);
    // Random walks take their time; but each of their steps leads to another state.
    expect(picker.steps).toBeLessThanOrEqual(bfs.counts.states);
    expect(picker.chance).toBe(1 / 4);
  });

  test("without a change of priorities threads run one after the other", () => {
    // Depth 1: a thread is preempted only by one that it has itself let run.
    const picker = new PctPicker(1);
    const m = machineFor("LinkedListRace", "racy", "2", "1");
    expect(exhaust(walksOf(m, picker, 300)).violations).toEqual([]);
  });
});
