/** The history of a reduction: bounded, whatever was asked, and true to the steps. */
import { expect, test } from "vitest";
import { HistoryRecorder } from "../../../../src/reduce/session/history.ts";
import type { LoggedStep } from "../../../../src/reduce/session/step-log.ts";

const step = (run: number, more: Partial<LoggedStep> = {}): LoggedStep => ({
  time: run / 10,
  run,
  strategy: "gbr",
  items: 0,
  classes: 1,
  bytes: 100,
  verdict: "boring",
  known: false,
  best: 100,
  ...more,
});

const INPUT = { bytes: 1000, classes: 9, items: 40 };

test("the best begins with the input and only gets smaller", () => {
  const recorder = new HistoryRecorder(INPUT, []);
  recorder.add(step(1, { bytes: 10 }), null); // smaller, and does not fail
  recorder.add(step(2, { bytes: 500, verdict: "interesting" }), 20);
  recorder.add(step(3, { bytes: 700, verdict: "interesting" }), null);
  recorder.add(step(4, { bytes: 300, verdict: "interesting", classes: 2 }), 7);
  const { bests, improvements } = recorder.history;
  expect(bests.map(({ run, bytes, classes, items }) => [run, bytes, classes, items])).toEqual([
    [0, 1000, 9, 40],
    [2, 500, 1, 20],
    [4, 300, 2, 7],
  ]);
  expect(improvements).toBe(2);
});

test("runs are counted by outcome, and answers from memory are no runs", () => {
  const recorder = new HistoryRecorder(INPUT, []);
  recorder.add(step(1, { verdict: "interesting" }), 1);
  recorder.add(step(2), null);
  recorder.add(step(2, { known: true }), null);
  recorder.add(step(3, { verdict: "timed-out" }), null);
  const { outcomes, questions, remembered, candidates } = recorder.history;
  expect(outcomes).toEqual({ interesting: 1, boring: 1, "timed-out": 1 });
  expect({ questions, remembered }).toEqual({ questions: 4, remembered: 1 });
  expect(candidates.map(({ run }) => run)).toEqual([1, 2, 3]);
});

test("phases follow each other, and say what each made of the best", () => {
  const recorder = new HistoryRecorder(INPUT, []);
  recorder.add(step(1, { bytes: 400, verdict: "interesting" }), 1);
  recorder.add(step(2), null);
  recorder.add(step(3, { strategy: "items", bytes: 90, verdict: "interesting" }), 1);
  recorder.add(step(3, { strategy: "items", known: true, time: 0.7 }), null);
  recorder.add(step(4, { strategy: "gbr", time: 1 }), null);
  const { phases } = recorder.history;
  expect(phases.map(({ name, questions, runs }) => [name, questions, runs])).toEqual([
    ["gbr", 2, 2],
    ["items", 2, 1],
    ["gbr", 1, 1],
  ]);
  expect(phases.map(({ bytesBefore, bytesAfter }) => [bytesBefore, bytesAfter])).toEqual([
    [1000, 400],
    [400, 90],
    [90, 90],
  ]);
  expect(phases[1]).toMatchObject({ firstRun: 3, lastRun: 3, start: 0.2, end: 0.7 });
});

test("is bounded, keeps the first and the last, and stays in order", () => {
  const recorder = new HistoryRecorder({ ...INPUT, bytes: 1_000_000 }, []);
  const count = 50_000;
  for (let run = 1; run <= count; run++) {
    const strategy = run % 3 === 0 ? "items" : "bodies";
    recorder.add(step(run, { strategy, bytes: 1_000_000 - run, verdict: "interesting" }), 1);
  }
  const { bests, candidates, phases, improvements, outcomes } = recorder.history;
  for (const samples of [bests, candidates]) {
    expect(samples.length).toBeGreaterThan(900);
    expect(samples.length).toBeLessThan(2_100);
    expect(samples.at(-1)!.run).toBe(count);
    const runs = samples.map(({ run }) => run);
    expect(runs).toEqual(runs.toSorted((a, b) => a - b));
  }
  expect(bests[0]!.run).toBe(0);
  expect(phases.length).toBeLessThan(201);
  expect(phases.reduce((sum, { runs }) => sum + runs, 0)).toBe(count);
  expect(improvements).toBe(count);
  expect(outcomes.interesting).toBe(count);
});

test("goes on where an earlier process ended", () => {
  const earlier = [step(1, { bytes: 500, verdict: "interesting" }), step(2)];
  const recorder = new HistoryRecorder(INPUT, earlier);
  recorder.add(step(2, { bytes: 500, verdict: "interesting", known: true }), null);
  recorder.add(step(3, { bytes: 200, verdict: "interesting" }), 3);
  const { bests, earlierRuns, candidates } = recorder.history;
  expect(bests.map(({ bytes, items }) => [bytes, items])).toEqual([
    [1000, 40],
    [500, null],
    [200, 3],
  ]);
  expect(earlierRuns).toBe(2);
  expect(candidates.map(({ run }) => run)).toEqual([1, 2, 3]);
});
