/**
 * The transitions of a breadth-first search, recorded so that livelocks can be found at its end: a
 * breadth-first order says nothing about cycles. States are numbered as they are found and their steps are
 * taken in that order, so one list of numbers is enough.
 *
 * This takes 4 bytes for each transition and for each state, and 17 to 19 for each state in the table from
 * fingerprints to numbers.
 */
import { NEW, PairTable } from "../../state/stores/pair-table.ts";

const BLOCK_BITS = 16;
const BLOCK = 1 << BLOCK_BITS;
const BLOCK_MASK = BLOCK - 1;

/** In place of a number: the program may end here, or the search has not looked further. */
export const EXIT = 0xffffffff;
/** The value in the table of a state that has no number. */
const UNKNOWN = -2;

/** A list of numbers in blocks of fixed size, so that growing copies nothing. */
class Numbers {
  length = 0;
  readonly #blocks: Uint32Array[] = [];

  get bytes(): number {
    return this.#blocks.length * BLOCK * 4;
  }

  push(value: number): void {
    const block = Math.floor(this.length / BLOCK);
    if (block === this.#blocks.length) this.#blocks.push(new Uint32Array(BLOCK));
    this.#blocks[block]![this.length++ & BLOCK_MASK] = value;
  }

  at(index: number): number {
    return this.#blocks[Math.floor(index / BLOCK)]![index & BLOCK_MASK]!;
  }
}

export class SuccessorGraph {
  readonly #targets = new Numbers();
  /** For each state, where its successors begin. */
  readonly #starts = new Numbers();
  readonly #numbers = new PairTable(true);

  /** The number of states whose steps have been taken or are being taken. */
  get count(): number {
    return this.#starts.length;
  }

  get bytes(): number {
    return this.#targets.bytes + this.#starts.bytes + this.#numbers.bytes;
  }

  /** Assigns this number to a new state. */
  name(high: number, low: number, number: number): void {
    this.#numbers.visit(high, low, number);
  }

  /** The steps of the next state follow. */
  begin(): void {
    this.#starts.push(this.#targets.length);
  }

  /** A step has led to a known state. */
  meet(high: number, low: number): void {
    const known = this.#numbers.visit(high, low, UNKNOWN);
    this.#targets.push(known === NEW || known === UNKNOWN ? EXIT : known);
  }

  /** A step has led to a new state, or to an end. */
  add(target: number): void {
    this.#targets.push(target);
  }

  /** Where the successors of a state begin whose steps have been taken. */
  firstOf(state: number): number {
    return this.#starts.at(state);
  }

  endOf(state: number): number {
    return state + 1 < this.count ? this.#starts.at(state + 1) : this.#targets.length;
  }

  targetAt(index: number): number {
    return this.#targets.at(index);
  }
}
