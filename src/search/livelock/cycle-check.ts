/**
 * Livelocks: the program repeats a cycle of states that no schedule leads out of. The searches find them.
 * This file describes them, and lets a replay verify that the last steps of a schedule lead back to the state
 * where they began.
 */

import { observe } from "../../liveness/code/used-library.ts";
import { strongestLiveness } from "../../liveness/reductions.ts";
import { Canonicalizer } from "../../state/vector/canonicalizer.ts";
import { Stop } from "../../vm/interpreter/stop.ts";
import type { Machine } from "../../vm/machine.ts";
import { canStep } from "../../vm/threads/spurious-wakeups.ts";
import type { Violation } from "../properties/violation.ts";
import { waitText } from "../properties/wait-text.ts";
import { findWaits } from "../properties/waits.ts";
import { assuming } from "../reductions/assumed-world.ts";
import { runStep, type Step } from "../step.ts";
import { nameOfThread, ObjectNames } from "../trace/object-names.ts";
import { placeOfThread } from "../trace/source-place.ts";
import { describePlace, type TraceStep } from "../trace/trace.ts";

export const ENDLESS_MESSAGE =
  "livelock: the program repeats a cycle that no schedule leads out of";

/**
 * Describes a livelock that a search has found: the last `cycle` steps of the trace lead back to an earlier
 * state of its path.
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

/** The same details after a replay, which knows every place that the threads pass. */
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
  readonly #m: Machine;
  readonly #canonicalizer: Canonicalizer;
  #before: Int32Array | null = null;

  /**
   * The cycle is closed if no code that its steps run can tell the state from the first one. The constructor
   * runs the steps once to learn which code that is. So any states that a search considers equal are equal
   * here, and the steps can be repeated forever.
   */
  constructor(m: Machine, steps: readonly Step[]) {
    this.#m = m;
    rehearse(m, steps);
    const liveness = assuming(strongestLiveness(m), observe(m, "methods"));
    this.#canonicalizer = new Canonicalizer(m, liveness);
  }

  /** Call after each step with the position of the undo log before it. */
  noteWrites(since: number): void {
    this.#canonicalizer.noteWrites(since);
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
    const canonicalizer = this.#canonicalizer;
    canonicalizer.write(stop === Stop.choice ? this.#m.thread + 1 : 0);
    return canonicalizer.vector.slice(0, canonicalizer.length);
  }
}

/** Runs as many of the steps as possible, and goes back. */
function rehearse(m: Machine, steps: readonly Step[]): void {
  const { instructions, skippedNanos } = m;
  const counters = [...m.counters];
  m.pushTransition(0, 0);
  let stop: Stop = Stop.visible;
  for (const { thread, choice } of steps) {
    if (stop === Stop.halted || stop === Stop.ignored) break;
    const isWhole = thread < m.threadCount && choice >= 0 === (stop === Stop.choice);
    if (!isWhole || (stop !== Stop.choice && !canStep(m, thread))) break;
    m.loadRegisters(thread);
    m.beginTransition(m.fp, m.sp);
    stop = runStep(m, thread, choice);
  }
  m.popTransition();
  m.pending = 0;
  m.uncaught = 0;
  m.wantsCollection = false;
  m.instructions = instructions;
  m.skippedNanos = skippedNanos;
  m.counters.clear();
  for (const [key, value] of counters) m.counters.set(key, value);
}
