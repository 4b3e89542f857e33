/**
 * Time in a checked run, which has no clock: a wait for a time may end at any moment, and then
 * time has passed. The models of pools and timers count that in epochs (`deadwood.internal.Time`).
 */
import type { Machine } from "../machine.ts";

const TIME = "deadwood/internal/Time";

/** As an effect of natives: the word that says whether tasks were put on agendas in this epoch. */
export const EPOCH = [`static ${TIME}.epoch`] as const;

const epochOf = (m: Machine): number => m.fieldOffset(TIME, "epoch");

/** A wait for a time is over, so time may have passed since tasks were put on agendas. */
export function timePasses(m: Machine): void {
  if (!m.checking) return;
  const at = epochOf(m);
  m.accesses?.read(0, at);
  if (m.H[at] === 0) return;
  // Whether the thread stops has been decided before; but it is an access.
  m.sharing.staticField(at, true);
  m.setWord(at, 0);
}

/** True when others can observe that time passes now. */
export function isEpochEndObservable(m: Machine): boolean {
  const at = epochOf(m);
  return m.H[at] !== 0 && m.sharing.staticField(at, true);
}
