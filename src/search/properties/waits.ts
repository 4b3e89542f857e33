/**
 * Finds out which thread waits for which when none can run: the owner of each monitor that is wanted,
 * the thread that is joined, the lock behind a parked thread, and the circle that these waits form, if
 * they do. A thread that waits to be notified waits for no particular thread.
 */

import { INITIALIZING, type Machine } from "../../vm/machine.ts";
import { STATIC_BASE } from "../../vm/memory/memory.ts";
import { lockOwner } from "../../vm/memory/monitors.ts";
import { describeStatus, ThreadStatus } from "../../vm/memory/thread-status.ts";
import { awaitedGate } from "../../vm/threads/gates.ts";
import { awaitedEnd, awaitedMonitor, awaitedThread, threadOf } from "../../vm/threads/waiting.ts";
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
    if (!m.threadAt(thread).hasEnded) waits.push(waitOf(m, names, heldSince, thread));
  }
  return waits;
}

/** A pool's thread that runs nothing of the program's. */
function isIdle(m: Machine, thread: number): boolean {
  const owners = ownersOfFrames(m, thread);
  return (
    owners.some((cls) => POOLS.test(cls.name)) &&
    owners.every((cls) => cls.origin !== "application")
  );
}

type NewWait = (kind: WaitKind, name?: string | null, owner?: number, since?: Place | null) => Wait;

function waitOf(m: Machine, names: ObjectNames, heldSince: HeldSince, thread: number): Wait {
  const view = m.threadAt(thread);
  const { status, target } = view;
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
  const monitor = (object: number): Wait =>
    wait("monitor", names.object(object), lockOwner(m, object), heldSince(object));
  const end = (object: number): Wait => wait("join", names.object(object), threadOf(m, object));
  // The models of java.util.concurrent wait at gates; the call says more than the gate.
  const closed = (gate: number): Wait =>
    wait("gate", place.library ?? place.method, lockOwner(m, gate));
  const isSuspended =
    status === ThreadStatus.parked ||
    status === ThreadStatus.timedParked ||
    status === ThreadStatus.waiting ||
    status === ThreadStatus.timedWaiting;
  if ((isSuspended || awaitedGate(m, thread) !== 0) && isIdle(m, thread)) {
    return wait("idle");
  }
  switch (status) {
    case ThreadStatus.runnable: {
      const wanted = awaitedMonitor(m, thread);
      if (wanted !== 0) return monitor(wanted);
      const joined = awaitedThread(m, thread);
      if (joined !== 0) return end(joined);
      const gate = awaitedGate(m, thread);
      return gate === 0 ? wait("runnable") : closed(gate);
    }
    case ThreadStatus.blocked:
      return monitor(target);
    case ThreadStatus.waiting:
    case ThreadStatus.timedWaiting:
      if (view.hasLeftWaitSet) return monitor(target);
      if (awaitedEnd(m, thread) !== 0) return end(target);
      return wait("notify", names.object(target));
    case ThreadStatus.joining:
    case ThreadStatus.timedJoining:
      return end(target);
    case ThreadStatus.parked:
    case ThreadStatus.timedParked:
      return target === 0 ? parked(m, names, view.object, wait) : closed(target);
    case ThreadStatus.initializing: {
      const cls = m.program.classes.find((c) => c?.statusIndex === target - STATIC_BASE);
      const name = cls === undefined ? null : simpleName(cls);
      return wait("class", name, m.H[target]! - INITIALIZING);
    }
    default:
      return wait("other", describeStatus(asStatus(status)));
  }
}

const asStatus = (value: number): ThreadStatus =>
  Object.values(ThreadStatus).find((status) => status === value) ?? ThreadStatus.free;

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

/** Threads that wait for each other in a circle, the lowest number first; empty without one. */
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
