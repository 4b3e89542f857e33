/**
 * Runs a program as a JVM would: one thread at a time, round robin by
 * instruction count, with virtual time that jumps ahead when every thread
 * sleeps. (Exploring all schedules is the checker's business; both ask the
 * same question, `isEnabled`.)
 */

import { I } from "../code/instructions.ts";
import { interpret } from "../interpreter/dispatch.ts";
import { Stop } from "../interpreter/stop.ts";
import type { Machine } from "../machine.ts";
import type { AccessLog } from "../memory/access-log.ts";
import { INITIALIZING, UNINITIALIZED } from "../memory/class-status.ts";
import {
  F_INTERRUPTED,
  F_JOINED,
  F_LEFT,
  F_NOTIFIED,
  F_PERMIT,
  F_TIMED_OUT,
  T_ATOMIC,
  T_DEADLINE,
  T_FLAGS,
  T_OBJECT,
  T_PC,
  T_STATUS,
  T_TARGET,
  threadRecord,
} from "../memory/memory.ts";
import { lockOwner } from "../memory/monitors.ts";
import { ThreadStatus } from "../memory/thread-status.ts";
import { isInSection } from "../sharing/gate-operations.ts";
import { endThread } from "./end-thread.ts";
import { awaitedGate, canLeaveGate, gateOf, isAwaiting, noteGates } from "./gates.ts";
import { hasLiveUserThread, shutDown } from "./shutdown.ts";
import { awaitedMonitor, awaitedThread, isAlive, isEndBlocked } from "./waiting.ts";

/** Instructions a thread may run before the next one gets its turn: one transition of a plain run. */
const TIME_SLICE = 50_000;

export type RunResult = "finished" | "halted" | "deadlock" | "limit" | "paused";

export interface RunLimits {
  /** Instructions after which the run is given up. */
  readonly instructions: number;
  /** Called between slices; true returns to the caller, which may call again to continue. */
  readonly pause: () => boolean;
  /** Instructions a slice may take. */
  readonly slice?: number;
  /** Called when a thread's registers are loaded and it is about to run. */
  readonly beforeSlice?: () => void;
}

/** HOT. True when the thread can take a step now. */
export function isEnabled(m: Machine, thread: number): boolean {
  const record = threadRecord(thread);
  if (m.H[record + T_STATUS] !== ThreadStatus.runnable) return isUnblocked(m, thread);
  if (!m.checking) return true;
  const op = m.space.code[m.H[record + T_PC]!]!;
  return CAN_BLOCK[op] === 0 || isFree(m, thread, op);
}

/** True when what a thread waits for has come, or may have. */
function isUnblocked(m: Machine, thread: number): boolean {
  const { H } = m;
  const record = threadRecord(thread);
  const status = H[record + T_STATUS]!;
  const flags = H[record + T_FLAGS]!;
  const target = H[record + T_TARGET]!;
  const isParked = status === ThreadStatus.parked || status === ThreadStatus.timedParked;
  if (isParked && target !== 0) return canLeaveGate(m, thread);
  // Time is abstract in a checked run: what can time out may do so at any moment.
  if (m.checking && isTimed(status)) {
    const isWaiting = status === ThreadStatus.timedWaiting;
    return !isWaiting || lockOwner(m, target) < 0 || canLeave(m, thread);
  }
  switch (status) {
    case ThreadStatus.blocked: {
      const owner = lockOwner(m, target);
      return owner < 0 || owner === thread;
    }
    case ThreadStatus.waiting:
    case ThreadStatus.timedWaiting:
      if ((flags & (F_NOTIFIED | F_INTERRUPTED | F_TIMED_OUT)) === 0) return false;
      return lockOwner(m, target) < 0 || canLeave(m, thread);
    case ThreadStatus.sleeping:
      return (flags & (F_INTERRUPTED | F_TIMED_OUT)) !== 0;
    case ThreadStatus.parked:
    case ThreadStatus.timedParked:
      return (flags & (F_PERMIT | F_INTERRUPTED | F_TIMED_OUT)) !== 0;
    case ThreadStatus.joining:
    case ThreadStatus.timedJoining:
      return (flags & (F_INTERRUPTED | F_TIMED_OUT)) !== 0 || !isAlive(m, target);
    case ThreadStatus.initializing: {
      const initialization = H[target]!;
      return initialization < INITIALIZING || initialization === UNINITIALIZED;
    }
    default:
      return false;
  }
}

/**
 * Of a thread in Object.wait whose monitor another one has: it can stop waiting
 * to be notified, and wait for the monitor from then on. Others can tell if it
 * has been interrupted, or if they ask what it does.
 */
function canLeave(m: Machine, thread: number): boolean {
  const record = threadRecord(thread);
  const flags = m.H[record + T_FLAGS]!;
  if ((flags & (F_NOTIFIED | F_LEFT)) !== 0) return false;
  if ((flags & (F_INTERRUPTED | F_TIMED_OUT)) !== 0) return true;
  return (
    m.checking &&
    m.H[record + T_STATUS] === ThreadStatus.timedWaiting &&
    m.sharing.areWaitsObservable
  );
}

