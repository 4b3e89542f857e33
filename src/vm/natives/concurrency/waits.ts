/** Waiting: Object.wait and notify, Thread.sleep and join (threads/suspension.ts says how it works). */
import type { Machine } from "../../machine.ts";
import {
  F_INTERRUPTED,
  F_JOINED,
  F_LEFT,
  F_NOTIFIED,
  F_TIMED_OUT,
  T_FLAGS,
  T_SAVED_ENTRIES,
  T_STATUS,
  T_TARGET,
  threadRecord,
} from "../../memory/memory.ts";
import { lockOwner, tryLock, unlockFully } from "../../memory/monitors.ts";
import { isInJoin, isInWait, ThreadStatus } from "../../memory/thread-status.ts";
import { type NativeTable, Outcome, observableIf, pure } from "../../native-api/native-method.ts";
import { event, type TraceShape } from "../../native-api/trace-shape.ts";
import { Assumption } from "../../sharing/access-discipline.ts";
import {
  isInterruptible,
  isNotifyNoticed,
  isTimedJoinNoticed,
  isWaitNoticed,
} from "../../sharing/thread-operations.ts";
import { updateConcurrency } from "../../threads/round-robin.ts";
import { resume, suspend, throwInterrupted } from "../../threads/suspension.ts";
import { isAlive, threadOf } from "../../threads/waiting.ts";
import { choose } from "./choices.ts";
import { flags, isOver, setFlags, status } from "./thread-state.ts";
import { timedWait, timePasses, wouldPass } from "./time.ts";

function wait(m: Machine, args: number): Outcome {
  const object = m.S[args]!;
  if (isInWait(status(m))) {
    if (lockOwner(m, object) >= 0) {
      setFlags(m, m.thread, F_LEFT, 0);
      return Outcome.blocked;
    }
    const record = threadRecord(m.thread);
    tryLock(m, object, m.H[record + T_SAVED_ENTRIES]);
    // Reset the count so that having waited does not distinguish states.
    m.setWord(record + T_SAVED_ENTRIES, 0);
    const ended = resume(m, m.thread);
    if ((ended & (F_INTERRUPTED | F_NOTIFIED)) === F_INTERRUPTED) return throwInterrupted(m);
    return Outcome.done;
  }
  const millis = Number(m.SL[(args + 2) >> 1]!);
  if (millis < 0) {
    return m.throwNew("java/lang/IllegalArgumentException", "timeout value is negative");
  }
  if (lockOwner(m, object) !== m.thread) return notOwner(m);
  if ((flags(m) & F_INTERRUPTED) !== 0) return throwInterrupted(m);
  m.setWord(threadRecord(m.thread) + T_SAVED_ENTRIES, unlockFully(m, object));
  if (millis === 0) return suspend(m, ThreadStatus.waiting, object);
  return suspend(m, ThreadStatus.timedWaiting, object, m.nanos + millis * 1e6);
}

const notOwner = (m: Machine): Outcome =>
  m.throwNew("java/lang/IllegalMonitorStateException", "current thread is not owner");

function notify(m: Machine, args: number, all: boolean): Outcome {
  const object = m.S[args]!;
  if (lockOwner(m, object) !== m.thread) return notOwner(m);
  const waiters = waitersOf(m, object);
  if (all) for (const thread of waiters) setFlags(m, thread, F_NOTIFIED, 0);
  else if (waiters.length > 0) {
    // Java does not say which of them wakes up: a checked run tries each.
    const chosen = m.checking ? choose(m, waiters.length) : 0;
    if (chosen < 0) return Outcome.choice;
    setFlags(m, waiters[chosen]!, F_NOTIFIED, 0);
  }
  return Outcome.done;
}

/** Threads in Object.wait on an object that nothing has woken yet. */
function waitersOf(m: Machine, object: number): number[] {
  const waiters: number[] = [];
  for (let thread = 0; thread < m.threadCount; thread++) {
    const record = threadRecord(thread);
    if (!isInWait(m.H[record + T_STATUS]!) || m.H[record + T_TARGET] !== object) continue;
    const isAway = (m.H[record + T_FLAGS]! & (F_NOTIFIED | F_TIMED_OUT | F_LEFT)) !== 0;
    if (!isAway) waiters.push(thread);
  }
  return waiters;
}

/**
 * Time is abstract in a checked run: to sleep is to let others go first, which they may do
 * anyway. An interrupt while only one thread existed refuted nothing, so the flag is tested as well.
 */
const isSleepNothing = (m: Machine): boolean =>
  m.checking &&
  status(m) !== ThreadStatus.sleeping &&
  (flags(m) & F_INTERRUPTED) === 0 &&
  m.discipline.holds(Assumption.interrupts) &&
  m.discipline.holds(Assumption.queries);

