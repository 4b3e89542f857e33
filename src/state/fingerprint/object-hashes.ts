/**
 * HOT. Numbers objects in the order in which they are found, and sums up their
 * words under those numbers. Objects are numbered part by part: first those
 * that all threads can reach (the shared part, see incremental-fingerprint.ts),
 * whose numbers are kept until they are made anew, then for each thread those
 * that only its frames reach.
 */
import { WordStack } from "../../core/word-stack.ts";
import { sparseWords } from "../../core/words.ts";
import type { Machine } from "../../vm/machine.ts";
import { HEAP_BASE } from "../../vm/memory/memory.ts";
import {
  ARRAY_DATA,
  ARRAY_LENGTH,
  HASH_WORD,
  LOCK_WORD,
  OBJECT_HEADER,
} from "../../vm/memory/object-layout.ts";
import { hashWordInState } from "../../vm/sharing/shared-objects.ts";
import type { CachedBoxes } from "../cached-boxes.ts";
import {
  type ObjectLayouts,
  REFERENCE,
  REFERENCE_ARRAY,
  THREAD,
  WORD_ARRAY,
} from "../object-layout.ts";
import { AdditiveHash } from "./additive-hash.ts";
import { OTHERS, OwnNumbers } from "./own-numbers.ts";
import { type SharedTable, SharedTables } from "./shared-table.ts";

/** Where shared objects are summed up; those of a thread are at thread + 1. */
export const SHARED_SPACE = 0;

/** Shared objects have numbers below this; a thread's own have theirs from here on. */
const OWN = 1 << 28;

/** Offsets for what is not a word of the object: past any real one. */
export const ENDED = 0x7fffffff;
export const GUARD = 0x7ffffffe;
const GUARDED_BY_LOCK = 0x3ffffffd;
const SECOND_WORD = 1 << 30;

/** The bit of a thread in a set of threads; those without one are never in the set. */
export const threadBit = (thread: number): number => (thread < THREAD_BITS ? 1 << thread : 0);
const THREAD_BITS = 31;

export class ObjectHashes {
  readonly tables: SharedTables;
  /** Of the words of all objects visited since the part was started. */
  readonly sum = new AdditiveHash();
  /** Everything below this word was made before the program's start. */
  readonly bootTop: number;
  /** Of the part under way: bits of the threads whose Thread is a root's object or referred to in one. */
  threads = 0;
  readonly #m: Machine;
  readonly #shapes: ObjectLayouts;
  readonly #boxes: CachedBoxes | null;
  /** The shared part. */
  #table: SharedTable;
  /** Of a Thread: a slot + 1 to look for it. */
  readonly #slots: Int32Array;
  /** The threads' parts. */
  readonly own: OwnNumbers;
  /** SHARED_SPACE, or thread + 1. */
  #space = SHARED_SPACE;
  /** The objects found in the part under way, in the order of their numbers. */
  readonly #found = new WordStack();
  /** Bits of the threads whose Threads the object under way refers to. */
  #referred = 0;

  /** `boxes`: which objects go by what they are; null when none do. */
  constructor(
    m: Machine,
    shapes: ObjectLayouts,
    bootTop: number,
    boxes: CachedBoxes | null = null,
  ) {
    this.#m = m;
    this.#boxes = boxes;
    this.#shapes = shapes;
    this.bootTop = bootTop;
    const halves = m.spaceWords >> 1;
    this.tables = new SharedTables(halves);
    this.#table = this.tables.find(0);
    this.#slots = sparseWords(halves);
    this.own = new OwnNumbers(halves);
  }

  /** From now on this says what is shared. Which Thread is in which slot is to be said again. */
  use(table: SharedTable): void {
    this.#table = table;
  }

  /** From now on objects that have no number get one of the shared part, which is empty. */
  startShared(): void {
    this.#table.clear();
    this.#space = SHARED_SPACE;
    this.#found.top = 0;
    this.sum.clear();
  }

  /** From now on objects that have no number get one of this part; parts of a round come one after the other. */
  startPart(thread: number): void {
    this.own.startPart();
    this.#space = thread + 1;
    this.#found.top = 0;
    this.threads = 0;
    this.sum.clear();
  }

  /** An object has been found that belongs to the part under way. */
  get hasFound(): boolean {
    return this.#found.top > 0;
  }

  /** The shared object that a word of the heap belongs to; 0 when it is in none. */
  sharedObjectAt(address: number): number {
    const half = (address - HEAP_BASE) >> 1;
    const table = this.#table;
    return table.stamps[half] === table.epoch ? table.starts[half]! : 0;
  }

  sharedNumber(ref: number): number {
    return this.#table.numbers[(ref - HEAP_BASE) >> 1]!;
  }

  /** Says in which slot a Thread is; to be said again whenever that may have changed. */
  noteThread(object: number, thread: number): void {
    if (object >= this.bootTop) this.#slots[(object - HEAP_BASE) >> 1] = thread + 1;
  }

