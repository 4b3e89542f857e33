/**
 * Can a thread move, and if not, what does it wait for? The scheduler, the search, the reports of
 * deadlocks, thread dumps and `Thread.getState` all ask here, so that they cannot disagree.
 *
 * A thread in front of a monitor that another one holds, of a join with a living thread, or of a
 * closed gate is not enabled either. Its record does not say so: in a checked run waiting costs no
 * step and no state, unless the program asks for the states of threads (waiting.ts, gates.ts).
 */
import { unreachable } from "../../core/assert.ts";
import { I } from "../code/instructions.ts";
import type { Machine } from "../machine.ts";
import type { AccessLog } from "../memory/access-log.ts";
import { INITIALIZING } from "../memory/class-status.ts";
import { threadRecord } from "../memory/memory.ts";
import { lockOwner } from "../memory/monitors.ts";
import {
  F_INTERRUPTED,
  F_LEFT,
  F_NOTIFIED,
  F_PERMIT,
  F_TIMED_OUT,
  T_FLAGS,
  T_OBJECT,
  T_PC,
  T_STATUS,
  T_TARGET,
} from "../memory/thread-record.ts";
import { isTimed, ThreadStatus } from "../memory/thread-status.ts";
import { awaitedGate, canLeaveGate, gateOf, isAwaiting, noteGates } from "./gates.ts";
import { awaitedEnd, awaitedMonitor, awaitedThread, isAlive, isEndBlocked } from "./waiting.ts";

/** What a thread can wait for. */
export const WaitCause = {
  none: 0,
  monitor: 1,
  /** On an object, in Object.wait. */
  notification: 2,
  /** Of a Thread. */
  end: 3,
  /** The initialisation of a class, by its status word. */
  initialization: 4,
  gate: 5,
  /** Of LockSupport. */
  permit: 6,
  time: 7,
  /** The thread has ended. */
  never: 8,
} as const;
export type WaitCause = (typeof WaitCause)[keyof typeof WaitCause];

/** By status; flags and target say more (`recordedCause`). */
const CAUSES: Readonly<Record<ThreadStatus, WaitCause>> = {
  [ThreadStatus.free]: WaitCause.never,
  [ThreadStatus.runnable]: WaitCause.none,
  [ThreadStatus.blocked]: WaitCause.monitor,
  [ThreadStatus.waiting]: WaitCause.notification,
  [ThreadStatus.timedWaiting]: WaitCause.notification,
  [ThreadStatus.sleeping]: WaitCause.time,
  [ThreadStatus.parked]: WaitCause.permit,
  [ThreadStatus.timedParked]: WaitCause.permit,
  [ThreadStatus.joining]: WaitCause.end,
  [ThreadStatus.timedJoining]: WaitCause.end,
  [ThreadStatus.initializing]: WaitCause.initialization,
  [ThreadStatus.terminated]: WaitCause.never,
};
/** The same as an array, because it is read for every thread of every state. */
const BY_STATUS: readonly WaitCause[] = Object.values(ThreadStatus).map((status) => CAUSES[status]);

/** HOT. What a thread waits for, as far as its record says. */
export function recordedCause(m: Machine, thread: number): WaitCause {
  const record = threadRecord(thread);
  const cause = BY_STATUS[m.H[record + T_STATUS]!]!;
  if (cause === WaitCause.notification) {
    const hasLeft = (m.H[record + T_FLAGS]! & (F_NOTIFIED | F_LEFT)) !== 0;
    return hasLeft ? WaitCause.monitor : cause;
  }
  if (cause === WaitCause.permit && m.H[record + T_TARGET] !== 0) return WaitCause.gate;
  return cause;
}

/** HOT. True when the thread can take a step now. */
export function isEnabled(m: Machine, thread: number): boolean {
  const record = threadRecord(thread);
  if (m.H[record + T_STATUS] !== ThreadStatus.runnable) return hasCome(m, thread);
  if (!m.checking) return true;
  const op = m.space.code[m.H[record + T_PC]!]!;
  return CAN_BLOCK[op] === 0 || canExecute(m, thread, op);
}