function sleep(m: Machine, args: number): Outcome {
  if (isSleepNothing(m)) {
    timePasses(m);
    return Outcome.done;
  }
  if (status(m) === ThreadStatus.sleeping) {
    const ended = resume(m, m.thread);
    if ((ended & F_INTERRUPTED) !== 0) return throwInterrupted(m, "sleep interrupted");
    return Outcome.done;
  }
  if ((flags(m) & F_INTERRUPTED) !== 0) return throwInterrupted(m, "sleep interrupted");
  const nanos = Math.max(1, Number(m.SL[args >> 1]!));
  return suspend(m, ThreadStatus.sleeping, 0, m.nanos + nanos);
}

function join(m: Machine, args: number): Outcome {
  const target = m.S[args]!;
  if (isInJoin(status(m))) {
    const ended = resume(m, m.thread);
    if ((ended & F_INTERRUPTED) !== 0 && isAlive(m, target)) return throwInterrupted(m);
    noteJoined(m, target);
    return Outcome.done;
  }
  // As in the JDK, joining an ended thread returns without testing the interrupt flag.
  if (!isAlive(m, target)) {
    noteJoined(m, target);
    return Outcome.done;
  }
  if ((flags(m) & F_INTERRUPTED) !== 0) return throwInterrupted(m);
  const millis = Number(m.SL[(args + 2) >> 1]!);
  if (millis <= 0) return suspend(m, ThreadStatus.joining, target);
  return suspend(m, ThreadStatus.timedJoining, target, m.nanos + millis * 1e6);
}

/**
 * What a join does while it has the monitor of the Thread: it waits there, as
 * others may, for the notification that comes with the end. True when there is
 * nothing left to wait for; if false, another thread has notified it.
 */
function waitForEnd(m: Machine, args: number): Outcome {
  const target = m.S[args]!;
  const now = status(m);
  const wasNotified = (flags(m) & F_NOTIFIED) !== 0;
  const outcome = isInWait(now) || isAlive(m, target) ? wait(m, args) : Outcome.done;
  if (outcome !== Outcome.done) return outcome;
  const isLate = now === ThreadStatus.timedWaiting && !wasNotified;
  m.S[args] = isLate || !isAlive(m, target) ? 1 : 0;
  noteJoined(m, target);
  return Outcome.done;
}

/** In a checked run: what the ended thread did comes before all that follows. */
function noteJoined(m: Machine, target: number): void {
  const thread = m.checking ? threadOf(m, target) : -1;
  if (thread < 0 || m.H[threadRecord(thread) + T_STATUS] !== ThreadStatus.terminated) return;
  setFlags(m, thread, F_JOINED, 0);
  // Steps that are only shown are not watched.
  if (m.watches) updateConcurrency(m);
}

const waits = (
  statuses: readonly ThreadStatus[],
  begins: "wait" | "join",
  ends: "wake" | "join",
  direct: string,
): TraceShape => ({
  kind: "wait",
  statuses,
  isAboutReceiver: true,
  begins,
  ends,
  words: { begin: "waits", end: "goes on", direct },
});

const IN_WAIT = [ThreadStatus.waiting, ThreadStatus.timedWaiting];
const IN_JOIN = [ThreadStatus.joining, ThreadStatus.timedJoining];
const WAITING = waits(IN_WAIT, "wait", "wake", "does not wait");
const JOINING = waits(IN_JOIN, "join", "join", "has ended");
const WAITING_FOR_END = waits(IN_WAIT, "join", "join", "has ended");
const SLEEPING: TraceShape = {
  kind: "wait",
  statuses: [ThreadStatus.sleeping],
  isAboutReceiver: false,
  begins: "sleep",
  ends: "sleep",
  words: { begin: "falls asleep", end: "wakes up", direct: "does not sleep" },
};

/** Monitors and thread records are always part of the state, so they need no declaration. */
export const waitNatives: NativeTable = {
  "java/lang/Object": {
    "wait(J)V": observableIf(isWaitNoticed, timedWait(wait, { trace: WAITING })),
    "notify()V": observableIf(
      isNotifyNoticed,
      pure((m, args) => notify(m, args, false), { trace: event("notify") }),
    ),
    "notifyAll()V": observableIf(
      isNotifyNoticed,
      pure((m, args) => notify(m, args, true), { trace: event("notify", "all") }),
    ),
  },
  "java/lang/Thread": {
    "sleep0(J)V": observableIf(
      (m) => !isSleepNothing(m) || wouldPass(m),
      timedWait(sleep, { trace: SLEEPING }),
    ),
    // Once a thread has ended, that stays so.
    "join0(J)V": observableIf(
      (m, args) => isTimedJoinNoticed(m, args) || isInterruptible(m) || !isOver(m, m.S[args]!),
      timedWait(join, { trace: JOINING }),
    ),
    "waitForEnd0(J)Z": observableIf(
      isWaitNoticed,
      timedWait(waitForEnd, { trace: WAITING_FOR_END }),
    ),
  },
};
