/**
 * A step of a schedule, instruction by instruction, for those who look at each.
 * How far the step goes is found by taking it for trial, as the search takes
 * it; then it is walked as far as that.
 */
import { bug } from "../core/assert.ts";
import { interpret } from "../vm/interpreter/dispatch.ts";
import { Stop } from "../vm/interpreter/stop.ts";
import type { Machine } from "../vm/machine.ts";
import { updateConcurrency } from "../vm/threads/round-robin.ts";
import { runStep, type Step } from "./step.ts";

export interface MeasuredStep {
  readonly instructions: number;
  readonly stop: Stop;
}

/** What a step comes to. The machine is as before afterwards; `atEnd` sees it where the step ends. */
export function measureStep(
  m: Machine,
  step: Step,
  atEnd: (stop: Stop) => void = () => {},
): MeasuredStep {
  const { instructions, skippedNanos, exitCode } = m;
  m.loadRegisters(step.thread);
  const mark = m.beginTransition(m.fp, m.sp);
  try {
    const stop = runStep(m, step.thread, step.choice);
    const count = m.instructions - instructions;
    atEnd(stop);
    return { instructions: count, stop };
  } finally {
    m.undoTo(mark);
    m.instructions = instructions;
    m.skippedNanos = skippedNanos;
    m.exitCode = exitCode;
    m.pending = 0;
    m.uncaught = 0;
    m.wantsCollection = false;
  }
}

/**
 * Carries out the instructions of a step that has begun, and the attempt that
 * ends it where it ends with one. `execute` lets the machine take one, by the
 * function it is given.
 */
export function singleStep(
  m: Machine,
  { instructions, stop }: MeasuredStep,
  execute: (one: () => Stop) => Stop,
): Stop {
  // What guards an object, and whether a library section has been seen, is noted as in the search.
  updateConcurrency(m);
  const end = m.instructions + instructions;
  const one = (): Stop => {
    // An instruction may turn it on.
    m.stopsAtVisible = false;
    return interpret(m, 1);
  };
  while (m.instructions < end) {
    const now = execute(one);
    if (now !== Stop.limit && m.instructions < end && now !== Stop.yielded) {
      bug("a step of a replay ended early");
    }
    if (now !== Stop.limit && m.instructions >= end) return now;
  }
  return stop;
}
