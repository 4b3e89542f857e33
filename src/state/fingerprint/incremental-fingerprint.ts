/**
 * HOT. The fingerprint of a machine's state, kept up to date: after a step only what it changed is hashed again.
 * It tells the same states apart as the Canonicalizer does.
 *
 * A fingerprint is the sum of three kinds of hashes: of the *globals* (counters, and words of the boot area that
 * do not refer to the heap), of the *shared* objects (those that all threads can reach), and one for each
 * *thread* (its record, its frames, and the objects that only it reaches). The undo log has the words that a step
 * wrote. A word in the globals or in a shared object costs one subtraction and one addition; the thread that ran
 * is hashed again. If a reference in the shared part has changed, the shared objects may be others: everything but
 * the globals is computed anew, and the shared part has a new *version*.
 *
 * docs/incremental-fingerprint.md proves that what is kept is right.
 */
import type { Machine } from "../../vm/machine.ts";
import { BootWords } from "../boot-words.ts";
import { boxConstantsFor } from "../cached-boxes.ts";
import { ALL_LIVE, type LiveCells } from "../live-cells.ts";
import { ObjectLayouts } from "../object-layout.ts";
import { AdditiveHash } from "./additive-hash.ts";
import { GlobalsHash } from "./globals-hash.ts";
import { LiveFieldSets } from "./live-field-sets.ts";
import { ObjectHashes, threadBit } from "./object-hashes.ts";
import { SharedObjects } from "./shared-objects.ts";
import {
  COUNT_SHIFT,
  SAVED_GLOBALS,
  SAVED_LIVE,
  SAVED_SET,
  SAVED_SHARED,
  SAVED_VERSION,
  StepJournal,
  WAS_TANGLED,
} from "./step-journal.ts";
import { ThreadHashes } from "./thread-hashes.ts";
import { WriteClassifier } from "./write-classifier.ts";

/** The place in the sum of what a state waits for. */
const AT_PENDING = -2;

export class IncrementalFingerprint {
  /** The fingerprint of the state that the last step led to. */
  high = 0;
  low = 0;
  readonly #m: Machine;
  /** Null if all fields are live. */
  readonly #live: LiveFieldSets | null;
  readonly #shapes: ObjectLayouts;
  readonly #boot: BootWords;
  readonly #globals: GlobalsHash;
  readonly #shared: SharedObjects;
  readonly #threads: ThreadHashes;
  readonly #writes: WriteClassifier;
  readonly #journal = new StepJournal();
  readonly #pending = new AdditiveHash();
  /** The last step was noted but not completed; what the state after it waits for. */
  #isIncomplete = false;
  #choiceAndExitWord = 0;

  /** Dead cells are left out. */
  constructor(m: Machine, liveness: LiveCells = ALL_LIVE) {
    const { frames, fields } = liveness;
    this.#m = m;
    this.#live = fields === null ? null : new LiveFieldSets(m, fields);
    const shapes = new ObjectLayouts(m, fields);
    const boot = new BootWords(m, shapes);
    const boxes = boxConstantsFor(m, liveness);
    const objects = new ObjectHashes(m, shapes, boot.top, boxes);
    this.#shapes = shapes;
    this.#boot = boot;
    this.#globals = new GlobalsHash(m, boot);
    this.#threads = new ThreadHashes(m, objects, frames, this.#journal);
    this.#shared = new SharedObjects(m, shapes, boot, objects, this.#threads.sets);
    this.#writes = new WriteClassifier(m, boot, boxes, objects, this.#globals, this.#shared);
  }

  /** The fields that are live in the present state. */
  get liveSet(): number {
    return this.#shapes.set;
  }

  /** The words from before the start that have changed since. */
  get bootWords(): BootWords {
    return this.#boot;
  }

  /** Bytes that it takes to undo the steps of the path. */
  get stepBytes(): number {
    return this.#journal.bytes + (this.#live?.stepBytes ?? 0);
  }

  /** Computes the present state in full. No step before it can be undone. */
  start(): void {
    if (this.#live !== null) {
      this.#live.start();
      this.#shapes.use(this.#live.set);
    }
    this.#renumber();
    this.#journal.clear();
    this.settle(0);
  }

  /** To be called before a step is taken. */
  beforeStep(): void {
    this.#shared.findTable();
    this.#journal.begin(this.#threads.isTangled);
  }

  /**
   * To be called after the thread has taken its step, with the length that the log of words, compacted since, had
   * before it: notes what has changed. `pending` tells apart what the state waits for; `touched` is the word, if
   * any, of the step's footprint. `complete` then computes the fingerprint; a step whose fingerprint is not asked
   * for can be undone without it. A step to a state that the search will not continue from needs neither call.
   */
  noteStep(thread: number, since: number, pending: number, touched = 0): void {
    const { isTangled } = this.#threads;
    this.#isIncomplete = true;
    this.#choiceAndExitWord = pending;
    this.#journal.globalsBefore.copy(this.#globals.sum);
    this.#journal.sharedBefore.copy(this.#shared.sum);
    this.#writes.isLocal = !isTangled && pending === 0;
    this.#writes.classify(thread, since, touched, isTangled);
  }

