/**
 * Arrays with an entry for every word that the heap could ever have, of which a run
 * touches a small part. The system gives pages only where something is written, so they
 * cost nothing; but V8 counts a plain array's full size as memory in use and
 * collects garbage, in vain, again and again. It does not count shared buffers.
 */
export const reservedWords = (length: number): Int32Array =>
  new Int32Array(new SharedArrayBuffer(length * 4));

/** The same words, with room for more: so many in all, or twice as many. */
export function grown(words: Int32Array, length = words.length * 2): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(words);
  return larger;
}
