/**
 * The end of a thread. The same step clears the fields that an ended Thread no
 * longer needs, so that they do not keep objects alive.
 */

import type { Machine } from "../machine.ts";
import {
  F_LEFT,
  F_NOTIFIED,
  T_FLAGS,
  T_OBJECT,
  T_STATUS,
  T_TARGET,
  threadRecord,
} from "../memory/memory.ts";
import { ThreadStatus } from "../memory/thread-status.ts";
import { fieldsClearedAtEnd, locksAtEnd } from "../sharing/thread-objects.ts";
import { noteEndOfHolder } from "./holdings.ts";
import { hasLiveUserThread, shutDown } from "./shutdown.ts";

/** Ends the running thread: its record stays, for join and isAlive. */
export function endThread(m: Machine): void {
  const record = threadRecord(m.thread);
  noteEndOfHolder(m);
  m.setStatus(m.thread, ThreadStatus.terminated);
  m.setWord(record + T_TARGET, 0);
  const object = m.H[record + T_OBJECT]!;
  if (object !== 0) {
    for (const field of fieldsClearedAtEnd(m)) {
      m.accesses?.write(object, field);
      m.setWord(object + field, 0);
    }
    if (locksAtEnd(m, object)) notifyWaiters(m, object);
  }
  if (m.checking && !hasLiveUserThread(m)) shutDown(m);
}

/** Threads that wait on a Thread object are notified when that thread ends. */
function notifyWaiters(m: Machine, object: number): void {
  for (let thread = 0; thread < m.threadCount; thread++) {
    const record = threadRecord(thread);
    const status = m.H[record + T_STATUS]!;
    const isWaiting = status === ThreadStatus.waiting || status === ThreadStatus.timedWaiting;
    if (!isWaiting || m.H[record + T_TARGET] !== object) continue;
    if ((m.H[record + T_FLAGS]! & F_LEFT) !== 0) continue;
    m.setWord(record + T_FLAGS, m.H[record + T_FLAGS]! | F_NOTIFIED);
  }
}
