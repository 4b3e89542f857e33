/**
 * Threads, waiting and notification. A native that has to wait puts the reason
 * into the thread's status and returns `blocked`; it is called again when the
 * scheduler finds the thread enabled, and recognises by the status that it is
 * the second half of its own call.
 */

import { bug } from "../../../core/assert.ts";
import { throwNow } from "../../interpreter/exceptions.ts";
import type { Machine } from "../../machine.ts";
import {
  F_DAEMON,
  F_FRESH,
  F_INTERRUPTED,
  F_JOINED,
  F_LEFT,
  F_NOTIFIED,
  F_TIMED_OUT,
  GLOBAL_NEXT_THREAD_ID,
  GLOBAL_NEXT_THREAD_NUMBER,
  T_COUNT,
  T_DEADLINE,
  T_FLAGS,
  T_OBJECT,
  T_STATUS,
  T_TARGET,
  threadRecord,
} from "../../memory/memory.ts";
import { lockOwner, tryLock, unlockFully } from "../../memory/monitors.ts";
import { ARRAY_DATA } from "../../memory/object-layout.ts";
import { ThreadStatus } from "../../memory/thread-status.ts";
import {
  effects,
  type NativeTable,
  Outcome,
  pure,
  reading,
  visibleIf,
} from "../../native-api/native-method.ts";
import { Assumption } from "../../sharing/access-discipline.ts";
import { share } from "../../sharing/shared-objects.ts";
import {
  isInterruptible,
  isNotifyNoticed,
  isNumberNoticed,
  isQueryNoticed,
  isStartNoticed,
  isStateNoticed,
  isTimedJoinNoticed,
  isWaitNoticed,
} from "../../sharing/thread-operations.ts";
import { updateConcurrency } from "../../threads/round-robin.ts";
import { hasRoomForThread, startThread, tooManyThreads } from "../../threads/start-thread.ts";
import { isAlive, takesMonitors, threadOf } from "../../threads/waiting.ts";
import { choose } from "./choices.ts";
import { takesTime, timePasses, wouldPass } from "./time.ts";

const status = (m: Machine): number => m.H[threadRecord(m.thread) + T_STATUS]!;
const flags = (m: Machine): number => m.H[threadRecord(m.thread) + T_FLAGS]!;

function setFlags(m: Machine, thread: number, set: number, clear: number): void {
  const at = threadRecord(thread) + T_FLAGS;
  m.setWord(at, (m.H[at]! | set) & ~clear);
}

/** Puts the running thread to wait, until a deadline when nanos > 0. */
function suspend(
  m: Machine,
  untimed: ThreadStatus,
  timed: ThreadStatus,
  target: number,
  nanos: number,
): Outcome {
  const record = threadRecord(m.thread);
  setFlags(m, m.thread, 0, F_NOTIFIED | F_TIMED_OUT);
  m.setWord(record + T_TARGET, target);
  if (nanos > 0) {
    m.logRange(record + T_DEADLINE, record + T_DEADLINE + 2);
    m.HD[(record + T_DEADLINE) >> 1] = m.nanos + nanos;
  }
  m.setStatus(m.thread, nanos > 0 ? timed : untimed);
  return Outcome.blocked;
}

/** Back to running after a wait. */
function resume(m: Machine): void {
  m.setWord(threadRecord(m.thread) + T_TARGET, 0);
  m.setStatus(m.thread, ThreadStatus.runnable);
}

function throwInterrupted(m: Machine, message: string | null): Outcome {
  setFlags(m, m.thread, 0, F_INTERRUPTED | F_TIMED_OUT | F_NOTIFIED);
  return throwNow(m, "java/lang/InterruptedException", message);
}

function wait(m: Machine, args: number): Outcome {
  const object = m.S[args]!;
  const now = status(m);
  if (now === ThreadStatus.waiting || now === ThreadStatus.timedWaiting) {
    if (lockOwner(m, object) >= 0) {
      setFlags(m, m.thread, F_LEFT, 0);
      return Outcome.blocked;
    }
    const record = threadRecord(m.thread);
    tryLock(m, object, m.H[record + T_COUNT]);
    // Whoever has waited is like whoever has not.
    m.setWord(record + T_COUNT, 0);
    resume(m);
    const wasNotified = (flags(m) & F_NOTIFIED) !== 0;
    const wasInterrupted = (flags(m) & F_INTERRUPTED) !== 0;
    setFlags(m, m.thread, 0, F_NOTIFIED | F_TIMED_OUT | F_LEFT);
    if (wasInterrupted && !wasNotified) return throwInterrupted(m, null);
    return Outcome.done;
  }
  const millis = Number(m.SL[(args + 2) >> 1]!);
  if (millis < 0) {
    return m.throwNew("java/lang/IllegalArgumentException", "timeout value is negative");
  }
  if (lockOwner(m, object) !== m.thread) return notOwner(m);
  if ((flags(m) & F_INTERRUPTED) !== 0) return throwInterrupted(m, null);
  m.setWord(threadRecord(m.thread) + T_COUNT, unlockFully(m, object));
  return suspend(m, ThreadStatus.waiting, ThreadStatus.timedWaiting, object, millis * 1e6);
}

