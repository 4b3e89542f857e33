/**
 * Which thread waits for which when none can run: for the owner of a monitor, for a thread that it
 * joins, for the owner of the lock that it is parked for. These waits may form a cycle. A thread
 * that waits to be notified waits for no particular thread. What a thread waits for is known to
 * vm/threads/enabled.ts; here it gets names.
 */

import { unreachable } from "../../core/assert.ts";
import type { Machine } from "../../vm/machine.ts";
import { INITIALIZING } from "../../vm/memory/class-status.ts";
import { STATIC_BASE } from "../../vm/memory/memory.ts";
import { lockOwner } from "../../vm/memory/monitors.ts";
import { WaitCause, waitOf } from "../../vm/threads/enabled.ts";
import { describeActivity } from "../../vm/threads/thread-dump.ts";
import { threadOf } from "../../vm/threads/waiting.ts";
import { type ObjectNames, simpleName } from "../trace/object-names.ts";
import { ownersOfFrames, placeOfThread } from "../trace/source-place.ts";
import type { Place, Wait, WaitKind } from "../trace/trace.ts";
import { waitReason } from "./wait-text.ts";

/** Classes whose threads wait for work; inner classes are theirs too. */
const POOLS =
  /^java\/util\/(?:concurrent\/(?:ThreadPoolExecutor|ForkJoinPool|ForkJoinWorkerThread|ScheduledThreadPoolExecutor)|TimerThread|Timer)(?:\$|$)/;

/** What is known of the past: where a thread entered a monitor. */
export type HeldSince = (object: number) => Place | null;

export function findWaits(m: Machine, names: ObjectNames, heldSince: HeldSince): Wait[] {
  const waits: Wait[] = [];
  for (let thread = 0; thread < m.threadCount; thread++) {
    if (!m.threadAt(thread).hasEnded) waits.push(describeWait(m, names, heldSince, thread));
  }
  return waits;
}

/** What a pool's thread waits for while it has no task. A thread that wants a monitor is at work. */
const MAY_BE_IDLE: ReadonlySet<WaitCause> = new Set([
  WaitCause.notification,
  WaitCause.gate,
  WaitCause.permit,
]);

/** A pool's thread that runs nothing of the program's. */
function isIdle(m: Machine, thread: number): boolean {
  const owners = ownersOfFrames(m, thread);
  return (
    owners.some((cls) => POOLS.test(cls.name)) &&
    owners.every((cls) => cls.origin !== "application")
  );
}

type NewWait = (kind: WaitKind, name?: string | null, owner?: number, since?: Place | null) => Wait;

/** What a thread that cannot run waits for. */
export function describeWait(
  m: Machine,
  names: ObjectNames,
  heldSince: HeldSince,
  thread: number,
): Wait {
  const { cause, object } = waitOf(m, thread);
  const place = placeOfThread(m, thread, names);
  const wait: NewWait = (kind, name = null, owner = -1, since = null) => ({
    thread,
    kind,
    target: name,
    reason: waitReason(kind, name),
    owner,
    heldSince: since,
    isIdle: kind === "idle",
    place,
  });
  if (MAY_BE_IDLE.has(cause) && isIdle(m, thread)) return wait("idle");
  switch (cause) {
    case WaitCause.none:
      return wait("runnable");
    case WaitCause.monitor:
      return wait("monitor", names.object(object), lockOwner(m, object), heldSince(object));
    case WaitCause.notification:
      return wait("notify", names.object(object));
    case WaitCause.end:
      return wait("join", names.object(object), threadOf(m, object));
    case WaitCause.gate:
      if (awaitsSignal(m, thread)) return wait("signal", receiverOf(place));
      // The models of java.util.concurrent wait at gates; the call says more than the gate.
      return wait("gate", place.library ?? place.method, lockOwner(m, object), heldSince(object));
    case WaitCause.permit:
      return parked(m, names, m.threadAt(thread).object, wait);
    case WaitCause.initialization: {
      const cls = m.program.classes.find((c) => c?.statusIndex === object - STATIC_BASE);
      const name = cls === undefined ? null : simpleName(cls);
      return wait("class", name, m.H[object]! - INITIALIZING);
    }
    case WaitCause.time:
    case WaitCause.never:
      return wait("other", describeActivity(m, thread));
    default:
      return unreachable(cause);
  }
}

/** Whether the program has called a method of a condition, and not one that uses a condition inside. */
function awaitsSignal(m: Machine, thread: number): boolean {
  const owners = ownersOfFrames(m, thread);
  const called = owners[owners.findIndex(({ origin }) => origin === "application") - 1];
  const condition = m.program.classes.find((cls) => cls?.name === CONDITION);
  return called !== undefined && condition !== undefined && called.supertypes.has(condition.id);
}

const CONDITION = "java/util/concurrent/locks/Condition";

/** "Condition#1" of a call of "Condition#1.await". */
const receiverOf = ({ library, method }: Place): string =>
  library === null ? method : library.slice(0, library.lastIndexOf("."));

/** A parked thread says what it is parked for, and a lock says who has it. */
function parked(m: Machine, names: ObjectNames, object: number, wait: NewWait): Wait {
  const blocker =
    object === 0 ? 0 : m.H[object + m.fieldOffset("java/lang/Thread", "parkBlocker")]!;
  if (blocker === 0) return wait("parked");
  for (let cls = m.classOf(blocker).superclass; cls !== null; cls = cls.superclass) {
    const field = cls.fields.find((f) => f.name === "exclusiveOwnerThread");
    if (field === undefined) continue;
    const owner = m.H[blocker + field.offset]!;
    if (owner === 0) break;
    return wait("lock", names.object(blocker), threadOf(m, owner));
  }
  return wait("parked", names.object(blocker));
}

/** Threads that wait for each other in a cycle, the lowest number first; empty without one. */
export function findCycle(waits: readonly Wait[]): number[] {
  const next = new Map(waits.map((wait) => [wait.thread, wait.owner]));
  for (const { thread } of waits) {
    const path: number[] = [];
    let at: number | undefined = thread;
    while (at !== undefined && at >= 0 && !path.includes(at)) {
      path.push(at);
      at = next.get(at);
    }
    if (at === thread) return path;
  }
  return [];
}
