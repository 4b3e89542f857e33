/**
 * HOT. What a transition reads and writes of the cells that were there when it
 * began, for an analysis of which of them matter (docs/liveness-dynamic.md). A cell
 * is a field, an element, an object's type or an array's length (cells.ts). Of
 * each cell only the first access counts: one that is read first had a value
 * that mattered; one that is written first did not. Objects made by the
 * transition itself are left out, and so is what is always part of a state:
 * locks, hashes, thread records, initialisation.
 *
 * A cell is known by its object and its offset in it, a static field by the
 * object 0 and its address. Entries are pairs of words: the object (~object for a
 * write) and the offset.
 *
 * A write counts only if it replaces the whole cell.
 *
 * Words whose accesses no longer matter can be left out.
 */
import { reservedBytes, sparseWords } from "../../core/words.ts";
import type { Machine } from "../machine.ts";
import {
  byteCell,
  byteElement,
  bytesOf,
  halfCell,
  halfElement,
  packedShift,
  wordOf,
} from "./cells.ts";
import { ARRAY_DATA, ARRAY_LENGTH, CLASS_WORD, OBJECT_HEADER } from "./object-layout.ts";

const FIRST_CAPACITY = 1 << 4;
const LEFT_OUT = 0x7fff_ffff;
const MAX_EPOCH = LEFT_OUT - 1;

export class AccessLog {
  entries = new Int32Array(FIRST_CAPACITY);
  top = 0;
  /** Something was read of which is not known what. */
  hasReadAnything = false;
  /** Objects from here on are made by the transition. */
  #limit = 0;
  /** By address: the epoch of the transition that accessed the word last, or that it is left out. */
  readonly #stamps: Int32Array;
  /** By address, of words that hold several cells: bytes that the transition has accessed. */
  readonly #parts: Uint8Array;
  #epoch = 0;

  constructor(words: number) {
    this.#stamps = sparseWords(words);
    this.#parts = reservedBytes(words);
  }

  /** A transition begins; the heap ends at `limit`. */
  start(limit: number): void {
    this.#limit = limit;
    this.top = 0;
    this.hasReadAnything = false;
    if (this.#epoch === MAX_EPOCH) this.#restart();
    this.#epoch++;
  }

  #restart(): void {
    const stamps = this.#stamps;
    for (let at = 0; at < stamps.length; at++) if (stamps[at] !== LEFT_OUT) stamps[at] = 0;
    this.#epoch = 0;
  }

  /** Accesses to the word at this address are not noted from now on, or are again. */
  setLeftOut(address: number, isLeftOut: boolean): void {
    this.#stamps[address] = isLeftOut ? LEFT_OUT : 0;
  }

  isLeftOut(address: number): boolean {
    return this.#stamps[address] === LEFT_OUT;
  }

