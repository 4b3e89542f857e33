/**
 * Typed access to a class file's constants by index. Asking for the wrong kind
 * is a malformed class file (a typed error), so callers need no checks of
 * their own. Entries are kept in flat parallel arrays, strings decoded once
 * and on demand.
 */
import { BadClassFileError } from "../../core/errors.ts";
import { bufferOf, decodeModifiedUtf8 } from "./modified-utf8.ts";

export const Tag = {
  utf8: 1,
  integer: 3,
  float: 4,
  long: 5,
  double: 6,
  class: 7,
  string: 8,
  fieldRef: 9,
  methodRef: 10,
  interfaceMethodRef: 11,
  nameAndType: 12,
  methodHandle: 15,
  methodType: 16,
  dynamic: 17,
  invokeDynamic: 18,
  module: 19,
  package: 20,
} as const;

export interface MemberRef {
  readonly owner: string;
  readonly name: string;
  readonly descriptor: string;
  /** True for an InterfaceMethodref. */
  readonly isInterface: boolean;
}

export interface MethodHandleRef extends MemberRef {
  /** 1-9 as in the JVM specification, table 5.4.3.5-A (getField … invokeInterface). */
  readonly kind: number;
}

export interface DynamicRef {
  readonly bootstrapMethod: number;
  readonly name: string;
  readonly descriptor: string;
}

/** The interface every producer of constants fulfils (reader and assembler). */
export interface ConstantPool {
  /** Number of entries plus one, as in the class file. */
  readonly count: number;
  /** 0 for index 0, for the second half of a long or double, and out of range. */
  tag(index: number): number;
  utf8(index: number): string;
  className(index: number): string;
  /** The text of a String constant, as a JS (UTF-16) string; lone surrogates kept. */
  string(index: number): string;
  int(index: number): number;
  /** Raw bits of a Float constant. */
  floatBits(index: number): number;
  /** Low and high 32 bits of a Long or Double constant's raw bits. */
  low(index: number): number;
  high(index: number): number;
  /** Fieldref, Methodref or InterfaceMethodref. */
  member(index: number): MemberRef;
  methodHandle(index: number): MethodHandleRef;
  /** The descriptor of a MethodType constant. */
  methodType(index: number): string;
  /** Dynamic or InvokeDynamic. */
  dynamic(index: number): DynamicRef;
}

export function wrongConstant(index: number, wanted: string, tag: number): never {
  throw new BadClassFileError(`constant ${index} should be a ${wanted} but has tag ${tag}`);
}

/** Bytes after the tag, by tag; -1 is an unknown tag. A Utf8 has its text on top of these two. */
const PAYLOAD = [-1, 2, -1, 4, 4, 8, 8, 2, 2, 4, 4, 4, 4, -1, -1, 3, 2, 4, 4, 2, 2];

/**
 * The constants of a class file, left where they are in its bytes. Parsing
 * finds the entries and checks tags and lengths; whether entries refer to each
 * other properly is the validator's business.
 */
export class ClassConstants implements ConstantPool {
  readonly count: number;
  readonly bytes: Uint8Array;
  /** Offset of the first byte after the constant pool. */
  readonly end: number;
  private readonly tags: Uint8Array;
  /** Offset of each entry's payload, just after its tag. */
  private readonly offsets: Uint32Array;
  private readonly texts: (string | undefined)[];
  /** The same bytes, in the form strings are decoded from. */
  private readonly buffer: Buffer;

  /** `start` is the offset of constant_pool_count. */
  constructor(bytes: Uint8Array, start: number) {
    if (start + 2 > bytes.length) truncated(start);
    const count = ((bytes[start] ?? 0) << 8) | (bytes[start + 1] ?? 0);
    if (count === 0) throw new BadClassFileError(`constant pool count is 0 at offset ${start}`);
    const tags = new Uint8Array(count);
    const offsets = new Uint32Array(count);
    let at = start + 2;
    for (let index = 1; index < count; index++) {
      const tag = bytes[at] ?? 0;
      if (at >= bytes.length) truncated(at);
      let size = PAYLOAD[tag] ?? -1;
      if (size < 0) {
        throw new BadClassFileError(`constant ${index} has unknown tag ${tag} at offset ${at}`);
      }
      at++;
      if (at + size > bytes.length) truncated(at);
      tags[index] = tag;
      offsets[index] = at;
      if (tag === Tag.utf8) {
        size += ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
        if (at + size > bytes.length) truncated(at);
      } else if (tag === Tag.long || tag === Tag.double) {
        index++;
        if (index >= count) {
          throw new BadClassFileError(`constant ${index - 1} needs two entries but is the last`);
        }
      }
      at += size;
    }
    this.count = count;
    this.bytes = bytes;
    this.end = at;
    this.tags = tags;
    this.offsets = offsets;
    this.texts = [];
    this.buffer = bufferOf(bytes);
  }

