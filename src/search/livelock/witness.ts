/**
 * Finds a schedule that shows a livelock: starting in a state of the component that no schedule leaves, all
 * threads take turns until a state is repeated.
 */
import { isApproximate } from "../../vm/interpreter/fixed-values.ts";
import type { Stop } from "../../vm/interpreter/stop.ts";
import type { Machine } from "../../vm/machine.ts";
import { trial } from "../../vm/trial.ts";
import { judge, Moves, type Properties } from "../judge.ts";
import { describeEndless } from "../properties/livelock.ts";
import type { Violation } from "../properties/violation.ts";
import type { Step } from "../step.ts";
import { takeStep } from "../step-path.ts";
import type { VectorFingerprint } from "../vector-fingerprint.ts";

/** The longest schedule that is shown. */
const MAX_ROUND = 1_000_000;

/** Where to begin: the steps to the current state, and how the last of them ended. */
export interface RoundStart {
  readonly lead: readonly Step[];
  readonly stop: Stop;
  /**
   * The first step to take, for a state that waits for a choice and was gone back to: how it was reached is
   * no longer known.
   */
  readonly first?: Step | null;
}

/**
 * The schedule into and around the cycle. Null if it is too long, or if the search fixed a value that might
 * lead out of the cycle, such as a clock that stands still or a random number. The machine is unchanged
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
    m.approximations.add("a livelock was found, but its cycle is too long to show");
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
