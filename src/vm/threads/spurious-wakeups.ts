/**
 * Spurious wake-ups, which Object.wait, Condition.await and LockSupport.park may all have. A thread
 * woken this way needs no special treatment: it continues as after a notification, holding the
 * lock, and finds that its condition does not hold.
 *
 * Any other reason to continue comes first. Waits with a time limit end by themselves anyway; only
 * a condition distinguishes the two, by its result, and asks (gates.ts).
 */

import { unreachable } from "../../core/assert.ts";
import type { Machine } from "../machine.ts";
import { lockOwner } from "../memory/monitors.ts";
import { isTimed } from "../memory/thread-status.ts";
import { isEnabled, recordedCause, WaitCause } from "./enabled.ts";
import { isAwaitingWithFreeLock } from "./gates.ts";

/** True when the only step that the thread can take is to wake up by itself. The machine's options must allow that. */
export function canWakeSpuriously(m: Machine, thread: number): boolean {
  const { status, target } = m.threadAt(thread);
  if (isTimed(status)) return false;
  const cause = recordedCause(m, thread);
  switch (cause) {
    case WaitCause.notification:
      return lockOwner(m, target) < 0 && !isEnabled(m, thread);
    case WaitCause.permit:
      return !isEnabled(m, thread);
    case WaitCause.gate:
      return !isEnabled(m, thread) && isAwaitingWithFreeLock(m, thread);
    case WaitCause.none:
    case WaitCause.monitor:
    case WaitCause.end:
    case WaitCause.initialization:
    case WaitCause.time:
    case WaitCause.never:
      return false;
    default:
      return unreachable(cause);
  }
}

/** True when the thread can take a step, be it by waking up by itself where that is allowed. */
export const canStep = (m: Machine, thread: number): boolean =>
  isEnabled(m, thread) || (m.options.spuriousWakeups === true && canWakeSpuriously(m, thread));
