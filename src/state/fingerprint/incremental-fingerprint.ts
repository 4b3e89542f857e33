/**
 * HOT. The fingerprint of a machine's state, kept up to date: after a
 * transition only what it changed is hashed again. It tells the same states
 * apart as the Canonicalizer does.
 *
 * A state's fingerprint is the sum of three kinds of hashes:
 *
 *   globals   counters and words of the boot area, as far as they differ from
 *             what they were at the start; not those that refer to the heap;
 *   shared    the objects that are found, breadth-first, from the words of the
 *             boot area and from the Threads of some threads, the *roots*; and
 *             the boot words that refer to them;
 *   threads   one for each thread: its record, its frames, and its own
 *             objects: those found from its frames, but not shared.
 *
 * An object is known by its part and by when it was found in it, so equal
 * sums mean equal states: a part says which words it has at which place, and
 * words that are 0 need not be said. The Thread of a live thread is a root.
 * That of an ended one is a root as long as a live thread's frame refers to it
 * or to an object with a reference to it (which a thread that will be joined
 * has, mostly), for then everything found from it can still be reached, and
 * the end of a thread changes nothing but one word that says so. What a root
 * is depends on nothing but the state.
 *
 * The words written in a transition are in the undo log. A counter, a plain
 * word of the boot area or of a shared object is one subtraction and one
 * addition. The hash of the thread that ran, and of those whose records were
 * written, is computed anew. When a reference in the shared part has changed
 * (in an object or a boot word), a thread has started, or other threads are
 * roots than before, everything but the globals is computed anew: the shared
 * part has a new *version*.
 *
 * Marks of sharing (vm/sharing/shared-objects.ts) are words like others: an object without one can be reached by
 * one thread only, by live references or dead ones, so only that thread can give it one.
 *
 * Why what is kept is right. Call a state *tangled* when an object that is not
 * shared is found from two threads; there the object is counted for the first
 * of them, and the hash of the second depends on the first one's frames.
 * After a tangled state, and where there is a new version, all threads are
 * hashed anew, together, which also finds out whether the new state is
 * tangled. So let the state before not be tangled and the version stay. The
 * thread that runs can reach: shared objects, its own, what was there from the
 * start, and what it makes in the transition. It can write to nothing else,
 * and put references to nothing else anywhere. As the shared part has the same
 * roots and the same references as before, the same objects are shared, under
 * the same numbers. Another thread's frames are as they were, and so are that
 * thread's own objects, since the one that ran could not reach them; so its
 * hash is right, and so are the Threads that its frames refer to, unless its
 * record was written, which the log says. And the objects of the thread that
 * ran are still nobody else's: it found them among its own, or made them. So
 * the new state is not tangled either. Should the record of another thread be
 * given a reference, that thread finds what it could not find before, and all
 * threads are hashed together again; a thread that starts may be given some
 * too, and there is a new version then.
 *
 * Where a liveness analysis is given, "frames" are their live slots. An object
 * that a thread refers to by dead slots only is not found from its frames. All
 * of the above holds as it stands if "reach" is read as "reach from live slots":
 * a thread never uses what is in a dead slot, neither to write to that object
 * nor to put a reference to it anywhere but in another dead slot. So a thread
 * that runs can write to nothing, and refer from live slots to nothing, but what
 * it could reach from live slots, or makes. Two threads that have an object in
 * common, one of them by dead slots, are not tangled: the one will not touch it.
 * Which slots are live depends on where the thread is, and that is as it was for
 * a thread that did not run. The Thread of an ended thread is a root only if a
 * live slot leads to it, which still depends on nothing but the state.
 *
 * Where fields can be dead, the words of dead ones count nowhere, and "finds"
 * and "reach" mean: by live references. When other fields are live than before
 * the step, everything is computed anew. Otherwise the above holds as it stands:
 * a thread never reads a dead field, so what it can lay hands on it can reach by
 * live references (or makes); and dead ones that are written change nothing.
 *
 * Boxes that go by what they are (cached-boxes.ts) are there like what was made
 * at boot: they have a number, and nobody visits them. Where a word is written
 * that may make one of them, or make it one like others, everything is computed
 * anew.
 *
 * That a thread has ended is a word of its Thread, wherever that is found. It
 * is written when the thread ends: in place where the Thread is a root before
 * and after, else there is a new version.
 *
 * Going back restores sums, and the version that the state had. Its table of
 * shared objects is made again where it is no longer there; numbering is
 * determined by the state, so the sum must come out as it was, which is
 * checked.
 */
