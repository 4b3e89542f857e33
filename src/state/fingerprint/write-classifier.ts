/**
 * HOT. Looks at the words that a step has written and says what follows for the fingerprint: changes the hashes
 * that a write changes in place, collects the threads to hash again, and finds out whether everything must be
 * computed anew. Also finds out whether other threads could observe the step beyond its footprint.
 */
import {
  flagsAddress,
  saysAlive,
  saysInterrupted,
  statusAddress,
} from "../../vm/code/thread-view.ts";
import type { Machine } from "../../vm/machine.ts";
import {
  GLOBAL_THREADS,
  STATIC_BASE,
  THREAD_BASE,
  THREAD_WORDS,
  threadOfWord,
  threadRecord,
} from "../../vm/memory/memory.ts";
import { ownerOf } from "../../vm/memory/monitors.ts";
import { LOCK_WORD } from "../../vm/memory/object-layout.ts";
import { type BootWords, PLAIN_WORD } from "../boot-words.ts";
import type { CachedBoxes } from "../cached-boxes.ts";
import { IGNORED, RECORD_KINDS, REFERENCE, ROOT, STATUS } from "../thread-record-words.ts";
import { ChangedThreads } from "./changed-threads.ts";
import type { GlobalsHash } from "./globals-hash.ts";
import type { ObjectHashes } from "./object-hashes.ts";
import type { SharedObjects } from "./shared-objects.ts";

export class WriteClassifier {
  readonly changed = new ChangedThreads();
  /** Everything but the globals must be computed anew. */
  mustRenumber = false;
  /** All threads must be hashed again, together. */
  mustRehashAllThreads = false;
  /** A thread has ended. */
  hasEnded = false;
  /** A static word was written. */
  hasStatics = false;
  /**
   * The step wrote nothing that other threads could observe but the one word of its footprint. It may have
   * released monitors that it held: no other thread's next step could depend on those. If the word is in a
   * thread's record, the rest of the record goes with it; if it is the number of threads, the record of the newest
   * thread; and the end of the thread that ran clears its Thread.
   */
  isLocal = false;
  readonly #m: Machine;
  readonly #boot: BootWords;
  readonly #boxes: CachedBoxes | null;
  readonly #objects: ObjectHashes;
  readonly #globals: GlobalsHash;
  readonly #shared: SharedObjects;
  /** The word of the footprint. */
  #touched = 0;

  constructor(
    m: Machine,
    boot: BootWords,
    boxes: CachedBoxes | null,
    objects: ObjectHashes,
    globals: GlobalsHash,
    shared: SharedObjects,
  ) {
    this.#m = m;
    this.#boot = boot;
    this.#boxes = boxes;
    this.#objects = objects;
    this.#globals = globals;
    this.#shared = shared;
  }

  /**
   * The thread has taken a step. The log of words, compacted since, ended at `since` before it. `touched` is the
   * word of the footprint; `isTangled` says how the state before was.
   */
  classify(thread: number, since: number, touched: number, isTangled: boolean): void {
    const { H, logTop, wordLog } = this.#m;
    this.mustRenumber = false;
    this.mustRehashAllThreads = isTangled;
    this.hasEnded = false;
    this.hasStatics = false;
    this.#touched = touched;
    this.changed.add(thread);
    const record = threadRecord(thread);
    for (let at = since; at < logTop; at += 2) {
      const address = wordLog[at]!;
      const word = address - record;
      // The thread that ran is hashed again, and can give itself only what it can reach already.
      if (word >>> 0 < THREAD_WORDS && RECORD_KINDS[word]! < ROOT) continue;
      this.#change(address, wordLog[at + 1]!, H[address]!);
    }
  }

