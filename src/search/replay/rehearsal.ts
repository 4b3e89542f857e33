/** What a step would do, found out on trial: the machine is as before afterwards. */
import { Stop } from "../../vm/interpreter/stop.ts";
import type { Machine } from "../../vm/machine.ts";
import { endThread } from "../../vm/threads/end-thread.ts";
import { trial } from "../../vm/trial.ts";
import { measureStep, singleStep } from "../single-step.ts";
import { beginStep, type Step } from "../step.ts";
import { describeNext } from "../trace/memory-operations.ts";
import type { ObjectNames } from "../trace/object-names.ts";
import { placeOf } from "../trace/source-place.ts";
import type { Operation, Place } from "../trace/trace.ts";

export interface Rehearsed {
  readonly operations: readonly Operation[];
  /** Where the thread stands before the step and after it; null after its end. */
  readonly from: Place;
  readonly to: Place | null;
}

/** `names` may get further names. `atEnd` sees the machine in the state that the step leads to. */
export function rehearse(
  m: Machine,
  names: ObjectNames,
  step: Step,
  atEnd: (stop: Stop) => void,
): Rehearsed {
  const { whenMoved } = m.room;
  m.room.whenMoved = (newPlace) => names.move(newPlace);
  try {
    const measured = measureStep(m, step);
    return trial(m, () => {
      m.loadRegisters(step.thread);
      const from = placeOf(m, m, names);
      m.beginTransition(m.fp, m.sp);
      m.room.beginStep();
      beginStep(m, step.thread, step.choice);
      const operations: Operation[] = [];
      const stop = singleStep(m, measured, (one) => describing(m, names, operations, one));
      m.choice = -1;
      const to = stop === Stop.ended ? null : placeOf(m, m, names);
      if (stop === Stop.ended) endThread(m);
      else m.saveRegisters();
      m.room.endStep();
      atEnd(stop);
      return { operations, from, to };
    });
  } finally {
    m.room.whenMoved = whenMoved;
  }
}

function describing(
  m: Machine,
  names: ObjectNames,
  operations: Operation[],
  one: () => Stop,
): Stop {
  if (m.threadCount > 1) names.hasThreads = true;
  const pending = describeNext(m, names);
  const { collections } = m;
  const stop = one();
  // What the instruction was about may have moved: then nothing is said of it.
  const operation = m.collections === collections ? (pending?.() ?? null) : null;
  if (operation !== null) operations.push(operation);
  return stop;
}