import { grown } from "../../core/words.ts";
import type { Machine } from "../../vm/machine.ts";
import {
  F_INTERRUPTED,
  GLOBAL_THREADS,
  MAX_THREADS,
  STATIC_BASE,
  T_FLAGS,
  T_OBJECT,
  T_STATUS,
  THREAD_BASE,
  THREAD_WORDS,
  threadRecord,
} from "../../vm/memory/memory.ts";
import { ownerOf } from "../../vm/memory/monitors.ts";
import { LOCK_WORD } from "../../vm/memory/object-layout.ts";
import { BootWords, GUARD_WORD, PLAIN_WORD } from "../boot-words.ts";
import { boxConstantsFor, type CachedBoxes } from "../cached-boxes.ts";
import { ALL_LIVE, type Liveness } from "../liveness.ts";
import { ObjectLayouts } from "../object-layout.ts";
import { IGNORED, RECORD_KINDS, REFERENCE, ROOT, STATUS } from "../thread-record-words.ts";
import { AdditiveHash } from "./additive-hash.ts";
import { GlobalsHash } from "./globals-hash.ts";
import { LiveFieldSets } from "./live-field-sets.ts";
import { ObjectHashes, threadBit } from "./object-hashes.ts";
import { isNoThread, SharedObjects } from "./shared-objects.ts";
import { ThreadHash } from "./thread-hash.ts";

/** Where it is summed up what a state waits for. */
const AT_PENDING = -2;

/**
 * An entry on the stack of steps, from its end: bits that say what was saved
 * and how many threads' hashes, then the version, the sums of the shared part
 * and of the globals where they have changed, the set of live fields likewise,
 * words for each thread; what single threads could read is kept elsewhere
 * (live-field-sets.ts).
 */
const SAVED_GLOBALS = 1;
const SAVED_SHARED = 2;
const SAVED_VERSION = 4;
const WAS_TANGLED = 8;
const SAVED_SET = 16;
const SAVED_LIVE = 32;
const COUNT_SHIFT = 6;
/** The words of a thread: its set of threads where that has changed, its hash, and its number with a bit for the former. */
const MAX_WORDS_A_THREAD = 4;
const HAS_SET = 1 << 16;
/** Words of an entry besides those of threads, at most. */
const ENTRY_WORDS = 7;

export class IncrementalFingerprint {
  /** Of the state that the last step led to. */
  high = 0;
  low = 0;
  /**
   * That step wrote nothing that others could notice but the one word it was
   * said to touch. It may have left monitors that it had: nobody else could be
   * about to touch those. Where the word is of a thread's record, the rest of
   * the record goes with it, and with the number of threads the record of the
   * newest; the end of the thread that ran clears its Thread.
   */
  #isLocal = false;
  readonly #m: Machine;
  readonly #live: LiveFieldSets | null;
  readonly #shapes: ObjectLayouts;
  readonly #boot: BootWords;
  readonly #boxes: CachedBoxes | null;
  readonly #objects: ObjectHashes;
  readonly #threads: ThreadHash;
  readonly #globals: GlobalsHash;
  readonly #shared: SharedObjects;
  readonly #pending = new AdditiveHash();
  /** By thread; 0 for those that are not there. */
  readonly #threadHighs = new Int32Array(MAX_THREADS);
  readonly #threadLows = new Int32Array(MAX_THREADS);
  /** Bits of the threads whose Thread objects its frames refer to. */
  readonly #threadSets = new Int32Array(MAX_THREADS);
  /** Sum of the threads' hashes. */
  #allHigh = 0;
  #allLow = 0;
  #sharesPrivateObject = false;
  /** What the transition under way has done. */
  #isRenumbered = false;
  #isForAll = false;
  #hasEnded = false;
  #hasStatics = false;
  /** The word of memory that it was said to touch. */
  #touched = 0;
  /** Of a step that is not complete: what the state waits for, and the sums before it. */
  #isIncomplete = false;
  #choiceAndExitWord = 0;
  readonly #globalsBefore = new AdditiveHash();
  readonly #sharedBefore = new AdditiveHash();
  /** The threads that some thread's frames refer to are others than before. */
  #hasOtherThreads = false;
  /** Threads to be hashed anew, the one that ran first. */
  readonly #noted = new Int32Array(MAX_THREADS);
  #notedCount = 0;
  readonly #isNoted = new Uint8Array(MAX_THREADS);
  /** The stack of steps. */
  #saved = new Int32Array(1 << 5);
  #savedTop = 0;
  /** Threads of the entry under way. */
  #savedThreads = 0;

