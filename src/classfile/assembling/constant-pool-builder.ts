/**
 * A constant pool that grows while a class is assembled. Equal constants get
 * one entry. It fulfils the same interface as the pool of a class file, so a
 * synthesised class is run without ever becoming bytes.
 */
import { BadClassFileError } from "../../core/errors.ts";
import {
  type ConstantPool,
  type DynamicRef,
  type MemberRef,
  type MethodHandleRef,
  Tag,
  wrongConstant,
} from "../format/constant-pool.ts";
import { encodeModifiedUtf8 } from "../format/modified-utf8.ts";
import type { ByteWriter } from "./byte-writer.ts";

const MAX_COUNT = 65535;
const MAX_UTF8 = 65535;

export type Member = Omit<MemberRef, "isInterface"> & { readonly isInterface?: boolean };

export class ConstantPoolBuilder implements ConstantPool {
  private readonly tags: number[] = [0];
  /** The two numbers of an entry: references, or the words of a number (high, low). */
  private readonly first: number[] = [0];
  private readonly second: number[] = [0];
  private readonly texts: (string | undefined)[] = [undefined];
  private readonly known = new Map<string, number>();

  get count(): number {
    return this.tags.length;
  }

  addUtf8(text: string): number {
    const key = `"${text}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const index = this.push(key, Tag.utf8, 0, 0);
    this.texts[index] = text;
    return index;
  }

  addClass(name: string): number {
    return this.add(Tag.class, this.addUtf8(name), 0);
  }

  addString(text: string): number {
    return this.add(Tag.string, this.addUtf8(text), 0);
  }

  addInt(value: number): number {
    return this.add(Tag.integer, value | 0, 0);
  }

  addFloat(value: number): number {
    SCRATCH.setFloat32(0, value);
    return this.addFloatBits(SCRATCH.getInt32(0));
  }

  addFloatBits(bits: number): number {
    return this.add(Tag.float, bits | 0, 0);
  }

  addLong(value: bigint): number {
    SCRATCH.setBigInt64(0, BigInt.asIntN(64, value));
    return this.addWide(Tag.long, SCRATCH.getInt32(0), SCRATCH.getInt32(4));
  }

  addDouble(value: number): number {
    SCRATCH.setFloat64(0, value);
    return this.addWide(Tag.double, SCRATCH.getInt32(0), SCRATCH.getInt32(4));
  }

  /** Raw bits of a long or double. */
  addWide(tag: typeof Tag.long | typeof Tag.double, high: number, low: number): number {
    return this.add(tag, high | 0, low | 0);
  }

  addNameAndType(name: string, descriptor: string): number {
    return this.add(Tag.nameAndType, this.addUtf8(name), this.addUtf8(descriptor));
  }

  /** A descriptor that starts with "(" makes it a method. */
  addMember({ owner, name, descriptor, isInterface = false }: Member): number {
    const tag = !descriptor.startsWith("(")
      ? Tag.fieldRef
      : isInterface
        ? Tag.interfaceMethodRef
        : Tag.methodRef;
    return this.add(tag, this.addClass(owner), this.addNameAndType(name, descriptor));
  }

  addMethodHandle(kind: number, member: Member): number {
    return this.add(Tag.methodHandle, kind, this.addMember(member));
  }

  addMethodType(descriptor: string): number {
    return this.add(Tag.methodType, this.addUtf8(descriptor), 0);
  }

  addDynamic(bootstrapMethod: number, name: string, descriptor: string): number {
    return this.add(Tag.dynamic, bootstrapMethod, this.addNameAndType(name, descriptor));
  }

  addInvokeDynamic(bootstrapMethod: number, name: string, descriptor: string): number {
    return this.add(Tag.invokeDynamic, bootstrapMethod, this.addNameAndType(name, descriptor));
  }

  tag(index: number): number {
    return this.tags[index] ?? 0;
  }

  utf8(index: number): string {
    return this.texts[index] ?? wrongConstant(index, "Utf8", this.tag(index));
  }

  className(index: number): string {
    return this.utf8(this.expect(index, Tag.class, "Class"));
  }

  string(index: number): string {
    return this.utf8(this.expect(index, Tag.string, "String"));
  }

  int(index: number): number {
    return this.expect(index, Tag.integer, "Integer");
  }

  floatBits(index: number): number {
    return this.expect(index, Tag.float, "Float");
  }

  low(index: number): number {
    this.wide(index);
    return this.second[index] ?? 0;
  }

  high(index: number): number {
    this.wide(index);
    return this.first[index] ?? 0;
  }

  member(index: number): MemberRef {
    const tag = this.tag(index);
    if (tag !== Tag.fieldRef && tag !== Tag.methodRef && tag !== Tag.interfaceMethodRef) {
      wrongConstant(index, "Fieldref, Methodref or InterfaceMethodref", tag);
    }
    const owner = this.className(this.first[index] ?? 0);
    return { owner, ...this.nameAndType(index), isInterface: tag === Tag.interfaceMethodRef };
  }

  methodHandle(index: number): MethodHandleRef {
    const kind = this.expect(index, Tag.methodHandle, "MethodHandle");
    return { kind, ...this.member(this.second[index] ?? 0) };
  }

  methodType(index: number): string {
    return this.utf8(this.expect(index, Tag.methodType, "MethodType"));
  }

  dynamic(index: number): DynamicRef {
    const tag = this.tag(index);
    if (tag !== Tag.dynamic && tag !== Tag.invokeDynamic) {
      wrongConstant(index, "Dynamic or InvokeDynamic", tag);
    }
    return { bootstrapMethod: this.first[index] ?? 0, ...this.nameAndType(index) };
  }

  /** The count and all entries, as in a class file. */
  write(out: ByteWriter): void {
    out.u2(this.count);
    this.tags.forEach((tag, index) => {
      if (tag !== 0) this.writeEntry(out, tag, index);
    });
  }

  private writeEntry(out: ByteWriter, tag: number, index: number): void {
    const first = this.first[index] ?? 0;
    const second = this.second[index] ?? 0;
    out.u1(tag);
    switch (tag) {
      case Tag.utf8: {
        const bytes = encodeModifiedUtf8(this.utf8(index));
        if (bytes.length > MAX_UTF8) throw new BadClassFileError("a string constant is too long");
        out.u2(bytes.length);
        out.write(bytes);
        break;
      }
      case Tag.integer:
      case Tag.float:
        out.u4(first);
        break;
      case Tag.long:
      case Tag.double:
        out.u4(first);
        out.u4(second);
        break;
      case Tag.class:
      case Tag.string:
      case Tag.methodType:
        out.u2(first);
        break;
      case Tag.methodHandle:
        out.u1(first);
        out.u2(second);
        break;
      default:
        out.u2(first);
        out.u2(second);
    }
  }

  private add(tag: number, first: number, second: number): number {
    const key = `${tag} ${first} ${second}`;
    return this.known.get(key) ?? this.push(key, tag, first, second);
  }

  private push(key: string, tag: number, first: number, second: number): number {
    const index = this.tags.length;
    const isWide = tag === Tag.long || tag === Tag.double;
    if (index + (isWide ? 2 : 1) > MAX_COUNT) {
      throw new BadClassFileError("the class needs more than 65534 constants");
    }
    this.tags.push(tag);
    this.first.push(first);
    this.second.push(second);
    this.texts.push(undefined);
    if (isWide) {
      this.tags.push(0);
      this.first.push(0);
      this.second.push(0);
      this.texts.push(undefined);
    }
    this.known.set(key, index);
    return index;
  }

  private nameAndType(index: number): { name: string; descriptor: string } {
    const at = this.second[index] ?? 0;
    const name = this.utf8(this.expect(at, Tag.nameAndType, "NameAndType"));
    return { name, descriptor: this.utf8(this.second[at] ?? 0) };
  }

  private expect(index: number, tag: number, wanted: string): number {
    const actual = this.tag(index);
    if (actual !== tag) wrongConstant(index, wanted, actual);
    return this.first[index] ?? 0;
  }

  private wide(index: number): void {
    const tag = this.tag(index);
    if (tag !== Tag.long && tag !== Tag.double) wrongConstant(index, "Long or Double", tag);
  }
}

const SCRATCH = new DataView(new ArrayBuffer(8));
