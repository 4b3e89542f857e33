/**
 * A constant pool made of the requested entries of another one, and of what they
 * refer to; nothing else. Entries are numbered in the order of the first
 * request, so code that needs one-byte indices requests those entries first. Bootstrap
 * methods are renumbered in the same way, because entries name them.
 */
import { invariant } from "../../core/assert.ts";
import { BadClassFileError } from "../../core/errors.ts";
import type { ByteWriter } from "../assembling/byte-writer.ts";
import { type ClassConstants, Tag } from "../format/constant-pool.ts";
import { encodeModifiedUtf8 } from "../format/modified-utf8.ts";

/** An entry that the other pool does not have. */
type NewEntry =
  | { readonly tag: typeof Tag.utf8; readonly text: string }
  | { readonly tag: typeof Tag.class; readonly a: number }
  | {
      readonly tag: typeof Tag.nameAndType | typeof Tag.methodRef;
      readonly a: number;
      readonly b: number;
    };

const MAX_COUNT = 65535;

/** Other names for classes and members, and other texts for strings. */
export interface Renaming {
  /** Of a plain name or of an array's descriptor. */
  className(name: string): string;
  memberName(name: string, descriptor: string): string;
  /** Of a descriptor, a signature, or any text in which they may occur. */
  types(text: string): string;
  string(text: string): string;
}

export class PoolSubset {
  readonly #from: ClassConstants;
  /** New index by old one; 0 for an entry that was not requested. */
  readonly #numbers: Int32Array;
  /** By new index less one: the old index, or ~i for the i-th new entry; 0 is a second half. */
  readonly #entries: number[] = [];
  readonly #fresh: NewEntry[] = [];
  readonly #known = new Map<string, number>();
  #texts: Map<string, number> | null = null;
  /** Old numbers of the bootstrap methods that entries name, in their new order. */
  readonly bootstraps: number[] = [];
  readonly #bootstrapNumbers = new Map<number, number>();
  /** Up to here entries have asked for what they refer to. */
  #settled = 0;

  readonly #renaming: Renaming | null;

  constructor(from: ClassConstants, renaming: Renaming | null = null) {
    this.#from = from;
    this.#renaming = renaming;
    this.#numbers = new Int32Array(from.count);
  }

