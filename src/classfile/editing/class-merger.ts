/**
 * Writes a class from members and attributes of several class files, under other
 * names if need be. Bytes are copied and indices corrected, as `fragment-writer.ts` does
 * it for the pieces of one file.
 */
import { BadClassFileError } from "../../core/errors.ts";
import { lowerBound } from "../../core/sorted.ts";
import { ByteWriter } from "../assembling/byte-writer.ts";
import type { AttributePlan, MemberPlan } from "./fragment-writer.ts";
import type { ClassFragments, CodePiece } from "./fragments.ts";
import { PoolMerger, PoolView, type Reference, type Rewording } from "./pool-merger.ts";

/** A class file that pieces are taken from; one object for each. */
export interface Donor {
  readonly pieces: ClassFragments;
  readonly rewording: Rewording;
}

export interface JoinedMember {
  readonly donor: Donor;
  readonly plan: Omit<MemberPlan, "body">;
  /** Null: the one it has. */
  readonly name: string | null;
  /** What invokespecial calls in place of what it called, if that is another; before names change. */
  readonly special: ((called: Reference) => Reference | null) | null;
}

interface JoinedAttribute {
  readonly donor: Donor;
  readonly plan: AttributePlan;
}

/** An attribute that no file has yet. */
export interface MadeAttribute {
  readonly name: string;
  readonly contents: (pool: PoolMerger) => Uint8Array;
}

export interface JoinedClass {
  readonly minorVersion: number;
  readonly majorVersion: number;
  readonly accessFlags: number;
  readonly name: string;
  readonly superName: string | null;
  readonly interfaces: readonly string[];
  readonly fields: readonly JoinedMember[];
  readonly methods: readonly JoinedMember[];
  /** Without bootstrap methods: those are written as they are needed. */
  readonly attributes: readonly JoinedAttribute[];
  readonly made: readonly MadeAttribute[];
}

export interface WrittenClass {
  readonly bytes: Uint8Array;
  /**
   * Positions of methods in which calls of an interface's methods have become calls
   * of a class's: those are two bytes shorter, and `nop`s fill the place.
   */
  readonly padded: readonly number[];
}

const MAGIC = 0xcafebabe;
const INVOKEVIRTUAL = 0xb6;
const INVOKESPECIAL = 0xb7;
const INVOKEINTERFACE = 0xb9;
const NOP = 0;
const MAX_SHORT = 255;

/** Throws BadClassFileError where a class file has no room for all of it. */
export function writeJoined(joined: JoinedClass): WrittenClass {
  return new JoinWriter().write(joined);
}

class JoinWriter {
  readonly #pool = new PoolMerger();
  readonly #views = new Map<Donor, PoolView>();
  readonly #out = new ByteWriter(4096);
  readonly #padded: number[] = [];

  write(joined: JoinedClass): WrittenClass {
    const pool = this.#pool;
    const out = this.#out;
    this.#collectShort(joined.methods);
    out.u2(joined.accessFlags);
    out.u2(pool.class(joined.name));
    out.u2(joined.superName === null ? 0 : pool.class(joined.superName));
    out.u2(joined.interfaces.length);
    for (const name of joined.interfaces) out.u2(pool.class(name));
    out.u2(joined.fields.length);
    for (const field of joined.fields) this.#member(field);
    out.u2(joined.methods.length);
    joined.methods.forEach((method, i) => {
      if (this.#member(method)) this.#padded.push(i);
    });
    this.#attributes(joined);
    const head = new ByteWriter(4096);
    head.u4(MAGIC);
    head.u2(joined.minorVersion);
    head.u2(joined.majorVersion);
    pool.writeTo(head);
    head.write(out.toBytes());
    return { bytes: head.toBytes(), padded: this.#padded };
  }

  #view(donor: Donor): PoolView {
    let view = this.#views.get(donor);
    if (view === undefined) {
      view = new PoolView(this.#pool, donor.pieces, donor.rewording);
      this.#views.set(donor, view);
    }
    return view;
  }

  /** What one-byte indices stand for comes first. */
  #collectShort(methods: readonly JoinedMember[]): void {
    for (const { donor, plan } of methods) {
      const view = this.#view(donor);
      for (const { piece } of plan.attributes) {
        for (const at of piece.code?.shortUses ?? []) {
          const index = view.index(donor.pieces.bytes[at] ?? 0);
          if (index > MAX_SHORT) throw new BadClassFileError("too many short constants");
        }
      }
    }
  }

  /** True when its code was padded. */
  #member(member: JoinedMember): boolean {
    const { donor, plan, name } = member;
    const out = this.#out;
    const view = this.#view(donor);
    out.u2(plan.accessFlags);
    out.u2(name === null ? view.index(plan.piece.nameIndex) : this.#pool.utf8(name));
    out.u2(view.types(plan.piece.descriptorIndex));
    out.u2(plan.attributes.length);
    let isPadded = false;
    for (const attribute of plan.attributes) {
      isPadded = this.#attribute(donor, attribute, member) || isPadded;
    }
    return isPadded;
  }

  #attributes({ attributes, made }: JoinedClass): void {
    const out = this.#out;
    const pool = this.#pool;
    const { bootstraps } = pool;
    const countAt = out.length;
    out.u2(0);
    for (const { donor, plan } of attributes) this.#attribute(donor, plan, null);
    for (const { name, contents } of made) {
      out.u2(pool.utf8(name));
      const bytes = contents(pool);
      out.u4(bytes.length);
      out.write(bytes);
    }
    // Whatever names a bootstrap method has been asked for by now.
    const isNeeded = bootstraps.length > 0;
    out.patch2(countAt, attributes.length + made.length + (isNeeded ? 1 : 0));
    if (!isNeeded) return;
    out.u2(pool.utf8("BootstrapMethods"));
    out.u4(bootstraps.reduce((sum, parts) => sum + 2 + 2 * parts.length, 2));
    out.u2(bootstraps.length);
    for (const [handle = 0, ...parts] of bootstraps) {
      out.u2(handle);
      out.u2(parts.length);
      for (const part of parts) out.u2(part);
    }
  }

