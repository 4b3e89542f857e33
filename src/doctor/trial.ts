/** Runs a program once, for a moment: whatever the machine refuses there, it would refuse in a search. */
import { DeadwoodError } from "../core/errors.ts";
import type { Machine } from "../vm/machine.ts";
import { runThreads } from "../vm/threads/round-robin.ts";
import type { Trial } from "./doctor-report.ts";

const MOST_INSTRUCTIONS = 50_000_000;
const MOST_MILLIS = 5000;

export function tryOut(m: Machine): Trial {
  const end = performance.now() + MOST_MILLIS;
  const limits = {
    instructions: MOST_INSTRUCTIONS,
    pause: (): boolean => performance.now() > end,
  };
  const figures = (): { readonly instructions: number; readonly threads: number } => ({
    instructions: m.instructions,
    threads: m.threadCount,
  });
  try {
    const result = runThreads(m, limits);
    return { outcome: OUTCOMES[result], ...figures(), error: null };
  } catch (error) {
    if (!(error instanceof DeadwoodError)) throw error;
    return { outcome: "refused", ...figures(), error: error.message };
  }
}

const OUTCOMES = {
  finished: "ended",
  halted: "ended",
  deadlock: "deadlock",
  limit: "stopped",
  paused: "stopped",
} as const;
