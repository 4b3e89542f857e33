/**
 * Confirms a livelock on a fresh machine: the last steps of its schedule lead back to the state in which they began.
 */

import { observe } from "../../liveness/code/used-library.ts";
import { strongestLiveness } from "../../liveness/reductions.ts";
import { Canonicalizer } from "../../state/vector/canonicalizer.ts";
import { Stop } from "../../vm/interpreter/stop.ts";
import type { Machine } from "../../vm/machine.ts";
import { canStep } from "../../vm/threads/spurious-wakeups.ts";
import { assuming } from "../reductions/assumed-world.ts";
import { runStep, type Step } from "../step.ts";

/** Notices a state that comes again. Made when the machine is ready for its first step. */
export class CycleCheck {
  readonly #m: Machine;
  readonly #canonicalizer: Canonicalizer;
  #before: Int32Array | null = null;

  /**
   * Back is where nobody can tell it from where it began: none of the code that
   * these steps run, which are taken for trial. So whatever a search took for
   * equal is equal here, and the steps can be taken again and again.
   */
  constructor(m: Machine, steps: readonly Step[]) {
    this.#m = m;
    rehearse(m, steps);
    const liveness = assuming(strongestLiveness(m), observe(m, "methods"));
    this.#canonicalizer = new Canonicalizer(m, liveness);
  }

  /** To be told of each step with where the undo log stood before it. */
  noteWrites(since: number): void {
    this.#canonicalizer.noteWrites(since);
  }

  /** The cycle begins here. */
  begin(stop: Stop): void {
    this.#before = this.#vector(stop);
  }

  /** True when this is where the cycle began. */
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

/** Takes steps, as far as they can be taken, and goes back. */
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
