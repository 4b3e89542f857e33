/**
 * The one word by which an object that is new to a walk enters it: what guards it, and what
 * more of it follows. Most objects are guarded by themselves or by one of few threads, so that
 * fits in. Where it does not, the word says so, and the guard follows in full.
 */
import { NEW_REFERENCE } from "./part-writer.ts";

/** Its lock and its identity hash follow. */
export const HAS_HEADER = 4;
/** Its thread has ended; more about that follows. */
export const HAS_ENDED = 8;

const GUARD_SHIFT = 4;
/** The largest number stands for what does not fit. */
const GUARD_FOLLOWS = 0xffff;

/** A guard is a lock, which is even, or an odd code; 0 if there is none. */
export const hasGuard = (guard: number): boolean =>
  guard === 0 || ((guard & 1) === 1 && guard > 0 && (guard + 1) >> 1 < GUARD_FOLLOWS);

/** The word, for `more` of these flags. */
export function headOf(guard: number, more: number): number {
  const guardField = hasGuard(guard) ? (guard + 1) >> 1 : GUARD_FOLLOWS;
  return (guardField << GUARD_SHIFT) | more | NEW_REFERENCE;
}
