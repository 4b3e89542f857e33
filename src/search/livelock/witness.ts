/**
 * Round an endless cycle: from a state that no schedule gets away from, all
 * threads take turns until a state comes again. What comes of that is the
 * schedule to show.
 */
import { isApproximate } from "../../vm/fixed-values.ts";
import type { Stop } from "../../vm/interpreter/stop.ts";
import type { Machine } from "../../vm/machine.ts";
import { trial } from "../../vm/trial.ts";
import { judge, Moves, type Properties } from "../judge.ts";
import type { Violation } from "../properties/violation.ts";
import type { Step } from "../step.ts";
import { takeStep } from "../step-path.ts";
import type { VectorFingerprint } from "../vector-fingerprint.ts";
import { describeEndless } from "./cycle-check.ts";

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
  fingerprint: VectorFingerprint,
  start: RoundStart,
  properties: Properties,
): Violation | null {
  if (isApproximate(m)) return null;
  const found = trial(m, () => follow(m, fingerprint, start, properties));
  if (found === null) {
    m.approximations.add("a cycle that nothing leads out of is too long to show");
  }
  return found;
}

function follow(
  m: Machine,
  fingerprint: VectorFingerprint,
  { lead, stop: ended, first = null }: RoundStart,
  properties: Properties,
): Violation | null {
  const moves = new Moves();
  const seen = new Map<string, number>();
  const steps: Step[] = [];
  let stop = ended;
  let cycle = 0;
  // A depth-first search has not noted what it wrote on its path.
  fingerprint.noteWrites(0);
  while (cycle === 0 && steps.length < MAX_ROUND) {
    judge(m, stop, moves, properties);
    const isFirst = steps.length === 0 && first !== null;
    const step = isFirst ? first : moves.stepAfter(steps.at(-1), steps.length);
    stop = takeStep(m, step.thread, step.choice);
    steps.push(step);
    fingerprint.noteWrites();
    const key = fingerprint.key(stop);
    cycle = steps.length - (seen.get(key) ?? steps.length);
    seen.set(key, steps.length);
  }
  return cycle === 0 ? null : describeEndless(m, [...lead, ...steps], cycle);
}
