/** The choice API, deadwood.Verify: what a program asks the checker for. */
import { UnsupportedFeatureError } from "../../../core/errors.ts";
import type { Machine } from "../../machine.ts";
import {
  type NativeTable,
  Outcome,
  observable,
  observableIf,
  pure,
} from "../../native-api/native-method.ts";
import type { TraceShape } from "../../native-api/trace-shape.ts";

/** One of `count` alternatives; -1 when the choice is still to be made. */
export function choose(m: Machine, count: number): number {
  if (count === 1) return 0;
  if (m.choice < 0) {
    m.choices = count;
    return -1;
  }
  const { choice } = m;
  m.choice = -1;
  return choice;
}

function chooseInt(m: Machine, args: number, low: number, high: number): Outcome {
  if (!m.checking) return noChoices();
  if (high < low) return Outcome.pruned;
  const chosen = choose(m, high - low + 1);
  if (chosen < 0) return Outcome.choice;
  m.S[args] = low + chosen;
  return Outcome.done;
}

function noChoices(): never {
  throw new UnsupportedFeatureError("the program asks for a choice, and a plain run makes none", {
    hint: "Choices are for the checker, which tries all of them.",
  });
}

function changeAtomic(m: Machine, by: number): Outcome {
  const thread = m.threadAt(m.thread);
  thread.setAtomicDepth(Math.max(0, thread.atomicDepth + by));
  return Outcome.done;
}

/** The library's only section, at the end of a thread, concerns what only the thread itself uses. */
const isCalledByProgram = (m: Machine): boolean =>
  m.space.codeAt(m.pc).method.owner.name !== "java/lang/Thread";

/**
 * A section of the program's own is divided where the thread has to wait inside
 * it, so that it can tell how long others hold what it needs: then nothing that
 * they do may be left out. The library's own section only lets go of things.
 */
function beginAtomic(m: Machine): Outcome {
  // Even with one thread: the atomic block may start others.
  if (m.checking && isCalledByProgram(m)) m.sharing.assumeNothing();
  return changeAtomic(m, 1);
}

const chosen = (text: string): TraceShape => ({
  kind: "query",
  shows: "choose",
  isAboutReceiver: false,
  text,
});

export const verifyNatives: NativeTable = {
  "deadwood/Verify": {
    // Others cannot see what a thread chooses, but a thread that keeps choosing must not starve them.
    "getBoolean()Z": observable(
      pure((m, args) => chooseInt(m, args, 0, 1), { trace: chosen("boolean") }),
    ),
    "getInt(II)I": observable(
      pure((m, args) => chooseInt(m, args, m.S[args]!, m.S[args + 2]!), { trace: chosen("int") }),
    ),
    // It ends the path, and all that others would have done on it.
    "ignoreIf(Z)V": observableIf(
      (m, args) => m.S[args] !== 0,
      pure((m, args) => {
        if (m.S[args] === 0) return Outcome.done;
        return m.checking ? Outcome.pruned : noChoices();
      }),
    ),
    "incrementCounter(I)I": pure((m, args) => {
      const count = (m.counters.get(m.S[args]!) ?? 0) + 1;
      m.counters.set(m.S[args]!, count);
      m.S[args] = count;
      return Outcome.done;
    }),
    "getCounter(I)I": pure((m, args) => {
      m.S[args] = m.counters.get(m.S[args]!) ?? 0;
      return Outcome.done;
    }),
    "setCounter(II)V": pure((m, args) => {
      m.counters.set(m.S[args]!, m.S[args + 2]!);
      return Outcome.done;
    }),
    // A scheduling point, so that others can run before the atomic block.
    "beginAtomic()V": observableIf(isCalledByProgram, pure(beginAtomic)),
    "endAtomic()V": pure((m) => changeAtomic(m, -1)),
  },
};