  /** All entries unchanged, for classes with an attribute of unknown layout. */
  keepAll(bootstraps: number): void {
    for (let index = 1; index < this.#from.count; index++) {
      if (this.#from.tag(index) !== 0) this.index(index);
    }
    for (let i = 0; i < bootstraps; i++) this.#bootstrap(i);
  }

  /** The new index of an old entry; 0 stays 0. */
  index(old: number): number {
    if (old === 0) return 0;
    const known = this.#numbers[old] ?? 0;
    if (known !== 0) return known;
    const tag = this.#from.tag(old);
    const number = this.#push(old, tag === Tag.long || tag === Tag.double);
    this.#numbers[old] = number;
    return number;
  }

  /** Of a member's own name. */
  memberName(name: number, descriptor: number): number {
    if (this.#renaming === null) return this.index(name);
    const from = this.#from;
    return this.utf8(this.#renaming.memberName(from.utf8(name), from.utf8(descriptor)));
  }

  /** Of a text in which types may be named. */
  types(text: number): number {
    if (this.#renaming === null || this.#from.tag(text) !== Tag.utf8) return this.index(text);
    return this.utf8(this.#renaming.types(this.#from.utf8(text)));
  }

  #push(entry: number, isWide: boolean): number {
    this.#entries.push(entry);
    const number = this.#entries.length;
    if (isWide) this.#entries.push(0);
    if (this.#entries.length >= MAX_COUNT) throw new BadClassFileError("too many constants");
    return number;
  }

  utf8(text: string): number {
    if (this.#texts === null) {
      this.#texts = new Map();
      for (let i = 1; i < this.#from.count; i++) {
        if (this.#from.tag(i) === Tag.utf8) this.#texts.set(this.#from.utf8(i), i);
      }
    }
    const old = this.#texts.get(text);
    if (old !== undefined) return this.index(old);
    return this.#add(`u${text}`, { tag: Tag.utf8, text });
  }

  class(name: string): number {
    for (let i = 1; i < this.#from.count; i++) {
      if (this.#from.tag(i) === Tag.class && this.#from.className(i) === name) return this.index(i);
    }
    const text = this.utf8(name);
    return this.#add(`c${text}`, { tag: Tag.class, a: text });
  }

  method(owner: string, name: string, descriptor: string): number {
    const a = this.class(owner);
    const nameIndex = this.utf8(name);
    const descriptorIndex = this.utf8(descriptor);
    const b = this.#add(`n${nameIndex},${descriptorIndex}`, {
      tag: Tag.nameAndType,
      a: nameIndex,
      b: descriptorIndex,
    });
    return this.#add(`m${a},${b}`, { tag: Tag.methodRef, a, b });
  }

  #add(key: string, entry: NewEntry): number {
    let number = this.#known.get(key);
    if (number === undefined) {
      number = this.#push(~this.#fresh.length, false);
      this.#fresh.push(entry);
      this.#known.set(key, number);
    }
    return number;
  }

  #bootstrap(old: number): number {
    let number = this.#bootstrapNumbers.get(old);
    if (number === undefined) {
      number = this.bootstraps.length;
      this.bootstraps.push(old);
      this.#bootstrapNumbers.set(old, number);
    }
    return number;
  }

  /** Asks for all that entries refer to; more bootstrap methods may be needed then. */
  settle(): void {
    for (; this.#settled < this.#entries.length; this.#settled++) {
      const old = this.#entries[this.#settled] ?? 0;
      if (old <= 0) continue;
      const from = this.#from;
      switch (from.tag(old)) {
        case Tag.class:
        case Tag.string:
        case Tag.methodType:
        case Tag.module:
        case Tag.package:
          this.#text(old);
          break;
        case Tag.nameAndType:
          this.memberName(from.ref(old, 0), from.ref(old, 2));
          this.types(from.ref(old, 2));
          break;
        case Tag.fieldRef:
        case Tag.methodRef:
        case Tag.interfaceMethodRef:
          this.index(from.ref(old, 0));
          this.index(from.ref(old, 2));
          break;
        case Tag.methodHandle:
          this.index(from.ref(old, 1));
          break;
        case Tag.dynamic:
        case Tag.invokeDynamic:
          this.#bootstrap(from.ref(old, 0));
          this.index(from.ref(old, 2));
          break;
        default:
      }
    }
  }

  /** The one text that an entry refers to. */
  #text(old: number): number {
    const text = this.#from.ref(old, 0);
    const renaming = this.#renaming;
    if (renaming === null) return this.index(text);
    switch (this.#from.tag(old)) {
      case Tag.class:
        return this.utf8(renaming.className(this.#from.utf8(text)));
      case Tag.string:
        return this.utf8(renaming.string(this.#from.utf8(text)));
      default:
        return this.types(text);
    }
  }

  /** Writes the pool with its count. */
  writeTo(out: ByteWriter): void {
    this.settle();
    out.u2(this.#entries.length + 1);
    for (const entry of this.#entries) {
      if (entry > 0) this.#writeOld(out, entry);
      else if (entry < 0) writeNew(out, this.#fresh[~entry]);
    }
  }

  #writeOld(out: ByteWriter, old: number): void {
    const from = this.#from;
    const tag = from.tag(old);
    const offset = from.offset(old);
    out.u1(tag);
    switch (tag) {
      case Tag.utf8:
        out.write(from.bytes.subarray(offset, offset + 2 + from.ref(old, 0)));
        break;
      case Tag.integer:
      case Tag.float:
        out.write(from.bytes.subarray(offset, offset + 4));
        break;
      case Tag.long:
      case Tag.double:
        out.write(from.bytes.subarray(offset, offset + 8));
        break;
      case Tag.methodHandle:
        out.u1(from.bytes[offset] ?? 0);
        out.u2(this.index(from.ref(old, 1)));
        break;
      case Tag.dynamic:
      case Tag.invokeDynamic:
        out.u2(this.#bootstrap(from.ref(old, 0)));
        out.u2(this.index(from.ref(old, 2)));
        break;
      case Tag.fieldRef:
      case Tag.methodRef:
      case Tag.interfaceMethodRef:
        out.u2(this.index(from.ref(old, 0)));
        out.u2(this.index(from.ref(old, 2)));
        break;
      case Tag.nameAndType:
        out.u2(this.memberName(from.ref(old, 0), from.ref(old, 2)));
        out.u2(this.types(from.ref(old, 2)));
        break;
      default:
        out.u2(this.#text(old));
    }
  }
}

function writeNew(out: ByteWriter, entry: NewEntry | undefined): void {
  invariant(entry !== undefined, "an entry that nobody added");
  out.u1(entry.tag);
  if (entry.tag === Tag.utf8) {
    const bytes = encodeModifiedUtf8(entry.text);
    out.u2(bytes.length);
    out.write(bytes);
  } else {
    out.u2(entry.a);
    if (entry.tag !== Tag.class) out.u2(entry.b);
  }
}