  /** What is dead is left out. */
  constructor(m: Machine, liveness: Liveness = ALL_LIVE) {
    const { frames, fields } = liveness;
    this.#m = m;
    this.#live = fields === null ? null : new LiveFieldSets(m, fields);
    const shapes = new ObjectLayouts(m, fields);
    this.#shapes = shapes;
    this.#boot = new BootWords(m, shapes);
    this.#globals = new GlobalsHash(m, this.#boot);
    this.#boxes = boxConstantsFor(m, liveness);
    this.#objects = new ObjectHashes(m, shapes, this.#boot.top, this.#boxes);
    this.#shared = new SharedObjects(m, shapes, this.#boot, this.#objects, this.#threadSets);
    this.#threads = new ThreadHash(m, this.#objects, frames);
  }

  /** The fields that are live in the present state. */
  get liveSet(): number {
    return this.#shapes.set;
  }

  /** The words from before the start that have changed since. */
  get bootWords(): BootWords {
    return this.#boot;
  }

  /** How often the shared objects were numbered, for tests and statistics. */
  get numberings(): number {
    return this.#shared.numberings;
  }

  /** Computes the present state in full: the first of all, from where there is no going back. */
  start(): void {
    if (this.#live !== null) {
      this.#live.start();
      this.#shapes.use(this.#live.set);
    }
    this.#renumber();
    this.#savedTop = 0;
    this.settle(0);
  }

