/** Brings a machine that has just booted to the state to explain. */
import { BadUsageError } from "../core/errors.ts";
import { Random } from "../core/random.ts";
import { ALL_PROPERTIES, judge, Moves } from "../search/judge.ts";
import { UniformPicker } from "../search/pickers.ts";
import { obstacleTo } from "../search/replay/replay.ts";
import { prepareForSteps, resetForRestart, type Step } from "../search/step.ts";
import { StepPath, takeStep } from "../search/step-path.ts";
import { Stop } from "../vm/interpreter/stop.ts";
import type { Machine } from "../vm/machine.ts";
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
    stop = takeStep(m, step.thread, step.choice);
    boot.note(m.begun);
    m.commit();
  });
  return { boot, stop, steps: steps.length };
}

/** Follows a random schedule for a given number of steps. */
export function walkSteps(m: Machine, seed: number, count: number): ReachedState {
  const approximations = [...m.approximations];
  prepareForSteps(m);
  const boot = new BootWatch(m);
  const stepPath = new StepPath(m);
  for (;;) {
    const { stop, steps } = walkOnce(m, stepPath, boot, seed, count);
    if (!m.sharing.isRefuted) {
      m.commit();
      if (steps < count) {
        throw new BadUsageError(
          `--after ${count}: with seed ${seed} the program ends after ${steps} step${steps === 1 ? "" : "s"}`,
          { hint: "Use fewer steps or another --seed." },
        );
      }
      return { boot, stop, steps };
    }
    // An assumption was wrong (vm/sharing/observability.ts), so steps ended at the wrong places.
    stepPath.goBackTo(0);
    resetForRestart(m, approximations);
  }
}

function walkOnce(
  m: Machine,
  stepPath: StepPath,
  boot: BootWatch,
  seed: number,
  count: number,
): Pick<ReachedState, "stop" | "steps"> {
  const picker = new UniformPicker();
  const moves = new Moves();
  picker.begin(new Random(seed));
  let stop: Stop = Stop.visible;
  for (let steps = 0; ; steps++) {
    if (steps === count || judge(m, stop, moves, ALL_PROPERTIES, true) !== "moves") {
      return { stop, steps };
    }
    const step = moves.stepAt(picker.pick(m, moves));
    stop = stepPath.extend(step.thread, step.choice);
    boot.note(m.begun);
  }
}