/** True when what a thread waits for has come, or may have. */
function hasCome(m: Machine, thread: number): boolean {
  const record = threadRecord(thread);
  const flags = m.H[record + T_FLAGS]!;
  const target = m.H[record + T_TARGET]!;
  // Time is abstract in a checked run: a wait that can time out may do so at any moment.
  const isWoken =
    (flags & (F_INTERRUPTED | F_TIMED_OUT)) !== 0 ||
    (m.checking && isTimed(m.H[record + T_STATUS]!));
  const cause = recordedCause(m, thread);
  switch (cause) {
    case WaitCause.monitor: {
      const owner = lockOwner(m, target);
      return owner < 0 || owner === thread;
    }
    case WaitCause.notification:
      return isWoken && (lockOwner(m, target) < 0 || canLeave(m, flags));
    case WaitCause.end:
      return isWoken || !isAlive(m, target);
    case WaitCause.initialization:
      return m.H[target]! < INITIALIZING;
    case WaitCause.gate:
      return canLeaveGate(m, thread);
    case WaitCause.permit:
      return isWoken || (flags & F_PERMIT) !== 0;
    case WaitCause.time:
      return isWoken;
    case WaitCause.none:
    case WaitCause.never:
      return false;
    default:
      return unreachable(cause);
  }
}

/**
 * A thread in Object.wait has been woken, and another one has the monitor. It can stop waiting for
 * a notification, and wait for the monitor from then on. Others can observe that if it was
 * interrupted, or if they ask what it does.
 */
const canLeave = (m: Machine, flags: number): boolean =>
  (flags & (F_INTERRUPTED | F_TIMED_OUT)) !== 0 || m.sharing.areWaitsObservable;

/** By instruction: 1 for those that something can stand in the way of (`objectAhead`). */
const CAN_BLOCK = new Uint8Array(1 << 9);
for (const op of [
  I.monitorenter,
  I.lockMethod,
  I.invokeSpecial,
  I.invokeDirect,
  I.invokeStaticInit,
  I.return0,
]) {
  CAN_BLOCK[op] = 1;
}

/**
 * HOT. True if nothing stands in the way of a runnable thread's next instruction. Where the program
 * asks for the states of threads, to begin to wait for a monitor or for the end of a thread is a step of its own.
 */
function canExecute(m: Machine, thread: number, op: number): boolean {
  switch (op) {
    case I.monitorenter:
    case I.lockMethod:
    case I.invokeSpecial:
      if (m.sharing.threads.statesQueried) return true;
  }
  return objectAhead(m, thread, op) === 0;
}

/** What stands in the way of a runnable thread's next instruction; 0 if nothing does. */
function objectAhead(m: Machine, thread: number, op: number): number {
  switch (op) {
    case I.monitorenter:
    case I.lockMethod:
      return awaitedMonitor(m, thread);
    case I.invokeSpecial:
      return awaitedThread(m, thread);
    case I.invokeDirect:
    case I.invokeStaticInit:
      return awaitedGate(m, thread);
    case I.return0:
      return isEndBlocked(m, thread) ? m.H[threadRecord(thread) + T_OBJECT]! : 0;
    default:
      return 0;
  }
}

/** What a thread waits for, and the object (or the status word of the class) that it is about; 0 for none. */
export interface ThreadWait {
  readonly cause: WaitCause;
  readonly object: number;
}

/** The same as `recordedCause`, and what the record does not say. */
export function waitOf(m: Machine, thread: number): ThreadWait {
  const { target, pc } = m.threadAt(thread);
  const cause = recordedCause(m, thread);
  if (cause === WaitCause.none) {
    const op = m.space.code[pc]!;
    const object = objectAhead(m, thread, op);
    return { cause: object === 0 ? cause : causeAhead(op), object };
  }
  if (cause === WaitCause.notification && awaitedEnd(m, thread) !== 0) {
    return { cause: WaitCause.end, object: target };
  }
  return { cause, object: target };
}

function causeAhead(op: number): WaitCause {
  switch (op) {
    case I.invokeSpecial:
      return WaitCause.end;
    case I.invokeDirect:
    case I.invokeStaticInit:
      return WaitCause.gate;
    default:
      return WaitCause.monitor;
  }
}

/** Logs the reads that decide which threads cannot move. */
export function noteBlocked(m: Machine, log: AccessLog): void {
  for (let thread = 0; thread < m.threadCount; thread++) {
    const record = threadRecord(thread);
    if (m.H[record + T_STATUS] === ThreadStatus.terminated) continue;
    if (gateOf(m, thread) === 0) {
      if (isEndBlocked(m, thread)) log.read(m.H[record + T_OBJECT]!, m.threadLibrary.virtual);
      continue;
    }
    // Whether a thread has had its signal may keep others out, too.
    if (!isEnabled(m, thread) || isAwaiting(m, thread)) noteGates(m, thread, log);
  }
}