const notOwner = (m: Machine): Outcome =>
  m.throwNew("java/lang/IllegalMonitorStateException", "current thread is not owner");

function notify(m: Machine, args: number, all: boolean): Outcome {
  const object = m.S[args]!;
  if (lockOwner(m, object) !== m.thread) return notOwner(m);
  const waiters = waitersOf(m, object);
  if (all) for (const thread of waiters) setFlags(m, thread, F_NOTIFIED, 0);
  else if (waiters.length > 0) {
    // Which of them wakes up is not said anywhere: a checked run tries each.
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
    const isWaiting =
      m.H[record + T_STATUS] === ThreadStatus.waiting ||
      m.H[record + T_STATUS] === ThreadStatus.timedWaiting;
    if (!isWaiting || m.H[record + T_TARGET] !== object) continue;
    const isAway = (m.H[record + T_FLAGS]! & (F_NOTIFIED | F_TIMED_OUT | F_LEFT)) !== 0;
    if (!isAway) waiters.push(thread);
  }
  return waiters;
}

/**
 * Time is abstract in a checked run: to sleep is to let others go first, which they may do
 * anyway. Who was interrupted while there was one thread did not break any assumption.
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
    resume(m);
    if ((flags(m) & F_INTERRUPTED) !== 0) return throwInterrupted(m, "sleep interrupted");
    setFlags(m, m.thread, 0, F_TIMED_OUT);
    return Outcome.done;
  }
  if ((flags(m) & F_INTERRUPTED) !== 0) return throwInterrupted(m, "sleep interrupted");
  const nanos = Math.max(1, Number(m.SL[args >> 1]!));
  return suspend(m, ThreadStatus.sleeping, ThreadStatus.sleeping, 0, nanos);
}

function join(m: Machine, args: number): Outcome {
  const target = m.S[args]!;
  const now = status(m);
  if (now === ThreadStatus.joining || now === ThreadStatus.timedJoining) {
    resume(m);
    if ((flags(m) & F_INTERRUPTED) !== 0 && isAlive(m, target)) return throwInterrupted(m, null);
    setFlags(m, m.thread, 0, F_TIMED_OUT);
    noteJoined(m, target);
    return Outcome.done;
  }
  // Once there is nothing to wait for, nobody asks for interrupts.
  if (!isAlive(m, target)) {
    noteJoined(m, target);
    return Outcome.done;
  }
  if ((flags(m) & F_INTERRUPTED) !== 0) return throwInterrupted(m, null);
  const millis = Number(m.SL[(args + 2) >> 1]!);
  return suspend(m, ThreadStatus.joining, ThreadStatus.timedJoining, target, millis * 1e6);
}

/**
 * What a join does while it has the monitor of the Thread: it waits there, as
 * others may, for the notification that comes with the end. True when there is
 * nothing left to wait for; if not, somebody else has notified it.
 */
function waitForEnd(m: Machine, args: number): Outcome {
  const target = m.S[args]!;
  const now = status(m);
  const isBack = now === ThreadStatus.waiting || now === ThreadStatus.timedWaiting;
  const wasNotified = (flags(m) & F_NOTIFIED) !== 0;
  const outcome = isBack || isAlive(m, target) ? wait(m, args) : Outcome.done;
  if (outcome !== Outcome.done) return outcome;
  const isLate = now === ThreadStatus.timedWaiting && !wasNotified;
  m.S[args] = isLate || !isAlive(m, target) ? 1 : 0;
  noteJoined(m, target);
  return Outcome.done;
}

/** In a checked run: what the thread did comes before all that follows. */
function noteJoined(m: Machine, target: number): void {
  const thread = m.checking ? threadOf(m, target) : -1;
  if (thread < 0 || m.H[threadRecord(thread) + T_STATUS] !== ThreadStatus.terminated) return;
  setFlags(m, thread, F_JOINED, 0);
  // Steps that are only shown are not watched.
  if (m.watches) updateConcurrency(m);
}

