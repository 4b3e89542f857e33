/**
 * Tells states apart by the hash of their canonical vector. This costs a walk over the whole state
 * (a depth-first search updates its fingerprint instead), and works wherever the machine has come
 * from, as long as every write since the start has been noted.
 */
import type { HeapOrder } from "../state/heap-order.ts";
import type { LiveCells } from "../state/live-cells.ts";
import { Canonicalizer } from "../state/vector/canonicalizer.ts";
import { VectorHash } from "../state/vector/vector-hash.ts";
import type { Stop } from "../vm/interpreter/stop.ts";
import type { Machine } from "../vm/machine.ts";
import { choiceAndExitWord } from "./step.ts";

export class VectorFingerprint {
  readonly canonicalizer: Canonicalizer;
  readonly #m: Machine;
  readonly #hash = new VectorHash();

  constructor(m: Machine, canonicalizer: Canonicalizer) {
    this.#m = m;
    this.canonicalizer = canonicalizer;
  }

  /** For states compared by these values, with objects known by how they are reached unless told otherwise. */
  static of(
    m: Machine,
    liveness: LiveCells,
    heapOrder: HeapOrder = "canonical",
  ): VectorFingerprint {
    return new VectorFingerprint(m, new Canonicalizer(m, liveness, heapOrder));
  }

  /** Notes what has been written: in the step just taken, or since a place in the undo log. */
  noteWrites(since = this.#m.begun): void {
    this.canonicalizer.noteWrites(since);
  }

  /** Writes the vector of the present state; `stop` says how the step to it ended. */
  write(stop: Stop): void {
    this.canonicalizer.write(choiceAndExitWord(this.#m, stop));
  }

  /** HOT. `high` and `low` are those of the present state. */
  identify(stop: Stop): void {
    this.write(stop);
    this.#hash.of(this.canonicalizer.vector, this.canonicalizer.length);
  }

  get high(): number {
    return this.#hash.high;
  }

  get low(): number {
    return this.#hash.low;
  }

  /** The fingerprint of the present state, to look it up in a map. */
  key(stop: Stop): string {
    this.identify(stop);
    return `${this.high},${this.low}`;
  }
}
