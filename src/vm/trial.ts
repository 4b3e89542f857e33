/**
 * Runs a machine on trial: whatever it does, it is afterwards as it was. The undo log restores
 * memory and the exit code. This file restores what is outside: registers, the clock, the
 * exception under way, what the last instruction offered, and Verify's counters.
 *
 * A search that takes a step back restores memory only: the next step sets the rest, time stands
 * still while schedules are explored, and Verify's counters count over the whole search. A trial
 * must restore all, because the same steps are taken again, and have to do the same.
 *
 * Nothing that was learned is forgotten: broken assumptions, linked code, loaded classes and
 * approximations stay. test/unit/vm/trial.test.ts compares every other field of the machine.
 */
import type { Machine } from "./machine.ts";

/** The machine stands between two steps. It does so again afterwards, even if `work` throws. */
export function trial<T>(m: Machine, work: () => T): T {
  const restore = rememberOutside(m);
  const mark = m.beginTransition(0, 0);
  try {
    return work();
  } finally {
    m.undoTo(mark);
    restore();
  }
}

/** Remembers what going back in the undo log does not restore. The result restores it; call it after going back. */
export function rememberOutside(m: Machine): () => void {
  const { thread, pc, sp, fp, stackEnd, pending, uncaught, choices, choice } = m;
  const { stopsAtVisible, watches, shown, wantsCollection, instructions, skippedNanos } = m;
  const counters = m.counters.size === 0 ? null : [...m.counters];
  return () => {
    m.thread = thread;
    m.pc = pc;
    m.sp = sp;
    m.fp = fp;
    m.stackEnd = stackEnd;
    m.pending = pending;
    m.uncaught = uncaught;
    m.choices = choices;
    m.choice = choice;
    m.stopsAtVisible = stopsAtVisible;
    m.watches = watches;
    m.shown = shown;
    m.wantsCollection = wantsCollection;
    m.instructions = instructions;
    m.skippedNanos = skippedNanos;
    m.counters.clear();
    if (counters !== null) for (const [id, value] of counters) m.counters.set(id, value);
    // Instructions are numbered by the clock. Without this, the first allocation that fails after a trial could pass
    // for one that failed in it, and would be asked to fit twice.
    m.room.retriedAt = -1;
  };
}
