/**
 * Where things lie in the heap. One buffer of 8-byte aligned memory with a
 * typed view for each element size; a reference is the index of an object's
 * first 32-bit word (always even, 0 is null).
 *
 *   object: [class id, lock, identity hash, fields …]
 *   array:  [class id, lock, identity hash, length, elements …]
 *
 * Elements are packed (a byte[] takes a byte an element); long and double
 * fields and elements are 8-byte aligned.
 */
export const CLASS_WORD = 0;
export const LOCK_WORD = 1;
export const HASH_WORD = 2;
export const OBJECT_HEADER = 3;
export const ARRAY_LENGTH = 3;
export const ARRAY_DATA = 4;

/** Bits of the hash word: other threads can reach the object; they could while it was under construction. */
export const SHARED = 1 << 31;
export const LEAKED = 1 << 30;
export const HASH_MASK = LEAKED - 1;

/** java.lang.String has exactly one field, `char[] value`. */
export const STRING_VALUE = 3;

/** One operand or local slot is 8 bytes: two words of the stack array. */
export const SLOT = 2;
