/**
 * Parking, on which all blocking in the JDK's java.util.concurrent rests. The permit is a flag in
 * the thread's record. A parked thread continues when it has a permit, is interrupted (the flag
 * stays set) or reaches its deadline. Thread records are always part of the state, so nothing is
 * declared.
 */

import { resume, suspend } from "../../code/suspension.ts";
import type { Machine } from "../../machine.ts";
import { F_PERMIT } from "../../memory/memory.ts";
import { isParked, ThreadStatus } from "../../memory/thread-status.ts";
import { Outcome } from "../../native-api/native-method.ts";
import { noteTimeOver } from "../../sharing/atomic-operations.ts";
import { threadOf } from "../../threads/waiting.ts";

const NANOS_PER_MILLI = 1e6;
/** Nanoseconds: Long.MAX_VALUE, which models take for no limit too. */
const FOREVER = 2 ** 63;

/** `Unsafe.park(boolean isAbsolute, long time)`; absolute times are milliseconds since 1970. */
export function park(m: Machine, args: number): Outcome {
  const thread = m.threadAt(m.thread);
  const { status, hasPermit, isInterrupted } = thread;
  if (isParked(status)) {
    resume(m, m.thread);
    thread.changeFlags(0, F_PERMIT);
    if (m.checking && !hasPermit && !isInterrupted) noteTimeOver(m);
    return Outcome.done;
  }
  if (hasPermit) {
    thread.changeFlags(0, F_PERMIT);
    return Outcome.done;
  }
  const isAbsolute = m.S[args + 2] !== 0;
  const time = Number(m.SL[(args + 4) >> 1]!);
  if (isInterrupted || time < 0 || (isAbsolute && time === 0)) return Outcome.done;
  // So long that no clock of a JVM ever gets there.
  if (time === 0 || (m.checking && !isAbsolute && time >= FOREVER)) {
    return suspend(m, ThreadStatus.parked, 0);
  }
  const deadline = isAbsolute ? (time - m.options.epochMillis) * NANOS_PER_MILLI : m.nanos + time;
  if (deadline <= m.nanos) return Outcome.done;
  return suspend(m, ThreadStatus.timedParked, 0, deadline);
}

/** `Unsafe.unpark(Object thread)`: without effect on a thread that does not run. */
export function unpark(m: Machine, args: number): Outcome {
  const object = m.S[args + 2]!;
  const thread = object === 0 ? -1 : threadOf(m, object);
  if (thread < 0 || m.threadAt(thread).hasEnded) return Outcome.done;
  m.threadAt(thread).changeFlags(F_PERMIT, 0);
  return Outcome.done;
}
