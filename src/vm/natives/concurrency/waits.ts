/** Waiting: Object.wait and notify, Thread.sleep and join (code/suspension.ts says how it works). */

import { resume, suspend } from "../../code/suspension.ts";
import { throwInterrupted } from "../../interpreter/exceptions.ts";
import type { Machine } from "../../machine.ts";
import { F_INTERRUPTED, F_JOINED, F_LEFT, F_NOTIFIED, F_TIMED_OUT } from "../../memory/memory.ts";
import { lockOwner, tryLock, unlockFully } from "../../memory/monitors.ts";
import { isInJoin, isInWait, ThreadStatus } from "../../memory/thread-status.ts";
import { type NativeTable, Outcome, observableIf, pure } from "../../native-api/native-method.ts";
import { event, type TraceShape } from "../../native-api/trace-shape.ts";
import { isEpochEndObservable, timePasses } from "../../threads/abstract-time.ts";
import { updateConcurrency } from "../../threads/round-robin.ts";
import { isAlive, threadOf } from "../../threads/waiting.ts";
import { choose } from "./choices.ts";
import { isOver } from "./thread-state.ts";
import { timedWait } from "./time.ts";

function wait(m: Machine, args: number): Outcome {
  const object = m.S[args]!;
  const thread = m.threadAt(m.thread);
  if (isInWait(thread.status)) {
    if (lockOwner(m, object) >= 0) {
      thread.changeFlags(F_LEFT, 0);
      return Outcome.blocked;
    }
    tryLock(m, object, thread.savedEntries);
    // Reset the count so that having waited does not distinguish states.
    thread.setSavedEntries(0);
    const ended = resume(m, m.thread);
    if ((ended & (F_INTERRUPTED | F_NOTIFIED)) === F_INTERRUPTED) return throwInterrupted(m);
    return Outcome.done;
  }
  const millis = Number(m.SL[(args + 2) >> 1]!);
  if (millis < 0) {
    return m.throwNew("java/lang/IllegalArgumentException", "timeout value is negative");
  }
  if (lockOwner(m, object) !== m.thread) return notOwner(m);
  if (thread.isInterrupted) return throwInterrupted(m);
  thread.setSavedEntries(unlockFully(m, object));
  if (millis === 0) return suspend(m, ThreadStatus.waiting, object);
  return suspend(m, ThreadStatus.timedWaiting, object, m.nanos + millis * 1e6);
}

const notOwner = (m: Machine): Outcome =>
  m.throwNew("java/lang/IllegalMonitorStateException", "current thread is not owner");

function notify(m: Machine, args: number, all: boolean): Outcome {
  const object = m.S[args]!;
  if (lockOwner(m, object) !== m.thread) return notOwner(m);
  const waiters = waitersOf(m, object);
  if (all) for (const thread of waiters) m.threadAt(thread).changeFlags(F_NOTIFIED, 0);
  else if (waiters.length > 0) {
    // Java does not say which of them wakes up: a checked run tries each.
    const chosen = m.checking ? choose(m, waiters.length) : 0;
    if (chosen < 0) return Outcome.choice;
    m.threadAt(waiters[chosen]!).changeFlags(F_NOTIFIED, 0);
  }
  return Outcome.done;
}

/** Threads in Object.wait on an object that nothing has woken yet. */
function waitersOf(m: Machine, object: number): number[] {
  const waiters: number[] = [];
  for (let thread = 0; thread < m.threadCount; thread++) {
    const { status, target, flags } = m.threadAt(thread);
    if (!isInWait(status) || target !== object) continue;
    const isAway = (flags & (F_NOTIFIED | F_TIMED_OUT | F_LEFT)) !== 0;
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
  m.threadAt(m.thread).status !== ThreadStatus.sleeping &&
  !m.threadAt(m.thread).isInterrupted &&
  !m.sharing.areWaitsObservable;

function sleep(m: Machine, args: number): Outcome {
  if (isSleepNothing(m)) {
    timePasses(m);
    return Outcome.done;
  }
  const thread = m.threadAt(m.thread);
  if (thread.status === ThreadStatus.sleeping) {
    const ended = resume(m, m.thread);
    if ((ended & F_INTERRUPTED) !== 0) return throwInterrupted(m, "sleep interrupted");
    return Outcome.done;
  }
  if (thread.isInterrupted) return throwInterrupted(m, "sleep interrupted");
  const nanos = Math.max(1, Number(m.SL[args >> 1]!));
  return suspend(m, ThreadStatus.sleeping, 0, m.nanos + nanos);
}

function join(m: Machine, args: number): Outcome {
  const target = m.S[args]!;
  const thread = m.threadAt(m.thread);
  if (isInJoin(thread.status)) {
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
  if (thread.isInterrupted) return throwInterrupted(m);
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
  const { status: now, wasNotified } = m.threadAt(m.thread);
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
  if (thread < 0 || !m.threadAt(thread).hasEnded) return;
  m.threadAt(thread).changeFlags(F_JOINED, 0);
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

/** A join with a time limit reveals whether the thread has ended by then. */
const revealsEnd = (m: Machine, args: number): boolean =>
  (m.S[args + 2] !== 0 || m.S[args + 3] !== 0) && m.sharing.threadQuery(m.S[args]!);

/** Monitors and thread records are always part of the state, so they need no declaration. */
export const waitNatives: NativeTable = {
  "java/lang/Object": {
    "wait(J)V": observableIf(
      (m, args) => m.sharing.wait(m.S[args]!),
      timedWait(wait, { trace: WAITING }),
    ),
    "notify()V": observableIf(
      (m, args) => m.sharing.notify(m.S[args]!),
      pure((m, args) => notify(m, args, false), { trace: event("notify") }),
    ),
    "notifyAll()V": observableIf(
      (m, args) => m.sharing.notify(m.S[args]!),
      pure((m, args) => notify(m, args, true), { trace: event("notify", "all") }),
    ),
  },
  "java/lang/Thread": {
    "sleep0(J)V": observableIf(
      (m) => !isSleepNothing(m) || isEpochEndObservable(m),
      timedWait(sleep, { trace: SLEEPING }),
    ),
    // Once a thread has ended, that stays so.
    "join0(J)V": observableIf(
      (m, args) =>
        revealsEnd(m, args) || m.sharing.areInterruptsObservable || !isOver(m, m.S[args]!),
      timedWait(join, { trace: JOINING }),
    ),
    "waitForEnd0(J)Z": observableIf(
      (m, args) => m.sharing.wait(m.S[args]!),
      timedWait(waitForEnd, { trace: WAITING_FOR_END }),
    ),
  },
};
