/**
 * HOT. The footprint of a thread's next step: the shared word that it reads or writes. It is known in advance
 * if the step begins with an access to memory, takes a monitor, starts or joins a thread, or is the end of a
 * thread; no other thread can observe the rest of the step before it ends. Two steps whose footprints do not
 * conflict commute. Sleep sets rely on this (sleep-sets.ts).
 */

import { CHECKED_DEPTH, CHECKED_PLAIN, FIRST_CHECKED, I } from "../../vm/code/instructions.ts";
import { pcAddress, statusAddress } from "../../vm/code/thread-view.ts";
import { Stop } from "../../vm/interpreter/stop.ts";
import type { Machine } from "../../vm/machine.ts";
import { GLOBAL_THREADS, STATIC_BASE, THREAD_BASE, threadOfWord } from "../../vm/memory/memory.ts";
import { ARRAY_DATA, ARRAY_LENGTH, LOCK_WORD } from "../../vm/memory/object-layout.ts";
import { hasLiveUserThread } from "../../vm/threads/shutdown.ts";
import { threadOf } from "../../vm/threads/waiting.ts";
import { liveThreads } from "../step.ts";

/** Threads from this number on never sleep, so that a sleep set fits in a byte. */
const MAX_SLEEPERS = 8;

/**
 * The footprint of a step that may conflict with every other step. Smaller numbers stand for the start of a
 * Thread.
 */
export const ANY_ACCESS = -1;

/** The first JVM opcode that stores into an array, and the one that stores two words. */
const FIRST_STORE = 79;
const LASTORE = 80;
/** The last of the JVM opcodes that only move, compute, compare and jump. */
const LAST_SILENT = 167;

/** The bit of a thread in a sleep set; 0 for a thread that never sleeps. */
export const sleeperBit = (thread: number): number => (thread < MAX_SLEEPERS ? 1 << thread : 0);

const footprint = (address: number, isWrite: boolean): number => address * 2 + (isWrite ? 1 : 0);

/** Stands for no access, because no other thread ever accesses a thread's program counter. */
const noAccess = (thread: number): number => footprint(pcAddress(thread), false);

/** Stands for the end of a thread, and for waiting for it. */
const end = (thread: number): number => footprint(statusAddress(thread), true);

/**
 * The shared word that a thread's next step reads or writes: twice its address, plus one for a write. The
 * start of a thread reads its Thread object and adds to the list of threads.
 */
export function footprintOfNextStep(m: Machine, thread: number): number {
  const view = m.threadAt(thread);
  if (!view.isRunnable || view.isInOperation) return ANY_ACCESS;
  const { code } = m.space;
  const { pc } = view;
  const op = code[pc]!;
  if (op >= FIRST_CHECKED) return footprintOfAccess(m, op, pc, view.sp);
  switch (op) {
    case I.monitorenter:
      return footprintOfLock(m.S[view.sp - 2]!);
    case I.lockMethod:
      return footprintOfLock(code[pc + 2]! || m.S[view.fp]!);
    case I.invokeSpecial:
      return footprintOfCall(m, code[pc + 1]!, view.sp);
    case I.return0:
      return footprintOfReturn(m, thread, view.fp + code[pc + 1]!);
    default:
      return op <= LAST_SILENT || op === I.loadLoad || op === I.loadPush
        ? noAccess(thread)
        : ANY_ACCESS;
  }
}

const footprintOfLock = (object: number): number =>
  object === 0 ? ANY_ACCESS : footprint(object + LOCK_WORD, true);

function footprintOfCall(m: Machine, method: number, sp: number): number {
  const { start, isNew, join } = m.threadLibrary;
  if (method === join) return footprintOfJoin(m, m.S[sp - 6]!);
  if (method !== start && method !== isNew) return ANY_ACCESS;
  // If accesses need not be scheduling points, another thread may ask in the middle of a step whether one is
  // new.
  if (m.sharing.fields.isAssumed) return ANY_ACCESS;
  return m.S[sp - 2] === 0 ? ANY_ACCESS : ANY_ACCESS - m.S[sp - 2]!;
}

