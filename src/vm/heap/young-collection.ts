/**
 * Collects the objects that were made since a mark, and nothing else: going
 * back to the mark drops them all, so they may move as they like. Older objects
 * stay where they are, dead or not, because the states to go back to have them.
 *
 * A reference to a young object is in another young object, in a frame that has
 * been in use since, or in an older word that has been written since; and those
 * are in the undo log. So the work depends on what the step has done, not on
 * the size of the heap.
 *
 * Survivors are copied to a scratch area in the order in which they are found,
 * with references that are right where they will lie, and put back at the mark.
 * The words that guard them (guard-words.ts) go with them.
 */
import { grown } from "../../core/words.ts";
import type { Machine } from "../machine.ts";
import {
  HEAP_BASE,
  PERM_BASE,
  PERM_WORDS,
  STATIC_BASE,
  THREAD_BASE,
  threadRecord,
} from "../memory/memory.ts";
import { ARRAY_DATA, ARRAY_LENGTH } from "../memory/object-layout.ts";
import { ObjectStarts } from "../memory/object-starts.ts";
import { THREAD_WORDS } from "../memory/thread-record.ts";
import { forEachFrameRoot, hasEnded, RECORD_REFERENCES } from "./heap-roots.ts";

/** Objects of more words are copied by the system. */
const FEW_WORDS = 48;

/** What is young, and where it may be referred to. */
export interface Youth {
  /** Objects from here on. */
  readonly base: number;
  /** Where the undo log ended when they began to be made. */
  readonly since: number;
  /** Frames of the running thread below were not in use since. */
  readonly frameLow: number;
  /** Frames of all threads were in use. */
  readonly isLong: boolean;
}

export class YoungCollector {
  readonly #m: Machine;
  readonly #heapStarts: ObjectStarts;
  readonly #permStarts: ObjectStarts;
  /** By class: which words of its objects hold references. */
  readonly #shapes: (Uint8Array | undefined)[] = [];
  #staticReferences = new Set<number>();
  #scratch = new Int32Array(1 << 10);
  #base = 0;
  #end = 0;
  #used = 0;

  constructor(m: Machine) {
    this.#m = m;
    this.#heapStarts = new ObjectStarts(m, HEAP_BASE, m.spaceWords);
    this.#permStarts = new ObjectStarts(m, PERM_BASE, PERM_WORDS);
  }

