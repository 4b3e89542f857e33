/**
 * Why a thread cannot continue, from the outside: a thread in front of a monitor
 * that another one holds, or of a join with a living thread, is not enabled. There is
 * no status for that, so that waiting costs no step and no state, unless the program
 * asks for the states of threads.
 */

import type { Machine } from "../machine.ts";
import {
  F_INTERRUPTED,
  T_FLAGS,
  T_OBJECT,
  T_SP,
  T_STATUS,
  T_TARGET,
  threadRecord,
} from "../memory/memory.ts";
import { lockCount, lockOwner } from "../memory/monitors.ts";
import { ThreadStatus } from "../memory/thread-status.ts";
import { Assumption } from "../sharing/access-discipline.ts";
import { isAboutToEnd, methodToCall, monitorToEnter } from "../sharing/pending-access.ts";
import { isShared } from "../sharing/shared-objects.ts";

/** Words of the arguments of Thread.join: the receiver, then the milliseconds as a long. */
const JOIN_WORDS = 6;

/** The thread whose Thread object this is, -1 when it has none (not started). */
export function threadOf(m: Machine, object: number): number {
  for (let thread = 0; thread < m.threadCount; thread++) {
    if (m.H[threadRecord(thread) + T_OBJECT] === object) return thread;
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

/** Where the arguments are if a thread is about to join another one; 0 otherwise. */
function joinArguments(m: Machine, thread: number): number {
  const isJoin = methodToCall(m, thread) === m.threadLibrary.join;
  return isJoin ? m.H[threadRecord(thread) + T_SP]! - JOIN_WORDS : 0;
}

export function isThread(m: Machine, object: number): boolean {
  const library = m.threadLibrary;
  if (library.classId === 0) library.classId = m.requireClass("java/lang/Thread").id;
  return m.classOf(object).supertypes.has(library.classId);
}

/** The end of a thread takes the monitor of its Thread, to notify those who wait there; that of a virtual one does not. */
export function locksAtEnd(m: Machine, object: number): boolean {
  if (object === 0) return false;
  m.accesses?.read(object, m.threadLibrary.virtual);
  return m.H[object + m.threadLibrary.virtual] === 0;
}

// In ThreadLibrary.monitors: objects of no such class, of one, and class objects (that of Thread counts).
const NO = 1;
const YES = 2;
const MIRROR = 3;

/** True for a Thread, a ThreadGroup and the class Thread itself: the library takes their monitors. */
function hasThreadMonitor(m: Machine, object: number): boolean {
  const cls = m.classOf(object);
  const { monitors } = m.threadLibrary;
  while (monitors.length <= cls.id) monitors.push(0);
  let kind = monitors[cls.id]!;
  if (kind === 0) {
    const group = m.requireClass("java/lang/ThreadGroup").id;
    const isOne = isThread(m, object) || cls.supertypes.has(group);
    kind = isOne ? YES : cls.name === "java/lang/Class" ? MIRROR : NO;
    monitors[cls.id] = kind;
  }
  return (
    kind === YES || (kind === MIRROR && object === m.mirror(m.requireClass("java/lang/Thread")))
  );
}

/**
 * The running thread, of a checked run, is about to enter a monitor. As long as only the
 * library itself takes those of threads, it need not: they would be free, and
 * nobody would wait there.
 */
export function noteMonitor(m: Machine, object: number): void {
  if (m.discipline.areMonitorsUsed || !hasThreadMonitor(m, object)) return;
  const { owner } = m.program.methods[m.space.methodOf[m.pc]!]!;
  const isOwn = owner.name === "java/lang/Thread" || owner.name === "java/lang/ThreadGroup";
  if (!isOwn) m.discipline.useMonitors();
}

/** Whether Threads take their monitors (see `noteMonitor`). */
export const takesMonitors = (m: Machine): boolean => !m.checking || m.discipline.areMonitorsUsed;

/** True when a runnable thread is about to end and another one has the monitor of its Thread, which its end takes. */
export function isEndBlocked(m: Machine, thread: number): boolean {
  if (!isAboutToEnd(m, thread)) return false;
  const object = m.H[threadRecord(thread) + T_OBJECT]!;
  if (!locksAtEnd(m, object)) return false;
  const owner = lockOwner(m, object);
  return owner >= 0 && owner !== thread;
}

/** Others can tell when a thread begins or ceases to wait: it may be interrupted, or they ask what it does. */
export const areWaitsSeen = (m: Machine): boolean =>
  !m.discipline.holds(Assumption.interrupts) || !m.discipline.holds(Assumption.queries);

/** True if a runnable thread is about to join one that has ended; nothing can change that. */
export function joinsEndedThread(m: Machine, thread: number): boolean {
  if (m.H[threadRecord(thread) + T_STATUS] !== ThreadStatus.runnable) return false;
  const base = joinArguments(m, thread);
  if (base === 0 || !m.discipline.holds(Assumption.interrupts)) return false;
  const joined = threadOf(m, m.S[base]!);
  return joined >= 0 && m.H[threadRecord(joined) + T_STATUS] === ThreadStatus.terminated;
}

/** The live Thread that a runnable thread is about to join without a time limit; 0 if there is none. */
export function awaitedThread(m: Machine, thread: number): number {
  const base = joinArguments(m, thread);
  if (base === 0 || (m.H[threadRecord(thread) + T_FLAGS]! & F_INTERRUPTED) !== 0) return 0;
  const isTimed = m.S[base + 2] !== 0 || m.S[base + 3] !== 0;
  return !isTimed && isAlive(m, m.S[base]!) ? m.S[base]! : 0;
}

/** The Thread whose end a thread waits for on its monitor; 0 if there is none. */
export function awaitedEnd(m: Machine, thread: number): number {
  const isThere = methodToCall(m, thread) === m.threadLibrary.waitForEnd;
  return isThere ? m.H[threadRecord(thread) + T_TARGET]! : 0;
}

/** The state of a thread that waits for the monitor reveals that the running thread held it. */
export const isLeavingNoticed = (m: Machine, ref: number): boolean =>
  m.discipline.threadStatesQueried && m.watches && isShared(m, ref) && lockCount(m, ref) === 1;
