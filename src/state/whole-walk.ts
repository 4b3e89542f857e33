/**
 * Takes a walk over the live part of a state on to all objects of the state. Two
 * states that are equal have the corresponding ones under the same numbers then.
 */
import { ARRAY_DATA, OBJECT_HEADER } from "../vm/layout.ts";
import type { Machine } from "../vm/machine.ts";
import { PERM_BASE } from "../vm/memory.ts";
import type { BootWords } from "./boot-words.ts";
import type { FieldLiveness } from "./field-liveness.ts";
import type { LiveWalk } from "./live-walk.ts";
import { ObjectShapes, REFERENCE, REFERENCE_ARRAY, THREAD } from "./object-shapes.ts";

export class WholeWalk {
  readonly #m: Machine;
  readonly #boot: BootWords;
  readonly #walk: LiveWalk;
  readonly #fields: FieldLiveness | null;
  /** With all fields, and without what is dead in whole states. */
  readonly #shapes: ObjectShapes;
  readonly #wholeShapes: ObjectShapes;

  /** `fields` is what whole states are compared by. */
  constructor(m: Machine, boot: BootWords, walk: LiveWalk, fields: FieldLiveness | null) {
    this.#m = m;
    this.#boot = boot;
    this.#walk = walk;
    this.#fields = fields;
    this.#shapes = new ObjectShapes(m);
    this.#wholeShapes = new ObjectShapes(m, fields);
  }

  /** Goes on to all objects of the state, which the walk has started on. */
  numberAll(): void {
    const { H } = this.#m;
    const boot = this.#boot;
    if (this.#fields !== null) this.#wholeShapes.use(this.#fields.ofState());
    for (let i = 0; i < boot.referenceCount; i++) {
      const address = boot.addresses[boot.orderedReferences[i]!]!;
      if (H[address]! >= boot.top && !this.#isDead(address)) this.#walk.number(H[address]!);
    }
    this.#numberReached(this.#wholeShapes);
  }

  /**
   * After that: goes on to what only words lead to that are dead in the whole
   * state. Such words may be read all the same, for nothing.
   */
  numberDead(): void {
    if (this.#fields === null) return;
    const { H } = this.#m;
    const boot = this.#boot;
    for (let i = 0; i < boot.referenceCount; i++) {
      const value = H[boot.addresses[boot.orderedReferences[i]!]!]!;
      if (value >= boot.top) this.#walk.number(value);
    }
    this.#numberReached(this.#shapes);
  }

  #isDead(address: number): boolean {
    return address < PERM_BASE && this.#wholeShapes.isStaticDead(address);
  }

  #numberReached(shapes: ObjectShapes): void {
    const walk = this.#walk;
    for (let number = 1; number <= walk.count; number++) {
      this.#numberFrom(walk.objectAt(number), shapes);
    }
  }

  #numberFrom(object: number, shapes: ObjectShapes): void {
    const { H } = this.#m;
    const classId = H[object]!;
    const kind = shapes.kindOf(classId);
    if (kind > THREAD) {
      if (kind !== REFERENCE_ARRAY) return;
      const end = object + this.#m.wordsOf(object);
      for (let at = object + ARRAY_DATA; at < end; at++) {
        if (H[at] !== 0) this.#walk.number(H[at]!);
      }
      return;
    }
    const shape = shapes.shapeOf(classId);
    for (let offset = OBJECT_HEADER; offset < shape.length; offset++) {
      if (shape[offset] === REFERENCE && H[object + offset] !== 0) {
        this.#walk.number(H[object + offset]!);
      }
    }
  }
}