  /** The registers of all threads must be in their records. */
  collect(youth: Youth): void {
    const m = this.#m;
    const { H } = m;
    this.#heapStarts.forgetFrom(Math.min(m.lowestTop, youth.base));
    m.lowestTop = m.heapTop;
    this.#base = youth.base;
    this.#end = m.heapTop;
    this.#used = 0;
    m.compactLog(youth.since);
    m.pending = this.#forward(m.pending);
    m.uncaught = this.#forward(m.uncaught);
    const { kept, whenMoved } = m.room;
    for (let i = 0; i < kept.length; i++) kept[i] = this.#forward(kept[i]!);
    const guards: number[] = [];
    const threads = new Set<number>();
    m.forEachLogged(youth.since, (address) => {
      if (m.guards.includes(address)) {
        guards.push(address);
      } else if (address < this.#base && this.#holdsReference(address)) {
        H[address] = this.#forward(H[address]!);
      }
      if (address >= THREAD_BASE && address < STATIC_BASE) {
        threads.add(Math.floor((address - THREAD_BASE) / THREAD_WORDS));
      }
    });
    this.#forwardFrames(youth, threads);
    const places = this.#findAll(guards);
    whenMoved?.((ref) => this.#newPlace(ref));
    H.set(this.#scratch.subarray(0, this.#used), this.#base);
    m.heapTop = this.#base + this.#used;
    for (const at of guards) if (this.#isYoungGuard(at)) m.setAlways(at, 0);
    for (const [at, value] of places) m.setAlways(at, value);
    m.collections++;
  }

  #forwardFrames({ frameLow, isLong }: Youth, written: ReadonlySet<number>): void {
    const m = this.#m;
    const { S } = m;
    const inStack = (at: number): void => {
      S[at] = this.#forward(S[at]!);
    };
    for (let thread = 0; thread < m.threadCount; thread++) {
      if (hasEnded(m, thread)) continue;
      if (thread === m.thread && !isLong) forEachFrameRoot(m, thread, inStack, frameLow);
      else if (isLong || written.has(thread)) forEachFrameRoot(m, thread, inStack);
    }
  }

  // ---- guards ----

  #isYoungGuard(at: number): boolean {
    return this.#m.guards.ownerOf(at) >= this.#base;
  }

  /**
   * Copies everything reachable from the copies made so far. A guard may be a lock that is otherwise
   * unreachable: it stays, because it is part of the state. Returns where the guards of survivors go,
   * and their contents.
   */
  #findAll(words: readonly number[]): ReadonlyMap<number, number> {
    const { H, guards } = this.#m;
    const places = new Map<number, number>();
    for (const at of words) {
      // Codes that are not locks are odd.
      if (!this.#isYoungGuard(at) && (H[at]! & 1) === 0) H[at] = this.#forward(H[at]!);
    }
    let scanned = 0;
    while (scanned < this.#used) {
      scanned = this.#scan(scanned);
      for (const at of words) {
        const object = this.#isYoungGuard(at) ? this.#newPlace(guards.ownerOf(at)) : 0;
        if (object === 0 || places.has(guards.wordOf(object))) continue;
        const guard = H[at]!;
        places.set(guards.wordOf(object), (guard & 1) === 0 ? this.#forward(guard) : guard);
      }
    }
    return places;
  }

  // ---- words ----

  /** Whether an older word is one that references are kept in. */
  #holdsReference(address: number): boolean {
    const m = this.#m;
    if (address < THREAD_BASE) return false;
    if (address < STATIC_BASE) {
      const thread = Math.floor((address - THREAD_BASE) / THREAD_WORDS);
      return RECORD_REFERENCES.includes(address - threadRecord(thread));
    }
    if (address < PERM_BASE) return this.#isStaticReference(address - STATIC_BASE);
    const object =
      address < HEAP_BASE
        ? this.#permStarts.objectAt(address, m.permTop)
        : this.#heapStarts.objectAt(address, this.#base);
    const classId = m.H[object]!;
    const shape = (this.#shapes[classId] ??= this.#shapeOf(classId));
    // Arrays have the same kind of word throughout.
    return shape[Math.min(address - object, shape.length - 1)] === 1;
  }

  #isStaticReference(index: number): boolean {
    const { references } = this.#m.program.statics;
    if (this.#staticReferences.size !== references.length) {
      this.#staticReferences = new Set(references);
    }
    return this.#staticReferences.has(index);
  }

  #shapeOf(classId: number): Uint8Array {
    const cls = this.#m.program.classes[classId]!;
    if (cls.component !== null) {
      const shape = new Uint8Array(ARRAY_DATA + 1);
      if (!cls.component.isPrimitive) shape[ARRAY_DATA] = 1;
      return shape;
    }
    const shape = new Uint8Array(this.#m.classTables.instanceWords[classId]!);
    for (const offset of cls.referenceOffsets) shape[offset] = 1;
    return shape;
  }

  // ---- objects ----

  /** Where a young object is now, or an older one still; 0 for a young one that has not survived. */
  #newPlace(ref: number): number {
    if (ref < this.#base || ref >= this.#end) return ref;
    const word = this.#m.H[ref]!;
    return word < 0 ? -word : 0;
  }

  /** The new place of an object; copied to the scratch area if this is the first time it is met. */
  #forward(ref: number): number {
    if (ref < this.#base || ref >= this.#end) return ref;
    const { H } = this.#m;
    const word = H[ref]!;
    if (word < 0) return -word;
    const words = this.#m.wordsOf(ref);
    const from = this.#used;
    this.#used += words;
    if (this.#used > this.#scratch.length) {
      this.#scratch = grown(this.#scratch, Math.max(this.#used, this.#scratch.length * 2));
    }
    const scratch = this.#scratch;
    if (words > FEW_WORDS) scratch.set(H.subarray(ref, ref + words), from);
    else for (let i = 0; i < words; i++) scratch[from + i] = H[ref + i]!;
    H[ref] = -(this.#base + from);
    return this.#base + from;
  }

  /** Forwards what the copies from this place on refer to, and what is copied because of that; says where they end. */
  #scan(from: number): number {
    const { classes } = this.#m.program;
    let object = from;
    while (object < this.#used) {
      const cls = classes[this.#scratch[object]!]!;
      let words = this.#m.classTables.instanceWords[cls.id]!;
      if (cls.component === null) {
        for (const offset of cls.referenceOffsets) {
          const copy = this.#forward(this.#scratch[object + offset]!);
          this.#scratch[object + offset] = copy;
        }
      } else {
        const length = this.#scratch[object + ARRAY_LENGTH]!;
        words = this.#m.arrayWords(this.#m.classTables.elementShift[cls.id]!, length);
        if (!cls.component.isPrimitive) this.#scanElements(object + ARRAY_DATA, length);
      }
      object += words;
    }
    return object;
  }

  #scanElements(first: number, length: number): void {
    for (let at = first; at < first + length; at++) {
      const copy = this.#forward(this.#scratch[at]!);
      this.#scratch[at] = copy;
    }
  }
}
