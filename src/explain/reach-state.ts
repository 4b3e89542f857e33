/** Brings a machine that has just booted to the state to explain. */
import { BadUsageError } from "../core/errors.ts";
import { Random } from "../core/random.ts";
import { ALL_PROPERTIES, judge, Moves } from "../search/judge.ts";
import { UniformPicker } from "../search/pickers.ts";
import { obstacleTo } from "../search/replay/replay.ts";
import { prepareForSteps, runStep, type Step } from "../search/step.ts";
import { Stop } from "../vm/interpreter/stop.ts";
import type { Machine } from "../vm/machine.ts";
import type { Mark } from "../vm/memory/undo-log.ts";
import { BootWatch } from "./boot-changes.ts";

export interface ReachedState {
  readonly boot: BootWatch;
  /** How the last step ended. */
  readonly stop: Stop;
  readonly steps: number;
}

/** Follows a schedule to its end. */
export function followSteps(m: Machine, steps: readonly Step[]): ReachedState {
  prepareForSteps(m);
  const boot = new BootWatch(m);
  let stop: Stop = Stop.visible;
  steps.forEach((step, i) => {
    const obstacle = obstacleTo(m, step, stop);
    if (obstacle !== null) {
      throw new BadUsageError(`step ${i + 1} of the trace cannot be taken: ${obstacle}`, {
        hint: "The program may have changed since the trace was written. `deadwood replay` shows more.",
      });
    }
    stop = take(m, boot, step).stop;
    m.commit();
  });
  return { boot, stop, steps: steps.length };
}

/** Follows a random schedule for a given number of steps. */
export function walkSteps(m: Machine, seed: number, count: number): ReachedState {
  prepareForSteps(m);
  const boot = new BootWatch(m);
  for (;;) {
    const walk = walkOnce(m, boot, seed, count);
    if (!m.discipline.changed) {
      m.commit();
      if (walk.steps < count) {
        throw new BadUsageError(
          `--after ${count}: with seed ${seed} the program ends after ${walk.steps} step${walk.steps === 1 ? "" : "s"}`,
          { hint: "Use fewer steps or another --seed." },
        );
      }
      return { boot, stop: walk.stop, steps: walk.steps };
    }
    // An assumption was wrong (vm/sharing/access-discipline.ts), so steps ended at the wrong places.
    if (walk.start !== null) m.undoTo(walk.start);
    m.discipline.changed = false;
    m.pending = 0;
    m.uncaught = 0;
  }
}

function walkOnce(
  m: Machine,
  boot: BootWatch,
  seed: number,
  count: number,
): { readonly start: Mark | null; readonly stop: Stop; readonly steps: number } {
  const picker = new UniformPicker();
  const moves = new Moves();
  picker.begin(new Random(seed));
  let start: Mark | null = null;
  let stop: Stop = Stop.visible;
  for (let steps = 0; ; steps++) {
    if (steps === count || judge(m, stop, moves, ALL_PROPERTIES, true) !== "moves") {
      return { start, stop, steps };
    }
    const taken = take(m, boot, moves.stepAt(picker.pick(m, moves)));
    start ??= taken.mark;
    ({ stop } = taken);
  }
}

function take(
  m: Machine,
  boot: BootWatch,
  step: Step,
): { readonly mark: Mark; readonly stop: Stop } {
  m.loadRegisters(step.thread);
  const since = m.logTop;
  const mark = m.beginTransition(m.fp, m.sp);
  const stop = runStep(m, step.thread, step.choice);
  boot.note(since);
  return { mark, stop };
}
