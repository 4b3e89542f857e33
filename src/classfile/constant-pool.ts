/**
 * Typed access to a class file's constants by index. Asking for the wrong kind
 * is a malformed class file (a typed error), so callers need no checks of
 * their own. Entries are kept in flat parallel arrays, strings decoded once
 * and on demand.
 */
import { BadClassFileError } from "../core/errors.ts";

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
  throw new BadClassFileError(
    `constant ${index} should be a ${wanted} but has tag ${tag}`,
  );
}
