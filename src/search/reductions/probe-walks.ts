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

/** The limits of probing. */
export interface ProbeLimits {
  readonly walks: number;
  /** Steps of one walk. */
  readonly steps: number;
  /** Approximate instructions of all walks together. */
  readonly instructions: number;
}

/** Probing is worthwhile after restarts have discarded this many states. */
const ENOUGH = 500;

/** Counts states discarded by restarts, to decide when probing is worthwhile. Many small losses are as bad as a large one. */
export class Losses {
  #states = 0;

  /**
   * Adds discarded states. True if it is time to probe, provided that probing `helps`; the count then starts
   * again.
   */
  add(states: number, helps: boolean): boolean {
    this.#states += states;
    if (!helps || this.#states < ENOUGH) return false;
    this.#states = 0;
    return true;
  }
}

const USUAL: ProbeLimits = { walks: 60, steps: 3000, instructions: 3_000_000 };

/** Inspects the states of a walk, and can end it. */
export interface ProbeListener {
  /** Called between two steps. */
  stepped?(): void;
  /** Called between two walks; true ends the probing. */
  isDone?(): boolean;
}

/** Each walk begins in the current state, and the machine is there again afterwards. */
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
