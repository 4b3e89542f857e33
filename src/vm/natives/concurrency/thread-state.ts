/** What a thread's record and its Thread object say: flags, status, and whether it has ended. */
import type { Machine } from "../../machine.ts";
import { T_FLAGS, T_STATUS, threadRecord } from "../../memory/memory.ts";
import { ThreadStatus } from "../../memory/thread-status.ts";
import { threadOf } from "../../threads/waiting.ts";

/** Of the running thread. */
export const status = (m: Machine): number => m.H[threadRecord(m.thread) + T_STATUS]!;
export const flags = (m: Machine): number => m.H[threadRecord(m.thread) + T_FLAGS]!;

export function setFlags(m: Machine, thread: number, set: number, clear: number): void {
  const at = threadRecord(thread) + T_FLAGS;
  m.setWord(at, (m.H[at]! | set) & ~clear);
}

/** True for an ended thread that the machine keeps no record of. */
export const hasEnded = (m: Machine, object: number): boolean =>
  m.H[object + m.fieldOffset("java/lang/Thread", "ended")] !== 0;

/** True when the thread has ended, for good. */
export function isOver(m: Machine, object: number): boolean {
  const thread = threadOf(m, object);
  if (thread < 0) return hasEnded(m, object);
  return m.H[threadRecord(thread) + T_STATUS] === ThreadStatus.terminated;
}
