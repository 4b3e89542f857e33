/**
 * Calls of Unsafe that are about one field, known by name: the offset that they
 * are given is in a static final field that was set, once, to the offset of that
 * field, and the object is one that has it. Atomic variables and the library's
 * own lists and tables are written that way. Such a call is an access to that
 * field, and not to every field whose offset some code has requested.
 */

import {
  IS_BLOCK_START,
  instructionLength,
  scanCode,
  u1,
  u2,
} from "../../classfile/code/bytecode-scan.ts";
import { ACC_FINAL } from "../../classfile/format/access-flags.ts";
import type { CodeInfo } from "../../classfile/format/class-file.ts";
import { type ConstantPool, type MemberRef, Tag } from "../../classfile/format/constant-pool.ts";
import { resolveField, resolveMethod } from "../../program/linking/resolution.ts";
import type {
  RuntimeClass,
  RuntimeField,
  RuntimeMethod,
} from "../../program/linking/runtime-class.ts";
import { isReferenceShape, type MemoryShape } from "../../vm/native-api/memory-access.ts";
import { takenBy } from "../slots/slot-effects.ts";
import type { AnalysisProgram } from "./analysis-program.ts";
import type { ArgumentTypes } from "./argument-types.ts";
import { UNSAFE } from "./machine-behaviour.ts";

export interface MemoryAccess {
  readonly kind: "get" | "put" | "update" | "compare";
  readonly field: RuntimeField;
}

/** Slots in front of the values: the Unsafe, the object, the offset. */
export const PLACE_SLOTS = 4;

const OFFSET = `${UNSAFE}.objectFieldOffset(Ljava/lang/Class;Ljava/lang/String;)J`;

const INVOKEVIRTUAL = 182;
const GETSTATIC = 178;
const PUTSTATIC = 179;

export class UnsafeCalls {
  readonly #world: AnalysisProgram;
  readonly #types: ArgumentTypes;
  /** By class and constant of a static field: the field whose offset it holds. */
  readonly #offsets = new Map<string, RuntimeField | null>();

  constructor(world: AnalysisProgram, types: ArgumentTypes) {
    this.#world = world;
    this.#types = types;
  }

  /** The access that the i-th of some instructions is, a call of a method of Unsafe; null when that is not known. */
  at(
    method: RuntimeMethod,
    code: CodeInfo,
    offsets: readonly number[],
    i: number,
    ref: MemberRef,
  ): MemoryAccess | null {
    // With subroutines taken apart, nothing is known of the types.
    const shape = code.bytes === method.code?.bytes ? this.#shapeOf(ref) : undefined;
    if (shape === undefined || shape.does === "copy" || shape.does === "fill") return null;
    const above = takenBy(code.bytes, offsets[i]!, method.owner.file!.constants) - 2;
    const producer = this.#producer(method, code, offsets, i, above);
    const field = producer < 0 ? null : this.#fieldOfOffset(method, code, producer);
    if (field === null || field.isStatic || !fits(field, shape)) return null;
    const object = this.#types.at(method, offsets[i]!, above + 1);
    const cls = object === null ? null : this.#world.find(object);
    return cls?.isSubtypeOf(field.owner) === true ? { kind: shape.does, field } : null;
  }