  #attribute(donor: Donor, plan: AttributePlan, member: JoinedMember | null): boolean {
    const { piece, entries, inner } = plan;
    const out = this.#out;
    out.u2(this.#view(donor).index(piece.nameIndex));
    const lengthAt = out.length;
    out.u4(0);
    let isPadded = false;
    if (piece.code !== null && member !== null) {
      isPadded = this.#code(donor, piece.code, inner, member.special);
    } else if (entries === null || piece.entries === null) {
      this.#range(donor, piece.start, piece.end);
    } else {
      out.u2(entries.length);
      for (const entry of entries) {
        this.#range(donor, piece.entries[entry] ?? 0, piece.entries[entry + 1] ?? 0);
      }
    }
    out.patch4(lengthAt, out.length - lengthAt - 4);
    return isPadded;
  }

  #code(
    donor: Donor,
    code: CodePiece,
    inner: readonly AttributePlan[],
    special: JoinedMember["special"],
  ): boolean {
    const { bytes, constants } = donor.pieces;
    const out = this.#out;
    const view = this.#view(donor);
    out.u2(code.maxStack);
    out.u2(code.maxLocals);
    out.u4(code.end - code.start);
    const instructions = bytes.slice(code.start, code.end);
    let isPadded = false;
    for (const at of code.uses) {
      const old = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
      const opcode = bytes[at - 1];
      const other =
        opcode === INVOKESPECIAL && special !== null ? special(view.reference(old)) : null;
      const index =
        other === null ? view.index(old) : this.#pool.member(donor.rewording.member(other));
      const place = at - code.start;
      instructions[place] = index >> 8;
      instructions[place + 1] = index;
      if (opcode !== INVOKEINTERFACE) continue;
      const before = view.reference(old);
      if (donor.rewording.member(before).tag === constants.tag(old)) continue;
      instructions[place - 1] = INVOKEVIRTUAL;
      instructions.fill(NOP, place + 2, place + 4);
      isPadded = true;
    }
    for (const at of code.shortUses) instructions[at - code.start] = view.index(bytes[at] ?? 0);
    out.write(instructions);
    this.#range(donor, code.handlers, code.handlersEnd);
    out.u2(inner.length);
    for (const attribute of inner) this.#attribute(donor, attribute, null);
    return isPadded;
  }

  /** Copies bytes, with the indices in them as they are now. */
  #range(donor: Donor, start: number, end: number): void {
    const { bytes, uses } = donor.pieces;
    const out = this.#out;
    const view = this.#view(donor);
    const base = out.length - start;
    out.write(bytes.subarray(start, end));
    for (let i = lowerBound(uses, start); i < uses.length; i++) {
      const at = uses[i] ?? 0;
      if (at >= end) break;
      out.patch2(base + at, view.types(((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)));
    }
  }
}
