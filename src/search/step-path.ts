/**
 * A path of steps that can be taken back. Breadth-first search, random walks, the minimizer and
 * `explain` move on such a path; a depth-first search has its own (depth-first.ts), because it
 * keeps millions of levels in a few words each. What is to leave no trace at all, not even in
 * Verify's counters, is a `trial` (vm/trial.ts).
 */
import type { Stop } from "../vm/interpreter/stop.ts";
import type { Machine } from "../vm/machine.ts";
import type { Mark } from "../vm/memory/undo-log.ts";
import { runStep } from "./step.ts";

/** Takes a step that only a mark made earlier takes back: in a trial, or on a path that goes back to its start. */
export function takeStep(m: Machine, thread: number, choice: number): Stop {
  m.loadRegisters(thread);
  m.beginTransition(m.fp, m.sp);
  return runStep(m, thread, choice);
}

export class StepPath {
  readonly #m: Machine;
  /** By depth: the way back to the state there. */
  readonly #marks: Mark[] = [];

  constructor(m: Machine) {
    this.#m = m;
  }

  /** Steps that can be taken back one by one. */
  get depth(): number {
    return this.#marks.length;
  }

  /** The way back to the start; null there. */
  get start(): Mark | null {
    return this.#marks[0] ?? null;
  }

  /** HOT. Takes a step from the present state. */
  take(thread: number, choice: number): Stop {
    const m = this.#m;
    m.loadRegisters(thread);
    this.#marks.push(m.beginTransition(m.fp, m.sp));
    return runStep(m, thread, choice);
  }

  /** Takes a step that is taken back together with the one before it: a long path needs no mark for each. */
  extend(thread: number, choice: number): Stop {
    return this.depth === 0 ? this.take(thread, choice) : takeStep(this.#m, thread, choice);
  }

  /** Writes a state that is several steps ahead. From there only the start of the leap can be reached. */
  leap(steps: number, write: () => void): void {
    const m = this.#m;
    m.loadRegisters(0);
    const mark = m.beginTransition(m.fp, m.sp);
    write();
    for (let i = 0; i < steps; i++) this.#marks.push(mark);
  }

  /** Goes back to the state at a depth, unless the machine is there. */
  goBackTo(depth: number): void {
    const marks = this.#marks;
    if (depth >= marks.length) return;
    const m = this.#m;
    m.undoTo(marks[depth]!);
    while (marks.length > depth) marks.pop();
    // An exception that ended the step is gone with it.
    m.pending = 0;
    m.uncaught = 0;
  }
}