function footprintOfJoin(m: Machine, object: number): number {
  const joined = threadOf(m, object);
  const isOver = joined >= 0 && m.threadAt(joined).hasEnded;
  return isOver ? end(joined) : ANY_ACCESS;
}

function footprintOfReturn(m: Machine, thread: number, linkage: number): number {
  if (m.S[linkage] !== 0) return noAccess(thread);
  // A thread that is left alone stops at no more scheduling points, so its steps change. The end of the last
  // user thread runs the shutdown hooks.
  return liveThreads(m) > 2 && hasLiveUserThread(m, thread) ? end(thread) : ANY_ACCESS;
}

function footprintOfAccess(m: Machine, op: number, pc: number, sp: number): number {
  const { code } = m.space;
  if (op >= I.getstaticChecked) {
    if (op > I.putstatic2Checked) return ANY_ACCESS;
    const cls = m.program.classes[code[pc + 2]! & 0xffffff]!;
    return m.isInitialized(cls) ? footprint(code[pc + 1]!, op >= I.putstaticChecked) : ANY_ACCESS;
  }
  const plain = CHECKED_PLAIN[op - FIRST_CHECKED]!;
  const object = m.S[sp - CHECKED_DEPTH[op - FIRST_CHECKED]!]!;
  if (object === 0) return ANY_ACCESS;
  if (plain >= I.getfield) {
    const isWrite = plain !== I.getfield && plain !== I.getfield2;
    return footprint(object + code[pc + 1]!, isWrite);
  }
  const isStore = plain >= FIRST_STORE;
  const index = m.S[sp - 2 - (isStore ? (plain === LASTORE ? 4 : 2) : 0)]!;
  if (index >>> 0 >= m.H[object + ARRAY_LENGTH]!) return ANY_ACCESS;
  const bytes = index * 2 ** m.classTables.elementShift[m.H[object]!]!;
  return footprint(object + ARRAY_DATA + Math.floor(bytes / 4), isStore);
}

/** True if two steps of different threads, both enabled, commute. */
function areIndependent(m: Machine, a: number, b: number): boolean {
  if (a === ANY_ACCESS || b === ANY_ACCESS) return false;
  if (a < 0) return b >= 0 && !isInside(m, ANY_ACCESS - a, b >>> 1);
  if (b < 0) return !isInside(m, ANY_ACCESS - b, a >>> 1);
  const first = a >>> 1;
  const second = b >>> 1;
  if (first === second) return ((a | b) & 1) === 0;
  return !isOfThread(m, first, second) && !isOfThread(m, second, first);
}

/** The word whose change the incremental fingerprint should expect. */
export const footprintWord = (taken: number): number =>
  taken >= 0 ? taken >>> 1 : taken === ANY_ACCESS ? 0 : GLOBAL_THREADS;

const isInside = (m: Machine, object: number, word: number): boolean =>
  word >= object && word < object + m.wordsOf(object);

/**
 * True if `word` is in the Thread object whose record contains the other word: the thread's end may clear it.
 */
function isOfThread(m: Machine, word: number, other: number): boolean {
  if (other >= STATIC_BASE || other < THREAD_BASE) return false;
  const { object } = m.threadAt(threadOfWord(other));
  return object !== 0 && isInside(m, object, word);
}

/** The candidates that stay asleep when another thread takes a step with the footprint `taken`. */
export function stillAsleep(m: Machine, candidates: number, taken: number): number {
  if (taken === ANY_ACCESS) return 0;
  let asleep = 0;
  for (let thread = 0; candidates >> thread !== 0; thread++) {
    const bit = 1 << thread;
    if ((candidates & bit) === 0) continue;
    if (areIndependent(m, footprintOfNextStep(m, thread), taken)) asleep |= bit;
  }
  return asleep;
}

/** True if the step accessed nothing shared outside its footprint, as far as its end tells. */
export function stayedWithin(m: Machine, taken: number, thread: number, stop: Stop): boolean {
  if (taken === ANY_ACCESS) return false;
  if (m.shown > 0) return false;
  return stop === (taken === end(thread) ? Stop.ended : Stop.visible);
}
