/** Takes steps up to the next point that a reader wants to see. */
import { pause } from "../core/job.ts";
import { Random } from "../core/random.ts";
import { programText } from "../report/check/operation-text.ts";
import type { Step } from "../search/step.ts";
import type { TraceStep } from "../search/trace/trace.ts";
import type { RunUntil } from "./explore-data.ts";
import type { LiveMachine } from "./live-machine.ts";

/** At most so many steps at once. */
const MAX_STEPS = 1000;
/** The server answers others after so many steps. */
const SLICE = 50;

export interface RunRequest {
  readonly thread: number;
  readonly until: RunUntil;
  readonly seed: number;
}

/** Each step is taken by `take`. The result says why it stopped early, if it did. */
export async function runUntil(
  live: () => LiveMachine,
  { thread, until, seed }: RunRequest,
  take: (step: Step) => void,
): Promise<string | null> {
  const random = new Random(seed);
  for (let taken = 0; taken < MAX_STEPS; taken++) {
    const moves = live().moves();
    if (moves.count === 0) return null;
    if (until === "end") take(moves.stepAt(random.below(moves.regular || moves.count)));
    else {
      if (moves.chooser >= 0) {
        return taken === 0 && moves.chooser !== thread
          ? "Another thread has a choice to make."
          : null;
      }
      const step = { thread, choice: -1 };
      if (live().obstacleTo(step) !== null) return null;
      const before = live().recorded.at(-1);
      take(step);
      if (isReached(until, live().recorded.at(-1), before)) return null;
    }
    if (live().standing.violation !== null) return null;
    if (taken % SLICE === SLICE - 1) await pause();
  }
  return `It has taken ${MAX_STEPS} steps; ask again to go on.`;
}

function isReached(
  until: Exclude<RunUntil, "end">,
  step: TraceStep | undefined,
  before: TraceStep | undefined,
): boolean {
  if (step === undefined) return true;
  if (until === "blocked") return false;
  if (until === "line") return step.operations.some((each) => programText(each) !== null);
  const isLock = step.operations.some(
    ({ kind }) => kind === "enter" || kind === "leave" || kind === "block" || kind === "wait",
  );
  return isLock || (before?.lane === step.lane && before.holds !== step.holds);
}