/** By instruction: 1 for those that something can stand in the way of (`isFree`). */
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
 * HOT. Nothing stands in the way of a runnable thread's next instruction. Where somebody asks for the states
 * of threads, to begin to wait for a monitor or the end of a thread is a step of its own.
 */
function isFree(m: Machine, thread: number, op: number): boolean {
  switch (op) {
    case I.monitorenter:
    case I.lockMethod:
      return m.sharing.threads.statesQueried || awaitedMonitor(m, thread) === 0;
    case I.invokeSpecial:
      return m.sharing.threads.statesQueried || awaitedThread(m, thread) === 0;
    case I.invokeDirect:
    case I.invokeStaticInit:
      return awaitedGate(m, thread) === 0;
    case I.return0:
      return !isEndBlocked(m, thread);
    default:
      return true;
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

const isTimed = (status: number): boolean =>
  status === ThreadStatus.timedWaiting ||
  status === ThreadStatus.sleeping ||
  status === ThreadStatus.timedParked ||
  status === ThreadStatus.timedJoining;

/** Lets virtual time pass for those whose deadline has come; jumps to the next one when `jump`. */
function expire(m: Machine, jump: boolean): boolean {
  let earliest = Number.POSITIVE_INFINITY;
  for (let thread = 0; thread < m.threadCount; thread++) {
    const record = threadRecord(thread);
    if (!isTimed(m.H[record + T_STATUS]!)) continue;
    if ((m.H[record + T_FLAGS]! & F_TIMED_OUT) !== 0) continue;
    earliest = Math.min(earliest, m.HD[(record + T_DEADLINE) >> 1]!);
  }
  if (earliest === Number.POSITIVE_INFINITY) return false;
  if (jump && earliest > m.nanos) m.skippedNanos += earliest - m.nanos;
  let expired = false;
  for (let thread = 0; thread < m.threadCount; thread++) {
    const record = threadRecord(thread);
    if (!isTimed(m.H[record + T_STATUS]!) || m.HD[(record + T_DEADLINE) >> 1]! > m.nanos) continue;
    m.setWord(record + T_FLAGS, m.H[record + T_FLAGS]! | F_TIMED_OUT);
    expired = true;
  }
  return expired;
}

function nextEnabled(m: Machine): number {
  // The steps of a section belong together, whatever the time slices are.
  const { thread } = m;
  const staysOn = m.H[threadRecord(thread) + T_ATOMIC] !== 0 || isInSection(m, thread);
  if (staysOn && isEnabled(m, thread)) return thread;
  for (let step = 1; step <= m.threadCount; step++) {
    const next = (thread + step) % m.threadCount;
    if (isEnabled(m, next)) return next;
  }
  return -1;
}

/**
 * Decides whether the running thread has scheduling points, and whether its
 * accesses can be observed at all. A thread that has ended counts until some
 * thread has waited for its end: until then its accesses might have come
 * later.
 */
export function updateConcurrency(m: Machine): void {
  const { H, threadCount } = m;
  let live = 0;
  let isAnyUnjoined = false;
  // Two that live are enough to know.
  for (let thread = 0; thread < threadCount && live < 2; thread++) {
    const record = threadRecord(thread);
    if (H[record + T_STATUS] !== ThreadStatus.terminated) live++;
    else if ((H[record + T_FLAGS]! & F_JOINED) === 0) isAnyUnjoined = true;
  }
  m.stopsAtVisible = live > 1;
  m.watches = live > 1 || isAnyUnjoined;
}

/** A thread that was stopped in front of an instruction tries it again; natives know their own status. */
export function wake(m: Machine, thread: number): void {
  const status = m.H[threadRecord(thread) + T_STATUS];
  if (status !== ThreadStatus.blocked && status !== ThreadStatus.initializing) return;
  m.setWord(threadRecord(thread) + T_TARGET, 0);
  m.setStatus(thread, ThreadStatus.runnable);
}

export function runThreads(m: Machine, limits: RunLimits): RunResult {
  const slice = limits.slice ?? TIME_SLICE;
  while (hasLiveUserThread(m) || shutDown(m)) {
    if (m.instructions >= limits.instructions) return "limit";
    if (limits.pause()) return "paused";
    expire(m, false);
    let thread = nextEnabled(m);
    if (thread < 0) {
      if (!expire(m, true)) return "deadlock";
      thread = nextEnabled(m);
      if (thread < 0) return "deadlock";
    }
    m.loadRegisters(thread);
    if (m.options.undo) m.beginTransition(m.fp, m.sp);
    wake(m, thread);
    limits.beforeSlice?.();
    let stop = interpret(m, slice);
    // A machine made for searching asks which waiter to wake and the like; a plain run takes the first.
    while (stop === Stop.choice) {
      m.choice = 0;
      stop = interpret(m, slice);
    }
    if (stop === Stop.ended) endThread(m);
    else m.saveRegisters();
    m.commit();
    if (stop === Stop.halted) return "halted";
  }
  return "finished";
}
