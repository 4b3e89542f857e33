/**
 * Probes: runs of a program under random schedules, for what they show about it. An
 * assumption that breaks early costs little, one that breaks after a million
 * states costs them all.
 */
import { Random } from "../../core/random.ts";
import { Stop } from "../../vm/interpreter/stop.ts";
import type { Machine } from "../../vm/machine.ts";
import { enabledThreads, runStep } from "../step.ts";

/** How far to go at most. */
export interface ProbeLimits {
  readonly walks: number;
  /** Of one walk. */
  readonly steps: number;
  /** Of all walks together, about. */
  readonly instructions: number;
}

/** States that restarts may discard before it is worthwhile to look for the next reason. */
const ENOUGH = 500;

/** Counts states discarded by restarts, to decide when probing is worthwhile. Many small losses are as bad as a large one. */
export class Losses {
  #states = 0;

  /** So many more; true when it is time to probe, if that `helps`. Then the count begins anew. */
  add(states: number, helps: boolean): boolean {
    this.#states += states;
    if (!helps || this.#states < ENOUGH) return false;
    this.#states = 0;
    return true;
  }
}

const USUAL: ProbeLimits = { walks: 60, steps: 3000, instructions: 3_000_000 };

/** Wants to look at the states on the way, or has seen enough. */
export interface ProbeListener {
  /** Between two steps. */
  stepped?(): void;
  /** Between two walks. */
  isDone?(): boolean;
}

/** The machine is in its first state, and will be again. */
export function probe(
  m: Machine,
  seed: number,
  limits: ProbeLimits = USUAL,
  listener: ProbeListener = {},
): void {
  const random = new Random(seed + 1);
  const end = m.instructions + limits.instructions;
  for (let walk = 0; walk < limits.walks && m.instructions < end; walk++) {
    if (listener.isDone?.() === true) return;
    m.pushTransition(0, 0);
    try {
      let stop: Stop = Stop.visible;
      for (let step = 0; step < limits.steps && m.instructions < end; step++) {
        if (stop === Stop.halted || stop === Stop.ignored) break;
        const isChoice: boolean = stop === Stop.choice;
        const threads = isChoice ? [m.thread] : enabledThreads(m);
        if (threads.length === 0) break;
        const thread = threads[random.below(threads.length)]!;
        const choice = isChoice ? random.below(m.choices) : -1;
        m.loadRegisters(thread);
        m.beginTransition(m.fp, m.sp);
        stop = runStep(m, thread, choice);
        listener.stepped?.();
      }
    } finally {
      m.uncaught = 0;
      m.popTransition();
    }
  }
}
