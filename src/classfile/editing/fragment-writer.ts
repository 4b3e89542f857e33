/**
 * Writes a class file from some pieces of another. Bytes are copied, indices
 * corrected, and the constant pool holds what is still referred to. What goes
 * in is a plan: which members, attributes and entries, in their old order, and
 * bodies that replace others.
 */
import { lowerBound } from "../../core/sorted.ts";
import { ByteWriter } from "../assembling/byte-writer.ts";
import { Attribute } from "../format/attributes.ts";
import type { AttributePiece, ClassFragments, CodePiece, MemberPiece } from "./fragments.ts";
import { PoolSubset, type Renaming } from "./pool-subset.ts";

export interface AttributePlan {
  readonly piece: AttributePiece;
  /** Of a list, those that stay; null for all. */
  readonly entries: readonly number[] | null;
  /** Of a Code attribute, what stays of its own attributes. */
  readonly inner: readonly AttributePlan[];
}

/** A body that stands for the one that was there. */
export interface NewBody {
  readonly maxStack: number;
  readonly maxLocals: number;
  /** Old indices of constants that its instructions name by one byte. */
  readonly shortConstants: readonly number[];
  readonly write: (pool: PoolSubset) => NewBodyBytes;
}

export interface NewBodyBytes {
  readonly instructions: Uint8Array;
  /** The exception table, without its count; eight bytes a handler. */
  readonly handlers: Uint8Array;
  /** The contents of its StackMapTable, if it needs one. */
  readonly stackMap: Uint8Array | null;
}

export interface MemberPlan {
  readonly piece: MemberPiece;
  readonly accessFlags: number;
  /** What stays, without the code where there is a new body. */
  readonly attributes: readonly AttributePlan[];
  readonly body: NewBody | null;
}

export interface ClassPlan {
  readonly accessFlags: number;
  /** Null: the one it has. */
  readonly superName: string | null;
  /** Of the interfaces it has, those that stay. */
  readonly interfaces: readonly number[];
  readonly fields: readonly MemberPlan[];
  readonly methods: readonly MemberPlan[];
  readonly attributes: readonly AttributePlan[];
}

const MAGIC = 0xcafebabe;

/** With a `renaming` the class is written with other names. */
export function writePieces(
  pieces: ClassFragments,
  plan: ClassPlan,
  renaming: Renaming | null = null,
): Uint8Array {
  return new PieceWriter(pieces, renaming).write(plan);
}

class PieceWriter {
  readonly #pieces: ClassFragments;
  readonly #pool: PoolSubset;
  readonly #out = new ByteWriter(4096);

  constructor(pieces: ClassFragments, renaming: Renaming | null) {
    this.#pieces = pieces;
    this.#pool = new PoolSubset(pieces.constants, renaming);
  }

  write(plan: ClassPlan): Uint8Array {
    const pieces = this.#pieces;
    const pool = this.#pool;
    const out = this.#out;
    const bootstraps = pieces.attributes.find(({ kind }) => kind === Attribute.bootstrapMethods);
    if (keepsUnknown(plan)) pool.keepAll((bootstraps?.entries?.length ?? 1) - 1);
    else this.#collectShort(plan);
    out.u2(plan.accessFlags);
    out.u2(pool.index(pieces.thisIndex));
    out.u2(plan.superName === null ? pool.index(pieces.superIndex) : pool.class(plan.superName));
    out.u2(plan.interfaces.length);
    for (const index of plan.interfaces) out.u2(pool.index(pieces.interfaces[index] ?? 0));
    for (const members of [plan.fields, plan.methods]) {
      out.u2(members.length);
      for (const member of members) this.#member(member);
    }
    this.#classAttributes(plan.attributes, bootstraps);
    const head = new ByteWriter(4096);
    head.u4(MAGIC);
    head.u2(pieces.minorVersion);
    head.u2(pieces.majorVersion);
    pool.writeTo(head);
    head.write(out.toBytes());
    return head.toBytes();
  }

