/**
 * Repeats one step of a schedule instruction by instruction, for observers that look at each. A
 * trial first takes the step as the search does, and counts its instructions.
 */
import { bug } from "../core/assert.ts";
import { interpret } from "../vm/interpreter/dispatch.ts";
import { Stop } from "../vm/interpreter/stop.ts";
import type { Machine } from "../vm/machine.ts";
import { updateConcurrency } from "../vm/threads/round-robin.ts";
import { trial } from "../vm/trial.ts";
import type { Step } from "./step.ts";
import { takeStep } from "./step-path.ts";

export interface MeasuredStep {
  readonly instructions: number;
  readonly stop: Stop;
  /** The number of alternatives, if the step ends with a choice. */
  readonly choices: number;
}

/** Measures a step on trial; `atEnd` sees the machine where the step ends. */
export function measureStep(
  m: Machine,
  step: Step,
  atEnd: (stop: Stop) => void = () => {},
): MeasuredStep {
  return trial(m, () => {
    const before = m.instructions;
    const stop = takeStep(m, step.thread, step.choice);
    const instructions = m.instructions - before;
    const { choices } = m;
    atEnd(stop);
    return { instructions, stop, choices };
  });
}

/**
 * Runs the instructions of a step that has begun, and the final attempt if it ends with one. `execute` runs
 * one instruction by calling the given function.
 */
export function singleStep(
  m: Machine,
  { instructions, stop, choices }: MeasuredStep,
  execute: (one: () => Stop) => Stop,
): Stop {
  // Record guards of objects and sections of the library, as in the search.
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
  // An instruction that offers a choice does not run before the choice has been made.
  m.choices = choices;
  return stop;
}
