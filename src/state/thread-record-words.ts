/**
 * The words of a thread's record as the state sees them, in one table: a word
 * that is added to the record and belongs to the state needs its line here and
 * nothing else in the incremental fingerprint. Of a list in the record, words
 * that are not in use must be 0.
 */
import {
  MAX_HELD,
  T_ATOMIC,
  T_COUNT,
  T_FLAGS,
  T_FP,
  T_GATE,
  T_HELD,
  T_HELD_COUNT,
  T_OBJECT,
  T_PC,
  T_SECTION,
  T_SP,
  T_STATUS,
  T_TARGET,
  THREAD_WORDS,
} from "../vm/memory/memory.ts";

/** No part of the state. */
export const IGNORED = 0;
/** A number. */
export const VALUE = 1;
/** A reference by which the thread reaches an object, as it does by its frames; 0 where there is none. */
export const REFERENCE = 2;
/** Where the frames are: hashed by walking them. */
export const REGISTER = 3;
/** The innermost of the sections that the thread is in. */
export const SECTION = 4;
// From here on, what is more than the thread's own affair.
/** A reference to an object that every thread can reach while this one lives. */
export const ROOT = 5;
/** Decides whether there is a thread at all. */
export const STATUS = 6;

const KINDS: readonly (readonly [word: number, kind: number])[] = [
  [T_STATUS, STATUS],
  [T_OBJECT, ROOT],
  [T_PC, REGISTER],
  [T_SP, REGISTER],
  [T_FP, REGISTER],
  // While a class is awaited this is a word of the static area, which is below all objects.
  [T_TARGET, REFERENCE],
  [T_COUNT, VALUE],
  [T_FLAGS, VALUE],
  [T_ATOMIC, VALUE],
  [T_HELD_COUNT, VALUE],
  // Sections around it are in the frames; they are put with the record.
  [T_SECTION, SECTION],
  [T_GATE, SECTION],
  ...Array.from({ length: MAX_HELD }, (_, i) => [T_HELD + i, REFERENCE] as const),
];

/** By word of the record: its kind. */
export const RECORD_KINDS: Uint8Array = new Uint8Array(THREAD_WORDS);
for (const [word, kind] of KINDS) RECORD_KINDS[word] = kind;

/** The words that are hashed one by one. */
export const RECORD_WORDS: Int32Array = Int32Array.from(
  KINDS.filter(([, kind]) => kind === VALUE || kind === REFERENCE || kind === ROOT),
  ([word]) => word,
);
