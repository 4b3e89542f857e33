/**
 * Arrays with an entry for every word that the heap could ever have, of which a run
 * touches a small part. The system gives pages only where something is written, so they
 * cost nothing; but V8 counts a plain array's full size as memory in use and
 * collects garbage, in vain, again and again. It does not count shared buffers.
 *
 * Freshly mapped pages are zero. Reused memory is not, so the C library clears all of it. glibc
 * reuses freed memory for blocks of up to 32 MiB, the limit of its dynamic mmap threshold. A
 * reserved block is therefore larger than that, unless it is tiny. Without this rule, clearing
 * took half the time and gigabytes in a process that makes many machines.
 */
const LEAST_BYTES = 33 << 20;
/** glibc never maps smaller blocks on their own, so a minimum size would not help them. */
const SMALL_BYTES = 128 << 10;

/** A zeroed buffer of at least `bytes` bytes. */
export const reservedBuffer = (bytes: number): SharedArrayBuffer =>
  new SharedArrayBuffer(bytes < SMALL_BYTES ? bytes : Math.max(bytes, LEAST_BYTES));

export const sparseWords = (length: number): Int32Array =>
  new Int32Array(reservedBuffer(length * 4), 0, length);

export const reservedBytes = (length: number): Uint8Array =>
  new Uint8Array(reservedBuffer(length), 0, length);

/** A copy with room for `length` words, by default twice as many. */
export function grown(words: Int32Array, length = words.length * 2): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(words);
  return larger;
}

/** As `grown`, for unsigned words. One function for each element type: a generic one would be megamorphic. */
export function grownUnsigned(
  words: Uint32Array,
  length = words.length * 2,
): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(length);
  larger.set(words);
  return larger;
}

/** As `grown`, for bytes. */
export function grownBytes(bytes: Uint8Array, length = bytes.length * 2): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(length);
  larger.set(bytes);
  return larger;
}

/** As `grown`, for half words. */
export function grownHalves(
  halves: Uint16Array,
  length = halves.length * 2,
): Uint16Array<ArrayBuffer> {
  const larger = new Uint16Array(length);
  larger.set(halves);
  return larger;
}
