/**
 * Fingerprints of states whose objects are known by when they were made (heap-order.ts): the hash of the vector.
 * That is slower than to keep a fingerprint up to date, and is meant for comparison. What
 * a step has changed, and whether others could notice, is still seen by what is kept.
 */
import type { Machine } from "../../vm/machine.ts";
import type { HeapOrder } from "../heap-order.ts";
import type { LiveCells } from "../live-cells.ts";
import { Canonicalizer } from "../vector/canonicalizer.ts";
import { VectorHash } from "../vector/vector-hash.ts";
import { IncrementalFingerprint } from "./incremental-fingerprint.ts";

class AllocatedFingerprint extends IncrementalFingerprint {
  readonly #canonicalizer: Canonicalizer;
  readonly #hash = new VectorHash();

  constructor(m: Machine, liveness: LiveCells) {
    super(m, liveness);
    this.#canonicalizer = new Canonicalizer(m, liveness, "as-allocated");
  }

  override noteStep(thread: number, since: number, pending: number, touched = 0): void {
    this.#canonicalizer.noteWrites(since);
    super.noteStep(thread, since, pending, touched);
  }

  override settle(pending: number): void {
    this.#canonicalizer.write(pending);
    this.#hash.of(this.#canonicalizer.vector, this.#canonicalizer.length);
    this.high = this.#hash.high;
    this.low = this.#hash.low;
  }
}

/** What states are known by where objects are known so. */
export const fingerprintFor = (
  m: Machine,
  liveness: LiveCells,
  heapOrder: HeapOrder,
): IncrementalFingerprint =>
  heapOrder === "canonical"
    ? new IncrementalFingerprint(m, liveness)
    : new AllocatedFingerprint(m, liveness);
