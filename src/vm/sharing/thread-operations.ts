/** Which of the things that threads do to each other others can notice (vm/sharing/access-discipline.ts). */

import type { Machine } from "../machine.ts";
import { T_OBJECT, threadRecord } from "../memory/memory.ts";
import { lockOwner } from "../memory/monitors.ts";
import { areWaitsSeen, isThread } from "../threads/waiting.ts";
import { Assumption } from "./access-discipline.ts";
import { isShared } from "./shared-objects.ts";

export const isInterruptible = (m: Machine): boolean => !m.discipline.holds(Assumption.interrupts);

/** The owner of the monitor is alone with the threads that wait on the object, unless these are interrupted or asked about. */
export const isNotifyNoticed = (m: Machine, args: number): boolean =>
  areWaitsSeen(m) || lockOwner(m, m.S[args]!) !== m.thread;

export function isWaitNoticed(m: Machine, args: number): boolean {
  // They are notified by the end of a thread.
  if (isThread(m, m.S[args]!)) m.discipline.breaks(Assumption.queries);
  return isNotifyNoticed(m, args);
}

/**
 * What a thread asks about itself, or about one nobody else knows, is settled.
 * That another one is over is not: its end, which nobody noticed, might as well
 * have come later.
 */
export function isQueryNoticed(m: Machine, args: number): boolean {
  const object = m.S[args]!;
  if (object === m.H[threadRecord(m.thread) + T_OBJECT] || !isShared(m, object)) return false;
  m.discipline.breaks(Assumption.queries);
  return true;
}

/** The same of what a thread is doing, which tells who has the monitor that it waits for, and whether it waits for a lock still. */
export function isStateNoticed(m: Machine, args: number): boolean {
  if (!isQueryNoticed(m, args)) return false;
  m.discipline.noteStateQuery();
  m.discipline.breaks(Assumption.queues);
  return true;
}

export function isStartNoticed(m: Machine, args: number): boolean {
  const object = m.S[args]!;
  if (!isShared(m, object)) return !m.discipline.holds(Assumption.queries);
  // A field of Java code, which others may write to.
  m.discipline.touchField(object, m.fieldOffset("java/lang/Thread", "daemon"), false);
  return true;
}

/** A join with a time limit reveals whether the thread has ended by then. */
export const isTimedJoinNoticed = (m: Machine, args: number): boolean =>
  (m.S[args + 2] !== 0 || m.S[args + 3] !== 0) && isQueryNoticed(m, args);

export const isNumberNoticed = (m: Machine): boolean =>
  m.discipline.touchCounter(Assumption.numbers);

/** The one section of the library's own, at the end of a thread, is about what only the thread itself uses. */
export const isCalledByProgram = (m: Machine): boolean =>
  m.space.codeAt(m.pc).method.owner.name !== "java/lang/Thread";
