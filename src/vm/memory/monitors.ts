/**
 * Object monitors. The lock word of an object is 0 when free, else the owner
 * (thread + 1) in the low 12 bits and the number of entries above. The threads' records
 * say which monitor each waits for, so a free monitor leaves no trace.
 */
import { UnsupportedFeatureError } from "../../core/errors.ts";
import type { Machine } from "../machine.ts";
import { threadRecord } from "./memory.ts";
import { LOCK_WORD } from "./object-layout.ts";
import { LISTED, MAX_HELD, T_HELD, T_HELD_COUNT } from "./thread-record.ts";

const OWNER_BITS = 12;
const OWNER_MASK = (1 << OWNER_BITS) - 1;
const ONE_ENTRY = 1 << OWNER_BITS;
const MAX_ENTRIES = 2 ** (32 - OWNER_BITS) - 1;

/** The thread that owns the monitor according to its lock word; -1 if it is free. */
export const ownerOf = (lockWord: number): number => (lockWord & OWNER_MASK) - 1;

/** The thread that owns the monitor; -1 if it is free. */
export const lockOwner = (m: Machine, ref: number): number => ownerOf(m.H[ref + LOCK_WORD]!);

export const lockCount = (m: Machine, ref: number): number => m.H[ref + LOCK_WORD]! >>> OWNER_BITS;

/** Enters the monitor for the running thread; false when another thread has it. */
export function tryLock(m: Machine, ref: number, entries = 1): boolean {
  const at = ref + LOCK_WORD;
  const word = m.H[at]!;
  const self = m.thread + 1;
  if (word === 0) {
    m.setWord(at, self + entries * ONE_ENTRY);
    if (m.checking) noteHeld(m, ref);
    return true;
  }
  if ((word & OWNER_MASK) !== self) return false;
  if (lockCount(m, ref) + entries > MAX_ENTRIES) {
    throw new UnsupportedFeatureError(`a monitor is entered more than ${MAX_ENTRIES} times`);
  }
  m.setWord(at, word + entries * ONE_ENTRY);
  return true;
}

/** Leaves the monitor once; false when the running thread does not own it. */
export function unlock(m: Machine, ref: number): boolean {
  const at = ref + LOCK_WORD;
  const word = m.H[at]!;
  if (word === 0 || (word & OWNER_MASK) !== m.thread + 1) return false;
  const isLast = word >>> OWNER_BITS === 1;
  m.setWord(at, isLast ? 0 : word - ONE_ENTRY);
  if (isLast && m.checking) forgetHeld(m, ref);
  return true;
}

/** Leaves the monitor altogether; returns how often it had been entered. */
export function unlockFully(m: Machine, ref: number): number {
  const entries = lockCount(m, ref);
  m.setWord(ref + LOCK_WORD, 0);
  if (m.checking) forgetHeld(m, ref);
  return entries;
}

/** Adds to the list of locks that the running thread holds, if there is room in it. */
function noteHeld(m: Machine, ref: number): void {
  const record = threadRecord(m.thread);
  const word = m.H[record + T_HELD_COUNT]!;
  const count = word & LISTED;
  if (count >= MAX_HELD) return;
  m.setWord(record + T_HELD + count, ref);
  m.setWord(record + T_HELD_COUNT, word + 1);
}

function forgetHeld(m: Machine, ref: number): void {
  const { H } = m;
  const record = threadRecord(m.thread);
  const word = H[record + T_HELD_COUNT]!;
  const last = (word & LISTED) - 1;
  let i = last;
  while (i >= 0 && H[record + T_HELD + i] !== ref) i--;
  // One of those that found no room.
  if (i < 0) return;
  for (; i < last; i++) m.setWord(record + T_HELD + i, H[record + T_HELD + i + 1]!);
  m.setWord(record + T_HELD + last, 0);
  m.setWord(record + T_HELD_COUNT, word - 1);
}
