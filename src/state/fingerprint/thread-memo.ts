/**
 * HOT. Remembers hashes of threads (thread-cache.ts).
 *
 * The hash of a live thread (thread-hash.ts) is made of the words of its
 * record, the words of its stack, and the numbers of the objects that these
 * refer to. Objects of the boot area stand for themselves. Shared ones have the numbers of the
 * shared part's version: within a version no reference in a shared object
 * changes, none of the Threads either, and a version's number is never given
 * again. So as long as a thread has found no object of its own, its hash is
 * decided by the version and by those words, and so are the Threads that its
 * frames refer to. Where it has found some, nothing is remembered, because
 * their words count as well.
 */
import type { Machine } from "../../vm/machine.ts";
import { ThreadCache } from "../thread-cache.ts";

/** What is remembered. */
const HIGH = 0;
const LOW = 1;
const THREADS = 2;
const NOTED = 3;

/** If a thread has found objects of its own at a place, the next lookups there are skipped, this many times. */
const PAUSE = 30;
/** Such places are distinguished by this many bits of their address. */
const PLACES = 1 << 10;

export class ThreadMemo {
  /** What `recall` has found. */
  high = 0;
  low = 0;
  threads = 0;
  readonly #m: Machine;
  readonly #known: ThreadCache;
  readonly #pauses = new Uint8Array(PLACES);
  /** The thread that was looked for last and not found; -1 when it was found, or not looked for. */
  #missed = -1;

  constructor(m: Machine, capacity?: number) {
    this.#m = m;
    this.#known = new ThreadCache(m, capacity);
  }

  /** True when the thread, as it is now, is known; the hash is in `high`, `low` and `threads` then. */
  recall(thread: number, version: number): boolean {
    const view = this.#m.threadAt(thread);
    this.#missed = -1;
    // What is said of a thread that has ended is said elsewhere too.
    if (view.hasEnded) return false;
    const place = view.pc & (PLACES - 1);
    if (this.#pauses[place] !== 0) {
      this.#pauses[place]!--;
      return false;
    }
    const at = this.#known.find(thread, version);
    if (at === 0) {
      this.#missed = thread;
      return false;
    }
    const { words } = this.#known;
    this.high = words[at + HIGH]!;
    this.low = words[at + LOW]!;
    this.threads = words[at + THREADS]!;
    return true;
  }

  /** Remembers the thread that `recall` did not find, unless it `hasOwn` objects. */
  keep(high: number, low: number, threads: number, hasOwn: boolean): void {
    const thread = this.#missed;
    if (thread < 0) return;
    if (hasOwn) {
      this.#pauses[this.#m.threadAt(thread).pc & (PLACES - 1)] = PAUSE;
      return;
    }
    const at = this.#known.add(NOTED);
    const { words } = this.#known;
    words[at + HIGH] = high;
    words[at + LOW] = low;
    words[at + THREADS] = threads;
  }
}
