/**
 * A constant pool for what comes from several class files, or from one in which
 * names change: entries are known by what they say, so what two files both name, or
 * what has become the same by a change of names, is there once. As in
 * `pool-subset.ts`, entries get their numbers in the order in which they are asked
 * for, and what they refer to comes behind them.
 */
import { BadClassFileError } from "../../core/errors.ts";
import type { ByteWriter } from "../assembling/byte-writer.ts";
import { Attribute } from "../format/attributes.ts";
import { type ClassConstants, Tag } from "../format/constant-pool.ts";
import { encodeModifiedUtf8 } from "../format/modified-utf8.ts";
import type { AttributePiece, ClassFragments } from "./fragments.ts";

/** A field or method as a constant names it; `tag` says which kind of constant. */
export interface Reference {
  readonly tag: number;
  readonly owner: string;
  readonly name: string;
  readonly descriptor: string;
}

/** What names of one file are in the new one. */
export interface Rewording {
  /** Of a plain name or of an array's descriptor. */
  className(name: string): string;
  /** Of a descriptor, a signature, or any text in which they may occur. */
  types(text: string): string;
  member(reference: Reference): Reference;
}

interface Entry {
  readonly tag: number;
  /** What stands before the numbers of other entries. */
  readonly bytes: Uint8Array;
  readonly refs: () => readonly number[];
}

const MAX_COUNT = 65535;
/** Kinds of method handles. */
const REF_INVOKE_VIRTUAL = 5;
const REF_INVOKE_INTERFACE = 9;
const FIRST_METHOD_KIND = 5;
const NO_BYTES = new Uint8Array(0);
const NO_REFS = (): readonly number[] => [];

export class PoolMerger {
  readonly #entries: (Entry | null)[] = [];
  readonly #known = new Map<string, number>();
  /** By number of the entry less one: those it refers to. */
  readonly #refs: (readonly number[])[] = [];
  /** The method handle and the arguments of each bootstrap method. */
  readonly bootstraps: (readonly number[])[] = [];
  readonly #bootstrapNumbers = new Map<string, number>();

  #intern(key: string, entry: () => Entry): number {
    let number = this.#known.get(key);
    if (number === undefined) {
      const made = entry();
      this.#entries.push(made);
      number = this.#entries.length;
      if (made.tag === Tag.long || made.tag === Tag.double) this.#entries.push(null);
      if (this.#entries.length >= MAX_COUNT) throw new BadClassFileError("too many constants");
      this.#known.set(key, number);
    }
    return number;
  }

  utf8(text: string): number {
    return this.#intern(`u${text}`, () => {
      const encoded = encodeModifiedUtf8(text);
      const bytes = new Uint8Array(2 + encoded.length);
      bytes.set([encoded.length >> 8, encoded.length & 255]);
      bytes.set(encoded, 2);
      return { tag: Tag.utf8, bytes, refs: NO_REFS };
    });
  }

  class(name: string): number {
    return this.text(Tag.class, name);
  }

  /** A constant that is nothing but a text: a class, a string, a method type. */
  text(tag: number, text: string): number {
    return this.#intern(`${tag} ${text}`, () => ({
      tag,
      bytes: NO_BYTES,
      refs: () => [this.utf8(text)],
    }));
  }

  /** A number, by its bytes. */
  number(tag: number, bytes: Uint8Array): number {
    return this.#intern(`${tag} ${bytes.join()}`, () => ({ tag, bytes, refs: NO_REFS }));
  }

  nameAndType(name: string, descriptor: string): number {
    return this.#intern(`n${name} ${descriptor}`, () => ({
      tag: Tag.nameAndType,
      bytes: NO_BYTES,
      refs: () => [this.utf8(name), this.utf8(descriptor)],
    }));
  }

  member({ tag, owner, name, descriptor }: Reference): number {
    return this.#intern(`${tag} ${owner} ${name} ${descriptor}`, () => ({
      tag,
      bytes: NO_BYTES,
      refs: () => [this.class(owner), this.nameAndType(name, descriptor)],
    }));
  }

  handle(kind: number, reference: Reference): number {
    const { tag, owner, name, descriptor } = reference;
    return this.#intern(`h${kind} ${tag} ${owner} ${name} ${descriptor}`, () => ({
      tag: Tag.methodHandle,
      bytes: Uint8Array.of(kind),
      refs: () => [this.member(reference)],
    }));
  }

  dynamic(tag: number, bootstrap: number, name: string, descriptor: string): number {
    return this.#intern(`${tag} ${bootstrap} ${name} ${descriptor}`, () => ({
      tag,
      bytes: NO_BYTES,
      refs: () => [bootstrap, this.nameAndType(name, descriptor)],
    }));
  }

  /** The number of a bootstrap method of these constants. */
  bootstrap(parts: readonly number[]): number {
    const key = parts.join();
    let number = this.#bootstrapNumbers.get(key);
    if (number === undefined) {
      number = this.bootstraps.length;
      this.bootstraps.push(parts);
      this.#bootstrapNumbers.set(key, number);
    }
    return number;
  }

  /** Writes the pool with its count; nothing may be asked for afterwards. */
  writeTo(out: ByteWriter): void {
    for (let i = 0; i < this.#entries.length; i++) this.#refs.push(this.#entries[i]?.refs() ?? []);
    out.u2(this.#entries.length + 1);
    this.#entries.forEach((entry, i) => {
      if (entry === null) return;
      out.u1(entry.tag);
      out.write(entry.bytes);
      for (const ref of this.#refs[i] ?? []) out.u2(ref);
    });
  }
}

