/**
 * The compact memory of type inference: for each instruction one row of kinds,
 * a byte a slot. Neighbouring instructions often have equal rows, so rows are
 * shared; a method's table is a few hundred bytes.
 */
import { TOP } from "./verification-type.ts";

export interface Kinds {
  /** Kinds of the locals from 0; those beyond its end are unusable. */
  readonly locals: Uint8Array;
  /** Kinds of the operand slots, the bottom first. */
  readonly stack: Uint8Array;
}

/** A row is: locals (2 bytes), operands (2 bytes), then the kinds. */
const HEADER = 4;

export class KindRows {
  /** Position of the row plus one by byte offset; 0 where there is none. */
  #index: Int32Array | Uint16Array;
  #bytes: Uint8Array = new Uint8Array(128);
  #used = 0;
  /** Row position by hash; dropped when the table is complete. */
  #byHash: Map<number, number> | null = new Map();

  constructor(codeLength: number) {
    this.#index = new Int32Array(codeLength);
  }

  /** Remembers the kinds before the instruction at `at`, replacing what was known. */
  record(at: number, cells: Int32Array, maxLocals: number, depth: number): void {
    let locals = maxLocals;
    while (locals > 0 && cells[locals - 1] === TOP) locals--;
    const start = this.#used;
    const length = HEADER + locals + depth;
    if (start + length > this.#bytes.length) this.#grow(start + length);
    const bytes = this.#bytes;
    bytes[start] = locals & 255;
    bytes[start + 1] = locals >> 8;
    bytes[start + 2] = depth & 255;
    bytes[start + 3] = depth >> 8;
    let hash = Math.imul(locals, 0x9e3779b1) ^ depth;
    let to = start + HEADER;
    for (let i = 0; i < locals; i++) {
      const kind = (cells[i] ?? TOP) & 15;
      bytes[to++] = kind;
      hash = Math.imul(hash ^ kind, 0x01000193);
    }
    for (let i = maxLocals; i < maxLocals + depth; i++) {
      const kind = (cells[i] ?? TOP) & 15;
      bytes[to++] = kind;
      hash = Math.imul(hash ^ kind, 0x01000193);
    }
    const known = this.#byHash?.get(hash);
    if (known !== undefined && this.#equal(known, start, length)) {
      this.#index[at] = known + 1;
      return;
    }
    this.#byHash?.set(hash, start);
    this.#index[at] = start + 1;
    this.#used = to;
  }

  #equal(known: number, start: number, length: number): boolean {
    const bytes = this.#bytes;
    for (let i = 0; i < length; i++) if (bytes[known + i] !== bytes[start + i]) return false;
    return true;
  }

  #grow(needed: number): void {
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }

  /** Gives back what only recording needs. */
  seal(): void {
    this.#bytes = this.#bytes.slice(0, this.#used);
    if (this.#used < 0xffff) this.#index = Uint16Array.from(this.#index);
    this.#byHash = null;
  }

  at(offset: number): Kinds | null {
    const row = (this.#index[offset] ?? 0) - 1;
    if (row < 0) return null;
    const bytes = this.#bytes;
    const locals = (bytes[row] ?? 0) | ((bytes[row + 1] ?? 0) << 8);
    const depth = (bytes[row + 2] ?? 0) | ((bytes[row + 3] ?? 0) << 8);
    const first = row + HEADER;
    return {
      locals: bytes.subarray(first, first + locals),
      stack: bytes.subarray(first + locals, first + locals + depth),
    };
  }

  /** Bytes the table takes. */
  get size(): number {
    return this.#bytes.byteLength + this.#index.byteLength;
  }
}
