/**
 * The end of a thread. It lets go of what its Thread object has no use for any
 * more, so that nothing is kept alive by it, in the same step that ends it.
 */

import type { Machine } from "../machine.ts";
import {
  F_DAEMON,
  F_LEFT,
  F_NOTIFIED,
  T_FLAGS,
  T_OBJECT,
  T_STATUS,
  T_TARGET,
  threadRecord,
} from "../memory/memory.ts";
import { lockOwner } from "../memory/monitors.ts";
import { ThreadStatus } from "../memory/thread-status.ts";
import { noteEndOfHolder } from "./holdings.ts";
import { hasLiveUserThread, shutDown } from "./shutdown.ts";
import { areWaitsSeen, locksAtEnd } from "./waiting.ts";

const FORGOTTEN = [
  "target",
  "threadLocals",
  "inheritableThreadLocals",
  "inheritedAccessControlContext",
  "uncaughtExceptionHandler",
];

function forgottenFields(m: Machine): readonly number[] {
  if (m.threadLibrary.forgotten.length === 0) {
    m.threadLibrary.forgotten = FORGOTTEN.map((name) => m.fieldOffset("java/lang/Thread", name));
  }
  return m.threadLibrary.forgotten;
}

/**
 * Others can tell that the running thread has ended: they ask, read what it lets
 * go of, or their own life depends on it. So can one that joins it and is interrupted
 * (which is among what `areWaitsSeen` is about), and one that has had its monitor since
 * before it was started, without which it cannot end.
 * (Who takes that later asks for more than is assumed: see `isContended`.)
 */
export function isEndNoticed(m: Machine): boolean {
  const forgets = m.watches && isForgettingNoticed(m);
  if (forgets || areWaitsSeen(m) || isHeldByAnother(m)) return true;
  for (let thread = 0; thread < m.threadCount; thread++) {
    const record = threadRecord(thread);
    const depends = (m.H[record + T_FLAGS]! & F_DAEMON) !== 0;
    if (depends && m.H[record + T_STATUS] !== ThreadStatus.terminated) return true;
  }
  return false;
}

function isHeldByAnother(m: Machine): boolean {
  const object = m.H[threadRecord(m.thread) + T_OBJECT]!;
  const owner = locksAtEnd(m, object) ? lockOwner(m, object) : -1;
  return owner >= 0 && owner !== m.thread;
}

function isForgettingNoticed(m: Machine): boolean {
  const object = m.H[threadRecord(m.thread) + T_OBJECT]!;
  let isNoticed = false;
  if (object === 0) return isNoticed;
  for (const field of forgottenFields(m)) {
    m.accesses?.read(object, field);
    if (m.H[object + field] !== 0 && m.discipline.touchField(object, field, true)) isNoticed = true;
  }
  return isNoticed;
}

/** Ends the running thread: its record stays, for join and isAlive. */
export function endThread(m: Machine): void {
  const record = threadRecord(m.thread);
  noteEndOfHolder(m);
  m.setStatus(m.thread, ThreadStatus.terminated);
  m.setWord(record + T_TARGET, 0);
  const object = m.H[record + T_OBJECT]!;
  if (object !== 0) {
    for (const field of forgottenFields(m)) {
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