/** The constants of one file as entries of the new pool. */
export class PoolView {
  readonly #pool: PoolMerger;
  readonly #constants: ClassConstants;
  readonly #bytes: Uint8Array;
  readonly #bootstraps: AttributePiece | undefined;
  readonly #rewording: Rewording;
  readonly #numbers: Int32Array;

  constructor(
    pool: PoolMerger,
    { constants, bytes, attributes }: ClassFragments,
    rewording: Rewording,
  ) {
    this.#pool = pool;
    this.#constants = constants;
    this.#bytes = bytes;
    this.#bootstraps = attributes.find(({ kind }) => kind === Attribute.bootstrapMethods);
    this.#rewording = rewording;
    this.#numbers = new Int32Array(constants.count);
  }

  /** The new index of an old entry; 0 stays 0. */
  index(old: number): number {
    if (old === 0) return 0;
    let number = this.#numbers[old] ?? 0;
    if (number === 0) {
      number = this.#enter(old);
      this.#numbers[old] = number;
    }
    return number;
  }

  /** Of a text in which types may be named, or of any other entry. */
  types(old: number): number {
    if (this.#constants.tag(old) !== Tag.utf8) return this.index(old);
    return this.#pool.utf8(this.#rewording.types(this.#constants.utf8(old)));
  }

  reference(old: number): Reference {
    const { owner, name, descriptor } = this.#constants.member(old);
    return { tag: this.#constants.tag(old), owner, name, descriptor };
  }

  #enter(old: number): number {
    const pool = this.#pool;
    const constants = this.#constants;
    const rewording = this.#rewording;
    const tag = constants.tag(old);
    switch (tag) {
      case Tag.utf8:
        return pool.utf8(constants.utf8(old));
      case Tag.class:
        return pool.text(tag, rewording.className(constants.className(old)));
      case Tag.string:
        return pool.text(tag, constants.string(old));
      case Tag.methodType:
        return pool.text(tag, rewording.types(constants.methodType(old)));
      case Tag.fieldRef:
      case Tag.methodRef:
      case Tag.interfaceMethodRef:
        return pool.member(rewording.member(this.reference(old)));
      case Tag.nameAndType: {
        const descriptor = rewording.types(constants.utf8(constants.ref(old, 2)));
        return pool.nameAndType(constants.utf8(constants.ref(old, 0)), descriptor);
      }
      case Tag.methodHandle:
        return this.#handle(old);
      case Tag.dynamic:
      case Tag.invokeDynamic: {
        const { bootstrapMethod, name, descriptor } = constants.dynamic(old);
        const bootstrap = this.#bootstrap(bootstrapMethod);
        return pool.dynamic(tag, bootstrap, name, rewording.types(descriptor));
      }
      case Tag.integer:
      case Tag.float:
      case Tag.long:
      case Tag.double: {
        const at = constants.offset(old);
        const size = tag === Tag.integer || tag === Tag.float ? 4 : 8;
        return pool.number(tag, this.#bytes.slice(at, at + size));
      }
      default:
        return pool.text(tag, constants.utf8(constants.ref(old, 0)));
    }
  }

  #handle(old: number): number {
    const constants = this.#constants;
    const { kind } = constants.methodHandle(old);
    const before = this.reference(constants.ref(old, 1));
    const after = this.#rewording.member(before);
    // A method of a former interface must not be called as an interface method.
    const isOther = kind >= FIRST_METHOD_KIND && before.tag !== after.tag;
    const called = isOther && kind === REF_INVOKE_INTERFACE ? REF_INVOKE_VIRTUAL : kind;
    return this.#pool.handle(called, after);
  }

  #bootstrap(old: number): number {
    const starts = this.#bootstraps?.entries ?? null;
    const start = starts?.[old];
    const end = starts?.[old + 1];
    if (start === undefined || end === undefined) {
      throw new BadClassFileError(`there is no bootstrap method ${old}`);
    }
    const u2 = (at: number): number => ((this.#bytes[at] ?? 0) << 8) | (this.#bytes[at + 1] ?? 0);
    const parts = [this.index(u2(start))];
    for (let at = start + 4; at < end; at += 2) parts.push(this.index(u2(at)));
    return this.#pool.bootstrap(parts);
  }
}
