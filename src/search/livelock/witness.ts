/**
 * Round an endless cycle: from a state that no schedule gets away from, all
 * threads take turns until a state comes again. What comes of that is the
 * schedule to show.
 */
import type { Canonicalizer } from "../../state/vector/canonicalizer.ts";
import { VectorHash } from "../../state/vector/vector-hash.ts";
import { isApproximate } from "../../vm/fixed-values.ts";
import type { Stop } from "../../vm/interpreter/stop.ts";
import type { Machine } from "../../vm/machine.ts";
import type { Mark } from "../../vm/memory/undo-log.ts";
import { judge, Moves, type Properties } from "../judge.ts";
import { describeEndless } from "../properties/livelock.ts";
import type { Violation } from "../properties/violation.ts";
import { choiceAndExitWord, runStep, type Step } from "../step.ts";

/** Steps of an endless cycle that can be shown, at most. */
const MAX_ROUND = 1_000_000;

/** Where to begin: the steps to the present state, and how the last of them ended or what to do first. */
export interface RoundStart {
  readonly lead: readonly Step[];
  readonly stop: Stop;
  /** Of a state that waits for a choice and was gone back to, so that how it ended is not known any more. */
  readonly first?: Step | null;
}

/**
 * The schedule round the cycle, null when it is too long, or when the search fixed something that
 * might lead out of it: a clock that stands still, a random number. The machine is where it was
 * afterwards.
 */
export function goRound(
  m: Machine,
  canonicalizer: Canonicalizer,
  { lead, stop: ended, first = null }: RoundStart,
  properties: Properties,
): Violation | null {
  if (isApproximate(m)) return null;
  const moves = new Moves();
  const fingerprint = new VectorHash();
  const seen = new Map<string, number>();
  const steps: Step[] = [];
  let stop = ended;
  let cycle = 0;
  let start: Mark | null = null;
  canonicalizer.noteWrites(0);
  while (cycle === 0 && steps.length < MAX_ROUND) {
    judge(m, stop, moves, properties);
    const isFirst = steps.length === 0 && first !== null;
    const step = isFirst ? first : moves.stepAfter(steps.at(-1), steps.length);
    m.loadRegisters(step.thread);
    const since = m.logTop;
    const mark = m.beginTransition(m.fp, m.sp);
    start ??= mark;
    stop = runStep(m, step.thread, step.choice);
    steps.push(step);
    canonicalizer.noteWrites(since);
    canonicalizer.write(choiceAndExitWord(m, stop));
    fingerprint.of(canonicalizer.vector, canonicalizer.length);
    const key = `${fingerprint.high},${fingerprint.low}`;
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