  /** The bit of the thread whose Thread this is. */
  #threadBit(ref: number): number {
    if (ref < this.bootTop) return 0;
    const thread = this.#slotOf(ref);
    return thread < 0 ? 0 : threadBit(thread);
  }

  /** The number of an object that a frame refers to. */
  root(ref: number): number {
    const number = this.number(ref);
    if (number <= 0) return number;
    if (number < OWN) this.threads |= this.#table.threads[(ref - HEAP_BASE) >> 1]!;
    else this.threads |= this.#threadBit(ref);
    // Another thread's part: it is not visited for this one.
    if (number >= OTHERS) this.threads |= this.#threadsIn(ref);
    return number;
  }

  #threadsIn(ref: number): number {
    const m = this.#m;
    const words = m.wordsOf(ref);
    let threads = 0;
    for (let i = OBJECT_HEADER; i < words; i++) {
      if (this.#shapes.isReference(m.H[ref]!, i)) threads |= this.#threadBit(m.H[ref + i]!);
    }
    return threads;
  }

  /** What stands for a reference: 0 for null, negative for what was there from the start, or is like it. */
  number(ref: number): number {
    if (ref < this.bootTop) return this.#m.fixedNumbers.reference(ref);
    const half = (ref - HEAP_BASE) >> 1;
    const table = this.#table;
    if (table.stamps[half] === table.epoch) return table.numbers[half]!;
    if (this.#boxes !== null) {
      const constant = this.#boxes.numberOf(ref);
      if (constant !== 0) return constant;
    }
    if (this.#space === SHARED_SPACE) return this.#addShared(ref, half);
    const known = this.own.numberAt(half);
    if (known !== 0) return known >= OTHERS ? known : OWN + known;
    const number = this.#add(ref);
    this.own.set(half, number);
    return OWN + number;
  }

  #addShared(ref: number, half: number): number {
    const { stamps, starts, numbers, epoch } = this.#table;
    const end = half + (this.#m.wordsOf(ref) >> 1);
    for (let i = half; i < end; i++) {
      stamps[i] = epoch;
      starts[i] = ref;
    }
    return (numbers[half] = this.#add(ref));
  }

  #add(ref: number): number {
    const found = this.#found;
    found.reserve(1)[found.top++] = ref;
    return found.top;
  }

  /** Visits the objects found, and those found from them, until there are no more. */
  visitFound(): void {
    const found = this.#found;
    const roots = found.top;
    for (let i = 0; i < found.top; i++) {
      const ref = found.words[i]!;
      this.#referred = 0;
      this.sum.moveTo(this.#space, i + 1);
      this.#visit(ref);
      if (this.#space === SHARED_SPACE) {
        this.#table.threads[(ref - HEAP_BASE) >> 1] = this.#referred | this.#threadBit(ref);
      } else if (i < roots) {
        this.threads |= this.#referred;
      }
    }
  }

  /**
   * Adds all words of an object that belong to the state, each under its
   * offset. A word that belongs to an object but lies elsewhere is added here
   * too, as ENDED is, under an offset that no other has.
   */
  #visit(ref: number): void {
    const m = this.#m;
    const { H } = m;
    const { sum } = this;
    const classId = H[ref]!;
    const kind = this.#shapes.kindOf(classId);
    sum.add(0, m.classTables.numbers[classId]!);
    sum.add(LOCK_WORD, H[ref + LOCK_WORD]!);
    sum.add(HASH_WORD, hashWordInState(m, H[ref + HASH_WORD]!));
    const guard = H[m.guards.wordOf(ref)]!;
    if (guard !== 0) this.#addGuard(guard);
    if (kind <= THREAD) {
      if (kind === THREAD) sum.add(ENDED, this.endedWord(ref));
      const words = m.classTables.instanceWords[classId]!;
      const shape = this.#shapes.shapeOf(classId);
      for (let i = OBJECT_HEADER; i < words; i++) {
        const word = H[ref + i]!;
        if (word === 0) continue;
        if (shape[i] === 0) sum.add(i, word);
        else if (shape[i] === REFERENCE) this.#addReference(i, word);
      }
      return;
    }
    sum.add(ARRAY_LENGTH, H[ref + ARRAY_LENGTH]!);
    const words = m.wordsOf(ref);
    if (kind === WORD_ARRAY) {
      for (let i = ARRAY_DATA; i < words; i++) sum.add(i, H[ref + i]!);
    } else if (kind === REFERENCE_ARRAY) {
      for (let i = ARRAY_DATA; i < words; i++) {
        const word = H[ref + i]!;
        if (word !== 0) this.#addReference(i, word);
      }
    }
  }

  /** What guards the object: a code, which is odd, or a lock. */
  #addGuard(guard: number): void {
    if ((guard & 1) === 1) this.sum.add(GUARD, guard);
    else this.#addReference(GUARDED_BY_LOCK, guard);
  }

  #addReference(offset: number, ref: number): void {
    const number = this.number(ref);
    this.sum.add(offset, number);
    this.#referred |= this.#threadBit(ref);
    if (number >= OTHERS) this.sum.add(offset + SECOND_WORD, this.own.metNumber);
  }

  /** Says of a Thread whether it has ended, in which slot, and what is still to be asked of it then. */
  endedWord(object: number): number {
    const thread = this.#slotOf(object);
    if (thread < 0) return 0;
    const view = this.#m.threadAt(thread);
    return view.hasEnded ? (thread + 1) * 2 + (view.isInterrupted ? 1 : 0) : 0;
  }

  /** The slot of the thread whose Thread this is, which the program has made; -1 when there is none. */
  #slotOf(object: number): number {
    const thread = this.#slots[(object - HEAP_BASE) >> 1]! - 1;
    // The place may have been another object's.
    return thread >= 0 && this.#m.threadAt(thread).object === object ? thread : -1;
  }
}
