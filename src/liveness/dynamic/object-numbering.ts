/**
 * Numbers all objects of a state, in an order that is the same in equal states: objects
 * that correspond to each other then have the same numbers.
 *
 * Which states are equal is decided by comparing them whole. So here only boot objects
 * count as initial, whatever counts elsewhere.
 */
import { nextEpoch } from "../../core/stamps.ts";
import { grown, sparseWords } from "../../core/words.ts";
import type { BootWords } from "../../state/boot-words.ts";
import type { LiveCells } from "../../state/live-cells.ts";
import { ObjectLayouts, REFERENCE, REFERENCE_ARRAY, THREAD } from "../../state/object-layout.ts";
import type { Machine } from "../../vm/machine.ts";
import { HEAP_BASE, PERM_BASE } from "../../vm/memory/memory.ts";
import { ARRAY_DATA, OBJECT_HEADER } from "../../vm/memory/object-layout.ts";
import { PART_REF_COUNT, PART_REFS, ThreadParts } from "./thread-parts.ts";

export class ObjectNumbering {
  /** Objects numbered so far. */
  count = 0;
  readonly #m: Machine;
  readonly #boot: BootWords;
  readonly #liveness: LiveCells;
  readonly #threads: ThreadParts;
  /** With all fields, and without what is dead in whole states. */
  readonly #shapes: ObjectLayouts;
  readonly #wholeShapes: ObjectLayouts;
  #objects = new Int32Array(1 << 3);
  /** By half address: when an object was numbered. */
  readonly #stamps: Int32Array;
  #epoch = 0;

  /** `boot` and `liveness` are what whole states are compared by. */
  constructor(m: Machine, boot: BootWords, liveness: LiveCells) {
    this.#m = m;
    this.#boot = boot;
    this.#liveness = liveness;
    this.#threads = new ThreadParts(m, boot, liveness.frames);
    this.#shapes = new ObjectLayouts(m);
    this.#wholeShapes = new ObjectLayouts(m, liveness.fields);
    this.#stamps = sparseWords((m.H.length - HEAP_BASE) >> 1);
  }

  /** The objects numbered so far, in order. */
  numbered(): Int32Array {
    return this.#objects.slice(0, this.count);
  }

  /** Numbers all objects of the present state. */
  numberAll(): void {
    const { H, threadCount } = this.#m;
    const { fields } = this.#liveness;
    this.#start();
    for (let thread = 0; thread < threadCount; thread++) this.#numberOfThread(thread);
    if (fields !== null) this.#wholeShapes.use(fields.ofState());
    const boot = this.#boot;
    for (let i = 0; i < boot.referenceCount; i++) {
      const address = boot.addresses[boot.orderedReferences[i]!]!;
      if (!this.#isDead(address)) this.#number(H[address]!);
    }
    this.#numberReached(this.#wholeShapes);
  }

  /**
   * After that: continues with objects that only words lead to which are dead in the whole
   * state. Such words may still be read, without effect.
   */
  numberDead(): void {
    if (this.#liveness.fields === null) return;
    const { H } = this.#m;
    const boot = this.#boot;
    for (let i = 0; i < boot.referenceCount; i++) {
      this.#number(H[boot.addresses[boot.orderedReferences[i]!]!]!);
    }
    this.#numberReached(this.#shapes);
  }

  #start(): void {
    this.count = 0;
    this.#epoch = nextEpoch(this.#stamps, this.#epoch);
  }

  #isDead(address: number): boolean {
    return address < PERM_BASE && this.#wholeShapes.isStaticDead(address);
  }

  #numberOfThread(thread: number): void {
    const at = this.#threads.find(thread);
    const { words } = this.#threads;
    const end = at + PART_REFS + words[at + PART_REF_COUNT]!;
    for (let i = at + PART_REFS; i < end; i++) this.#number(words[i]!);
  }

  /** What a word leads to, unless that was there from the start, or it is a code and no reference. */
  #number(ref: number): void {
    if (ref < this.#boot.top) return;
    const half = (ref - HEAP_BASE) >> 1;
    if (this.#stamps[half] === this.#epoch) return;
    this.#stamps[half] = this.#epoch;
    if (this.count === this.#objects.length) this.#objects = grown(this.#objects);
    this.#objects[this.count++] = ref;
  }

  #numberReached(shapes: ObjectLayouts): void {
    for (let i = 0; i < this.count; i++) this.#numberFrom(this.#objects[i]!, shapes);
  }

  #numberFrom(object: number, shapes: ObjectLayouts): void {
    const m = this.#m;
    const { H } = m;
    this.#number(H[m.guards.wordOf(object)]!);
    const classId = H[object]!;
    const kind = shapes.kindOf(classId);
    if (kind > THREAD) {
      if (kind !== REFERENCE_ARRAY) return;
      const end = object + m.wordsOf(object);
      for (let at = object + ARRAY_DATA; at < end; at++) this.#number(H[at]!);
      return;
    }
    const shape = shapes.shapeOf(classId);
    for (let offset = OBJECT_HEADER; offset < shape.length; offset++) {
      if (shape[offset] === REFERENCE) this.#number(H[object + offset]!);
    }
  }
}
