/**
 * Which words of an object hold references, and which are not part of the state
 * because they are dead, by class: needed for each object of each state.
 */

import { grownBytes } from "../core/words.ts";
import type { Machine } from "../vm/machine.ts";
import { ARRAY_DATA, OBJECT_HEADER } from "../vm/memory/object-layout.ts";
import { type FieldLiveness, NO_SET } from "./live-cells.ts";

/** For each word of an instance one of the following, or 0. */
export type Shape = Uint8Array;
export const REFERENCE = 1;
export const DEAD = 2;

/** What the code that visits objects needs to know about a class. */
export const PLAIN = 1;
/** A java.lang.Thread: whether its thread has ended is part of it. */
export const THREAD = 2;
export const WORD_ARRAY = 3;
export const REFERENCE_ARRAY = 4;
/** An array whose elements are dead. */
export const DEAD_ARRAY = 5;

/** What is known of classes while one set of fields is live. */
interface Tables {
  /** By class id; made at the first need. */
  readonly shapes: (Shape | undefined)[];
  /** By class id: one of the above, 0 when not known yet. */
  kinds: Uint8Array;
}

export class ObjectLayouts {
  /** The set of live fields in use. */
  set = NO_SET;
  readonly #m: Machine;
  readonly #threadClass: number;
  readonly #fields: FieldLiveness | null;
  #tables: Tables = { shapes: [], kinds: new Uint8Array(1 << 10) };
  readonly #tablesOf = new Map<number, Tables>([[NO_SET, this.#tables]]);

  constructor(m: Machine, fields: FieldLiveness | null = null) {
    this.#m = m;
    this.#fields = fields;
    this.#threadClass = m.requireClass("java/lang/Thread").id;
  }

  /** From now on these are the live fields. */
  use(set: number): void {
    if (set === this.set) return;
    this.set = set;
    let tables = this.#tablesOf.get(set);
    if (tables === undefined) {
      tables = { shapes: [], kinds: new Uint8Array(1 << 10) };
      this.#tablesOf.set(set, tables);
    }
    this.#tables = tables;
  }

  /** Whether a word of the static area is not part of the state. */
  isStaticDead(address: number): boolean {
    return this.#fields !== null && !this.#fields.isStaticLive(this.set, address);
  }

  kindOf(classId: number): number {
    const { kinds } = this.#tables;
    const known = classId < kinds.length ? kinds[classId]! : 0;
    return known !== 0 ? known : this.#learn(classId);
  }

  #learn(classId: number): number {
    const tables = this.#tables;
    if (classId >= tables.kinds.length) {
      tables.kinds = grownBytes(tables.kinds, Math.max(tables.kinds.length * 2, classId + 1));
    }
    const cls = this.#m.program.classes[classId]!;
    let kind = cls.supertypes.has(this.#threadClass) ? THREAD : PLAIN;
    if (cls.component !== null) {
      kind = cls.component.isPrimitive ? WORD_ARRAY : REFERENCE_ARRAY;
      if (this.#fields?.areElementsLive(this.set, classId) === false) kind = DEAD_ARRAY;
    }
    tables.kinds[classId] = kind;
    return kind;
  }

  shapeOf(classId: number): Shape {
    return this.#tables.shapes[classId] ?? this.#makeShape(classId);
  }

  #makeShape(classId: number): Shape {
    const m = this.#m;
    const shape = new Uint8Array(m.classTables.instanceWords[classId]!);
    for (const offset of m.program.classes[classId]!.referenceOffsets) shape[offset] = REFERENCE;
    for (let offset = OBJECT_HEADER; offset < shape.length; offset++) {
      if (this.#fields?.isFieldLive(this.set, classId, offset) === false) shape[offset] = DEAD;
    }
    const { shapes } = this.#tables;
    // Without holes: V8 makes a hash table of an array that has many.
    while (shapes.length < classId) shapes.push(undefined);
    shapes[classId] = shape;
    return shape;
  }

  /** True when the word at an offset of an object of the class holds a reference, dead or not. */
  holdsReference(classId: number, offset: number): boolean {
    const cls = this.#m.program.classes[classId]!;
    if (cls.component === null) return cls.referenceOffsets.includes(offset);
    return !cls.component.isPrimitive && offset >= ARRAY_DATA;
  }

  /** True when the word at an offset of an object of the class holds a reference that is part of the state. */
  isReference(classId: number, offset: number): boolean {
    const kind = this.kindOf(classId);
    if (kind <= THREAD) return this.shapeOf(classId)[offset] === REFERENCE;
    return kind === REFERENCE_ARRAY && offset >= ARRAY_DATA;
  }

  /** True when the cell at an offset of an object of the class (vm/memory/cells.ts) is no part of the state. */
  isDead(classId: number, offset: number): boolean {
    const kind = this.kindOf(classId);
    if (kind <= THREAD) return this.shapeOf(classId)[offset] === DEAD;
    return kind === DEAD_ARRAY && (offset < 0 || offset >= ARRAY_DATA);
  }
}