  /** What one-byte indices stand for comes first, so that it can be named by them. */
  #collectShort({ methods }: ClassPlan): void {
    const { bytes } = this.#pieces;
    for (const { attributes, body } of methods) {
      for (const index of body?.shortConstants ?? []) this.#pool.index(index);
      for (const { piece } of attributes) {
        for (const at of piece.code?.shortUses ?? []) this.#pool.index(bytes[at] ?? 0);
      }
    }
  }

  #member({ piece, accessFlags, attributes, body }: MemberPlan): void {
    const out = this.#out;
    out.u2(accessFlags);
    out.u2(this.#pool.memberName(piece.nameIndex, piece.descriptorIndex));
    out.u2(this.#pool.types(piece.descriptorIndex));
    out.u2(attributes.length + (body === null ? 0 : 1));
    if (body !== null) this.#newBody(body);
    for (const attribute of attributes) this.#attribute(attribute);
  }

  #newBody({ maxStack, maxLocals, write }: NewBody): void {
    const out = this.#out;
    const { instructions, handlers, stackMap } = write(this.#pool);
    out.u2(this.#pool.utf8("Code"));
    const lengthAt = out.length;
    out.u4(0);
    out.u2(maxStack);
    out.u2(maxLocals);
    out.u4(instructions.length);
    out.write(instructions);
    out.u2(handlers.length / 8);
    out.write(handlers);
    out.u2(stackMap === null ? 0 : 1);
    if (stackMap !== null) {
      out.u2(this.#pool.utf8("StackMapTable"));
      out.u4(stackMap.length);
      out.write(stackMap);
    }
    out.patch4(lengthAt, out.length - lengthAt - 4);
  }

  /** Bootstrap methods come last: only then is known which are needed, and those may need more. */
  #classAttributes(
    attributes: readonly AttributePlan[],
    bootstraps: AttributePiece | undefined,
  ): void {
    const out = this.#out;
    const pool = this.#pool;
    const countAt = out.length;
    const others = attributes.filter(({ piece }) => piece !== bootstraps);
    out.u2(others.length);
    for (const attribute of others) this.#attribute(attribute);
    pool.settle();
    if (bootstraps === undefined || pool.bootstraps.length === 0) return;
    out.patch2(countAt, others.length + 1);
    out.u2(pool.index(bootstraps.nameIndex));
    const lengthAt = out.length;
    out.u4(0);
    out.u2(0);
    for (let i = 0; i < pool.bootstraps.length; i++) {
      this.#entry(bootstraps, pool.bootstraps[i] ?? 0);
      pool.settle();
    }
    out.patch2(lengthAt + 4, pool.bootstraps.length);
    out.patch4(lengthAt, out.length - lengthAt - 4);
  }

  #attribute({ piece, entries, inner }: AttributePlan): void {
    const out = this.#out;
    out.u2(this.#pool.index(piece.nameIndex));
    const lengthAt = out.length;
    out.u4(0);
    if (piece.code !== null) this.#code(piece.code, inner);
    else if (entries === null || piece.entries === null) this.#range(piece.start, piece.end);
    else {
      out.u2(entries.length);
      for (const entry of entries) this.#entry(piece, entry);
    }
    out.patch4(lengthAt, out.length - lengthAt - 4);
  }

  #entry({ entries }: AttributePiece, index: number): void {
    this.#range(entries?.[index] ?? 0, entries?.[index + 1] ?? 0);
  }

  #code(code: CodePiece, inner: readonly AttributePlan[]): void {
    const { bytes } = this.#pieces;
    const out = this.#out;
    const pool = this.#pool;
    out.u2(code.maxStack);
    out.u2(code.maxLocals);
    out.u4(code.end - code.start);
    const instructions = bytes.slice(code.start, code.end);
    for (const at of code.uses) {
      const index = pool.index(((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0));
      instructions[at - code.start] = index >> 8;
      instructions[at - code.start + 1] = index;
    }
    for (const at of code.shortUses) instructions[at - code.start] = pool.index(bytes[at] ?? 0);
    out.write(instructions);
    this.#range(code.handlers, code.handlersEnd);
    out.u2(inner.length);
    for (const attribute of inner) this.#attribute(attribute);
  }

  /** Copies bytes, with the indices in them as they are now. */
  #range(start: number, end: number): void {
    const { bytes, uses } = this.#pieces;
    const out = this.#out;
    const base = out.length - start;
    out.write(bytes.subarray(start, end));
    for (let i = lowerBound(uses, start); i < uses.length; i++) {
      const at = uses[i] ?? 0;
      if (at >= end) break;
      const old = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
      out.patch2(base + at, this.#pool.types(old));
    }
  }
}

/** An attribute of unknown layout may contain indices: then the pool must not change. */
function keepsUnknown({ attributes, fields, methods }: ClassPlan): boolean {
  const isUnknown = ({ piece, inner }: AttributePlan): boolean =>
    piece.kind === Attribute.unknown || inner.some(isUnknown);
  return (
    attributes.some(isUnknown) ||
    [...fields, ...methods].some((member) => member.attributes.some(isUnknown))
  );
}
