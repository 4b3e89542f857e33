/**
 * The record of a thread: the words of it that are not on its stack. `RECORD` lists
 * every word with its part in a state; the fingerprint, the state vector, the
 * projections and the garbage collectors take their lists from it, so a new word is
 * added here and nowhere else.
 *
 * The constants are literals, and the table refers to them, because the bundler
 * inlines literals only: `H[record + T_PC]` then has a constant offset in hot loops.
 *
 * Code outside `vm` reads records by name (`ThreadView`) or goes by the table, and never uses the constants:
 * test/architecture.test.ts checks that.
 */

export const THREAD_WORDS = 20;

export const T_STATUS = 0;
/** The Thread object; 0 for a thread that has none. */
export const T_OBJECT = 1;
export const T_PC = 2;
export const T_SP = 3;
export const T_FP = 4;
/** What the thread waits for: an object, or the status word of a class that is being initialised. */
export const T_TARGET = 5;
/** In Object.wait: how often the thread had entered the monitor. */
export const T_SAVED_ENTRIES = 6;
/** Parked at a gate: the position in the queue, from 1 on; 0 where the order does not matter. */
export const T_QUEUE_POSITION = 6;
export const T_FLAGS = 7;
/** Virtual time (nanoseconds, a double) at which a timed wait ends; 8-byte aligned. */
export const T_DEADLINE = 8;
/** Depth of Verify.beginAtomic: the thread does not stop for others. */
export const T_ATOMIC = 10;
/**
 * In a checked run: how many of the locks that the thread holds are listed, in the low bits. It may hold more. Above
 * them: how often it holds one of the models' locks, where that is counted (threads/holdings.ts).
 */
export const T_HELD_COUNT = 11;
export const HOLDS_SHIFT = 3;
export const LISTED = (1 << HOLDS_SHIFT) - 1;
/** The locks listed, in the order in which they were taken. */
export const T_HELD = 12;
export const MAX_HELD = 4;
/** The innermost library operation of the thread (atomic-operations.ts). */
export const T_SECTION = 16;
/** The innermost operation of a model that the thread is in (gate-operations.ts). */
export const T_GATE = 17;

/** Bits of the flags. */
export const F_INTERRUPTED = 1;
export const F_PERMIT = 2;
export const F_NOTIFIED = 4;
export const F_TIMED_OUT = 8;
export const F_DAEMON = 16;
/** Started in a checked run and has not taken a step yet. */
export const F_FRESH = 32;
/** Has ended, and another thread has waited for that. */
export const F_JOINED = 64;
/** In Object.wait, but can no longer be notified: it was interrupted, or its time is over. */
export const F_LEFT = 128;

/** What a word of the record is in a state. */
export type WordRole =
  /** Not part of a state. */
  | "ignored"
  | "value"
  /** A reference by which the thread reaches an object, as by its frames; 0 if there is none. */
  | "reference"
  /** Says where the frames are. States hold the frames instead. */
  | "register"
  /** The innermost operation that the thread is in; the outer ones are in its frames. */
  | "operation"
  /** A reference to an object that every thread can reach while this one lives. */
  | "root"
  /** Says whether the thread exists at all. */
  | "status";

export interface RecordWord {
  readonly name: string;
  readonly word: number;
  readonly role: WordRole;
}

/**
 * Every word in use, in the order in which states hold them. Words of a list that are
 * not in use must be 0. Savings of `Object.wait` and positions in a queue share a word:
 * a thread never waits on a monitor and at a gate at once, and clears it afterwards.
 */
export const RECORD: readonly RecordWord[] = [
  { name: "status", word: T_STATUS, role: "status" },
  { name: "object", word: T_OBJECT, role: "root" },
  { name: "pc", word: T_PC, role: "register" },
  { name: "sp", word: T_SP, role: "register" },
  { name: "fp", word: T_FP, role: "register" },
  // While a class is awaited this is a word of the static area, which is below all objects.
  { name: "target", word: T_TARGET, role: "reference" },
  { name: "savedEntries or queuePosition", word: T_SAVED_ENTRIES, role: "value" },
  { name: "flags", word: T_FLAGS, role: "value" },
  // In a checked run a timed wait may end at any moment, so the two words of its deadline do not matter.
  { name: "deadline", word: T_DEADLINE, role: "ignored" },
  { name: "deadline, second word", word: T_DEADLINE + 1, role: "ignored" },
  { name: "atomicDepth", word: T_ATOMIC, role: "value" },
  { name: "heldCount", word: T_HELD_COUNT, role: "value" },
  { name: "section", word: T_SECTION, role: "operation" },
  { name: "gate", word: T_GATE, role: "operation" },
  ...Array.from({ length: MAX_HELD }, (_, i): RecordWord => {
    return { name: `held[${i}]`, word: T_HELD + i, role: "reference" };
  }),
];

/** The words with one of these roles, in the order of the table. */
export const recordWords = (...roles: readonly WordRole[]): readonly number[] =>
  RECORD.filter(({ role }) => roles.includes(role)).map(({ word }) => word);
