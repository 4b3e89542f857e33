/**
 * Round an endless cycle: from a state that no schedule gets away from, all
 * threads take turns until a state comes again. What comes of that is the
 * schedule to show.
 */
import type { Machine } from "../vm/machine.ts";
import type { Stop } from "../vm/stop.ts";
import type { Mark } from "../vm/undo-log.ts";
import { judge, Moves, type Properties } from "./arrival.ts";
import { describeEndless } from "./endless.ts";
import { runStep, type Step } from "./step.ts";
import type { Violation } from "./violation.ts";

/** Steps of an endless cycle that can be shown, at most. */
const MAX_ROUND = 1_000_000;

/** What tells the present state from others; the undo log stood at `since` before the last step. */
type KeyOf = (stop: Stop, since: number) => string;

/** `lead` are the steps to the present state and `first` how the last of them ended. The machine is where it was afterwards. */
export function goRound(
  m: Machine,
  first: Stop,
  lead: readonly Step[],
  properties: Properties,
  keyOf: KeyOf,
): Violation | null {
  const moves = new Moves();
  const seen = new Map<string, number>();
  const steps: Step[] = [];
  let stop = first;
  let cycle = 0;
  let start: Mark | null = null;
  while (cycle === 0 && steps.length < MAX_ROUND) {
    judge(m, stop, moves, properties);
    const step = moves.stepAfter(steps.at(-1), steps.length);
    m.loadRegisters(step.thread);
    const since = m.logTop;
    const mark = m.beginTransition(m.fp, m.sp);
    start ??= mark;
    stop = runStep(m, step.thread, step.choice);
    steps.push(step);
    const key = keyOf(stop, since);
    cycle = steps.length - (seen.get(key) ?? steps.length);
    seen.set(key, steps.length);
  }
  const found = cycle === 0 ? null : describeEndless(m, [...lead, ...steps], cycle);
  if (start !== null) m.undoTo(start);
  if (found === null) {
    m.approximations.add("a cycle that nothing leads out of is too long to show");
  }
  return found;
}