/** True when a Thread has never been started. */
const isNew = (m: Machine, object: number): boolean =>
  threadOf(m, object) < 0 && !hasEnded(m, object);

/** True for an ended thread that the machine keeps no record of. */
const hasEnded = (m: Machine, object: number): boolean =>
  m.H[object + m.fieldOffset("java/lang/Thread", "ended")] !== 0;

function hasEndedThreads(m: Machine): boolean {
  for (let thread = 0; thread < m.threadCount; thread++) {
    if (m.H[threadRecord(thread) + T_STATUS] === ThreadStatus.terminated) return true;
  }
  return false;
}

function start(m: Machine, args: number): Outcome {
  if (!hasRoomForThread(m)) {
    // There may be room where the records of those that have ended are taken over (start-thread.ts).
    if (m.checking && hasEndedThreads(m)) throw tooManyThreads(m);
    return m.throwNew(
      "java/lang/OutOfMemoryError",
      "unable to create native thread: possibly out of memory or process/resource limits reached",
    );
  }
  const object = m.S[args]!;
  if (!isNew(m, object)) return m.throwNew("java/lang/IllegalThreadStateException", null);
  const entry = m.requireClass("java/lang/Thread").methodsByKey.get("$entry()V");
  if (entry === undefined) bug("Thread has no entry");
  const thread = startThread(m, entry, [object]);
  const record = threadRecord(thread);
  m.setWord(record + T_OBJECT, object);
  share(m, object);
  const isDaemon = m.H[object + m.fieldOffset("java/lang/Thread", "daemon")] !== 0;
  const isInterrupted = m.H[object + early(m)] !== 0;
  const isFresh = m.checking && m.discipline.trusts;
  m.setWord(
    record + T_FLAGS,
    (isDaemon ? F_DAEMON : 0) | (isInterrupted ? F_INTERRUPTED : 0) | (isFresh ? F_FRESH : 0),
  );
  return Outcome.yielded;
}

/** Ordinals of Thread.State by status. */
function stateOf(m: Machine, object: number): number {
  const thread = threadOf(m, object);
  if (thread < 0) return hasEnded(m, object) ? 5 : 0;
  const isWanting = (m.H[threadRecord(thread) + T_FLAGS]! & (F_NOTIFIED | F_LEFT)) !== 0;
  switch (m.H[threadRecord(thread) + T_STATUS]!) {
    case ThreadStatus.runnable:
    case ThreadStatus.initializing:
      return 1;
    case ThreadStatus.blocked:
      return 2;
    case ThreadStatus.waiting:
      return isWanting ? 2 : 3;
    case ThreadStatus.timedWaiting:
      return isWanting ? 2 : 4;
    case ThreadStatus.parked:
    case ThreadStatus.joining:
      return 3;
    case ThreadStatus.terminated:
      return 5;
    default:
      return 4;
  }
}

/** Where somebody asks, to begin to wait is a step of its own (round-robin.ts), so the record has it all. */
function state(m: Machine, args: number): Outcome {
  m.S[args] = stateOf(m, m.S[args]!);
  return Outcome.done;
}

function liveThreads(m: Machine, args: number): Outcome {
  const live: number[] = [];
  for (let thread = 0; thread < m.threadCount; thread++) {
    const record = threadRecord(thread);
    if (m.H[record + T_STATUS] !== ThreadStatus.terminated) live.push(m.H[record + T_OBJECT]!);
  }
  const array = m.newObjectArray("java/lang/Thread", live.length);
  if (array === 0) return m.throwOutOfMemory();
  live.forEach((object, i) => {
    m.H[array + ARRAY_DATA + i] = object;
  });
  m.S[args] = array;
  return Outcome.done;
}

function nextOf(m: Machine, word: number): number {
  const value = m.H[word]!;
  m.setWord(word, value + 1);
  return value;
}

/** Where a Thread keeps an interrupt that came before its start. */
const early = (m: Machine): number => m.fieldOffset("java/lang/Thread", "interruptedEarly");

const interrupted = (m: Machine, object: number): boolean => {
  const thread = threadOf(m, object);
  if (thread < 0) return m.H[object + early(m)] !== 0;
  return (m.H[threadRecord(thread) + T_FLAGS]! & F_INTERRUPTED) !== 0;
};

/** True when the thread has ended, for good. */
function isOver(m: Machine, object: number): boolean {
  const thread = threadOf(m, object);
  if (thread < 0) return hasEnded(m, object);
  return m.H[threadRecord(thread) + T_STATUS] === ThreadStatus.terminated;
}

