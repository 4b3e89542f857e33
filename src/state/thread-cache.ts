/**
 * HOT. A cache of what is known about threads, by the words that determine it: those of a
 * thread's record and of its stack (sections around the innermost one are kept there
 * too). A thread returns to the same few places with the same few values again and
 * again while others move. All words are compared, not a hash of them, so an entry
 * never belongs to another thread. (Words of dead slots are compared too, although nothing
 * depends on them: that only costs some hits.)
 *
 * Entries lie one after another. When the cache is full, all are dropped:
 * those in use are soon there again.
 */
import { sparseWords } from "../core/words.ts";
import type { Machine } from "../vm/machine.ts";
import { THREAD_WORDS } from "../vm/memory/memory.ts";

/** An entry: version, thread, words of the stack; then the words of record and stack, and what is noted. */
const VERSION = 0;
const THREAD = 1;
const LENGTH = 2;
const WORDS = 3;

/** Threads with more words on their stacks are not looked for: they seldom come back. */
const MAX_STACK = 200;

const SLOTS = 1 << 12;
const CAPACITY = 1 << 20;

export class ThreadCache {
  /** All entries; replaced when one does not fit. */
  words: Int32Array;
  /** How often all have been forgotten. */
  forgotten = 0;
  readonly #m: Machine;
  #top = 1;
  /** The position of the last entry made for a hash of the words; 0 if there is none. */
  readonly #slots = new Int32Array(SLOTS);
  /** Of the thread looked for last: where its entry belongs, -1 when it will not be looked for again. */
  #slot = -1;
  #version = 0;
  #thread = 0;

  constructor(m: Machine, capacity: number = CAPACITY) {
    this.#m = m;
    this.words = sparseWords(capacity);
  }

  clear(): void {
    this.#slots.fill(0);
    this.#top = 1;
    this.forgotten++;
  }

  /** Where among the words is what was noted of the thread as it is now, with this version; 0 when nothing was. */
  find(thread: number, version: number): number {
    const { H, S, stackWords } = this.#m;
    const view = this.#m.threadAt(thread);
    const { record } = view;
    const base = thread * stackWords;
    const length = view.sp - base;
    this.#slot = -1;
    if (length > MAX_STACK) return 0;
    // Of the record's words those that differ where the stack does not.
    let a = Math.imul(view.pc, 0x9e3779b1) ^ version ^ (view.savedEntries << 8);
    let b = Math.imul(view.target, 0x85ebca6b) ^ thread ^ (view.flags << 8);
    for (let at = base + length - 2; at >= base; at -= 2) {
      a = Math.imul(a ^ S[at]!, 0x21f0aaad);
      b = Math.imul(b ^ S[at + 1]!, 0x735a2d97);
    }
    a = Math.imul(a ^ (a >>> 15) ^ b ^ (b >>> 13), 0x2c1b3c6d);
    const slot = (a ^ (a >>> 16)) & (SLOTS - 1);
    const { words } = this;
    const at = this.#slots[slot]!;
    this.#slot = slot;
    this.#version = version;
    this.#thread = thread;
    if (words[at + VERSION] !== version || words[at + THREAD] !== thread) return 0;
    if (at === 0 || words[at + LENGTH] !== length) return 0;
    let word = at + WORDS;
    // Records and stacks have even numbers of words.
    for (let i = record; i < record + THREAD_WORDS; i += 2, word += 2) {
      if (words[word] !== H[i] || words[word + 1] !== H[i + 1]) return 0;
    }
    for (let i = base; i < base + length; i += 2, word += 2) {
      if (words[word] !== S[i] || words[word + 1] !== S[i + 1]) return 0;
    }
    return word;
  }

  /** Makes an entry for the thread that `find` did not find, with room for this many words; returns its position. */
  add(count: number): number {
    const { H, S, stackWords } = this.#m;
    const slot = this.#slot;
    const { record, sp } = this.#m.threadAt(this.#thread);
    const base = this.#thread * stackWords;
    const length = slot < 0 ? 0 : sp - base;
    this.#makeRoom(WORDS + THREAD_WORDS + length + count);
    const { words } = this;
    const at = this.#top;
    let word = at;
    if (slot >= 0) {
      words[at + VERSION] = this.#version;
      words[at + THREAD] = this.#thread;
      words[at + LENGTH] = length;
      word += WORDS;
      for (let i = 0; i < THREAD_WORDS; i++) words[word++] = H[record + i]!;
      for (let i = 0; i < length; i++) words[word++] = S[base + i]!;
      this.#slots[slot] = at;
    }
    this.#top = word + count;
    return word;
  }

  #makeRoom(count: number): void {
    if (this.#top + count <= this.words.length) return;
    this.clear();
    if (this.#top + count > this.words.length) this.words = sparseWords(2 * count);
  }
}