  tag(index: number): number {
    return this.tags[index] ?? 0;
  }

  /** Offset in `bytes` of a constant's payload; for a Utf8 that of its two length bytes. */
  offset(index: number): number {
    return this.offsets[index] ?? 0;
  }

  /** The 16-bit reference at byte `displacement` of an entry's payload. */
  ref(index: number, displacement: number): number {
    const at = (this.offsets[index] ?? 0) + displacement;
    return ((this.bytes[at] ?? 0) << 8) | (this.bytes[at + 1] ?? 0);
  }

  utf8(index: number): string {
    const known = this.texts[index];
    if (known !== undefined) return known;
    const at = this.expect(index, Tag.utf8, "Utf8");
    const text = decodeModifiedUtf8(this.buffer, at + 2, at + 2 + this.ref(index, 0));
    this.texts[index] = text;
    return text;
  }

  className(index: number): string {
    this.expect(index, Tag.class, "Class");
    return this.utf8(this.ref(index, 0));
  }

  string(index: number): string {
    this.expect(index, Tag.string, "String");
    return this.utf8(this.ref(index, 0));
  }

  int(index: number): number {
    return this.word(this.expect(index, Tag.integer, "Integer"));
  }

  floatBits(index: number): number {
    return this.word(this.expect(index, Tag.float, "Float"));
  }

  low(index: number): number {
    return this.word(this.wide(index) + 4);
  }

  high(index: number): number {
    return this.word(this.wide(index));
  }

  member(index: number): MemberRef {
    const tag = this.tag(index);
    if (tag !== Tag.methodRef && tag !== Tag.fieldRef && tag !== Tag.interfaceMethodRef) {
      wrongConstant(index, "Fieldref, Methodref or InterfaceMethodref", tag);
    }
    const nameAndType = this.nameAndType(index);
    return {
      owner: this.className(this.ref(index, 0)),
      name: this.utf8(this.ref(nameAndType, 0)),
      descriptor: this.utf8(this.ref(nameAndType, 2)),
      isInterface: tag === Tag.interfaceMethodRef,
    };
  }

  methodHandle(index: number): MethodHandleRef {
    const kind = this.bytes[this.expect(index, Tag.methodHandle, "MethodHandle")] ?? 0;
    return { kind, ...this.member(this.ref(index, 1)) };
  }

  methodType(index: number): string {
    this.expect(index, Tag.methodType, "MethodType");
    return this.utf8(this.ref(index, 0));
  }

  dynamic(index: number): DynamicRef {
    const tag = this.tag(index);
    if (tag !== Tag.invokeDynamic && tag !== Tag.dynamic) {
      wrongConstant(index, "Dynamic or InvokeDynamic", tag);
    }
    const nameAndType = this.nameAndType(index);
    return {
      bootstrapMethod: this.ref(index, 0),
      name: this.utf8(this.ref(nameAndType, 0)),
      descriptor: this.utf8(this.ref(nameAndType, 2)),
    };
  }

  private nameAndType(index: number): number {
    const nameAndType = this.ref(index, 2);
    this.expect(nameAndType, Tag.nameAndType, "NameAndType");
    return nameAndType;
  }

  private expect(index: number, tag: number, wanted: string): number {
    const actual = this.tag(index);
    if (actual !== tag) wrongConstant(index, wanted, actual);
    return this.offsets[index] ?? 0;
  }

  private wide(index: number): number {
    const tag = this.tag(index);
    if (tag !== Tag.long && tag !== Tag.double) wrongConstant(index, "Long or Double", tag);
    return this.offsets[index] ?? 0;
  }

  private word(at: number): number {
    const { bytes } = this;
    return (
      ((bytes[at] ?? 0) << 24) |
      ((bytes[at + 1] ?? 0) << 16) |
      ((bytes[at + 2] ?? 0) << 8) |
      (bytes[at + 3] ?? 0)
    );
  }
}

function truncated(offset: number): never {
  throw new BadClassFileError(`class file ends inside the constant pool, at offset ${offset}`);
}
