/**
 * HOT. What the fingerprint needs to go back: for each step of the path, the hashes that the step replaced.
 *
 * An entry, from its end: bits that say what was saved, with the number of threads above them; then, each only if
 * it has changed, the version of the shared part, its hash, the hash of the globals and the set of live fields;
 * then the threads that were hashed again.
 */
import { grown } from "../../core/words.ts";
import { AdditiveHash } from "./additive-hash.ts";

export const SAVED_GLOBALS = 1;
export const SAVED_SHARED = 2;
export const SAVED_VERSION = 4;
/** Before the step, two threads shared a private object (docs/incremental-fingerprint.md). */
export const WAS_TANGLED = 8;
export const SAVED_SET = 16;
/** live-field-sets.ts has something to undo as well. */
export const SAVED_LIVE = 32;
export const COUNT_SHIFT = 6;
/** With the number of a thread: the set of threads that its frames refer to was saved as well. */
export const HAS_SET = 1 << 16;

/** A thread takes at most: that set, its hash, and its number. */
const MAX_WORDS_A_THREAD = 4;
/** An entry takes at most this many words besides those of threads. */
const ENTRY_WORDS = 7;

export class StepJournal {
  /** The hashes before the step under way. */
  readonly globalsBefore = new AdditiveHash();
  readonly sharedBefore = new AdditiveHash();
  /** All entries. Who takes a step back reads several words at a time, and then says where the rest ends. */
  words = new Int32Array(1 << 5);
  top = 0;
  /** Threads in the entry under way. */
  #threads = 0;

  get bytes(): number {
    return this.top * 4;
  }

  clear(): void {
    this.top = 0;
  }

  /** A step begins. */
  begin(isTangled: boolean): void {
    if (this.top === this.words.length) this.words = grown(this.words);
    this.words[this.top++] = isTangled ? WAS_TANGLED : 0;
  }

  /** The last word, which is removed. */
  pop(): number {
    return this.words[--this.top]!;
  }

  /** Starts to save what the step replaces; returns the bits that it began with. */
  open(): number {
    this.#threads = 0;
    return this.pop();
  }

  /** A thread is hashed again. Its set of threads is saved only if it changes. */
  saveThread(thread: number, high: number, low: number, set: number, savesSet: boolean): void {
    if (this.top + MAX_WORDS_A_THREAD > this.words.length) this.words = grown(this.words);
    const words = this.words;
    let top = this.top;
    if (savesSet) words[top++] = set;
    words[top++] = high;
    words[top++] = low;
    words[top++] = savesSet ? thread | HAS_SET : thread;
    this.#threads++;
    this.top = top;
  }

  /** Completes the entry: `globals` and `shared` are the hashes after the step, `set` and `version` are those before it. */
  close(
    bitsSoFar: number,
    globals: AdditiveHash,
    shared: AdditiveHash,
    set: number,
    version: number,
    versionAfter: number,
  ): void {
    if (this.top + ENTRY_WORDS > this.words.length) this.words = grown(this.words);
    const words = this.words;
    let top = this.top;
    let bits = bitsSoFar | (this.#threads << COUNT_SHIFT);
    if ((bits & SAVED_SET) !== 0) words[top++] = set;
    if (!globals.equals(this.globalsBefore)) {
      words[top++] = this.globalsBefore.high;
      words[top++] = this.globalsBefore.low;
      bits |= SAVED_GLOBALS;
    }
    if (!shared.equals(this.sharedBefore)) {
      words[top++] = this.sharedBefore.high;
      words[top++] = this.sharedBefore.low;
      bits |= SAVED_SHARED;
    }
    if (versionAfter !== version) {
      words[top++] = version;
      bits |= SAVED_VERSION;
    }
    words[top++] = bits;
    this.top = top;
  }
}
