/** Simpler schedules: the same violation on a fresh machine, and nothing cheaper by brute force. */
import { describe, expect, test } from "vitest";
import { DepthFirst } from "../../../../src/search/depth-first.ts";
import { judge, Moves } from "../../../../src/search/judge.ts";
import { propertyOf } from "../../../../src/search/properties/table.ts";
import type { Violation } from "../../../../src/search/properties/violation.ts";
import { replay } from "../../../../src/search/replay/replay.ts";
import { isCheaper, type ScheduleCost } from "../../../../src/search/simplify/schedule-cost.ts";
import { preemptionsNeeded } from "../../../../src/search/simplify/simplify.ts";
import { couldGoOn, prepareForSteps, type Step } from "../../../../src/search/step.ts";
import { StepPath } from "../../../../src/search/step-path.ts";
import { preemptionsOf, switchesOf, type Trace } from "../../../../src/search/trace/trace.ts";
import { Stop } from "../../../../src/vm/interpreter/stop.ts";
import type { Machine } from "../../../../src/vm/machine.ts";
import type { RefutedAssumption } from "../../../../src/vm/sharing/observability.ts";
import { machineOf } from "../../../support/machine.ts";
import { firstViolation } from "../../../support/searches.ts";
import { simplified } from "../../../support/simplified.ts";

const MINUTE = 60_000;
const LIMITS = { states: 100_000, depth: 100_000 };
const BUDGET = 400_000;

interface Found {
  readonly violation: Violation;
  /** A fresh machine that knows what the search had learned. */
  readonly machine: () => Machine;
}

function find(mainClass: string, args: readonly string[]): Found {
  const machine = (refuted: readonly RefutedAssumption[]): Machine => {
    const { m } = machineOf({ mainClass, args, jdk: null, undo: true, checking: true });
    m.sharing.adopt(refuted);
    return m;
  };
  const m = machine([]);
  const violation = firstViolation(new DepthFirst(m, LIMITS))!;
  const { refuted } = m.sharing;
  return { violation, machine: () => machine(refuted) };
}

const costOf = (trace: Trace): ScheduleCost => ({
  preemptions: preemptionsOf(trace),
  switches: switchesOf(trace.steps),
  steps: trace.steps.length,
});

const goalOf = ({ kind, message, trace }: Violation) => ({
  kind,
  message,
  steps: trace,
  criteria: { properties: [], cycle: 0 },
});

/** The least cost over all schedules, without remembering states. A schedule that cannot get below `best` is given up. */
function leastCost(m: Machine, kind: string): ScheduleCost | null {
  prepareForSteps(m);
  const path = new StepPath(m);
  let best: ScheduleCost | null = null;
  const visit = (stop: Stop, last: Step | null, cost: ScheduleCost): void => {
    if (best !== null && !isCheaper(cost, best)) return;
    const moves = new Moves();
    const state = judge(m, stop, moves);
    if (state === kind) best = cost;
    if (state !== "moves") return;
    const { depth } = path;
    const running = last !== null && moves.chooser < 0 && couldGoOn(m, last.thread);
    const steps = Array.from({ length: moves.count }, (_, i) => moves.stepAt(i));
    for (const step of steps) {
      const isOther = last !== null && last.thread !== step.thread;
      const next = path.take(step.thread, step.choice);
      visit(next, step, {
        preemptions: cost.preemptions + (isOther && running ? 1 : 0),
        switches: cost.switches + (isOther ? 1 : 0),
        steps: cost.steps + 1,
      });
      path.goBackTo(depth);
    }
  };
  visit(Stop.visible, null, { preemptions: 0, switches: 0, steps: 0 });
  return best;
}

describe("a simplified schedule", () => {
  test.each([
    ["DiningPhilosophers", ["naive", "2", "1"]],
    ["DiningPhilosophers", ["naive", "3", "1"]],
    ["BankTransfer", ["crossed", "2", "2", "1"]],
    ["BankTransfer", ["racy", "2", "2", "1"]],
    ["CigaretteSmokers", ["single", "1"]],
    ["LinkedListRace", ["racy", "2", "1"]],
  ])("of %s %j is the cheapest there is", { timeout: MINUTE }, (name, args) => {
    const { violation, machine } = find(name, args);
    const { steps, doubt } = simplified(machine(), goalOf(violation), BUDGET);
    expect(doubt).toBeNull();
    const again = replay(machine(), steps);
    expect(again.violation?.kind).toBe(violation.kind);
    expect(again.taken).toBe(steps.length);
    expect(propertyOf(violation.kind).foundAt).toBe("end");
    expect(costOf(again.trace)).toEqual(leastCost(machine(), violation.kind));
  });

  test.each([
    ["Elevator", ["hasty", "1", "3"]],
    ["BakeryLock", ["hasty", "2", "1"]],
    ["BoundedBuffer", ["notify", "1", "2", "2", "2"]],
    ["DekkerLock", ["blind", "2"]],
  ])("of %s %j is simpler, whatever it may cost to find", { timeout: MINUTE }, (name, args) => {
    const { violation, machine } = find(name, args);
    const known = costOf(replay(machine(), violation.trace).trace);
    let before = known;
    for (const budget of [0, 300, 3000, 30_000]) {
      const { steps } = simplified(machine(), goalOf(violation), budget);
      const again = replay(machine(), steps);
      expect(again.violation?.kind).toBe(violation.kind);
      const cost = costOf(again.trace);
      expect(isCheaper(before, cost), "a larger budget finds nothing worse").toBe(false);
      before = cost;
    }
    expect(isCheaper(before, known)).toBe(true);
  });

  test("with too small a budget is not called the simplest", () => {
    const { violation, machine } = find("Elevator", ["hasty", "1", "3"]);
    expect(simplified(machine(), goalOf(violation), 100).doubt).toBe("effort");
  });
});

test("the preemptions that a violation needs are counted, or bounded from below", () => {
  const { violation, machine } = find("DiningPhilosophers", ["naive", "2", "1"]);
  const goal = { ...goalOf(violation), steps: [] };
  expect(preemptionsNeeded(machine(), goal, 9, { states: 10_000 })).toMatchObject({
    least: 1,
    isExact: true,
  });
  expect(preemptionsNeeded(machine(), goal, 1, { states: 10_000 })).toMatchObject({
    steps: null,
    least: 1,
    isExact: true,
  });
  expect(preemptionsNeeded(machine(), goal, 9, { states: 3 })).toMatchObject({
    steps: null,
    isExact: false,
  });
});
