/**
 * What threads have taken of the models' locks and must give back, for a check that looks for what is never given
 * back (search/properties/unreleased.ts). Only then is it counted (`MachineOptions.tracksHoldings`): the counts are
 * part of the state, so that two states in which a thread holds different numbers of locks are never taken for one,
 * whatever else is dead in them.
 *
 * A lock belongs to the thread that took it. Each thread's record counts the locks that the thread holds, and
 * another counter the threads that have ended with one.
 *
 * Permits and stamps belong to nobody: one thread may take them and another give them back. So they are counted for
 * all threads together: the semaphores of which more has been taken than given back, and the stamps that are out. A
 * semaphore that gets more than was taken of it, as a signal, owes nothing to others: what is left over of it does
 * not make up for what is missing elsewhere.
 */
import { UnsupportedFeatureError } from "../../core/errors.ts";
import type { Machine } from "../machine.ts";
import { GLOBAL_PROGRAM, HOLDS_SHIFT, T_HELD_COUNT, threadRecord } from "../memory/memory.ts";

const LENDING_GATE = "deadwood/internal/LendingGate";

/** The counters: ten bits each, above the flag that the program shuts down. */
const BITS = 10;
const MOST = (1 << BITS) - 1;
const SEMAPHORES = 1;
const STAMPS = SEMAPHORES + BITS;
const ENDED = STAMPS + BITS;

const isTracked = (m: Machine): boolean => m.options.tracksHoldings === true;

/** The running thread holds so many locks more. A lock that it takes twice counts twice. */
export function noteHolds(m: Machine, by: number): void {
  if (!isTracked(m)) return;
  const at = threadRecord(m.thread) + T_HELD_COUNT;
  m.setWord(at, m.H[at]! + (by << HOLDS_SHIFT));
}

/** So many permits of a semaphore, or stamps, have been taken. */
export function noteLent(m: Machine, gate: number, by: number): void {
  if (!isTracked(m)) return;
  m.accesses?.readType(gate);
  if (m.classOf(gate).name !== LENDING_GATE) {
    add(m, STAMPS, by);
    return;
  }
  const field = m.fieldOffset(LENDING_GATE, "lent");
  const before = m.H[gate + field]!;
  const after = before + by;
  m.setWord(gate + field, after);
  add(m, SEMAPHORES, (after > 0 ? 1 : 0) - (before > 0 ? 1 : 0));
}

/** The running thread has ended. */
export function noteEndOfHolder(m: Machine): void {
  if (isTracked(m) && holdsOf(m, m.thread) > 0) add(m, ENDED, 1);
}

function add(m: Machine, counter: number, by: number): void {
  if (by === 0) return;
  const count = counted(m, counter) + by;
  if (count > MOST) {
    throw new UnsupportedFeatureError(`more than ${MOST} locks or permits are out at once`);
  }
  m.setWord(GLOBAL_PROGRAM, m.H[GLOBAL_PROGRAM]! + (by << counter));
}

const counted = (m: Machine, counter: number): number => (m.H[GLOBAL_PROGRAM]! >>> counter) & MOST;

/** How many locks a thread holds, or held when it ended. */
export const holdsOf = (m: Machine, thread: number): number =>
  m.H[threadRecord(thread) + T_HELD_COUNT]! >>> HOLDS_SHIFT;

/** Semaphores of which more has been taken than given back. */
export const lendingSemaphores = (m: Machine): number => counted(m, SEMAPHORES);

/** Stamps that have not been given back. */
export const stampsOut = (m: Machine): number => counted(m, STAMPS);

/** Permits of a semaphore, by its gate, that have been taken and not given back. */
export const permitsOut = (m: Machine, gate: number): number =>
  Math.max(0, m.H[gate + m.fieldOffset(LENDING_GATE, "lent")]!);
