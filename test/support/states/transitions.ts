/**
 * Transitions that can be taken back, for whoever explores: `begin` a thread,
 * `run` it, look at the machine, `undo`, and so on with another thread. The
 * words of the machine go back by the undo log; the few numbers that are not
 * words (whose turn it was, virtual time, the exit code) are kept here.
 *
 * Between transitions every thread's registers are in its record. Objects must
 * not move while something can still be undone: the machine's `canCollect` is
 * false from the first transition on.
 */
import { bug } from "../../../src/core/assert.ts";
import { wake } from "../../../src/vm/code/suspension.ts";
import { interpret } from "../../../src/vm/interpreter/dispatch.ts";
import { Stop } from "../../../src/vm/interpreter/stop.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import type { Mark } from "../../../src/vm/memory/undo-log.ts";
import { endThread } from "../../../src/vm/threads/end-thread.ts";

interface Checkpoint {
  readonly mark: Mark;
  readonly thread: number;
  readonly instructions: number;
  readonly skippedNanos: number;
  readonly exitCode: number;
  readonly stopsAtVisible: boolean;
  readonly watches: boolean;
}

export class Transitions {
  readonly #machine: Machine;
  readonly #checkpoints: Checkpoint[] = [];

  constructor(machine: Machine) {
    this.#machine = machine;
    machine.canCollect = false;
  }

  /** Transitions that have begun and not been undone. */
  get depth(): number {
    return this.#checkpoints.length;
  }

  /** Makes an enabled thread the running one; everything from here on is taken back by `undo`. */
  begin(thread: number): void {
    const m = this.#machine;
    const { thread: before, instructions, skippedNanos, exitCode, stopsAtVisible, watches } = m;
    m.loadRegisters(thread);
    const mark = m.beginTransition(m.fp, m.sp);
    this.#checkpoints.push({
      mark,
      thread: before,
      instructions,
      skippedNanos,
      exitCode,
      stopsAtVisible,
      watches,
    });
    wake(m, thread);
  }

  /** Lets the running thread take up to `limit` steps, and files its registers. */
  run(limit: number): Stop {
    const m = this.#machine;
    const stop = interpret(m, limit);
    if (stop === Stop.ended) endThread(m);
    else m.saveRegisters();
    return stop;
  }

  /** Takes back the last transition that has not been. */
  undo(): void {
    const m = this.#machine;
    const checkpoint = this.#checkpoints.pop();
    if (checkpoint === undefined) bug("no transition to undo");
    m.undoTo(checkpoint.mark);
    m.instructions = checkpoint.instructions;
    m.skippedNanos = checkpoint.skippedNanos;
    m.exitCode = checkpoint.exitCode;
    m.stopsAtVisible = checkpoint.stopsAtVisible;
    m.watches = checkpoint.watches;
    m.pending = 0;
    m.uncaught = 0;
    m.choice = -1;
    m.wantsCollection = false;
    m.loadRegisters(checkpoint.thread);
  }
}
