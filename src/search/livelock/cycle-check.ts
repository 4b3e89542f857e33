/**
 * Confirms a livelock on a fresh machine: the last steps of its schedule lead back to the state in which they
 * began.
 */

import { observe } from "../../liveness/code/used-library.ts";
import { strongestLiveness } from "../../liveness/reductions.ts";
import { Stop } from "../../vm/interpreter/stop.ts";
import type { Machine } from "../../vm/machine.ts";
import { canStep } from "../../vm/threads/spurious-wakeups.ts";
import { trial } from "../../vm/trial.ts";
import { assuming } from "../reductions/assumed-world.ts";
import type { Step } from "../step.ts";
import { takeStep } from "../step-path.ts";
import { VectorFingerprint } from "../vector-fingerprint.ts";

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