  complete(): void {
    if (!this.#isIncomplete) return;
    this.#isIncomplete = false;
    const { version } = this.#shared;
    const { set } = this.#shapes;
    const writes = this.#writes;
    const threads = this.#threads;
    let bits = this.#journal.open();
    if (this.#live !== null) {
      const { changed } = writes;
      if (this.#live.look(changed.threads, changed.count, writes.hasStatics, set)) {
        bits |= SAVED_LIVE;
      }
      if (this.#useLiveFields()) bits |= SAVED_SET;
    }
    threads.haveSetsChanged = false;
    if (!writes.mustRenumber) {
      if (writes.mustRehashAllThreads) threads.hashAll();
      else threads.hash(writes.changed, version);
      if (threads.haveSetsChanged || writes.hasEnded) this.#checkRoots();
    }
    if (writes.mustRenumber) this.#renumber();
    if (threads.isTangled) writes.isLocal = false;
    writes.changed.clear();
    this.#journal.close(
      bits,
      this.#globals.sum,
      this.#shared.sum,
      set,
      version,
      this.#shared.version,
    );
    this.settle(this.#choiceAndExitWord);
  }

  /** Whether the step was local (write-classifier.ts). The step is completed only if that may change the answer. */
  wasLocal(): boolean {
    if (this.#writes.isLocal && !this.#staysUntangled()) this.complete();
    return this.#writes.isLocal;
  }

  /**
   * If the state before was not tangled and the version stays, the new one is not tangled either. As long as no
   * thread has ended, what their frames refer to makes no root.
   */
  #staysUntangled(): boolean {
    const writes = this.#writes;
    if (!this.#isIncomplete || writes.mustRenumber || writes.mustRehashAllThreads) return false;
    const isSteady = this.#live === null || this.#live.isSteady(this.#shapes.set);
    return isSteady && !this.#shared.hasEndedThreads();
  }

  /** To be called when the machine has gone back to where the last step began. */
  undoStep(): void {
    const journal = this.#journal;
    if (this.#isIncomplete) {
      this.#forgetStep();
      return;
    }
    const { words } = journal;
    let top = journal.top - 1;
    const bits = words[top]!;
    this.#threads.isTangled = (bits & WAS_TANGLED) !== 0;
    if ((bits & SAVED_VERSION) !== 0) this.#shared.version = words[--top]!;
    if ((bits & SAVED_SHARED) !== 0) {
      this.#shared.sum.low = words[--top]!;
      this.#shared.sum.high = words[--top]!;
    }
    if ((bits & SAVED_GLOBALS) !== 0) {
      this.#globals.sum.low = words[--top]!;
      this.#globals.sum.high = words[--top]!;
    }
    if ((bits & SAVED_SET) !== 0) this.#shapes.use(words[--top]!);
    journal.top = top;
    if ((bits & SAVED_LIVE) !== 0) this.#live!.undo();
    this.#threads.undo(bits >> COUNT_SHIFT);
  }

  /** Undoes a step that is not complete. */
  #forgetStep(): void {
    this.#isIncomplete = false;
    this.#threads.isTangled = (this.#journal.pop() & WAS_TANGLED) !== 0;
    this.#globals.sum.copy(this.#journal.globalsBefore);
    this.#shared.sum.copy(this.#journal.sharedBefore);
    this.#writes.changed.clear();
  }

  /** Makes `high` and `low` those of the present state again, after steps were undone. */
  settle(pending: number): void {
    const sum = this.#pending;
    sum.clear();
    if (pending !== 0) {
      sum.moveTo(AT_PENDING, 0);
      sum.add(0, pending);
    }
    const globals = this.#globals.sum;
    this.high = (sum.high + globals.high + this.#shared.sum.high + this.#threads.high) | 0;
    this.low = (sum.low + globals.low + this.#shared.sum.low + this.#threads.low) | 0;
  }

  /** True if other fields are live than before the step: then everything is computed anew. */
  #useLiveFields(): boolean {
    const { set } = this.#live!;
    if (set === this.#shapes.set) return false;
    this.#shapes.use(set);
    this.#globals.compute();
    this.#writes.mustRenumber = true;
    return true;
  }

  /** Called when threads are hashed: a thread that has ended, or that no frame refers to any longer, may have been a root. */
  #checkRoots(): void {
    const writes = this.#writes;
    const thread = writes.changed.runner;
    const isUntracked = writes.hasEnded && threadBit(thread) === 0;
    if (isUntracked || this.#shared.hasOtherRoots()) writes.mustRenumber = true;
    else if (writes.hasEnded) {
      this.#shared.changeEnded(this.#m.threadAt(thread).object);
    }
  }

  /** Computes everything but the globals anew. */
  #renumber(): void {
    this.#shared.startVersion();
    // Which Threads are roots may turn out only when all threads are hashed; that does not depend on the numbers.
    do {
      this.#shared.compute();
      this.#threads.hashAll();
    } while (this.#shared.hasOtherRoots());
  }
}
