/**
 * The one word by which an object that is new to a walk enters it: its class, its
 * length if it is an array, what guards it, and what more of it follows. Most objects
 * are guarded by themselves or by one of few threads, most arrays are short, and
 * there are some thousand classes, so all three fit in. Where one does not, the word
 * says so, and what it stands for follows in full.
 */
import { NEW_REFERENCE } from "./part-writer.ts";

/** Its lock and its identity hash follow. */
export const HAS_HEADER = 4;
/** Its thread has ended; more about that follows. */
export const HAS_ENDED = 8;

const GUARD_SHIFT = 4;
const LENGTH_SHIFT = 10;
const CLASS_SHIFT = 18;
/** The largest number of each stands for what does not fit. */
const GUARD_FOLLOWS = 0x3f;
const LENGTH_FOLLOWS = 0xff;
const CLASS_FOLLOWS = 0x3fff;

export const hasClass = (classId: number): boolean => classId < CLASS_FOLLOWS;

export const hasLength = (length: number): boolean => length < LENGTH_FOLLOWS;

/** A guard is a lock, which is even, or an odd code; 0 when there is none. */
export const hasGuard = (guard: number): boolean =>
  guard === 0 || ((guard & 1) === 1 && guard > 0 && (guard + 1) >> 1 < GUARD_FOLLOWS);

/** The word, for `more` of these flags; the length is 0 for what is no array, as its class says. */
export function headOf(classId: number, length: number, guard: number, more: number): number {
  const classField = hasClass(classId) ? classId : CLASS_FOLLOWS;
  const lengthField = hasLength(length) ? length : LENGTH_FOLLOWS;
  const guardField = hasGuard(guard) ? (guard + 1) >> 1 : GUARD_FOLLOWS;
  const fields =
    (classField << CLASS_SHIFT) | (lengthField << LENGTH_SHIFT) | (guardField << GUARD_SHIFT);
  return fields | more | NEW_REFERENCE;
}
