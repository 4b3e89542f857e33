/**
 * The smallest body for a method whose own was removed: it returns 0 or null. A
 * constructor calls one of the superclass, also with zeros and nulls, because
 * neither a JVM nor a compiler accepts a constructor without such a call.
 */

import type { NewBody, NewBodyBytes } from "../../classfile/editing/fragment-writer.ts";
import type { MemberPiece } from "../../classfile/editing/fragments.ts";
import { ACC_PRIVATE, ACC_STATIC } from "../../classfile/format/access-flags.ts";
import { Tag } from "../../classfile/format/constant-pool.ts";
import {
  type MethodDescriptor,
  parseMethodDescriptor,
} from "../../classfile/format/descriptors.ts";
import type { Hierarchy } from "./hierarchy.ts";
import type { ClassItems, MemberItems } from "./items.ts";
import { packageOf } from "./relations.ts";

const OBJECT = "java/lang/Object";
const ALOAD_0 = 0x2a;
const INVOKESPECIAL = 0xb7;
const RETURN = 0xb1;
/** By kind: how a zero is loaded and given back. */
const ZERO: Readonly<Record<string, readonly [load: number, result: number]>> = {
  J: [0x09, 0xad],
  F: [0x0b, 0xae],
  D: [0x0e, 0xaf],
  L: [0x01, 0xb0],
  "[": [0x01, 0xb0],
};
const INT_ZERO = [0x03, 0xac] as const;

const zeroOf = (kind: string): readonly [number, number] => ZERO[kind] ?? INT_ZERO;

export function stubBody(piece: MemberPiece): NewBody {
  const descriptor = parseMethodDescriptor(piece.descriptor);
  const { resultKind, resultSlots } = descriptor;
  const maxLocals = localsOf(piece, descriptor);
  const bytes = resultKind === "V" ? Uint8Array.of(RETURN) : Uint8Array.from(zeroOf(resultKind));
  return { maxStack: resultSlots, maxLocals, shortConstants: [], write: () => plain(bytes) };
}

/** A constructor that calls the superclass's one of this descriptor. */
export function stubConstructor(piece: MemberPiece, superName: string, called: string): NewBody {
  const { parameterKinds, parameterSlots } = parseMethodDescriptor(called);
  const maxLocals = localsOf(piece, parseMethodDescriptor(piece.descriptor));
  return {
    maxStack: 1 + parameterSlots,
    maxLocals,
    shortConstants: [],
    write: (pool) => {
      const index = pool.method(superName, "<init>", called);
      const zeros = parameterKinds.map((kind) => zeroOf(kind)[0]);
      return plain(Uint8Array.of(ALOAD_0, ...zeros, INVOKESPECIAL, index >> 8, index, RETURN));
    },
  };
}

/** Instructions that go straight on need neither handlers nor stack maps. */
const plain = (instructions: Uint8Array): NewBodyBytes => ({
  instructions,
  handlers: new Uint8Array(0),
  stackMap: null,
});

const localsOf = (piece: MemberPiece, { parameterSlots }: MethodDescriptor): number =>
  parameterSlots + ((piece.accessFlags & ACC_STATIC) === 0 ? 1 : 0);

/**
 * The descriptor of the superclass's constructor that a constructor without its
 * body calls: the one that its body calls, or any. Null when there is none that
 * it may call.
 */
export function superConstructor(
  owner: ClassItems,
  method: MemberItems,
  hierarchy: Hierarchy,
): string | null {
  const { superName, name } = owner.input.file;
  if (superName === null || superName === OBJECT) return "()V";
  const { bytes, constants } = owner.input.pieces;
  for (const at of method.piece.code!.code!.uses) {
    if (bytes[at - 1] !== INVOKESPECIAL) continue;
    const index = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
    if (constants.tag(index) !== Tag.methodRef) continue;
    const ref = constants.member(index);
    if (ref.name === "<init>" && ref.owner === superName) return ref.descriptor;
  }
  const type = hierarchy.find(superName);
  for (const [key, { accessFlags }] of type?.methods ?? []) {
    if (!key.startsWith("<init>") || (accessFlags & ACC_PRIVATE) !== 0) continue;
    // Public and protected ones can be called from below, others from their package.
    if ((accessFlags & 5) !== 0 || packageOf(superName) === packageOf(name)) {
      return key.slice("<init>".length);
    }
  }
  return null;
}