  /** The access that a native of Unsafe makes. A method with a Java body could use its arguments in any way. */
  #shapeOf({ name, descriptor }: MemberRef): MemoryShape | undefined {
    const unsafe = this.#world.find(UNSAFE);
    const method = unsafe === null ? null : resolveMethod(unsafe, name + descriptor);
    return method === null ? undefined : this.#world.nativeOf(method)?.memory;
  }

  /** Offset of the getstatic that pushes the long at this depth below the top; -1 if no getstatic does. */
  #producer(
    method: RuntimeMethod,
    code: CodeInfo,
    offsets: readonly number[],
    i: number,
    below: number,
  ): number {
    const { constants } = method.owner.file!;
    const marks = scanCode(code, { at: 0 });
    const depthAt = (k: number): number => this.#types.depthAt(method, offsets[k]!) ?? -1;
    const slot = depthAt(i) - below;
    for (let k = i; k > 0; k--) {
      // Another path jumps here with a different operand.
      if (((marks[offsets[k]!] ?? 0) & IS_BLOCK_START) !== 0) return -1;
      const at = offsets[k - 1]!;
      const depth = depthAt(k - 1);
      if (depth < 0) return -1;
      if (depth <= slot) return depth === slot && u1(code.bytes, at) === GETSTATIC ? at : -1;
      if (depth - touchedBy(code.bytes, at, constants) < slot + 2) return -1;
    }
    return -1;
  }

  #fieldOfOffset(method: RuntimeMethod, code: CodeInfo, at: number): RuntimeField | null {
    const ref = method.owner.file!.constants.member(u2(code.bytes, at + 1));
    const holder = this.#world.find(ref.owner);
    const held = holder === null ? null : resolveField(holder, ref.name, ref.descriptor);
    if (
      held === null ||
      !held.isStatic ||
      (held.accessFlags & ACC_FINAL) === 0 ||
      held.descriptor !== "J"
    )
      return null;
    const key = `${held.owner.id}.${held.name}`;
    let field = this.#offsets.get(key);
    if (field === undefined) {
      field = this.#initialValue(held);
      this.#offsets.set(key, field);
    }
    return field;
  }

  /** Set in one place, which is the initialiser of its class. */
  #initialValue(held: RuntimeField): RuntimeField | null {
    const { owner } = held;
    const found: (RuntimeField | null)[] = [];
    for (const method of owner.methods) {
      const isInitializer = method === owner.classInitializer;
      for (const field of this.#storedTo(held, method)) found.push(isInitializer ? field : null);
    }
    return found.length === 1 ? found[0]! : null;
  }

  /** By store to the field in a method's code: the field whose offset is stored; null for anything else. */
  #storedTo(held: RuntimeField, { owner, code }: RuntimeMethod): (RuntimeField | null)[] {
    const found: (RuntimeField | null)[] = [];
    if (code === null) return found;
    const { constants } = owner.file!;
    const { bytes } = code;
    const marks = scanCode(code, { at: 0 });
    let before: number[] = [];
    for (let at = 0; at < bytes.length; at += instructionLength(bytes, at)) {
      if (((marks[at] ?? 0) & IS_BLOCK_START) !== 0) before = [];
      if (u1(bytes, at) === PUTSTATIC && isSame(constants.member(u2(bytes, at + 1)), held)) {
        found.push(this.#askedFor(owner, code, before));
      }
      before.push(at);
    }
    return found;
  }

  /** What the last three instructions ask the offset of: a class, a name, and the call. */
  #askedFor(
    owner: RuntimeClass,
    { bytes }: CodeInfo,
    before: readonly number[],
  ): RuntimeField | null {
    const { constants } = owner.file!;
    const [cls, name, call] = before.slice(-3);
    if (cls === undefined || name === undefined || call === undefined) return null;
    if (u1(bytes, call) !== INVOKEVIRTUAL) return null;
    const ref = constants.member(u2(bytes, call + 1));
    if (`${ref.owner}.${ref.name}${ref.descriptor}` !== OFFSET) return null;
    const className = constant(bytes, cls, constants, Tag.class);
    const fieldName = constant(bytes, name, constants, Tag.string);
    if (className === null || fieldName === null) return null;
    const asked = this.#world.find(constants.className(className));
    return asked?.fields.find((each) => each.name === constants.string(fieldName)) ?? null;
  }
}

const isSame = ({ owner, name, descriptor }: MemberRef, field: RuntimeField): boolean =>
  owner === field.owner.name && name === field.name && descriptor === field.descriptor;

/** Whether an access is to the whole field and nothing else: of references, ints and longs. */
function fits(field: RuntimeField, shape: MemoryShape): boolean {
  if (isReferenceShape(shape)) return field.isReference;
  return field.descriptor === shape.type && (shape.type === "I" || shape.type === "J");
}

/** Operand slots that an instruction takes or moves, counted from the top. */
function touchedBy(bytes: Uint8Array, at: number, constants: ConstantPool): number {
  const op = u1(bytes, at);
  if (op >= 0x15 && op <= 0x2d) return 0; // loads
  if ((op >= 0x36 && op <= 0x4e) || (op >= 0x57 && op <= 0x5f)) return MOST; // stores, dup …
  return op === 0xc4 ? MOST : takenBy(bytes, at, constants);
}

/** More than there are. */
const MOST = 0x10000;

/** The index of the constant that an ldc pushes, if it has the given kind, or null. */
function constant(
  bytes: Uint8Array,
  at: number,
  constants: ConstantPool,
  tag: number,
): number | null {
  const op = u1(bytes, at);
  if (op !== 18 && op !== 19) return null;
  const index = op === 18 ? u1(bytes, at + 1) : u2(bytes, at + 1);
  return constants.tag(index) === tag ? index : null;
}