  #change(address: number, old: number, value: number): void {
    if (this.#m.guards.includes(address)) {
      this.isLocal = false;
      this.#changeGuard(address, old, value);
    } else if (address >= this.#boot.top) {
      if (!this.#shared.change(address, old, value)) this.mustRenumber = true;
      if (this.#boxes?.touches(address) === true) this.#changeBox();
      if (this.isLocal) this.isLocal = this.#isUnobservable(address, old);
    } else if (address >= STATIC_BASE) {
      if (this.#isOutsideFootprint(address)) this.isLocal = false;
      this.#changeBoot(address, old, value);
    } else if (address >= THREAD_BASE) {
      this.#changeRecord(address, old, value);
    } else {
      if (this.#isOutsideFootprint(address)) this.isLocal = false;
      this.#globals.changeCounter(address, old, value);
    }
  }

  /** A box may have become a cached constant, or stopped being one. */
  #changeBox(): void {
    this.isLocal = false;
    this.mustRenumber = true;
  }

  /** The footprint names the first word of a field of two words. */
  #isOutsideFootprint(address: number): boolean {
    const touched = this.#touched;
    return address !== touched && (touched < STATIC_BASE || address !== touched + 1);
  }

  /** No other thread can observe this change of a word of the heap, or it is in the footprint. */
  #isUnobservable(address: number, old: number): boolean {
    const object = this.#objects.sharedObjectAt(address);
    if (object === 0 || !this.#isOutsideFootprint(address)) return true;
    const thread = this.changed.runner;
    if (address === object + LOCK_WORD && ownerOf(old) === thread) return true;
    return this.#isTouched(thread) && object === this.#m.threadAt(thread).object;
  }

  /** The footprint is this thread's status, or the step starts the thread. */
  #isTouched(thread: number): boolean {
    if (this.#touched === GLOBAL_THREADS) return thread === this.#m.threadCount - 1;
    return this.#touched === statusAddress(thread);
  }

  #changeRecord(address: number, old: number, value: number): void {
    const thread = threadOfWord(address);
    const word = address - threadRecord(thread);
    const { runner } = this.changed;
    if (thread !== runner && !this.#isTouched(thread)) this.isLocal = false;
    switch (RECORD_KINDS[word]!) {
      case IGNORED:
        return;
      case ROOT:
        if (!this.#isTouched(thread)) this.isLocal = false;
        this.mustRenumber = true;
        return;
      case STATUS:
        if (!this.#isTouched(thread)) this.isLocal = false;
        if (!saysAlive(old)) this.mustRenumber = true;
        else if (!saysAlive(value)) this.hasEnded = true;
        break;
      case REFERENCE:
        // The thread that runs gives itself only what it can reach already.
        if (value >= this.#boot.top && thread !== runner) this.mustRehashAllThreads = true;
        break;
      default:
        // The interrupt flag of an ended thread is part of its Thread; that another thread has joined it is not.
        // (The thread that ran may have ended in this step; its Thread is changed when the roots are checked.)
        if (address === flagsAddress(thread) && saysInterrupted(old) === saysInterrupted(value))
          break;
        if (thread !== runner && !this.#m.threadAt(thread).isAlive) this.mustRenumber = true;
    }
    this.changed.add(thread);
  }

  #changeBoot(address: number, old: number, value: number): void {
    const boot = this.#boot;
    const { top } = boot;
    const index = boot.track(address, old);
    this.hasStatics = true;
    if (this.#boxes?.isCacheWord(address) === true) this.#changeBox();
    if (boot.isDead(address)) return;
    const kind = boot.kinds[index]!;
    this.#globals.changeBoot(index, old, value);
    if (kind !== PLAIN_WORD && (old >= top || value >= top)) this.mustRenumber = true;
  }

  /** The guard of an object or a static field: a code, which is odd, or a lock. */
  #changeGuard(address: number, old: number, value: number): void {
    const { top } = this.#boot;
    if (!this.#boot.has(address)) {
      const object = this.#m.guards.ownerOf(address);
      if (!this.#shared.changeGuard(object, old, value)) this.mustRenumber = true;
      if (this.#boxes?.guards(object) === true) this.#changeBox();
      return;
    }
    this.#globals.changeBoot(this.#boot.track(address, old), old, value);
    if (old >= top || value >= top) this.mustRenumber = true;
  }
}
