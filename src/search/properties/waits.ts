/**
 * Who waits for whom when nobody can go on: the owner of each monitor that is
 * wanted, the thread that is to end, the lock behind a parked thread; and the
 * circle they close, if they do. A thread that waits to be notified waits for
 * nobody in particular: nobody is left to do it.
 */

import { INITIALIZING, type Machine } from "../../vm/machine.ts";
import { STATIC_BASE } from "../../vm/memory/memory.ts";
import { lockOwner } from "../../vm/memory/monitors.ts";
import { describeStatus, ThreadStatus } from "../../vm/memory/thread-status.ts";
import { awaitedGate } from "../../vm/threads/gates.ts";
import { awaitedEnd, awaitedMonitor, awaitedThread, threadOf } from "../../vm/threads/waiting.ts";
import { nameOfThread, type ObjectNames, simpleName } from "../trace/object-names.ts";
import { ownersOfFrames, placeOfThread } from "../trace/source-place.ts";
import { describePlace, type Place, type Wait } from "../trace/trace.ts";

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

function waitOf(m: Machine, names: ObjectNames, heldSince: HeldSince, thread: number): Wait {
  const view = m.threadAt(thread);
  const { status, target } = view;
  const place = placeOfThread(m, thread, names);
  const wait = (reason: string, owner = -1, since: Place | null = null): Wait => ({
    thread,
    reason,
    owner,
    heldSince: since,
    isIdle: false,
    place,
  });
  const monitor = (object: number): Wait => {
    const owner = lockOwner(m, object);
    return wait(`wants the monitor of ${names.object(object)}`, owner, heldSince(object));
  };
  const end = (object: number): Wait =>
    wait(`waits for the end of ${names.object(object)}`, threadOf(m, object));
  // The models of java.util.concurrent wait at gates; the call says more than the gate.
  const closed = (gate: number): Wait => {
    const owner = lockOwner(m, gate);
    return wait(`waits in ${place.library ?? place.method}()`, owner);
  };
  const isSuspended =
    status === ThreadStatus.parked ||
    status === ThreadStatus.timedParked ||
    status === ThreadStatus.waiting ||
    status === ThreadStatus.timedWaiting;
  if ((isSuspended || awaitedGate(m, thread) !== 0) && isIdle(m, thread)) {
    return { ...wait("is an idle pool worker: it waits for a task"), isIdle: true };
  }
  switch (status) {
    case ThreadStatus.runnable: {
      const wanted = awaitedMonitor(m, thread);
      if (wanted !== 0) return monitor(wanted);
      const joined = awaitedThread(m, thread);
      if (joined !== 0) return end(joined);
      const gate = awaitedGate(m, thread);
      return gate === 0 ? wait("can run") : closed(gate);
    }
    case ThreadStatus.blocked:
      return monitor(target);
    case ThreadStatus.waiting:
    case ThreadStatus.timedWaiting:
      if (view.hasLeftWaitSet) return monitor(target);
      if (awaitedEnd(m, thread) !== 0) return end(target);
      return wait(`waits to be notified on ${names.object(target)}`);
    case ThreadStatus.joining:
    case ThreadStatus.timedJoining:
      return end(target);
    case ThreadStatus.parked:
    case ThreadStatus.timedParked:
      return target === 0 ? parked(m, names, view.object, wait) : closed(target);
    case ThreadStatus.initializing: {
      const cls = m.program.classes.find((c) => c?.statusIndex === target - STATIC_BASE);
      const name = cls === undefined ? "a class" : `class ${simpleName(cls)}`;
      return wait(`waits for ${name} to be initialised`, m.H[target]! - INITIALIZING);
    }
    default:
      return wait(describeStatus(asStatus(status)));
  }
}

const asStatus = (value: number): ThreadStatus =>
  Object.values(ThreadStatus).find((status) => status === value) ?? ThreadStatus.free;

/** A parked thread says what it is parked for, and a lock says who has it. */
function parked(
  m: Machine,
  names: ObjectNames,
  object: number,
  wait: (reason: string, owner?: number) => Wait,
): Wait {
  const blocker =
    object === 0 ? 0 : m.H[object + m.fieldOffset("java/lang/Thread", "parkBlocker")]!;
  if (blocker === 0) return wait("is parked, and nobody is left to unpark it");
  for (let cls = m.classOf(blocker).superclass; cls !== null; cls = cls.superclass) {
    const field = cls.fields.find((f) => f.name === "exclusiveOwnerThread");
    if (field === undefined) continue;
    const owner = m.H[blocker + field.offset]!;
    if (owner === 0) break;
    return wait(`wants the lock ${names.object(blocker)}`, threadOf(m, owner));
  }
  return wait(`is parked for ${names.object(blocker)}, and nobody is left to unpark it`);
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

const PHRASE =
  /^(?:wants the monitor|wants the lock|waits for the end|waits to be notified|waits for class|is parked)/;

/** What a thread waits for, without saying which one that is. */
export const waitPhrase = (reason: string): string =>
  PHRASE.exec(reason)?.[0] ?? reason.replace(/^waits in .*\.([^.]+)$/, "waits in $1");

/** What the owner of something wanted has to do with it, where the reason does not say. */
function ownerText(reason: string, owner: string): string {
  if (reason.startsWith("waits for the end of")) return "";
  return reason.startsWith("waits for class") ? `, which is up to ${owner}` : `, held by ${owner}`;
}

/** "Thread-0 wants the monitor of Fork#1, held by Thread-1, at Main.java:7". */
export function waitText(wait: Wait, nameOf: (thread: number) => string): string {
  const since = wait.heldSince === null ? "" : ` since ${describePlace(wait.heldSince)}`;
  const owner = wait.owner < 0 ? "" : ownerText(wait.reason, nameOf(wait.owner) + since);
  return `${nameOf(wait.thread)} ${wait.reason}${owner}, at ${describePlace(wait.place)}`;
}

/** One line for each thread, and one for the circle. */
export function describeWaits(
  waits: readonly Wait[],
  nameOf: (thread: number) => string,
): string[] {
  const lines = waits.map((wait) => waitText(wait, nameOf));
  const cycle = findCycle(waits);
  if (cycle.length > 0) {
    lines.push(`circle: ${[...cycle, cycle[0]!].map(nameOf).join(" → ")}`);
  } else if (waits.length > 0 && waits.every((wait) => wait.isIdle)) {
    lines.push("only idle pool workers are left: the pool is never shut down");
  } else if (waits.some((wait) => wait.reason.startsWith("waits to be notified"))) {
    lines.push("a wake-up is lost: nobody is left to notify");
  } else if (waits.some((wait) => wait.owner < 0 && !wait.isIdle)) {
    lines.push("nobody is left who could let them go on");
  }
  return lines;
}

export const waitLines = (m: Machine, waits: readonly Wait[]): string[] =>
  describeWaits(waits, (thread) => nameOfThread(m, thread));
