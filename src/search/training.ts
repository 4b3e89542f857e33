/**
 * Runs of a program under random schedules, for what they show about it: an
 * assumption that breaks early costs little, one that breaks after a million
 * states costs them all.
 */
import { Random } from "../core/random.ts";
import type { Machine } from "../vm/machine.ts";
import { Stop } from "../vm/stop.ts";
import { enabledThreads, runStep } from "./step.ts";

const WALKS = 60;
const STEPS = 3000;
/** Instructions of all walks together, about. */
const INSTRUCTIONS = 3_000_000;

/** The machine is in its first state, and will be again. */
export function train(m: Machine, seed: number): void {
  const random = new Random(seed + 1);
  const end = m.instructions + INSTRUCTIONS;
  for (let walk = 0; walk < WALKS && m.instructions < end; walk++) {
    m.pushTransition(0, 0);
    let stop: Stop = Stop.visible;
    for (let step = 0; step < STEPS && m.instructions < end; step++) {
      if (stop === Stop.halted || stop === Stop.ignored) break;
      const isChoice: boolean = stop === Stop.choice;
      const threads = isChoice ? [m.thread] : enabledThreads(m);
      if (threads.length === 0) break;
      const thread = threads[random.below(threads.length)]!;
      const choice = isChoice ? random.below(m.choices) : -1;
      m.loadRegisters(thread);
      m.beginTransition(m.fp, m.sp);
      stop = runStep(m, thread, choice);
    }
    m.uncaught = 0;
    m.popTransition();
  }
}
