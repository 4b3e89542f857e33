/** HOT. The hashes of all threads of the present state, and their sum; the journal gets those that are replaced. */
import type { Machine } from "../../vm/machine.ts";
import { MAX_THREADS } from "../../vm/memory/memory.ts";
import type { FrameLiveness } from "../live-cells.ts";
import type { ChangedThreads } from "./changed-threads.ts";
import type { ObjectHashes } from "./object-hashes.ts";
import { HAS_SET, type StepJournal } from "./step-journal.ts";
import { ThreadHash } from "./thread-hash.ts";

export class ThreadHashes {
  /** By thread: bits of the threads whose Thread objects its frames refer to. */
  readonly sets = new Int32Array(MAX_THREADS);
  /** The sum of all. */
  high = 0;
  low = 0;
  /** An object that is not shared is found from two threads: the state is tangled (docs/incremental-fingerprint.md). */
  isTangled = false;
  /** Since this was last cleared, some thread's set has changed. */
  haveSetsChanged = false;
  readonly #m: Machine;
  readonly #objects: ObjectHashes;
  readonly #hash: ThreadHash;
  readonly #journal: StepJournal;
  /** By thread; 0 for those that do not exist. */
  readonly #highs = new Int32Array(MAX_THREADS);
  readonly #lows = new Int32Array(MAX_THREADS);

  constructor(
    m: Machine,
    objects: ObjectHashes,
    frames: FrameLiveness | null,
    journal: StepJournal,
  ) {
    this.#m = m;
    this.#objects = objects;
    this.#hash = new ThreadHash(m, objects, frames);
    this.#journal = journal;
  }

  /** Hashes these threads, each by itself, where the shared part has the version given. */
  hash(changed: ChangedThreads, version: number): void {
    for (let i = 0; i < changed.count; i++) {
      const thread = changed.threads[i]!;
      this.#hash.computeAlone(thread, version);
      this.#replace(thread);
    }
  }

  /** Hashes all threads in order, so that an object counts for the first that reaches it. */
  hashAll(): void {
    const { threadCount } = this.#m;
    this.#objects.own.startRound(threadCount);
    for (let thread = 0; thread < threadCount; thread++) {
      this.#hash.compute(thread);
      this.#replace(thread);
    }
    this.isTangled = this.#objects.own.hasMet;
  }

  /** Takes over the hash that was computed. */
  #replace(thread: number): void {
    const { high, low, threads } = this.#hash;
    const oldHigh = this.#highs[thread]!;
    const oldLow = this.#lows[thread]!;
    const oldThreads = this.sets[thread]!;
    const hasNewSet = threads !== oldThreads;
    if (hasNewSet) this.haveSetsChanged = true;
    else if (high === oldHigh && low === oldLow) return;
    this.#journal.saveThread(thread, oldHigh, oldLow, oldThreads, hasNewSet);
    this.#put(thread, high, low, threads);
  }

  #put(thread: number, high: number, low: number, threads: number): void {
    this.high = (this.high - this.#highs[thread]! + high) | 0;
    this.low = (this.low - this.#lows[thread]! + low) | 0;
    this.#highs[thread] = high;
    this.#lows[thread] = low;
    this.sets[thread] = threads;
  }

  /** Takes this many threads back from the journal. */
  undo(count: number): void {
    const { words } = this.#journal;
    let { top } = this.#journal;
    for (let left = count; left > 0; left--) {
      const word = words[--top]!;
      const thread = word & ~HAS_SET;
      const low = words[--top]!;
      const high = words[--top]!;
      this.#put(thread, high, low, word === thread ? this.sets[thread]! : words[--top]!);
    }
    this.#journal.top = top;
  }
}
