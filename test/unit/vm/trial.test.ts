/**
 * A trial leaves nothing behind: every word, and every field of the machine that is a number, a
 * flag or an outcome, is as it was. The list of those that may differ says why.
 */
import { describe, expect, test } from "vitest";
import { Random } from "../../../src/core/random.ts";
import { enabledThreads, prepareForSteps } from "../../../src/search/step.ts";
import { StepPath, takeStep } from "../../../src/search/step-path.ts";
import { Stop } from "../../../src/vm/interpreter/stop.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { trial } from "../../../src/vm/trial.ts";
import { machineOf } from "../../support/machine.ts";
import { Snapshot } from "../../support/observers/snapshot.ts";

const LEARNED = "what has been learned or linked stays";
const INSTRUCTION = "has a meaning only while an instruction is carried out";
const ROOM = "where the heap may grow to is set before each step";
const STATISTICS = "counts work";

const MAY_DIFFER: Readonly<Record<string, string>> = {
  permTop: LEARNED,
  tailCall: INSTRUCTION,
  isFirst: INSTRUCTION,
  executed: INSTRUCTION,
  sectionAccesses: INSTRUCTION,
  nativeMethod: INSTRUCTION,
  nativeOutcome: INSTRUCTION,
  heapEnd: ROOM,
  lowestTop: ROOM,
  collections: STATISTICS,
  elementChecks: STATISTICS,
  logged: STATISTICS,
};

/** Fields of a machine that are values, by name. */
function valuesOf(m: Machine): Map<string, unknown> {
  const values = Object.entries(m).filter(
    ([name, value]) =>
      typeof value !== "object" && typeof value !== "function" && !(name in MAY_DIFFER),
  );
  return new Map<string, unknown>([...values, ["counters", [...m.counters]]]);
}

/** Takes up to `count` random steps; how the last one ended. */
function walk(
  m: Machine,
  random: Random,
  count: number,
  before: Stop,
  take: (thread: number, choice: number) => Stop,
): Stop {
  let stop = before;
  for (let i = 0; i < count && stop !== Stop.halted && stop !== Stop.ignored; i++) {
    const isChoice = stop === Stop.choice;
    const threads = isChoice ? [m.thread] : enabledThreads(m);
    if (threads.length === 0) break;
    const thread = threads[random.below(threads.length)]!;
    stop = take(thread, isChoice ? random.below(m.choices) : -1);
  }
  return stop;
}

const PROGRAMS = [["DiningPhilosophers", "naive", "3", "1"], ["BoundedBuffer"], ["BankTransfer"]];

describe.each(PROGRAMS)("%s", (mainClass, ...args) => {
  const machine = (): Machine => {
    const sizes = { heapWords: 1 << 18, stackWords: 1 << 14, undo: true, checking: true };
    const { m } = machineOf({ mainClass, args, jdk: null, ...sizes });
    prepareForSteps(m);
    return m;
  };

  test("a trial leaves nothing behind, wherever it begins and however long it is", () => {
    const m = machine();
    const random = new Random(7);
    const stepPath = new StepPath(m);
    let changed = 0;
    let stop: Stop = Stop.visible;
    for (let i = 0; i < 60; i++) {
      const memory = new Snapshot(m);
      const values = valuesOf(m);
      trial(m, () => {
        walk(m, random, 1 + random.below(30), stop, (thread, choice) =>
          takeStep(m, thread, choice),
        );
        m.counters.set(1, i);
        if (memory.differences().length > 0) changed++;
      });
      expect(memory.differences()).toEqual([]);
      expect(valuesOf(m)).toEqual(values);
      stop = walk(m, random, 1, stop, (thread, choice) => stepPath.take(thread, choice));
    }
    expect(changed).toBeGreaterThan(10);
    expect(stepPath.depth).toBeGreaterThan(10);
  });

  test("an error in a trial leaves nothing behind either", () => {
    const m = machine();
    const memory = new Snapshot(m);
    const values = valuesOf(m);
    const failing = (): never => {
      walk(m, new Random(3), 5, Stop.visible, (thread, choice) => takeStep(m, thread, choice));
      throw new RangeError("as wanted");
    };
    expect(() => trial(m, failing)).toThrow("as wanted");
    expect(memory.differences()).toEqual([]);
    expect(valuesOf(m)).toEqual(values);
  });

  test("a path goes back to each depth, and from a leap or an extension to its start", () => {
    const m = machine();
    const random = new Random(11);
    const stepPath = new StepPath(m);
    const memories = [new Snapshot(m)];
    walk(m, random, 12, Stop.visible, (thread, choice) => {
      const stop = stepPath.take(thread, choice);
      memories.push(new Snapshot(m));
      return stop;
    });
    expect(memories.length).toBeGreaterThan(5);
    walk(m, random, 4, Stop.visible, (thread, choice) => stepPath.extend(thread, choice));
    stepPath.leap(3, () => m.setAlways(m.permTop - 2, 4711));
    expect(stepPath.depth).toBe(memories.length - 1 + 3);
    stepPath.goBackTo(memories.length - 1 + 2);
    // The last step went back together with those that extended it.
    for (let depth = memories.length - 2; depth >= 0; depth--) {
      stepPath.goBackTo(depth);
      expect(stepPath.depth).toBe(depth);
      const differences = memories[depth]!.differences();
      // The registers are loaded before each step, and the clock goes on: a search counts all instructions.
      expect(differences.filter((text) => !/^(?:thread|instructions):/.test(text))).toEqual([]);
    }
    expect(stepPath.start).toBeNull();
  });
});
