/** Whether the thread of a Thread has ended: its record says so, or the Thread, once another thread has taken over the record. */
import type { Machine } from "../../machine.ts";
import { threadOf } from "../../threads/waiting.ts";

/** True for an ended thread that the machine keeps no record of. */
export const hasEnded = (m: Machine, object: number): boolean =>
  m.H[object + m.fieldOffset("java/lang/Thread", "ended")] !== 0;

/** True when the thread has ended, for good. */
export function isOver(m: Machine, object: number): boolean {
  const thread = threadOf(m, object);
  if (thread < 0) return hasEnded(m, object);
  return m.threadAt(thread).hasEnded;
}
