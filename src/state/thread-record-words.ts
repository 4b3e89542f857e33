/**
 * The words of a thread's record as states see them: the roles of the record's
 * table (vm/memory/thread-record.ts) as numbers, for hot loops. The fingerprint, the
 * state vector and the projections all go by these lists.
 */
import { RECORD, recordWords, THREAD_WORDS, type WordRole } from "../vm/memory/thread-record.ts";

export const IGNORED = 0;
export const VALUE = 1;
export const REFERENCE = 2;
const REGISTER = 3;
const OPERATION = 4;
// From here on, a change concerns more than the thread's own part of the state.
export const ROOT = 5;
export const STATUS = 6;

const KIND_OF: Readonly<Record<WordRole, number>> = {
  ignored: IGNORED,
  value: VALUE,
  reference: REFERENCE,
  register: REGISTER,
  operation: OPERATION,
  root: ROOT,
  status: STATUS,
};

/** By word of the record: its kind. */
export const RECORD_KINDS: Uint8Array = new Uint8Array(THREAD_WORDS);
for (const { word, role } of RECORD) RECORD_KINDS[word] = KIND_OF[role];

/** The words that are written into states one by one. Frames and operations are written after them. */
export const RECORD_WORDS: Int32Array = Int32Array.from(recordWords("value", "reference", "root"));
