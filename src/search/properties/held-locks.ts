/**
 * The locks that a thread has: monitors, and locks of java.util.concurrent. Who asks once, for a report, has
 * the whole heap searched. A replay asks after most of its steps, and says where to look (replay/lock-index.ts).
 */
import type { RuntimeClass } from "../../program/linking/runtime-class.ts";
import type { Machine } from "../../vm/machine.ts";
import { HEAP_BASE, PERM_BASE } from "../../vm/memory/memory.ts";
import { lockOwner } from "../../vm/memory/monitors.ts";
import { ARRAY_DATA, ARRAY_LENGTH } from "../../vm/memory/object-layout.ts";

export interface OwnedLock {
  /** The object that the program knows the lock by. */
  readonly object: number;
  readonly kind: "monitor" | "lock" | "read lock";
}

const GATE = "deadwood/internal/Gate";
const SHARED_GATE = "deadwood/internal/SharedGate";
const SEMAPHORE = "java/util/concurrent/Semaphore";
const LOCKS = "java/util/concurrent/locks/";
const OWNABLE = `${LOCKS}AbstractOwnableSynchronizer`;

/** Visits objects, in the order of their places. */
export type Walk = (visit: (object: number, cls: RuntimeClass) => void) => void;

/** Which objects are to be looked at. */
export interface LockPlaces {
  /** All that a thread owns or shares, or that note the thread as their owner. */
  ofThread(thread: number): Walk;
  /** All that `isLockPart` is true of. */
  readonly parts: Walk;
}

/** Knows nothing, and looks at every object. */
const everywhere = (m: Machine): LockPlaces => {
  const parts: Walk = (visit) => forEachObject(m, visit);
  return { ofThread: () => parts, parts };
};

export function heldLocks(
  m: Machine,
  thread: number,
  places: LockPlaces = everywhere(m),
): OwnedLock[] {
  const held: OwnedLock[] = [];
  const self = m.threadAt(thread).object;
  places.ofThread(thread)((object, cls) => {
    if (lockOwner(m, object) === thread) {
      held.push({ object, kind: isNamed(cls, GATE) ? "lock" : "monitor" });
    } else if (cls.name === SHARED_GATE && hasShare(m, object, thread)) {
      held.push({ object, kind: "read lock" });
    } else if (self !== 0 && ownerThread(m, object, cls) === self) {
      held.push({ object, kind: "lock" });
    }
  });
  return held.map((lock) =>
    lock.kind === "monitor" ? lock : { ...lock, object: lockOfGate(m, lock.object, places) },
  );
}

/** From these places on, up to the last object. */
export function forEachObject(
  m: Machine,
  visit: (object: number, cls: RuntimeClass) => void,
  fromPermanent = PERM_BASE,
  fromHeap = HEAP_BASE,
): void {
  const walk = (from: number, to: number): void => {
    for (let object = from; object < to; object += m.wordsOf(object)) {
      visit(object, m.classOf(object));
    }
  };
  walk(fromPermanent, m.permTop);
  walk(fromHeap, m.heapTop);
}

/** Objects of the class say who has a lock without being owned themselves, or are the lock that others are part of. */
export const isLockPart = (cls: RuntimeClass): boolean =>
  cls.name === SHARED_GATE || isNamed(cls, OWNABLE) || isOfLocks(cls);

function isNamed(cls: RuntimeClass, name: string): boolean {
  for (let c: RuntimeClass | null = cls; c !== null; c = c.superclass) {
    if (c.name === name) return true;
  }
  return false;
}

/** A lock of the library's, or one that the program has derived from it. */
function isOfLocks(cls: RuntimeClass): boolean {
  for (let c: RuntimeClass | null = cls; c !== null; c = c.superclass) {
    if (c.name.startsWith(LOCKS) || c.name === SEMAPHORE) return true;
  }
  return false;
}

function hasShare(m: Machine, gate: number, thread: number): boolean {
  const holds = m.H[gate + m.fieldOffset(SHARED_GATE, "holds")]!;
  if (holds === 0 || thread >= m.H[holds + ARRAY_LENGTH]!) return false;
  return m.H[holds + ARRAY_DATA + thread]! > 0;
}

/** The Thread that the JDK's own locks note as their owner. */
function ownerThread(m: Machine, object: number, cls: RuntimeClass): number {
  for (let c: RuntimeClass | null = cls; c !== null; c = c.superclass) {
    if (c.name !== OWNABLE) continue;
    const field = c.fields.find((f) => f.name === "exclusiveOwnerThread");
    return field === undefined ? 0 : m.H[object + field.offset]!;
  }
  return 0;
}

/** A lock's gate or synchroniser is nothing the program has ever seen: the lock that has it is. */
export function lockOfGate(m: Machine, part: number, places: LockPlaces = everywhere(m)): number {
  let owner = 0;
  places.parts((object, cls) => {
    const isLock = isOfLocks(cls) && ownerThread(m, object, cls) === 0;
    // Of a read-write lock, the whole rather than one of its two sides.
    if (!isLock || (owner !== 0 && cls.name.includes("$"))) return;
    if (cls.referenceOffsets.some((offset) => m.H[object + offset] === part)) owner = object;
  });
  return owner === 0 ? part : owner;
}
