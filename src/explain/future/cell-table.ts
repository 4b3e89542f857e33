/**
 * Numbers the values of a state that a thread may read: static fields, fields of objects, elements of arrays.
 * Addresses are in bytes, because several elements may share a word.
 */
import type { RuntimeClass, RuntimeField } from "../../program/linking/runtime-class.ts";
import type { Machine } from "../../vm/machine.ts";
import { PERM_BASE, STATIC_BASE } from "../../vm/memory/memory.ts";
import { ARRAY_DATA, ARRAY_LENGTH } from "../../vm/memory/object-layout.ts";

/** An object with the number of its first cell. */
interface Entry {
  readonly ref: number;
  /** The first byte of its cells, and the one after the last. */
  readonly from: number;
  readonly to: number;
  readonly first: number;
  /** Log2 of an element's size in bytes; -1 if it is not an array. */
  readonly shift: number;
  /** If it is not an array: for each word from the first, the index of its field. */
  readonly fields: Int32Array | null;
}

/** The instance fields of a class and its superclasses, by ascending offset. */
export function instanceFields(cls: RuntimeClass): RuntimeField[] {
  const fields: RuntimeField[] = [];
  for (let c: RuntimeClass | null = cls; c !== null; c = c.superclass) {
    fields.push(...c.fields.filter((field) => !field.isStatic));
  }
  return fields.toSorted((a, b) => a.offset - b.offset);
}

export class CellTable {
  count = 0;
  readonly #m: Machine;
  /** The cells of the static area, by word. */
  readonly #statics = new Map<number, number>();
  /** By ascending address. */
  readonly #entries: Entry[] = [];
  readonly #byRef = new Map<number, Entry>();
  readonly #fieldWords = new Map<number, Int32Array>();

  constructor(m: Machine, statics: readonly RuntimeField[], objects: Iterable<number>) {
    this.#m = m;
    for (const field of statics) {
      this.#statics.set(STATIC_BASE + field.offset, this.count);
      if (field.isWide) this.#statics.set(STATIC_BASE + field.offset + 1, this.count);
      this.count++;
    }
    for (const ref of objects) this.#addObject(ref);
    this.#entries.sort((a, b) => a.from - b.from);
  }

  #addObject(ref: number): void {
    const m = this.#m;
    const cls = m.classOf(ref);
    if (cls.component === null) {
      const fields = this.#wordsOf(cls);
      const from = ref * 4;
      const entry = { ref, from, to: from + fields.length * 4, first: this.count, shift: -1 };
      this.#put({ ...entry, fields });
      this.count += instanceFields(cls).length;
      return;
    }
    const length = m.H[ref + ARRAY_LENGTH]!;
    const shift = m.classTables.elementShift[cls.id]!;
    const from = (ref + ARRAY_DATA) * 4;
    this.#put({ ref, from, to: from + (length << shift), first: this.count, shift, fields: null });
    this.count += length;
  }

  #put(entry: Entry): void {
    // An entry without bytes starts where the next object does, and would hide it from the search.
    if (entry.to > entry.from) this.#entries.push(entry);
    this.#byRef.set(entry.ref, entry);
  }

  #wordsOf(cls: RuntimeClass): Int32Array {
    let words = this.#fieldWords.get(cls.id);
    if (words === undefined) {
      words = new Int32Array(this.#m.classTables.instanceWords[cls.id]!).fill(-1);
      for (const [i, field] of instanceFields(cls).entries()) {
        words[field.offset] = i;
        if (field.isWide) words[field.offset + 1] = i;
      }
      this.#fieldWords.set(cls.id, words);
    }
    return words;
  }

  /** An object's cells are numbered in the order of its fields or elements. */
  firstOf(ref: number): number {
    return this.#byRef.get(ref)!.first;
  }

  ofStatic(field: RuntimeField): number {
    return this.#statics.get(STATIC_BASE + field.offset)!;
  }

  /** Calls `visit` for each cell that contains one of these bytes. */
  inRange(from: number, to: number, visit: (cell: number) => void): void {
    if (from < PERM_BASE * 4) {
      for (let word = from >>> 2; word * 4 < to; word++) {
        const cell = this.#statics.get(word);
        if (cell !== undefined) visit(cell);
      }
      return;
    }
    for (let i = this.#firstBehind(from); i < this.#entries.length; i++) {
      const entry = this.#entries[i]!;
      if (entry.from >= to) return;
      inEntry(entry, Math.max(from, entry.from), Math.min(to, entry.to), visit);
    }
  }

  /** The first entry that ends after an address. */
  #firstBehind(address: number): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#entries[middle]!.to > address) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function inEntry(entry: Entry, from: number, to: number, visit: (cell: number) => void): void {
  const { first, shift, fields } = entry;
  if (fields === null) {
    const last = (to - 1 - entry.from) >> shift;
    for (let i = (from - entry.from) >> shift; i <= last; i++) visit(first + i);
    return;
  }
  let before = -1;
  for (let word = (from - entry.from) >> 2; word * 4 < to - entry.from; word++) {
    const field = fields[word]!;
    if (field >= 0 && field !== before) visit(first + field);
    before = field;
  }
}
