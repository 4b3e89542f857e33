/**
 * The 64-bit hash of long inputs: xxHash, as WebAssembly. A call costs more than
 * our own hashes take for a few dozen words, so only what is longer than
 * `BULK_BYTES` is worth it; docs/dependencies.md has the figures.
 *
 * WebAssembly is compiled asynchronously. A command that hashes in bulk awaits
 * `loadBulkHash` before it starts to work; others do not pay for it.
 */
import xxhash, { type XXHashAPI } from "xxhash-wasm";
import { invariant } from "./assert.ts";

/** From this length on a call of xxHash is faster than `VectorHash` (benchmarks/hash.mjs). */
export const BULK_BYTES = 512;

/** Two hashes with different seeds are one of 128 bits. */
const SECOND_SEED = 0x9e3779b97f4a7c15n;

let loaded: XXHashAPI | null = null;

export async function loadBulkHash(): Promise<void> {
  loaded ??= await xxhash();
}

/** Null until it has been loaded. */
export const bulkHash = (): XXHashAPI | null => loaded;

/**
 * A 128-bit key for comparisons within one process: equal for equal bytes, and
 * different for others except by chance. It does not resist deliberate collisions, so
 * data from outside, and data that outlives the process, is identified by its SHA-256
 * instead.
 */
export function contentKey(bytes: Uint8Array): string {
  const hash = loaded;
  invariant(hash !== null, "the bulk hash has not been loaded");
  return `${hash.h64Raw(bytes).toString(36)}-${hash.h64Raw(bytes, SECOND_SEED).toString(36)}`;
}
