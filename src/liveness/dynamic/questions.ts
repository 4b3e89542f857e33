/**
 * What can be asked of an object of a state: for one of its cells (vm/memory/cells.ts). A question
 * has the object's number (0: none), the cell, and what it takes the object for: a class, in
 * which the cell means the same as in the object's own, or a length.
 *
 * A cell is known by what it is, not by the object's type, which may be dead: a field by the class that
 * declares it, an element by its index and by what kind of element it is. Where an object has no such cell
 * the question makes no sense, and states in which that is so differ.
 */
import type { RuntimeClass } from "../../program/linking/runtime-class.ts";
import { type BootWords, PLAIN_WORD } from "../../state/boot-words.ts";
import {
  type ObjectLayouts,
  REFERENCE,
  REFERENCE_ARRAY,
  THREAD,
} from "../../state/object-layout.ts";
import type { Machine } from "../../vm/machine.ts";
import { bytesTo, isHalf, wordOf } from "../../vm/memory/cells.ts";
import { ARRAY_DATA, ARRAY_LENGTH, CLASS_WORD } from "../../vm/memory/object-layout.ts";

/** Words of a question: the number, the cell, and what the object is taken for, with the kind of the cell. */
export const QUESTION = 3;
export const KIND_BITS = 3;
export const KIND = (1 << KIND_BITS) - 1;

/** A field that holds a number, or a word from the start that does. */
export const NUMBER = 0;
export const REFERENCE_FIELD = 1;
export const REFERENCE_ELEMENT = 2;
/** An element of numbers, or half of one. */
export const NUMBER_ELEMENT = 3;
/** An element that is less than a word. */
export const PART = 4;
/** The answer is 0 for the class that it is taken for. */
export const TYPE = 5;
/** The answer is 0 for the length that it is taken for. */
export const LENGTH = 6;

/** Longer arrays are not taken for anything. */
const MOST_TAKEN = 1 << 28;

/** The last word of a question. */
const takenFor = (classId: number, kind: number): number => (classId << KIND_BITS) | kind;

const takenLength = (length: number): number => takenFor(length < MOST_TAKEN ? length : 0, LENGTH);

/** The word that an element is in, with nothing but that element. */
export function partAt(m: Machine, object: number, part: number): number {
  const mask = isHalf(part) ? 0xffff : 0xff;
  return m.H[object + wordOf(part)]! & (mask << ((bytesTo(part) & 3) * 8));
}

/** True when a question and the one before it are for elements of one word: they have one answer. */
export const canContinue = (questions: Int32Array, at: number): boolean =>
  (questions[at + 2]! & KIND) === PART &&
  questions[at - QUESTION] === questions[at] &&
  (questions[at - 1]! & KIND) === PART &&
  wordOf(questions[at - 2]!) === wordOf(questions[at + 1]!);

/** True when an array is long enough to have the element. */
const hasElement = (m: Machine, array: number, offset: number): boolean =>
  offset < 0 ? bytesTo(offset) < byteEnd(m, array) : offset < m.wordsOf(array);

/** Of an array whose elements are less than a word: bytes to the end of the last one. */
const byteEnd = (m: Machine, array: number): number =>
  (ARRAY_DATA << 2) + (m.H[array + ARRAY_LENGTH]! << m.classTables.elementShift[m.H[array]!]!);

/** The class that declares the field at an offset. */
function ownerOf(of: RuntimeClass, offset: number): RuntimeClass | null {
  for (let cls: RuntimeClass | null = of; cls !== null; cls = cls.superclass) {
    const isOwn = cls.fields.some(
      (field) =>
        !field.isStatic &&
        (field.offset === offset || (field.isWide && field.offset + 1 === offset)),
    );
    if (isOwn) return cls;
  }
  return null;
}

/** True when the cell of an object of the one class means the same as that of an object of the other. */
function isSameCell(m: Machine, one: number, other: number, offset: number): boolean {
  if (one === other) return true;
  const { classes } = m.program;
  const [a, b] = [classes[one]!, classes[other]!];
  if (a.component !== null || b.component !== null) {
    if (a.component === null || b.component === null) return false;
    // Elements of a reference type are references whatever that is.
    return a.component === b.component || !(a.component.isPrimitive || b.component.isPrimitive);
  }
  const owner = ownerOf(a, offset);
  return owner !== null && b.supertypes.has(owner.id);
}

/** True when the object has the cell that the last word of a question means. */
export function hasCell(m: Machine, object: number, offset: number, meant: number): boolean {
  const kind = meant & KIND;
  if (kind === TYPE) return true;
  const classId = m.H[object]!;
  if (kind === LENGTH) return m.classTables.instanceWords[classId] === 0;
  if (!isSameCell(m, meant >> KIND_BITS, classId, offset)) return false;
  return kind <= REFERENCE_FIELD || hasElement(m, object, offset);
}

/** Makes questions for cells of objects, or of what was there from the start. */
export class Questions {
  readonly #m: Machine;
  readonly #boot: BootWords;
  readonly #shapes: ObjectLayouts;

  constructor(m: Machine, boot: BootWords, shapes: ObjectLayouts) {
    this.#m = m;
    this.#boot = boot;
    this.#shapes = shapes;
  }

  /** The last word of a question for the cell, as the object has it. */
  lastWord(object: number, offset: number): number {
    if (object === 0) {
      if (offset < 0) return PART;
      const isPlain = this.#boot.kinds[this.#boot.indexOf(offset)] === PLAIN_WORD;
      return isPlain ? NUMBER : REFERENCE_FIELD;
    }
    const { H } = this.#m;
    const classId = H[object]!;
    const kind = this.#shapes.kindOf(classId);
    if (offset === CLASS_WORD) return takenFor(classId, TYPE);
    if (kind <= THREAD) {
      const isReference = this.#shapes.shapeOf(classId)[offset] === REFERENCE;
      return takenFor(classId, isReference ? REFERENCE_FIELD : NUMBER);
    }
    if (offset === ARRAY_LENGTH) return takenLength(H[object + ARRAY_LENGTH]!);
    if (offset < 0) return takenFor(classId, PART);
    return takenFor(classId, kind === REFERENCE_ARRAY ? REFERENCE_ELEMENT : NUMBER_ELEMENT);
  }
}
