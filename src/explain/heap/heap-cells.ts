/**
 * Numbers the values of the heap while a schedule runs. Objects that exist between two steps keep their addresses for
 * good, because each step is committed and only the objects of the step under way are collected. So an address
 * identifies an object, and the same schedule gives the same addresses on every machine that was booted alike.
 */
import type { RuntimeClass, RuntimeField } from "../../program/linking/runtime-class.ts";
import type { Machine } from "../../vm/machine.ts";
import { HEAP_BASE, PERM_BASE, STATIC_BASE } from "../../vm/memory/memory.ts";
import { ARRAY_DATA, ARRAY_LENGTH } from "../../vm/memory/object-layout.ts";
import { instanceFields } from "../future/cell-table.ts";

/** Elements from this index on are not told apart from others. */
const CELLS_PER_OBJECT = 2 ** 20;
/** Of a longer run of elements that one instruction touches, only the first are noted. */
const MAX_RUN = 1 << 12;

/** The number of a cell of an object: a word offset for a field, an index for an element. */
export const cellOf = (object: number, cell: number): number => object * CELLS_PER_OBJECT + cell;
export const objectOf = (key: number): number => Math.floor(key / CELLS_PER_OBJECT);
export const indexOf = (key: number): number => key % CELLS_PER_OBJECT;
/** Static fields are numbered by their word. */
export const isStaticCell = (key: number): boolean => key < PERM_BASE;

export class HeapCells {
  readonly #m: Machine;
  /** The memory itself: while a step is watched, the machine's own view reports every access. */
  readonly #H: Int32Array;
  /** Where objects begin, in ascending order. */
  readonly #starts: number[] = [];
  /** By class: the first word of the field at each offset; -1 where there is none. */
  readonly #firstWords = new Map<number, Int32Array>();
  /** By the second word of a wide static field: the first. */
  #wideStatics = new Map<number, number>();
  #classCount = 0;
  #top = 0;

  constructor(m: Machine) {
    this.#m = m;
    this.#H = m.H;
    this.#top = m.heapStart;
  }

  /** A step begins. Objects that it makes are not numbered before its end. */
  beginStep(): void {
    const m = this.#m;
    for (; this.#top < m.heapTop; this.#top += m.wordsOf(this.#top)) this.#starts.push(this.#top);
  }

  /** The object that contains a word. */
  objectAt(word: number): number {
    const starts = this.#starts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= word) low = middle;
      else high = middle - 1;
    }
    return starts[low]!;
  }

  inRange(from: number, to: number, visit: (cell: number) => void): void {
    const first = from >>> 2;
    if (first < STATIC_BASE) return;
    if (first < PERM_BASE) {
      for (let word = first; word * 4 < to; word++) visit(this.#staticAt(word));
      return;
    }
    if (first < HEAP_BASE || first >= this.#top) return;
    // One instruction never touches two objects at adjacent addresses.
    this.#inObject(this.objectAt(first), from, to, visit);
  }

  #inObject(object: number, from: number, to: number, visit: (cell: number) => void): void {
    const m = this.#m;
    const cls = m.program.classes[this.#H[object]!]!;
    if (cls.component === null) {
      const words = this.#wordsOf(cls);
      let before = -1;
      for (let word = from >>> 2; word * 4 < to; word++) {
        const field = words[word - object] ?? -1;
        if (field >= 0 && field !== before) visit(cellOf(object, field));
        before = field;
      }
      return;
    }
    const data = (object + ARRAY_DATA) * 4;
    if (from < data) return;
    const shift = m.classTables.elementShift[cls.id]!;
    const last = Math.min((to - 1 - data) >> shift, this.#H[object + ARRAY_LENGTH]! - 1);
    const start = (from - data) >> shift;
    for (let i = start; i <= last && i - start < MAX_RUN && i < CELLS_PER_OBJECT; i++) {
      visit(cellOf(object, i));
    }
  }

  #staticAt(word: number): number {
    const { classes } = this.#m.program;
    if (classes.length !== this.#classCount) {
      this.#classCount = classes.length;
      this.#wideStatics = new Map();
      for (const field of classes.flatMap((cls) => cls?.fields ?? [])) {
        if (!field.isStatic || !field.isWide) continue;
        const at = STATIC_BASE + field.offset;
        this.#wideStatics.set(at + 1, at);
      }
    }
    return this.#wideStatics.get(word) ?? word;
  }

  #wordsOf(cls: RuntimeClass): Int32Array {
    let words = this.#firstWords.get(cls.id);
    if (words === undefined) {
      words = new Int32Array(this.#m.classTables.instanceWords[cls.id]!).fill(-1);
      for (const field of instanceFields(cls)) fill(words, field);
      this.#firstWords.set(cls.id, words);
    }
    return words;
  }
}

function fill(words: Int32Array, { offset, isWide }: RuntimeField): void {
  words[offset] = offset;
  if (isWide) words[offset + 1] = offset;
}
