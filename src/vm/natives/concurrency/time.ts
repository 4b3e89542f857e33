/**
 * The natives of `deadwood.internal.Time`: what the models of pools and timers
 * ask about the run. The clock of a search stands still. A model reads it only to
 * pass it on to waits, which may end at any moment, so unlike a program that reads
 * the clock this is not an approximation.
 */
import type { Machine } from "../../machine.ts";
import { isTimed } from "../../memory/thread-status.ts";
import {
  effects,
  type NativeFacts,
  type NativeFunction,
  type NativeMethod,
  type NativeTable,
  Outcome,
  observable,
  pure,
} from "../../native-api/native-method.ts";
import { EPOCH, timePasses } from "../../threads/abstract-time.ts";
import { choose } from "./choices.ts";

const TIME = "deadwood/internal/Time";

/** A native that may wait for a time: it is called again when its thread, with a timed status, is enabled. */
export const timedWait = (run: NativeFunction, facts: NativeFacts): NativeMethod =>
  effects(
    EPOCH,
    EPOCH,
    (m, args) => {
      if (isTimed(m.threadAt(m.thread).status)) timePasses(m);
      return run(m, args);
    },
    facts,
  );

/** In a plain run it is always the first alternative. */
function chooseAlternative(m: Machine, args: number): Outcome {
  const count = m.S[args]!;
  const chosen = m.checking && count > 1 ? choose(m, count) : 0;
  if (chosen < 0) return Outcome.choice;
  m.S[args] = chosen;
  return Outcome.done;
}

export const abstractTimeNatives: NativeTable = {
  [TIME]: {
    "isAbstract()Z": pure((m, args) => {
      m.S[args] = m.checking ? 1 : 0;
      return Outcome.done;
    }),
    "nanos()J": pure((m, args) => {
      m.SL[args >> 1] = m.checking ? 0n : BigInt(Math.trunc(m.nanos));
      return Outcome.done;
    }),
    "choose(I)I": observable(pure(chooseAlternative)),
  },
};