  read(object: number, offset: number): void {
    if (object >= this.#limit || !this.#isFirst(object, offset)) return;
    this.#push(object, offset);
  }

  write(object: number, offset: number): void {
    if (object >= this.#limit || !this.#isFirst(object, offset)) return;
    this.#push(~object, offset);
  }

  /** True when the transition has not accessed the cell before; it has from now on. */
  #isFirst(object: number, offset: number): boolean {
    if (offset < 0) return this.#isFirstPart(object + wordOf(offset), bytesOf(offset));
    const address = object + offset;
    if (this.#stamps[address]! >= this.#epoch) return false;
    this.#stamps[address] = this.#epoch;
    return true;
  }

  #isFirstPart(address: number, bytes: number): boolean {
    const stamp = this.#stamps[address]!;
    if (stamp < this.#epoch) {
      this.#stamps[address] = this.#epoch;
      this.#parts[address] = bytes;
      return true;
    }
    if (stamp === LEFT_OUT || (this.#parts[address]! & bytes) !== 0) return false;
    this.#parts[address]! |= bytes;
    return true;
  }

  /** Something depends on which class the object is of. */
  readType(object: number): void {
    this.read(object, CLASS_WORD);
  }

  /** A cast goes by it, */
  readCastType(object: number): void {
    this.read(object, CLASS_WORD);
  }

  /** and so does `instanceof`, */
  readTestedType(object: number): void {
    this.read(object, CLASS_WORD);
  }

  /** and which method a call means. */
  readReceiverType(object: number): void {
    this.read(object, CLASS_WORD);
  }

  readInterfaceType(object: number): void {
    this.read(object, CLASS_WORD);
  }

  readLength(array: number): void {
    this.read(array, ARRAY_LENGTH);
  }

  // ---- elements: every access reads the array's length, too ----

  readElement(array: number, index: number): void {
    this.readLength(array);
    this.read(array, ARRAY_DATA + index);
  }

  readWideElement(array: number, index: number): void {
    this.readLength(array);
    this.read(array, ARRAY_DATA + index * 2);
    this.read(array, ARRAY_DATA + index * 2 + 1);
  }

  readByteElement(array: number, index: number): void {
    this.readLength(array);
    this.read(array, byteElement(index));
  }

  readHalfElement(array: number, index: number): void {
    this.readLength(array);
    this.read(array, halfElement(index));
  }

  writeElement(array: number, index: number): void {
    this.readLength(array);
    this.write(array, ARRAY_DATA + index);
  }

  /** A reference that is not null is stored only where it fits. */
  writeReference(array: number, index: number, value: number): void {
    if (value !== 0) {
      this.readType(array);
      this.readType(value);
    }
    this.writeElement(array, index);
  }

  writeWideElement(array: number, index: number): void {
    this.readLength(array);
    this.write(array, ARRAY_DATA + index * 2);
    this.write(array, ARRAY_DATA + index * 2 + 1);
  }

  writeByteElement(array: number, index: number): void {
    this.readLength(array);
    this.write(array, byteElement(index));
  }

  writeHalfElement(array: number, index: number): void {
    this.readLength(array);
    this.write(array, halfElement(index));
  }

  // ---- for natives ----

  /** The length and all elements of an array. */
  readElements(m: Machine, array: number): void {
    this.readLength(array);
    this.readBytes(m, array, ARRAY_DATA * 4, m.wordsOf(array) * 4);
  }

  /** All that an object has: its type, and its fields or its length and elements. */
  readObject(m: Machine, object: number): void {
    this.readType(object);
    if (m.classTables.instanceWords[m.H[object]!] === 0) this.readElements(m, object);
    else this.readRange(object, OBJECT_HEADER, m.wordsOf(object));
  }

  /** Fields or elements, or static fields, that have one of these bytes, counted from the object's start. */
  readBytes(m: Machine, object: number, from: number, to: number): void {
    if (from < 0) {
      // A mirror, by which static fields are found: they lie below all objects.
      this.readRange(0, object + (from >> 2), object + ((to + 3) >> 2));
      return;
    }
    const shift = packedShift(m, object);
    if (shift === 0) for (let at = from; at < to; at++) this.read(object, byteCell(at));
    else if (shift === 1)
      for (let at = from & ~1; at < to; at += 2) this.read(object, halfCell(at));
    else this.readRange(object, from >> 2, (to + 3) >> 2);
  }

  /** Those of which all bytes are among these. */
  writeBytes(m: Machine, object: number, from: number, to: number): void {
    const shift = packedShift(m, object);
    if (shift === 0) for (let at = from; at < to; at++) this.write(object, byteCell(at));
    else if (shift === 1)
      for (let at = (from + 1) & ~1; at + 2 <= to; at += 2) this.write(object, halfCell(at));
    else this.writeRange(object, (from + 3) >> 2, to >> 2);
  }

  /** Words of an object from one offset to before another. */
  readRange(object: number, from: number, to: number): void {
    for (let offset = from; offset < to; offset++) this.read(object, offset);
  }

  writeRange(object: number, from: number, to: number): void {
    for (let offset = from; offset < to; offset++) this.write(object, offset);
  }

  /** What a native that is about to be called will read. */
  readByNative(m: Machine, id: number, args: number): void {
    m.space.loggedReads[id]?.(m, args, this);
  }

  /** What was read first: pairs of an object and an offset. */
  reads(): Int32Array {
    const reads: number[] = [];
    for (let at = 0; at < this.top; at += 2) {
      if (this.entries[at]! >= 0) reads.push(this.entries[at]!, this.entries[at + 1]!);
    }
    return Int32Array.from(reads);
  }

  #push(object: number, offset: number): void {
    let { entries } = this;
    const { top } = this;
    if (top === entries.length) {
      entries = new Int32Array(top * 2);
      entries.set(this.entries);
      this.entries = entries;
    }
    entries[top] = object;
    entries[top + 1] = offset;
    this.top = top + 2;
  }
}
