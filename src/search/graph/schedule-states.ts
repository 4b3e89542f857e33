/**
 * The states that a schedule leads through, by the fingerprints that a breadth-first search gives them. A reported
 * schedule may take steps that the search need not take, because another order of them leads to the same state.
 */
import type { HeapOrder } from "../../state/heap-order.ts";
import type { LiveCells } from "../../state/live-cells.ts";
import { Stop } from "../../vm/interpreter/stop.ts";
import type { Machine } from "../../vm/machine.ts";
import { judge, Moves, type Properties } from "../judge.ts";
import { obstacleTo } from "../replay/replay.ts";
import { prepareForSteps, type Step } from "../step.ts";
import { takeStep } from "../step-path.ts";
import { VectorFingerprint } from "../vector-fingerprint.ts";

export interface ScheduledState {
  /** The step that led here; null for the first state. */
  readonly step: Step | null;
  /** Null at an end of the program, which has no state to compare. */
  readonly key: string | null;
}

export interface ScheduleSettings {
  readonly liveness: LiveCells;
  readonly heapOrder: HeapOrder;
  readonly judged: Properties;
}

/** `m` has just been booted. Fewer states than steps, if a step is not possible there. */
export function statesOn(
  m: Machine,
  schedule: readonly Step[],
  { liveness, heapOrder, judged }: ScheduleSettings,
): ScheduledState[] {
  prepareForSteps(m);
  const fingerprint = VectorFingerprint.of(m, liveness, heapOrder);
  const moves = new Moves();
  let stop: Stop = Stop.visible;
  const states: ScheduledState[] = [{ step: null, key: fingerprint.key(stop) }];
  for (const step of schedule) {
    if (obstacleTo(m, step, stop) !== null) break;
    stop = takeStep(m, step.thread, step.choice);
    fingerprint.noteWrites();
    const goesOn = judge(m, stop, moves, judged) === "moves";
    states.push({ step, key: goesOn ? fingerprint.key(stop) : null });
    if (!goesOn) break;
  }
  return states;
}
