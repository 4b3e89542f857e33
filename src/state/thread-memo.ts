/**
 * HOT. Remembers hashes of threads. A thread comes back to the same few places
 * with the same few values again and again while others move, and its hash is
 * then what it was.
 *
 * The hash of a live thread (thread-sums.ts) is made of the words of its
 * record, the words of its stack (sections around the innermost one are kept
 * there too), and the numbers of the objects that these refer to. Objects of
 * the boot area stand for themselves. Shared ones have the numbers of the
 * shared part's version: within a version no reference in a shared object
 * changes, none of the Threads either, and a version's number is never given
 * again. So as long as a thread has found no object of its own, its hash is
 * decided by the version and by those words, and so are the Threads that its
 * frames refer to. Where it has found some, nothing is remembered, because
 * their words count as well. All words are compared, not a hash of them, so
 * what is recalled is never another state's. (Words of dead slots are compared
 * too, though the hash does not depend on them: that only forgoes some hits.)
 *
 * Entries lie one after the other. When there is no more room, all are
 * forgotten: those in use are soon there again.
 */
import { reservedWords } from "../core/reserved.ts";
import type { Machine } from "../vm/machine.ts";
import { T_PC, T_SP, T_STATUS, T_TARGET, THREAD_WORDS, threadRecord } from "../vm/memory.ts";
import { ThreadStatus } from "../vm/thread-status.ts";

/** An entry: version, thread, words of the stack, what is remembered; then the words of record and stack. */
const VERSION = 0;
const THREAD = 1;
const LENGTH = 2;
const HIGH = 3;
const LOW = 4;
const THREADS = 5;
const WORDS = 6;

/** Threads with more words on their stacks are not remembered: they seldom come back. */
const MAX_STACK = 200;
/** Where a thread has found objects of its own, it is not looked for the next so many times. */
const PAUSE = 30;
/** Such places are told apart by so many bits of their address. */
const PLACES = 1 << 10;

const SLOTS = 1 << 12;
const CAPACITY = 1 << 20;

export class ThreadMemo {
  /** What `recall` has found. */
  high = 0;
  low = 0;
  threads = 0;
  readonly #m: Machine;
  readonly #entries: Int32Array;
  #top = 1;
  /** Where the entry is that was kept last for a hash of the words; 0 when there is none. */
  readonly #slots = new Int32Array(SLOTS);
  readonly #pauses = new Uint8Array(PLACES);
  /** Of the thread looked for last: where its entry belongs, -1 when it gets none. */
  #slot = -1;
  #version = 0;
  #thread = 0;

  constructor(m: Machine, capacity: number = CAPACITY) {
    this.#m = m;
    this.#entries = reservedWords(capacity);
  }

  /** True when the thread, as it is now, is known; the hash is in `high`, `low` and `threads` then. */
  recall(thread: number, version: number): boolean {
    const { H, S, stackWords } = this.#m;
    const record = threadRecord(thread);
    const base = thread * stackWords;
    const length = H[record + T_SP]! - base;
    const pc = H[record + T_PC]!;
    this.#slot = -1;
    // What is said of a thread that has ended is said elsewhere too.
    if (length > MAX_STACK || H[record + T_STATUS] === ThreadStatus.terminated) return false;
    const place = pc & (PLACES - 1);
    if (this.#pauses[place] !== 0) {
      this.#pauses[place]!--;
      return false;
    }
    let a = Math.imul(pc, 0x9e3779b1) ^ version;
    let b = Math.imul(H[record + T_TARGET]!, 0x85ebca6b) ^ thread;
    for (let at = base + length - 2; at >= base; at -= 2) {
      a = Math.imul(a ^ S[at]!, 0x21f0aaad);
      b = Math.imul(b ^ S[at + 1]!, 0x735a2d97);
    }
    a = Math.imul(a ^ (a >>> 15) ^ b ^ (b >>> 13), 0x2c1b3c6d);
    const slot = (a ^ (a >>> 16)) & (SLOTS - 1);
    const entries = this.#entries;
    const at = this.#slots[slot]!;
    this.#slot = slot;
    this.#version = version;
    this.#thread = thread;
    if (entries[at + VERSION] !== version || entries[at + THREAD] !== thread) return false;
    if (at === 0 || entries[at + LENGTH] !== length) return false;
    let word = at + WORDS;
    // Records and stacks have even numbers of words.
    for (let i = record; i < record + THREAD_WORDS; i += 2, word += 2) {
      if (entries[word] !== H[i] || entries[word + 1] !== H[i + 1]) return false;
    }
    for (let i = base; i < base + length; i += 2, word += 2) {
      if (entries[word] !== S[i] || entries[word + 1] !== S[i + 1]) return false;
    }
    this.high = entries[at + HIGH]!;
    this.low = entries[at + LOW]!;
    this.threads = entries[at + THREADS]!;
    return true;
  }

  /** Remembers the thread that `recall` did not find, unless it `hasOwn` objects. */
  keep(high: number, low: number, threads: number, hasOwn: boolean): void {
    const slot = this.#slot;
    if (slot < 0) return;
    const { H, S, stackWords } = this.#m;
    const record = threadRecord(this.#thread);
    if (hasOwn) {
      this.#pauses[H[record + T_PC]! & (PLACES - 1)] = PAUSE;
      return;
    }
    const base = this.#thread * stackWords;
    const length = H[record + T_SP]! - base;
    const entries = this.#entries;
    if (this.#top + WORDS + THREAD_WORDS + length > entries.length) {
      this.#slots.fill(0);
      this.#top = 1;
    }
    const at = this.#top;
    entries[at + VERSION] = this.#version;
    entries[at + THREAD] = this.#thread;
    entries[at + LENGTH] = length;
    entries[at + HIGH] = high;
    entries[at + LOW] = low;
    entries[at + THREADS] = threads;
    let word = at + WORDS;
    for (let i = 0; i < THREAD_WORDS; i++) entries[word++] = H[record + i]!;
    for (let i = 0; i < length; i++) entries[word++] = S[base + i]!;
    this.#top = word;
    this.#slots[slot] = at;
  }
}
