/** Which objects the library uses as threads, and what the end of a thread does with its Thread object. */

import type { Machine } from "../machine.ts";

export function isThread(m: Machine, object: number): boolean {
  const library = m.threadLibrary;
  if (library.classId === 0) library.classId = m.requireClass("java/lang/Thread").id;
  return m.classOf(object).supertypes.has(library.classId);
}

/** The end of a thread takes the monitor of its Thread, to notify those who wait there; that of a virtual one does not. */
export function locksAtEnd(m: Machine, object: number): boolean {
  if (object === 0) return false;
  m.accesses?.read(object, m.threadLibrary.virtual);
  return m.H[object + m.threadLibrary.virtual] === 0;
}

// In ThreadLibrary.monitors: objects of no such class, of one, and class objects (that of Thread counts).
const NO = 1;
const YES = 2;
const MIRROR = 3;

/** True for a Thread, a ThreadGroup and the class Thread itself: the library takes their monitors. */
export function hasThreadMonitor(m: Machine, object: number): boolean {
  const cls = m.classOf(object);
  const { monitors } = m.threadLibrary;
  while (monitors.length <= cls.id) monitors.push(0);
  let kind = monitors[cls.id]!;
  if (kind === 0) {
    const group = m.requireClass("java/lang/ThreadGroup").id;
    const isOne = isThread(m, object) || cls.supertypes.has(group);
    kind = isOne ? YES : cls.name === "java/lang/Class" ? MIRROR : NO;
    monitors[cls.id] = kind;
  }
  return (
    kind === YES || (kind === MIRROR && object === m.mirror(m.requireClass("java/lang/Thread")))
  );
}

const CLEARED = [
  "target",
  "threadLocals",
  "inheritableThreadLocals",
  "inheritedAccessControlContext",
  "uncaughtExceptionHandler",
];

/** Offsets of the fields of a Thread that its end clears, so that what they refer to is not kept alive. */
export function fieldsClearedAtEnd(m: Machine): readonly number[] {
  if (m.threadLibrary.cleared.length === 0) {
    m.threadLibrary.cleared = CLEARED.map((name) => m.fieldOffset("java/lang/Thread", name));
  }
  return m.threadLibrary.cleared;
}
