/**
 * How a thread begins to wait and how it stops. A native that has to wait suspends its thread and
 * returns `blocked`. When the thread is enabled (threads/enabled.ts), the native is called again, and
 * recognizes by the status that this is the second half of its own call.
 */
import type { Machine } from "../machine.ts";
import { threadRecord } from "../memory/memory.ts";
import {
  F_LEFT,
  F_NOTIFIED,
  F_TIMED_OUT,
  T_DEADLINE,
  T_FLAGS,
  T_STATUS,
  T_TARGET,
} from "../memory/thread-record.ts";
import { isTimed, ThreadStatus } from "../memory/thread-status.ts";
import { Outcome } from "../native-api/native-method.ts";

/** Flags that tell how a wait ended. They are clear while a thread is not waiting. */
const ENDINGS = F_NOTIFIED | F_TIMED_OUT | F_LEFT;

/** Writes nothing where nothing changes: such entries would make the undo log longer. */
function set(m: Machine, address: number, value: number): void {
  if (m.H[address] !== value) m.setWord(address, value);
}

/**
 * The running thread waits for `target`: an object, the status word of a class, or 0. `deadline` is
 * the virtual time at which a timed wait ends.
 */
export function suspend(
  m: Machine,
  status: ThreadStatus,
  target: number,
  deadline = 0,
): typeof Outcome.blocked {
  const record = threadRecord(m.thread);
  set(m, record + T_FLAGS, m.H[record + T_FLAGS]! & ~ENDINGS);
  set(m, record + T_TARGET, target);
  if (isTimed(status)) {
    m.logRange(record + T_DEADLINE, record + T_DEADLINE + 2);
    m.HD[(record + T_DEADLINE) >> 1] = deadline;
  }
  m.setStatus(m.thread, status);
  return Outcome.blocked;
}

/** The thread runs again. Returns the flags from before, which tell how its wait has ended. */
export function resume(m: Machine, thread: number): number {
  const record = threadRecord(thread);
  const flags = m.H[record + T_FLAGS]!;
  set(m, record + T_FLAGS, flags & ~ENDINGS);
  set(m, record + T_TARGET, 0);
  m.setStatus(thread, ThreadStatus.runnable);
  return flags;
}

/** A thread that was stopped in front of an instruction tries it again; natives resume by themselves. */
export function wake(m: Machine, thread: number): void {
  const status = m.H[threadRecord(thread) + T_STATUS];
  if (status === ThreadStatus.blocked || status === ThreadStatus.initializing) resume(m, thread);
}
