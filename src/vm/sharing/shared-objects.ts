/**
 * Which objects more than one thread can reach. An object is private to the
 * thread that made it until a reference to it is stored where others can find
 * it: in a static field, in a shared object, or in a thread that is started.
 * Then it and all it reaches is shared for the rest of the path (going back
 * takes that back too). An object that is shared while one of its constructors
 * still runs is also marked as leaked: its final fields are not settled yet.
 */

import { walkFrames } from "../code/frames.ts";
import type { Machine } from "../machine.ts";
import { HEAP_BASE, PERM_BASE } from "../memory/memory.ts";
import {
  ARRAY_DATA,
  ARRAY_LENGTH,
  HASH_MASK,
  HASH_WORD,
  LEAKED,
  SHARED,
} from "../memory/object-layout.ts";

export const isShared = (m: Machine, ref: number): boolean => m.H[ref + HASH_WORD]! < 0;

/**
 * HOT. The word with an object's identity hash as states are compared by it: 0 for an object without
 * one that is shared, as most are. That it is, or was leaked, is history: others may have looked at it and
 * have no way to it any more. What was assumed when they did still depends on that (access-discipline.ts), so it is part of the state.
 */
export const hashWordInState = (m: Machine, word: number): number =>
  m.isAllShared ? word & HASH_MASK : word ^ SHARED;

/** Makes an object, and everything it reaches, shared. */
export function share(m: Machine, ref: number): void {
  if (!m.checking || ref === 0 || isShared(m, ref)) return;
  const pending = [ref];
  const { H, accesses } = m;
  // Following an object's references does not read its type.
  m.accesses = null;
  for (let object = pending.pop(); object !== undefined; object = pending.pop()) {
    if (object === 0 || isShared(m, object)) continue;
    const leaked = m.threadCount > 0 && isUnderConstruction(m, object) ? LEAKED : 0;
    m.setWord(object + HASH_WORD, H[object + HASH_WORD]! | SHARED | leaked);
    const cls = m.classOf(object);
    if (cls.component === null) {
      for (const offset of cls.referenceOffsets) pending.push(H[object + offset]!);
    } else if (!cls.component.isPrimitive) {
      const end = object + ARRAY_DATA + H[object + ARRAY_LENGTH]!;
      for (let at = object + ARRAY_DATA; at < end; at++) pending.push(H[at]!);
    }
  }
  m.accesses = accesses;
}

/** Makes what a shared object refers to shared. */
export function shareContents(m: Machine, object: number): void {
  const cls = m.program.classes[m.H[object]!]!;
  if (cls.component === null) {
    for (const offset of cls.referenceOffsets) share(m, m.H[object + offset]!);
  } else if (!cls.component.isPrimitive) {
    const end = object + ARRAY_DATA + m.H[object + ARRAY_LENGTH]!;
    for (let at = object + ARRAY_DATA; at < end; at++) share(m, m.H[at]!);
  }
}

/** True when a constructor of the object is among the running thread's frames. */
function isUnderConstruction(m: Machine, object: number): boolean {
  let found = false;
  walkFrames(m, m, ({ code, fp }) => {
    found = code.method.name === "<init>" && m.S[fp] === object;
    return !found;
  });
  return found;
}

/** Everything made before the program starts can be reached by all threads. */
export function shareEverything(m: Machine): void {
  const mark = (from: number, to: number): void => {
    let at = from;
    while (at < to) {
      m.H[at + HASH_WORD] = m.H[at + HASH_WORD]! | SHARED;
      at += m.wordsOf(at);
    }
  };
  mark(PERM_BASE, m.permTop);
  mark(HEAP_BASE, m.heapTop);
}
