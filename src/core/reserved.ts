/**
 * Arrays with an entry for every word that the heap could ever have, of which a run
 * touches a small part. The system gives pages only where something is written, so they
 * cost nothing; but V8 counts a plain array's full size as memory in use and
 * collects garbage, in vain, again and again. It does not count shared buffers.
 *
 * Nor are the pages given at once where the C library takes the memory from what was used
 * before: that has to be cleared, to the last word. glibc does so with blocks of up to
 * 32 MiB once one of that size was let go. So no reserved block is smaller, unless it is so small
 * that it is hardly worth it. In a process with many machines, one after the other, this took
 * half of the time and gigabytes.
 */
const LEAST_BYTES = 33 << 20;
/** Blocks below this size glibc never takes from the system one by one. */
const SMALL_BYTES = 128 << 10;

/** Zeros, so many bytes or more. */
export const reservedBuffer = (bytes: number): SharedArrayBuffer =>
  new SharedArrayBuffer(bytes < SMALL_BYTES ? bytes : Math.max(bytes, LEAST_BYTES));

export const reservedWords = (length: number): Int32Array =>
  new Int32Array(reservedBuffer(length * 4), 0, length);

export const reservedBytes = (length: number): Uint8Array =>
  new Uint8Array(reservedBuffer(length), 0, length);

/** The same words, with room for more: so many in all, or twice as many. */
export function grown(words: Int32Array, length = words.length * 2): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(words);
  return larger;
}
