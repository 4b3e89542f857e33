/**
 * As much of a machine as the natives of strings need: a small heap, a stack
 * and allocation without collection. Exceptions become `thrown`.
 */

import type { Machine } from "../../../../src/vm/machine.ts";
import { ARRAY_DATA, ARRAY_LENGTH, STRING_VALUE } from "../../../../src/vm/memory/object-layout.ts";
import { Outcome } from "../../../../src/vm/native-api/native-method.ts";

const STRING_CLASS = 1;
const SHIFTS: Readonly<Record<string, number>> = { C: 1, B: 0, I: 2 };

export class FakeMachine {
  readonly #stack = new ArrayBuffer(1024);
  readonly S = new Int32Array(this.#stack);
  readonly SF = new Float32Array(this.#stack);
  readonly SD = new Float64Array(this.#stack);
  readonly SL = new BigInt64Array(this.#stack);
  readonly #heap = new ArrayBuffer(1 << 22);
  readonly H = new Int32Array(this.#heap);
  readonly HB = new Int8Array(this.#heap);
  readonly HC = new Uint16Array(this.#heap);
  featureVersion = 17;
  thrown: { className: string; message: string | null } | null = null;
  /** Words that were announced before they were written. */
  readonly logged = new Set<number>();
  #top = 16;

  /** Natives take a whole machine; those under test use no more of it than is here. */
  get machine(): Machine {
    const holder: object = { self: this };
    const machine: Machine = Reflect.get(holder, "self");
    return machine;
  }

  allocate(words: number): number {
    const ref = this.#top;
    this.#top += words + (words & 1);
    return ref;
  }

  newPrimitiveArray(descriptor: string, length: number): number {
    const ref = this.allocate(ARRAY_DATA + (((length << SHIFTS[descriptor]!) + 3) >> 2));
    this.H[ref + ARRAY_LENGTH] = length;
    return ref;
  }

  newStringOfChars(array: number): number {
    const ref = this.allocate(4);
    this.H[ref] = STRING_CLASS;
    this.H[ref + STRING_VALUE] = array;
    return ref;
  }

  intern(text: string): number {
    return this.newString(text);
  }

  newString(text: string): number {
    const array = this.newPrimitiveArray("C", text.length);
    for (let i = 0; i < text.length; i++)
      this.HC[(array + ARRAY_DATA) * 2 + i] = text.charCodeAt(i);
    return this.newStringOfChars(array);
  }

  chars(array: number, count = this.H[array + ARRAY_LENGTH]!): string {
    const start = (array + ARRAY_DATA) * 2;
    return String.fromCharCode(...this.HC.subarray(start, start + count));
  }

  text(ref: number): string {
    return this.chars(this.H[ref + STRING_VALUE]!);
  }

  throwNew(className: string, message: string | null): Outcome {
    this.thrown = { className, message };
    return Outcome.threw;
  }

  logWord(address: number): void {
    this.logged.add(address);
  }

  logRange(first: number, end: number): void {
    for (let address = first; address < end; address++) this.logged.add(address);
  }
}
