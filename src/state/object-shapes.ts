/** Which words of an object hold references, by class: asked for each object of each state. */
import { ARRAY_DATA } from "../vm/layout.ts";
import type { Machine } from "../vm/machine.ts";

/** 1 for each word of an instance that holds a reference. */
export type Shape = Uint8Array;

/** What a class is to those who visit objects. */
export const PLAIN = 1;
/** A java.lang.Thread: whether its thread has ended is part of it. */
export const THREAD = 2;
export const WORD_ARRAY = 3;
export const REFERENCE_ARRAY = 4;

export class ObjectShapes {
  /** By class id; made at the first need. */
  readonly shapes: (Shape | undefined)[] = [];
  /** By class id: one of the above, 0 when not known yet. */
  kinds = new Uint8Array(1 << 10);
  readonly #m: Machine;
  readonly #threadClass: number;

  constructor(m: Machine) {
    this.#m = m;
    this.#threadClass = m.requireClass("java/lang/Thread").id;
  }

  kindOf(classId: number): number {
    const known = classId < this.kinds.length ? this.kinds[classId]! : 0;
    return known !== 0 ? known : this.#learn(classId);
  }

  #learn(classId: number): number {
    if (classId >= this.kinds.length) {
      const larger = new Uint8Array(Math.max(this.kinds.length * 2, classId + 1));
      larger.set(this.kinds);
      this.kinds = larger;
    }
    const cls = this.#m.program.classes[classId]!;
    let kind = cls.supertypes.has(this.#threadClass) ? THREAD : PLAIN;
    if (cls.component !== null) kind = cls.component.isPrimitive ? WORD_ARRAY : REFERENCE_ARRAY;
    this.kinds[classId] = kind;
    return kind;
  }

  shapeOf(classId: number): Shape {
    return this.shapes[classId] ?? this.#makeShape(classId);
  }

  #makeShape(classId: number): Shape {
    const m = this.#m;
    const shape = new Uint8Array(m.instanceWords[classId]!);
    for (const offset of m.program.classes[classId]!.referenceOffsets) shape[offset] = 1;
    // Without holes: V8 makes a hash table of an array that has many.
    while (this.shapes.length < classId) this.shapes.push(undefined);
    this.shapes[classId] = shape;
    return shape;
  }

  /** True when the word at an offset of an object of the class holds a reference. */
  isReference(classId: number, offset: number): boolean {
    const kind = this.kindOf(classId);
    if (kind <= THREAD) return this.shapeOf(classId)[offset] === 1;
    return kind === REFERENCE_ARRAY && offset >= ARRAY_DATA;
  }
}
