/**
 * Wake-ups for no reason, which Object.wait, Condition.await and
 * LockSupport.park are all allowed to have. A thread woken this way needs no special
 * treatment: it continues as after a notification, holding the lock, and finds
 * that its condition does not hold.
 *
 * Any other reason to continue comes first. Waits with a time limit end by
 * themselves anyway; only a condition distinguishes the two, by its result, and
 * asks (gates.ts).
 */

import type { Machine } from "../machine.ts";
import { T_STATUS, T_TARGET, threadRecord } from "../memory/memory.ts";
import { lockOwner } from "../memory/monitors.ts";
import { ThreadStatus } from "../memory/thread-status.ts";
import { isAwaitingWithFreeLock } from "./gates.ts";
import { isEnabled } from "./round-robin.ts";

/** True when the thread cannot take a step but for waking up by itself. The machine's options must allow that. */
export function canWakeSpuriously(m: Machine, thread: number): boolean {
  const record = threadRecord(thread);
  const target = m.H[record + T_TARGET]!;
  switch (m.H[record + T_STATUS]!) {
    case ThreadStatus.waiting:
      return lockOwner(m, target) < 0 && !isEnabled(m, thread);
    case ThreadStatus.parked:
      if (isEnabled(m, thread)) return false;
      return target === 0 || isAwaitingWithFreeLock(m, thread);
    default:
      return false;
  }
}

/** True when the thread can take a step, be it by waking up by itself where that is allowed. */
export const canStep = (m: Machine, thread: number): boolean =>
  isEnabled(m, thread) || (m.options.spuriousWakeups === true && canWakeSpuriously(m, thread));
