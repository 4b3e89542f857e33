/**
 * Why a thread cannot continue, from the outside: a thread in front of a monitor
 * that another one holds, or of a join with a living thread, is not enabled. There is
 * no status for that, so that waiting costs no step and no state, unless the program
 * asks for the states of threads.
 */

import type { Machine } from "../machine.ts";
import {
  F_FRESH,
  F_INTERRUPTED,
  T_FLAGS,
  T_OBJECT,
  T_PC,
  T_SP,
  T_STATUS,
  T_TARGET,
  THREAD_WORDS,
  threadRecord,
} from "../memory/memory.ts";
import { lockOwner } from "../memory/monitors.ts";
import { ThreadStatus } from "../memory/thread-status.ts";
import {
  isAboutToEnd,
  methodCalledAt,
  methodToCall,
  monitorToEnter,
} from "../sharing/pending-access.ts";
import { locksAtEnd } from "../sharing/thread-objects.ts";

/** Words of the arguments of Thread.join: the receiver, then the milliseconds as a long. */
const JOIN_WORDS = 6;

/** HOT. The thread whose Thread object this is, -1 when it has none (not started). */
export function threadOf(m: Machine, object: number): number {
  const { H, threadCount } = m;
  let at = threadRecord(0) + T_OBJECT;
  for (let thread = 0; thread < threadCount; thread++) {
    if (H[at] === object) return thread;
    at += THREAD_WORDS;
  }
  return -1;
}

export function isAlive(m: Machine, object: number): boolean {
  const thread = threadOf(m, object);
  return thread >= 0 && m.H[threadRecord(thread) + T_STATUS] !== ThreadStatus.terminated;
}

/** The monitor that a runnable thread is about to enter and another thread has; 0 when there is none. */
export function awaitedMonitor(m: Machine, thread: number): number {
  const object = monitorToEnter(m, thread);
  if (object === 0) return 0;
  const owner = lockOwner(m, object);
  return owner >= 0 && owner !== thread ? object : 0;
}

/** Where the arguments of a thread are that is about to call Thread.join. */
const joinArguments = (m: Machine, thread: number): number =>
  m.H[threadRecord(thread) + T_SP]! - JOIN_WORDS;

/** Whether Threads take their monitors. In a checked run they do where others use these, too. */
export const takesMonitors = (m: Machine): boolean =>
  !m.checking || m.sharing.threads.areMonitorsUsed;

/** True when a runnable thread is about to end and another one has the monitor of its Thread, which its end takes. */
export function isEndBlocked(m: Machine, thread: number): boolean {
  if (!isAboutToEnd(m, thread)) return false;
  const object = m.H[threadRecord(thread) + T_OBJECT]!;
  if (!locksAtEnd(m, object)) return false;
  const owner = lockOwner(m, object);
  return owner >= 0 && owner !== thread;
}

/**
 * HOT. The first thread, from this one on, that has just been started, or is about to join a thread that has
 * ended; -1 when there is none. Asked in every state, so the loop makes one call for each thread.
 */
export function nextFreshOrJoining(m: Machine, first: number): number {
  const { H, threadCount } = m;
  const { code } = m.space;
  const { join } = m.threadLibrary;
  let record = threadRecord(first);
  for (let thread = first; thread < threadCount; thread++) {
    if ((H[record + T_FLAGS]! & F_FRESH) !== 0) return thread;
    if (methodCalledAt(code, H[record + T_PC]!) === join && joinsEndedThread(m, thread)) {
      return thread;
    }
    record += THREAD_WORDS;
  }
  return -1;
}

/** True if a thread in front of a join is runnable, and the other one has ended; nothing can change that. */
function joinsEndedThread(m: Machine, thread: number): boolean {
  if (m.H[threadRecord(thread) + T_STATUS] !== ThreadStatus.runnable) return false;
  if (m.sharing.areInterruptsObservable) return false;
  const joined = threadOf(m, m.S[joinArguments(m, thread)]!);
  return joined >= 0 && m.H[threadRecord(joined) + T_STATUS] === ThreadStatus.terminated;
}

/** The live Thread that a runnable thread is about to join without a time limit; 0 if there is none. */
export function awaitedThread(m: Machine, thread: number): number {
  if (methodToCall(m, thread) !== m.threadLibrary.join) return 0;
  if ((m.H[threadRecord(thread) + T_FLAGS]! & F_INTERRUPTED) !== 0) return 0;
  const base = joinArguments(m, thread);
  const isTimed = m.S[base + 2] !== 0 || m.S[base + 3] !== 0;
  return !isTimed && isAlive(m, m.S[base]!) ? m.S[base]! : 0;
}

/** The Thread whose end a thread waits for on its monitor; 0 if there is none. */
export function awaitedEnd(m: Machine, thread: number): number {
  const isThere = methodToCall(m, thread) === m.threadLibrary.waitForEnd;
  return isThere ? m.H[threadRecord(thread) + T_TARGET]! : 0;
}
