/**
 * Livelocks as a report shows them. The search finds a component without exit; this file describes
 * a cycle in it, and lets a replay check that the last steps of its schedule really lead back to
 * the state in which they began.
 */

import { observe } from "../../liveness/code/used-library.ts";
import { strongestLiveness } from "../../liveness/reductions.ts";
import { Stop } from "../../vm/interpreter/stop.ts";
import type { Machine } from "../../vm/machine.ts";
import { canStep } from "../../vm/threads/spurious-wakeups.ts";
import { trial } from "../../vm/trial.ts";
import type { Violation } from "../properties/violation.ts";
import { waitText } from "../properties/wait-text.ts";
import { findWaits } from "../properties/waits.ts";
import { assuming } from "../reductions/assumed-world.ts";
import type { Step } from "../step.ts";
import { takeStep } from "../step-path.ts";
import { nameOfThread, ObjectNames } from "../trace/object-names.ts";
import { placeOfThread } from "../trace/source-place.ts";
import { describePlace, type TraceStep } from "../trace/trace.ts";
import { VectorFingerprint } from "../vector-fingerprint.ts";

export const ENDLESS_MESSAGE =
  "livelock: the program repeats a cycle that no schedule leads out of";

/**
 * Describes a livelock that a search has found: the last `cycle` steps of the trace lead back to the state
 * before them.
 */
export function describeEndless(m: Machine, trace: readonly Step[], cycle: number): Violation {
  const names = new ObjectNames(m);
  const round = trace.slice(trace.length - cycle);
  const running = [...new Set(round.map((step) => step.thread))].toSorted((a, b) => a - b);
  const details = running.map(
    (thread) =>
      `${nameOfThread(m, thread)} repeats ${describePlace(placeOfThread(m, thread, names))}`,
  );
  return {
    kind: "endless",
    message: ENDLESS_MESSAGE,
    details: [...details, ...waitingLines(m, names, running)],
    trace,
    cycle,
  };
}

/** One line for each thread that takes no part in the cycle. */
function waitingLines(m: Machine, names: ObjectNames, running: readonly number[]): string[] {
  return findWaits(m, names, () => null)
    .filter((wait) => !running.includes(wait.thread))
    .map((wait) => waitText(wait, (thread) => nameOfThread(m, thread)));
}

/** The same after a replay, which has recorded every place that the threads pass. */
export function endlessDetails(
  m: Machine,
  steps: readonly TraceStep[],
  cycle: number,
  laneName: (lane: number) => string,
): string[] {
  const places = new Map<number, Set<string>>();
  for (const step of steps.slice(steps.length - cycle)) {
    const own = places.get(step.lane) ?? new Set();
    places.set(step.lane, own);
    for (const place of [step.place, ...step.operations.map((operation) => operation.place)]) {
      if (place.isProgram || step.operations.length === 0) own.add(describePlace(place));
    }
  }
  const running = steps.slice(steps.length - cycle).map((step) => step.thread);
  return [
    ...[...places]
      .toSorted(([a], [b]) => a - b)
      .map(([lane, own]) => `${laneName(lane)} repeats ${[...own].join(", ")}`),
    ...waitingLines(m, new ObjectNames(m), running),
  ];
}

/**
 * Recognises that a replayed cycle has returned to its first state. Create it when the machine is ready for
 * its first step.
 */
export class CycleCheck {
  readonly #fingerprint: VectorFingerprint;
  #before: Int32Array | null = null;

  /**
   * Two states are equal here if none of the code that these steps run can tell them apart. So
   * whatever a search took for equal is equal here too, and the cycle can be repeated forever.
   */
  constructor(m: Machine, steps: readonly Step[]) {
    trial(m, () => rehearse(m, steps));
    const liveness = assuming(strongestLiveness(m), observe(m, "methods"));
    this.#fingerprint = VectorFingerprint.of(m, liveness);
  }

  /** Must be called after each step. */
  noteWrites(): void {
    this.#fingerprint.noteWrites();
  }

  /** The current state is the first of the cycle. */
  begin(stop: Stop): void {
    this.#before = this.#vector(stop);
  }

  /** True if the current state equals the first state of the cycle. */
  isBack(stop: Stop): boolean {
    const now = this.#vector(stop);
    const before = this.#before;
    return before?.length === now.length && before.every((word, i) => word === now[i]);
  }

  #vector(stop: Stop): Int32Array {
    this.#fingerprint.write(stop);
    const { canonicalizer } = this.#fingerprint;
    return canonicalizer.vector.slice(0, canonicalizer.length);
  }
}

/** Takes as many of the steps as possible. */
function rehearse(m: Machine, steps: readonly Step[]): void {
  let stop: Stop = Stop.visible;
  for (const { thread, choice } of steps) {
    if (stop === Stop.halted || stop === Stop.ignored) break;
    const isWhole = thread < m.threadCount && choice >= 0 === (stop === Stop.choice);
    if (!isWhole || (stop !== Stop.choice && !canStep(m, thread))) break;
    stop = takeStep(m, thread, choice);
  }
}
