/** Threads: their start, their state, their interrupts and their numbers. Waiting is in waits.ts. */
import { bug, unreachable } from "../../../core/assert.ts";
import type { Machine } from "../../machine.ts";
import {
  F_DAEMON,
  F_FRESH,
  F_INTERRUPTED,
  GLOBAL_NEXT_THREAD_ID,
  GLOBAL_NEXT_THREAD_NUMBER,
} from "../../memory/memory.ts";
import { lockOwner } from "../../memory/monitors.ts";
import { ARRAY_DATA } from "../../memory/object-layout.ts";
import { isTimed } from "../../memory/thread-status.ts";
import {
  effects,
  type NativeTable,
  Outcome,
  observableIf,
  pure,
  reading,
} from "../../native-api/native-method.ts";
import { event, query, SILENT, type TraceShape } from "../../native-api/trace-shape.ts";
import { share } from "../../sharing/shared-objects.ts";
import { Assumption } from "../../sharing/thread-assumptions.ts";
import { recordedCause, WaitCause } from "../../threads/enabled.ts";
import { hasRoomForThread, startThread, tooManyThreads } from "../../threads/start-thread.ts";
import { isAlive, takesMonitors, threadOf } from "../../threads/waiting.ts";
import { hasEnded } from "./thread-state.ts";

/** True when a Thread has never been started. */
const isNew = (m: Machine, object: number): boolean =>
  threadOf(m, object) < 0 && !hasEnded(m, object);

