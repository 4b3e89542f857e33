/**
 * HOT. The shared part of the state as incremental-fingerprint.ts has it: the
 * objects found from the boot area and from the Threads that are roots. Keeps
 * their sum, and the table of them that belongs to the present version.
 */

import { bug } from "../../core/assert.ts";
import type { Machine } from "../../vm/machine.ts";
import { HASH_WORD } from "../../vm/memory/object-layout.ts";
import { hashWordInState } from "../../vm/sharing/shared-objects.ts";
import { type BootWords, GUARD_WORD } from "../boot-words.ts";
import type { ObjectLayouts } from "../object-layout.ts";
import { AdditiveHash } from "./additive-hash.ts";
import { ENDED, GUARD, type ObjectHashes, SHARED_SPACE, threadBit } from "./object-hashes.ts";
import type { SharedTable } from "./shared-table.ts";

/** Where words are summed up that are in no object, by their stable numbers. */
export const AT_WORD = -1;

export class SharedObjects {
  readonly sum = new AdditiveHash();
  /** Of the present state. */
  version = 0;
  readonly #m: Machine;
  readonly #shapes: ObjectLayouts;
  readonly #boot: BootWords;
  readonly #objects: ObjectHashes;
  /** By thread: bits of the threads whose Threads its frames refer to. */
  readonly #threadSets: Int32Array;
  #lastVersion = 0;
  /** Of the version that the present state has, or of another one. */
  #table: SharedTable;

  constructor(
    m: Machine,
    shapes: ObjectLayouts,
    boot: BootWords,
    objects: ObjectHashes,
    threadSets: Int32Array,
  ) {
    this.#m = m;
    this.#shapes = shapes;
    this.#boot = boot;
    this.#objects = objects;
    this.#threadSets = threadSets;
    this.#table = objects.tables.find(0);
  }

  /**
   * A word of the heap has changed. False when it is a reference of a shared
   * object, so that other objects may be shared now. (A word that is in no
   * shared object belongs to one thread, or is garbage.)
   */
  change(address: number, old: number, value: number): boolean {
    const objects = this.#objects;
    const object = objects.sharedObjectAt(address);
    if (object === 0) return true;
    const offset = address - object;
    let before = old;
    let after = value;
    if (offset === HASH_WORD) {
      before = hashWordInState(this.#m, old);
      after = hashWordInState(this.#m, value);
    } else if (this.#shapes.isDead(this.#m.H[object]!, offset)) {
      return true;
    } else if (this.#shapes.isReference(this.#m.H[object]!, offset)) {
      const { top } = this.#boot;
      if (old >= top || value >= top) return false;
      before = this.#m.fixedNumbers.reference(old);
      after = this.#m.fixedNumbers.reference(value);
    }
    const { sum } = this;
    sum.moveTo(SHARED_SPACE, objects.sharedNumber(object));
    sum.replace(offset, before, after);
    return true;
  }

  /** What guards an object of the heap is another code now. False when it is, or was, a lock, which is an object. */
  changeGuard(object: number, old: number, value: number): boolean {
    if (this.#objects.sharedObjectAt(object) !== object) return true;
    if (isLock(old) || isLock(value)) return false;
    this.sum.moveTo(SHARED_SPACE, this.#objects.sharedNumber(object));
    this.sum.replace(GUARD, old, value);
    return true;
  }

  /** The thread whose Thread this is has ended, and the Thread is still a root. */
  changeEnded(object: number): void {
    if (object < this.#boot.top) return;
    this.sum.moveTo(SHARED_SPACE, this.#objects.sharedNumber(object));
    this.sum.add(ENDED, this.#objects.endedWord(object));
  }

  /** The threads, as bits, whose Threads are roots. */
  #rootThreads(): number {
    const { threadCount } = this.#m;
    let alive = 0;
    let referred = 0;
    let ended = 0;
    for (let thread = 0; thread < threadCount; thread++) {
      const view = this.#m.threadAt(thread);
      const bit = view.object < this.#boot.top ? 0 : threadBit(thread);
      if (view.isAlive) {
        alive |= bit;
        referred |= this.#threadSets[thread]!;
      } else {
        ended |= bit;
      }
    }
    return alive | (ended & referred);
  }

  /** True when there are threads that have ended, or not begun. */
  hasEndedThreads(): boolean {
    const { threadCount } = this.#m;
    for (let t = 0; t < threadCount; t++) {
      const thread = this.#m.threadAt(t);
      if (!thread.isAlive && thread.object >= this.#boot.top) return true;
    }
    return false;
  }

  /** True when other Threads are roots than the table has. */
  hasOtherRoots(): boolean {
    return this.#rootThreads() !== this.#table.roots;
  }

  startVersion(): void {
    this.version = ++this.#lastVersion;
    this.#table = this.#objects.tables.find(this.version);
  }

  /** Numbers the objects of the present state and sums them up. */
  compute(): void {
    this.#number();
    this.sum.high = this.#objects.sum.high;
    this.sum.low = this.#objects.sum.low;
  }

  /** Makes sure that the table is the present version's. */
  findTable(): void {
    if (this.#table.version === this.version) return;
    this.#table = this.#objects.tables.find(this.version);
    if (this.#table.version === this.version) {
      this.#useTable();
      return;
    }
    this.#number();
    const { high, low } = this.#objects.sum;
    if (high === this.sum.high && low === this.sum.low) return;
    bug("renumbering the shared objects gave another hash");
  }

  #useTable(): void {
    const { threadCount } = this.#m;
    const objects = this.#objects;
    objects.use(this.#table);
    for (let thread = 0; thread < threadCount; thread++) {
      objects.noteThread(this.#m.threadAt(thread).object, thread);
    }
  }

  /** Fills the table with the shared objects of the present state; their sum is then that of the objects visited. */
  #number(): void {
    const { H, threadCount } = this.#m;
    const objects = this.#objects;
    const boot = this.#boot;
    const table = this.#table;
    table.version = this.version;
    table.roots = this.#rootThreads();
    this.#useTable();
    objects.startShared();
    for (let i = 0; i < boot.referenceCount; i++) {
      const index = boot.orderedReferences[i]!;
      const address = boot.addresses[index]!;
      if (H[address]! < boot.top || boot.isDead(address)) continue;
      objects.sum.moveTo(AT_WORD, boot.numbers[index]!);
      objects.sum.add(boot.kinds[index] === GUARD_WORD ? 1 : 0, objects.number(H[address]!));
    }
    for (let thread = 0; thread < threadCount; thread++) {
      const view = this.#m.threadAt(thread);
      const isRoot = (table.roots & threadBit(thread)) !== 0 || view.isAlive;
      if (isRoot) objects.number(view.object);
    }
    objects.visitFound();
  }
}

/** A guard that is a lock, not a code. */
const isLock = (guard: number): boolean => guard !== 0 && (guard & 1) === 0;