  /** To be called before a step is taken. */
  beforeStep(): void {
    this.#shared.findTable();
    if (this.#savedTop === this.#saved.length) this.#saved = grown(this.#saved);
    this.#saved[this.#savedTop++] = this.#sharesPrivateObject ? WAS_TANGLED : 0;
  }

  /**
   * To be called when the thread has taken its step, before which the log of
   * words, compacted since, ended at `since`: notes what has changed. `pending` tells apart what the
   * state waits for; `touched` is the word, if any, that others could see the step
   * touch. `complete` makes it the fingerprint of the state; where nobody asks for
   * that, going back will do. A step to a state that nobody will go on from needs
   * no such call.
   */
  noteStep(thread: number, since: number, pending: number, touched = 0): void {
    const { H, logTop, wordLog } = this.#m;
    this.#isIncomplete = true;
    this.#choiceAndExitWord = pending;
    this.#globalsBefore.copy(this.#globals.sum);
    this.#sharedBefore.copy(this.#shared.sum);
    this.#isRenumbered = false;
    this.#isForAll = this.#sharesPrivateObject;
    this.#hasOtherThreads = false;
    this.#hasEnded = false;
    this.#hasStatics = false;
    this.#touched = touched;
    this.#isLocal = !this.#sharesPrivateObject && pending === 0;
    this.#note(thread);
    const record = threadRecord(thread);
    for (let at = since; at < logTop; at += 2) {
      const address = wordLog[at]!;
      const word = address - record;
      // The thread that ran is hashed anew, and can give itself only what it can reach already.
      if (word >>> 0 < THREAD_WORDS && RECORD_KINDS[word]! < ROOT) continue;
      this.#change(address, wordLog[at + 1]!, H[address]!);
    }
  }

  complete(): void {
    if (!this.#isIncomplete) return;
    this.#isIncomplete = false;
    const { version } = this.#shared;
    let bits = this.#saved[--this.#savedTop]!;
    this.#savedThreads = 0;
    const { set } = this.#shapes;
    if (this.#live !== null) {
      if (this.#live.look(this.#noted, this.#notedCount, this.#hasStatics, set)) bits |= SAVED_LIVE;
      if (this.#lookForDead()) bits |= SAVED_SET;
    }
    if (!this.#isRenumbered) {
      if (this.#isForAll) this.#hashAll();
      else this.#hashNoted();
      if (this.#hasOtherThreads || this.#hasEnded) this.#checkRoots(this.#noted[0]!);
    }
    if (this.#isRenumbered) this.#renumber();
    if (this.#sharesPrivateObject) this.#isLocal = false;
    this.#forgetNoted();
    this.#saveSums(bits | (this.#savedThreads << COUNT_SHIFT), set, version);
    this.settle(this.#choiceAndExitWord);
  }

  /** Whether the step was local. It is completed only where that may still change. */
  wasLocal(): boolean {
    if (this.#isLocal && !this.#staysUntangled()) this.complete();
    return this.#isLocal;
  }

  /**
   * The state before was not tangled, and the version will stay: then the new one is not
   * tangled either. As long as no thread has ended, what their frames refer to makes no root.
   */
  #staysUntangled(): boolean {
    if (!this.#isIncomplete || this.#isRenumbered || this.#isForAll) return false;
    const isSteady = this.#live === null || this.#live.isSteady(this.#shapes.set);
    return isSteady && !this.#shared.hasEndedThreads();
  }

  #saveSums(threads: number, set: number, version: number): void {
    if (this.#savedTop + ENTRY_WORDS > this.#saved.length) this.#saved = grown(this.#saved);
    const saved = this.#saved;
    let top = this.#savedTop;
    let bits = threads;
    if ((bits & SAVED_SET) !== 0) saved[top++] = set;
    if (!this.#globals.sum.equals(this.#globalsBefore)) {
      saved[top++] = this.#globalsBefore.high;
      saved[top++] = this.#globalsBefore.low;
      bits |= SAVED_GLOBALS;
    }
    if (!this.#shared.sum.equals(this.#sharedBefore)) {
      saved[top++] = this.#sharedBefore.high;
      saved[top++] = this.#sharedBefore.low;
      bits |= SAVED_SHARED;
    }
    if (this.#shared.version !== version) {
      saved[top++] = version;
      bits |= SAVED_VERSION;
    }
    saved[top++] = bits;
    this.#savedTop = top;
  }

  /** To be called when the machine has gone back to where the last step began. */
  undoStep(): void {
    if (this.#isIncomplete) {
      this.#forgetStep();
      return;
    }
    const saved = this.#saved;
    let top = this.#savedTop - 1;
    const bits = saved[top]!;
    this.#sharesPrivateObject = (bits & WAS_TANGLED) !== 0;
    if ((bits & SAVED_VERSION) !== 0) this.#shared.version = saved[--top]!;
    if ((bits & SAVED_SHARED) !== 0) {
      this.#shared.sum.low = saved[--top]!;
      this.#shared.sum.high = saved[--top]!;
    }
    if ((bits & SAVED_GLOBALS) !== 0) {
      this.#globals.sum.low = saved[--top]!;
      this.#globals.sum.high = saved[--top]!;
    }
    if ((bits & SAVED_SET) !== 0) this.#shapes.use(saved[--top]!);
    if ((bits & SAVED_LIVE) !== 0) this.#live!.undo();
    for (let count = bits >> COUNT_SHIFT; count > 0; count--) {
      const word = saved[--top]!;
      const thread = word & ~HAS_SET;
      const low = saved[--top]!;
      const high = saved[--top]!;
      const threads = word === thread ? this.#threadSets[thread]! : saved[--top]!;
      this.#setThread(thread, high, low, threads);
    }
    this.#savedTop = top;
  }

  /** Goes back where the step is not complete. */
  #forgetStep(): void {
    this.#isIncomplete = false;
    this.#sharesPrivateObject = (this.#saved[--this.#savedTop]! & WAS_TANGLED) !== 0;
    this.#globals.sum.copy(this.#globalsBefore);
    this.#shared.sum.copy(this.#sharedBefore);
    this.#forgetNoted();
  }

  /** Bytes that the steps to go back take. */
  get stepBytes(): number {
    return this.#savedTop * 4 + (this.#live?.stepBytes ?? 0);
  }

  /** Makes `high` and `low` those of the present state again, after going back. */
  settle(pending: number): void {
    const sum = this.#pending;
    sum.clear();
    if (pending !== 0) {
      sum.moveTo(AT_PENDING, 0);
      sum.add(0, pending);
    }
    const globals = this.#globals.sum;
    this.high = (sum.high + globals.high + this.#shared.sum.high + this.#allHigh) | 0;
    this.low = (sum.low + globals.low + this.#shared.sum.low + this.#allLow) | 0;
  }

  // ---- what a word that has changed makes of the sums ----

  #change(address: number, old: number, value: number): void {
    if (this.#m.discipline.isGuard(address)) {
      this.#isLocal = false;
      this.#changeGuard(address, old, value);
    } else if (address >= this.#boot.top) {
      if (!this.#shared.change(address, old, value)) this.#isRenumbered = true;
      if (this.#boxes?.touches(address) === true) this.#changeBox();
      if (this.#isLocal) this.#isLocal = this.#isUnnoticed(address, old);
    } else if (address >= STATIC_BASE) {
      if (this.#isOther(address)) this.#isLocal = false;
      this.#changeBoot(address, old, value);
    } else if (address >= THREAD_BASE) {
      this.#changeRecord(address - THREAD_BASE, old, value);
    } else {
      this.#changeGlobal(address, old, value);
    }
  }

  /** Something may be a box like any other, or another one, that was a constant, or the other way round. */
  #changeBox(): void {
    this.#isLocal = false;
    this.#isRenumbered = true;
  }

  /** A word that the step was not said to touch; of a field of two words the first was said. */
  #isOther(address: number): boolean {
    const touched = this.#touched;
    return address !== touched && (touched < STATIC_BASE || address !== touched + 1);
  }

  /** Nobody could notice this change of a word of the heap, or it was said that it would be made. */
  #isUnnoticed(address: number, old: number): boolean {
    const object = this.#objects.sharedObjectAt(address);
    if (object === 0 || !this.#isOther(address)) return true;
    const thread = this.#noted[0]!;
    if (address === object + LOCK_WORD && ownerOf(old) === thread) return true;
    return this.#isTouched(thread) && object === this.#m.H[threadRecord(thread) + T_OBJECT];
  }

  /** The step was said to touch this thread's status, or to start it. */
  #isTouched(thread: number): boolean {
    if (this.#touched === GLOBAL_THREADS) return thread === this.#m.threadCount - 1;
    return this.#touched === threadRecord(thread) + T_STATUS;
  }

  #changeGlobal(address: number, old: number, value: number): void {
    if (this.#isOther(address)) this.#isLocal = false;
    this.#globals.changeCounter(address, old, value);
  }

  #changeRecord(at: number, old: number, value: number): void {
    const thread = Math.floor(at / THREAD_WORDS);
    const word = at % THREAD_WORDS;
    if (thread !== this.#noted[0] && !this.#isTouched(thread)) this.#isLocal = false;
    switch (RECORD_KINDS[word]!) {
      case IGNORED:
        return;
      case ROOT:
        if (!this.#isTouched(thread)) this.#isLocal = false;
        this.#isRenumbered = true;
        return;
      case STATUS:
        if (!this.#isTouched(thread)) this.#isLocal = false;
        if (isNoThread(old)) this.#isRenumbered = true;
        else if (isNoThread(value)) this.#hasEnded = true;
        break;
      case REFERENCE:
        // The one that runs gives itself only what it can reach already.
        if (value >= this.#boot.top && thread !== this.#noted[0]) this.#isForAll = true;
        break;
      default:
        // What is asked of a Thread that has ended is part of the object; that somebody has joined it is not.
        // (The one that ran may have ended just now; what its object says is put then.)
        if (word === T_FLAGS && ((old ^ value) & F_INTERRUPTED) === 0) break;
        if (thread !== this.#noted[0] && isNoThread(this.#m.H[threadRecord(thread) + T_STATUS]!)) {
          this.#isRenumbered = true;
        }
    }
    this.#note(thread);
  }

  #changeBoot(address: number, old: number, value: number): void {
    const boot = this.#boot;
    const { top } = boot;
    const index = boot.note(address, old);
    this.#hasStatics = true;
    if (this.#boxes?.isCacheWord(address) === true) this.#changeBox();
    if (boot.isDead(address)) return;
    const kind = boot.kinds[index]!;
    this.#globals.changeBoot(address, kind, old, value);
    if (kind !== PLAIN_WORD && (old >= top || value >= top)) this.#isRenumbered = true;
  }

  /** What guards an object or a static field: a code, which is odd, or a lock. */
  #changeGuard(address: number, old: number, value: number): void {
    const { top } = this.#boot;
    if (!this.#boot.has(address)) {
      const object = this.#m.discipline.guardedBy(address);
      if (!this.#shared.changeGuard(object, old, value)) this.#isRenumbered = true;
      if (this.#boxes?.guards(object) === true) this.#changeBox();
      return;
    }
    this.#boot.note(address, old);
    this.#globals.changeBoot(address, GUARD_WORD, old, value);
    if (old >= top || value >= top) this.#isRenumbered = true;
  }

  // ---- live fields ----

  /** True when other fields are live than before the step: everything is computed anew then. */
  #lookForDead(): boolean {
    const { set } = this.#live!;
    if (set === this.#shapes.set) return false;
    this.#shapes.use(set);
    this.#globals.compute();
    this.#isRenumbered = true;
    return true;
  }

  // ---- threads ----

  /** The hash of this thread must be computed anew. */
  #note(thread: number): void {
    if (this.#isNoted[thread] === 1) return;
    this.#isNoted[thread] = 1;
    this.#noted[this.#notedCount++] = thread;
  }

  #forgetNoted(): void {
    for (let i = 0; i < this.#notedCount; i++) this.#isNoted[this.#noted[i]!] = 0;
    this.#notedCount = 0;
  }

  #hashNoted(): void {
    const { version } = this.#shared;
    for (let i = 0; i < this.#notedCount; i++) {
      const thread = this.#noted[i]!;
      this.#threads.computeAlone(thread, version);
      this.#take(thread);
    }
  }

  /** Hashes all threads in order, so that an object counts for the first that reaches it. */
  #hashAll(): void {
    const { threadCount } = this.#m;
    this.#objects.startRound(threadCount);
    for (let thread = 0; thread < threadCount; thread++) {
      this.#threads.compute(thread);
      this.#take(thread);
    }
    this.#sharesPrivateObject = this.#objects.hasMet;
  }

  /** Takes over the hash that was computed. */
  #take(thread: number): void {
    const { high, low, threads } = this.#threads;
    const oldHigh = this.#threadHighs[thread]!;
    const oldLow = this.#threadLows[thread]!;
    const oldThreads = this.#threadSets[thread]!;
    if (threads !== oldThreads) this.#hasOtherThreads = true;
    else if (high === oldHigh && low === oldLow) return;
    if (this.#savedTop + MAX_WORDS_A_THREAD > this.#saved.length) this.#saved = grown(this.#saved);
    const saved = this.#saved;
    let top = this.#savedTop;
    const hasSet = threads !== oldThreads;
    if (hasSet) saved[top++] = oldThreads;
    saved[top++] = oldHigh;
    saved[top++] = oldLow;
    saved[top++] = hasSet ? thread | HAS_SET : thread;
    this.#savedThreads++;
    this.#savedTop = top;
    this.#setThread(thread, high, low, threads);
  }

  #setThread(thread: number, high: number, low: number, threads: number): void {
    this.#allHigh = (this.#allHigh - this.#threadHighs[thread]! + high) | 0;
    this.#allLow = (this.#allLow - this.#threadLows[thread]! + low) | 0;
    this.#threadHighs[thread] = high;
    this.#threadLows[thread] = low;
    this.#threadSets[thread] = threads;
  }

  // ---- everything ----

  /** Called when threads are hashed: a thread that has ended, or is not referred to any more, may have been a root. */
  #checkRoots(thread: number): void {
    const isUntracked = this.#hasEnded && threadBit(thread) === 0;
    if (isUntracked || this.#shared.hasOtherRoots()) this.#isRenumbered = true;
    else if (this.#hasEnded) this.#shared.changeEnded(this.#m.H[threadRecord(thread) + T_OBJECT]!);
  }

  /** Computes everything but the globals anew. */
  #renumber(): void {
    this.#shared.startVersion();
    // Which Threads are roots may turn out only when all threads are hashed; that does not depend on the numbers.
    do {
      this.#shared.compute();
      this.#hashAll();
    } while (this.#shared.hasOtherRoots());
  }
}
