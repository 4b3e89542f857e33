/**
 * Probes run a program under random schedules to learn about it early: an assumption that breaks
 * on the first path costs nothing, one that breaks after a million states costs all of them.
 */
import { Random } from "../../core/random.ts";
import { Stop } from "../../vm/interpreter/stop.ts";
import type { Machine } from "../../vm/machine.ts";
import { trial } from "../../vm/trial.ts";
import { enabledThreads } from "../step.ts";
import { takeStep } from "../step-path.ts";

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

/** Each walk begins in the present state, and the machine is there again afterwards. */
export function probe(
  m: Machine,
  seed: number,
  limits: ProbeLimits = USUAL,
  listener: ProbeListener = {},
): void {
  const random = new Random(seed + 1);
  let left = limits.instructions;
  for (let walk = 0; walk < limits.walks && left > 0; walk++) {
    if (listener.isDone?.() === true) return;
    left -= trial(m, () => probeOnce(m, random, { ...limits, instructions: left }, listener));
  }
}

/** One walk; the instructions that it took. */
function probeOnce(
  m: Machine,
  random: Random,
  limits: ProbeLimits,
  listener: ProbeListener,
): number {
  const before = m.instructions;
  const end = before + limits.instructions;
  let stop: Stop = Stop.visible;
  for (let step = 0; step < limits.steps && m.instructions < end; step++) {
    if (stop === Stop.halted || stop === Stop.ignored) break;
    const isChoice: boolean = stop === Stop.choice;
    const threads = isChoice ? [m.thread] : enabledThreads(m);
    if (threads.length === 0) break;
    const thread = threads[random.below(threads.length)]!;
    const choice = isChoice ? random.below(m.choices) : -1;
    stop = takeStep(m, thread, choice);
    listener.stepped?.();
  }
  return m.instructions - before;
}
