/**
 * HOT. A 64-bit hash of a state as it lies in memory: of all words that have
 * changed since the start, by their addresses, and of the threads with the
 * addresses that they have. Two states with the same one differ in nothing,
 * while states that are equal but for where their objects lie have different
 * ones. It is kept up to date from what steps have written, so it costs next to
 * nothing.
 */

import { WordStack } from "../../core/word-stack.ts";
import { AdditiveHash } from "../../state/fingerprint/additive-hash.ts";
import type { Machine } from "../../vm/machine.ts";
import { STATIC_BASE, THREAD_BASE } from "../../vm/memory/memory.ts";
import { PART_EXACT_HIGH, PART_EXACT_LOW, type ThreadParts } from "./thread-parts.ts";

/** In place of an address: what the state waits for. */
const PENDING = -1;

export class AddressHash {
  /** The hash when it was asked for last. */
  high = 0;
  low = 0;
  readonly #m: Machine;
  readonly #threads: ThreadParts;
  /** Of all words but threads' records. */
  readonly #words = new AdditiveHash();
  /** The same before each step. */
  readonly #saved = new WordStack();
  readonly #pending = new AdditiveHash();

  constructor(m: Machine, threads: ThreadParts) {
    this.#m = m;
    this.#threads = threads;
  }

  /** Of what is needed to go back. */
  get bytes(): number {
    return this.#saved.bytes;
  }

  /** The machine is where the search begins. */
  start(): void {
    this.#words.clear();
    this.#saved.top = 0;
  }

  /**
   * A step has been taken, before which the log of words, compacted since, ended
   * at `since`, and the heap at `heapTop`.
   */
  noteStep(since: number, heapTop: number): void {
    const sum = this.#words;
    const saved = this.#saved;
    const room = saved.reserve(2);
    room[saved.top++] = sum.high;
    room[saved.top++] = sum.low;
    const m = this.#m;
    const { H, logTop, wordLog } = m;
    for (let at = since; at < logTop; at += 2) {
      const address = wordLog[at]!;
      if (address >= THREAD_BASE && address < STATIC_BASE) continue;
      sum.replace(address, wordLog[at + 1]!, H[address]!);
    }
    const end = m.heapTop;
    for (let address = heapTop; address < end; address++) sum.add(address, H[address]!);
  }

  /** The machine has gone back to where the last step began. */
  undoStep(): void {
    const { words } = this.#saved;
    this.#words.low = words[--this.#saved.top]!;
    this.#words.high = words[--this.#saved.top]!;
  }

  /** Computes the hash of the present state; `pending` distinguishes what it waits for. */
  look(pending: number): void {
    this.#pending.clear();
    this.#pending.add(PENDING, pending);
    let high = (this.#words.high + this.#pending.high) | 0;
    let low = (this.#words.low + this.#pending.low) | 0;
    for (let thread = 0; thread < this.#m.threadCount; thread++) {
      const part = this.#threads.of(thread);
      const { words } = this.#threads;
      high = (high + words[part + PART_EXACT_HIGH]!) | 0;
      low = (low + words[part + PART_EXACT_LOW]!) | 0;
    }
    this.high = high;
    this.low = low;
  }
}