function hasEndedThreads(m: Machine): boolean {
  for (let thread = 0; thread < m.threadCount; thread++) {
    if (m.threadAt(thread).hasEnded) return true;
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
  const view = m.threadAt(thread);
  view.setObject(object);
  share(m, object);
  const isDaemon = m.H[object + m.fieldOffset("java/lang/Thread", "daemon")] !== 0;
  const isInterrupted = m.H[object + early(m)] !== 0;
  const isFresh = m.checking && m.sharing.threads.areMade;
  view.changeFlags(
    (isDaemon ? F_DAEMON : 0) | (isInterrupted ? F_INTERRUPTED : 0) | (isFresh ? F_FRESH : 0),
    0,
  );
  return Outcome.yielded;
}

/** The ordinal of a Thread's state in Thread.State. */
function stateOf(m: Machine, object: number): number {
  const thread = threadOf(m, object);
  if (thread < 0) return hasEnded(m, object) ? 5 : 0;
  const cause = recordedCause(m, thread);
  switch (cause) {
    case WaitCause.none:
    case WaitCause.initialization:
      return 1;
    case WaitCause.monitor:
      return 2;
    case WaitCause.never:
      return 5;
    case WaitCause.notification:
    case WaitCause.end:
    case WaitCause.gate:
    case WaitCause.permit:
    case WaitCause.time:
      return isTimed(m.threadAt(thread).status) ? 4 : 3;
    default:
      return unreachable(cause);
  }
}

/** In a program that asks for states, beginning to wait is a step of its own (threads/enabled.ts), so the record says it all. */
function state(m: Machine, args: number): Outcome {
  m.S[args] = stateOf(m, m.S[args]!);
  return Outcome.done;
}

function liveThreads(m: Machine, args: number): Outcome {
  const live: number[] = [];
  for (let t = 0; t < m.threadCount; t++) {
    const thread = m.threadAt(t);
    if (!thread.hasEnded) live.push(thread.object);
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
  return m.threadAt(thread).isInterrupted;
};

const INTERRUPTED: TraceShape = {
  kind: "query",
  shows: "call",
  isAboutReceiver: false,
  text: "Thread.interrupted()",
};

/** Monitors and thread records are always part of the state, so they need no declaration. */
export const threadNatives: NativeTable = {
  "java/lang/Thread": {
    "currentThread()Ljava/lang/Thread;": pure((m, args) => {
      m.S[args] = m.threadAt(m.thread).object;
      return Outcome.done;
    }),
    "yield()V": pure(() => Outcome.yielded),
    "isNew0()Z": reading(["0.ended"], (m, args) => {
      m.S[args] = isNew(m, m.S[args]!) ? 1 : 0;
      return Outcome.done;
    }),
    // Starting a thread that only its starter can reach is observable only if the program lists all threads.
    "start0()V": observableIf(
      (m, args) => m.sharing.threadStart(m.S[args]!),
      effects(["0.daemon", "0.interruptedEarly", "0.ended"], ["heap"], start, {
        // The method that the new thread runs.
        calls: ["java/lang/Thread.$entry()V"],
        trace: event("start"),
      }),
    ),
    "isAlive()Z": observableIf(
      (m, args) => m.sharing.threadQuery(m.S[args]!),
      pure(
        (m, args) => {
          m.S[args] = isAlive(m, m.S[args]!) ? 1 : 0;
          return Outcome.done;
        },
        { trace: query(".isAlive()") },
      ),
    ),
    // The interrupt flag persists, so setting it matters even before a second thread exists.
    "interrupt0()V": observableIf(
      () => true,
      effects(
        [],
        ["0.interruptedEarly"],
        (m, args) => {
          if (m.checking) m.sharing.threads.refute(Assumption.interrupts);
          const thread = threadOf(m, m.S[args]!);
          if (thread >= 0) m.threadAt(thread).changeFlags(F_INTERRUPTED, 0);
          else m.setWord(m.S[args]! + early(m), 1);
          return Outcome.done;
        },
        { trace: event("interrupt") },
      ),
    ),
    "isInterrupted()Z": observableIf(
      (m) => m.sharing.areInterruptsObservable,
      reading(
        ["0.interruptedEarly"],
        (m, args) => {
          m.S[args] = interrupted(m, m.S[args]!) ? 1 : 0;
          return Outcome.done;
        },
        { trace: query(".isInterrupted()") },
      ),
    ),
    "clearInterrupt()Z": observableIf(
      (m) => m.sharing.areInterruptsObservable,
      pure(
        (m, args) => {
          const thread = m.threadAt(m.thread);
          m.S[args] = thread.isInterrupted ? 1 : 0;
          thread.changeFlags(0, F_INTERRUPTED);
          return Outcome.done;
        },
        { trace: INTERRUPTED },
      ),
    ),
    "holdsLock(Ljava/lang/Object;)Z": pure((m, args) => {
      const object = m.S[args]!;
      if (object === 0) return m.throwNew("java/lang/NullPointerException", null);
      m.S[args] = lockOwner(m, object) === m.thread ? 1 : 0;
      return Outcome.done;
    }),
    "takesMonitors()Z": pure((m, args) => {
      m.S[args] = takesMonitors(m) ? 1 : 0;
      return Outcome.done;
    }),
    "needMonitors()V": pure((m) => {
      if (m.checking) m.sharing.threads.useMonitors();
      return Outcome.done;
    }),
    "status0()I": observableIf(
      (m, args) => m.sharing.threadStateQuery(m.S[args]!),
      reading(["0.ended"], state, { trace: query(".getState()") }),
    ),
    "liveThreads()[Ljava/lang/Thread;": observableIf(
      (m) => m.sharing.threadListQuery(),
      pure(liveThreads, { trace: SILENT }),
    ),
    "nextNumber()I": observableIf(
      (m) => m.sharing.threadNumber(),
      pure(
        (m, args) => {
          m.S[args] = nextOf(m, GLOBAL_NEXT_THREAD_NUMBER);
          return Outcome.done;
        },
        { trace: SILENT },
      ),
    ),
    "nextId()J": observableIf(
      (m) => m.sharing.threadNumber(),
      pure(
        (m, args) => {
          const base = m.featureVersion < 21 ? 12 : 21;
          m.SL[args >> 1] = BigInt(base + nextOf(m, GLOBAL_NEXT_THREAD_ID));
          return Outcome.done;
        },
        { trace: SILENT },
      ),
    ),
  },
};