/** Monitors and thread records are always part of the state, so they need no declaration. */
export const threadNatives: NativeTable = {
  "java/lang/Object": {
    "wait(J)V": visibleIf(isWaitNoticed, takesTime(pure(wait))),
    "notify()V": visibleIf(
      isNotifyNoticed,
      pure((m, args) => notify(m, args, false)),
    ),
    "notifyAll()V": visibleIf(
      isNotifyNoticed,
      pure((m, args) => notify(m, args, true)),
    ),
  },
  "java/lang/Thread": {
    "currentThread()Ljava/lang/Thread;": pure((m, args) => {
      m.S[args] = m.H[threadRecord(m.thread) + T_OBJECT]!;
      return Outcome.done;
    }),
    "yield()V": pure(() => Outcome.yielded),
    "sleep0(J)V": visibleIf((m) => !isSleepNothing(m) || wouldPass(m), takesTime(pure(sleep))),
    "isNew0()Z": reading(["0.ended"], (m, args) => {
      m.S[args] = isNew(m, m.S[args]!) ? 1 : 0;
      return Outcome.done;
    }),
    // A Thread that only its starter knows of is started unnoticed, unless somebody asks for all that there are.
    "start0()V": visibleIf(
      isStartNoticed,
      effects(["0.daemon", "0.interruptedEarly", "0.ended"], ["heap"], start),
    ),
    "isAlive()Z": visibleIf(
      isQueryNoticed,
      pure((m, args) => {
        m.S[args] = isAlive(m, m.S[args]!) ? 1 : 0;
        return Outcome.done;
      }),
    ),
    // That a thread is interrupted lasts, so it matters too where nobody is there to see it happen.
    "interrupt0()V": visibleIf(
      () => true,
      effects([], ["0.interruptedEarly"], (m, args) => {
        if (m.checking) m.discipline.breaks(Assumption.interrupts);
        const thread = threadOf(m, m.S[args]!);
        if (thread >= 0) setFlags(m, thread, F_INTERRUPTED, 0);
        else m.setWord(m.S[args]! + early(m), 1);
        return Outcome.done;
      }),
    ),
    "isInterrupted()Z": visibleIf(
      isInterruptible,
      reading(["0.interruptedEarly"], (m, args) => {
        m.S[args] = interrupted(m, m.S[args]!) ? 1 : 0;
        return Outcome.done;
      }),
    ),
    "clearInterrupt()Z": visibleIf(
      isInterruptible,
      pure((m, args) => {
        m.S[args] = (flags(m) & F_INTERRUPTED) === 0 ? 0 : 1;
        setFlags(m, m.thread, 0, F_INTERRUPTED);
        return Outcome.done;
      }),
    ),
    "holdsLock(Ljava/lang/Object;)Z": pure((m, args) => {
      const object = m.S[args]!;
      if (object === 0) return m.throwNew("java/lang/NullPointerException", null);
      m.S[args] = lockOwner(m, object) === m.thread ? 1 : 0;
      return Outcome.done;
    }),
    // Once a thread has ended, that stays so.
    "join0(J)V": visibleIf(
      (m, args) => isTimedJoinNoticed(m, args) || isInterruptible(m) || !isOver(m, m.S[args]!),
      takesTime(pure(join)),
    ),
    "waitForEnd0(J)Z": visibleIf(isWaitNoticed, takesTime(pure(waitForEnd))),
    "takesMonitors()Z": pure((m, args) => {
      m.S[args] = takesMonitors(m) ? 1 : 0;
      return Outcome.done;
    }),
    "needMonitors()V": pure((m) => {
      if (m.checking) m.discipline.useMonitors();
      return Outcome.done;
    }),
    "status0()I": visibleIf(isStateNoticed, reading(["0.ended"], state)),
    "liveThreads()[Ljava/lang/Thread;": visibleIf((m) => {
      m.discipline.breaks(Assumption.queries);
      return true;
    }, pure(liveThreads)),
    "nextNumber()I": visibleIf(
      isNumberNoticed,
      pure((m, args) => {
        m.S[args] = nextOf(m, GLOBAL_NEXT_THREAD_NUMBER);
        return Outcome.done;
      }),
    ),
    "nextId()J": visibleIf(
      isNumberNoticed,
      pure((m, args) => {
        const base = m.featureVersion < 21 ? 12 : 21;
        m.SL[args >> 1] = BigInt(base + nextOf(m, GLOBAL_NEXT_THREAD_ID));
        return Outcome.done;
      }),
    ),
  },
};
