/**
 * HOT. What a transition reads and writes of the words that were there when it
 * began, for an analysis of which words matter (docs/liveness-dynamic.md). Of
 * each word only the first access counts: one that is read first had a value
 * that mattered; one that is written first did not. Objects made by the
 * transition itself are left out, and so is what is always part of a state:
 * types, lengths, locks, hashes, thread records, initialisation.
 *
 * A word is known by its object and its offset in it, a static field by the
 * object 0 and its address. Entries are pairs of words: the object (~object for a
 * write) and the offset.
 *
 * A write counts only if it replaces the whole word: that of one byte of four
 * leaves the others as they were.
 *
 * Words that nobody wants to hear of again can be left out.
 */
import { reservedWords } from "../core/reserved.ts";
import type { Machine } from "./machine.ts";
import { accessesOf, type NativeAccesses } from "./native-accesses.ts";

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
  #epoch = 0;
  /** By method id. */
  readonly #natives: (NativeAccesses | null | undefined)[] = [];

  constructor(words: number) {
    this.#stamps = reservedWords(words);
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
    const address = object + offset;
    if (object >= this.#limit || this.#stamps[address]! >= this.#epoch) return;
    this.#stamps[address] = this.#epoch;
    this.#push(object, offset);
  }

  write(object: number, offset: number): void {
    const address = object + offset;
    if (object >= this.#limit || this.#stamps[address]! >= this.#epoch) return;
    this.#stamps[address] = this.#epoch;
    this.#push(~object, offset);
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
    const native = this.#natives[id];
    if (native === undefined) this.#readByNewNative(m, id, args);
    else if (native !== null) native(m, args, this);
  }

  #readByNewNative(m: Machine, id: number, args: number): void {
    const method = m.program.methods[id]!;
    const native = accessesOf(method, m.nativeFor(method)!);
    while (this.#natives.length <= id) this.#natives.push(undefined);
    this.#natives[id] = native;
    native?.(m, args, this);
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
