/** What programs use of a JDK, observed in one run, for analyses that take it to be all. */
import { Random } from "../../../src/core/random.ts";
import { observe, type UsedLibrary } from "../../../src/liveness/code/used-library.ts";
import { enabledThreads, prepareForSteps } from "../../../src/search/step.ts";
import { Stop } from "../../../src/vm/interpreter/stop.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { ReadLog } from "./read-log.ts";

const SWITCH_EVERY = 20;

/** What a machine uses in a run of so many instructions, by a random schedule. */
export function observeRun(m: Machine, seed: number, instructions: number): UsedLibrary {
  prepareForSteps(m);
  const log = new ReadLog(m);
  const random = new Random(seed);
  let thread = 0;
  for (let i = 0; i < instructions; i++) {
    const enabled = enabledThreads(m);
    if (enabled.length === 0) break;
    if (!enabled.includes(thread) || random.below(SWITCH_EVERY) === 0) {
      thread = enabled[random.below(enabled.length)]!;
    }
    const { stop } = log.step(thread, (choices) => random.below(choices));
    if (stop === Stop.halted || stop === Stop.ignored) break;
  }
  return observe(m);
}
