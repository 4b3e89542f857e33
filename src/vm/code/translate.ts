/**
 * Byte code to the machine's own instructions, once per method, at its first
 * call. Sizes are settled in a first pass so that branches can be absolute;
 * what needs a constant resolved becomes an `unresolved` instruction of the
 * right size, replaced in place the first time it runs (linker.ts).
 */

import { INSTRUCTION_LENGTHS } from "../../classfile/code/bytecode-scan.ts";
import type { CodeInfo } from "../../classfile/format/class-file.ts";
import { Tag } from "../../classfile/format/constant-pool.ts";
import { bug } from "../../core/assert.ts";
import { BadClassFileError } from "../../core/errors.ts";
import type { RuntimeMethod } from "../../program/linking/runtime-class.ts";
import { inlineSubroutines, NO_TARGETS } from "../../program/types/subroutines.ts";
import { SLOT } from "../memory/object-layout.ts";
import type { CodeSpace, TranslatedMethod } from "./code-space.ts";
import { CHECKED_PLAIN, FIRST_CHECKED, I, LINKAGE_WORDS } from "./instructions.ts";

/** Words that the translation of each opcode takes; 0 where it depends (switches, wide). */
const WORDS = sizes();

function sizes(): Uint8Array {
  const words = new Uint8Array(256).fill(1);
  const set = (first: number, last: number, size: number): void => {
    words.fill(size, first, last + 1);
  };
  set(1, 8, 2); // aconst_null, iconst
  set(9, 10, 3); // lconst
  set(11, 13, 2); // fconst
  set(14, 15, 3); // dconst
  set(16, 17, 2); // bipush, sipush
  set(18, 20, 3); // ldc
  set(21, 45, 2); // loads
  set(54, 78, 2); // stores
  set(132, 132, 3); // iinc
  set(153, 169, 2); // branches, jsr, ret
  set(170, 171, 0);
  set(172, 177, 2); // returns
  set(178, 181, 3); // fields
  set(182, 186, 4); // calls
  set(187, 189, 3); // new, newarray, anewarray
  set(192, 193, 3); // checkcast, instanceof
  set(196, 196, 0);
  set(197, 197, 3); // multianewarray
  set(198, 201, 2); // ifnull, ifnonnull, goto_w, jsr_w
  return words;
}

/** Returns of methods whose result is smaller than an int. */
const NARROW_RETURNS: Readonly<Record<string, number>> = {
  Z: I.returnBoolean,
  C: I.returnChar,
  B: I.returnByteOrShort,
  S: I.returnByteOrShort,
};

const signed16 = (bytes: Uint8Array, at: number): number =>
  ((bytes[at]! << 24) >> 16) | bytes[at + 1]!;
const unsigned16 = (bytes: Uint8Array, at: number): number => (bytes[at]! << 8) | bytes[at + 1]!;
const signed32 = (bytes: Uint8Array, at: number): number =>
  (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;

/** JVM opcode of the i-th typed family member: iload/lload/… all become load or load2. */
const isWideType = (index: number): boolean => index === 1 || index === 3;

/** What the first instruction of a method does, as operands of that instruction; 0 for nothing. */
export interface MethodRoles {
  /** It begins an operation that runs as one step (sharing/library-operations.ts). */
  readonly operation: number;
  /** It notes the use of a value that a JVM may choose differently (interpreter/fixed-values.ts). */
  readonly fixed: number;
}

/** `classLock`: the mirror whose monitor a static synchronized method takes. */
export function translate(
  space: CodeSpace,
  method: RuntimeMethod,
  classLock: number,
  roles: MethodRoles,
): TranslatedMethod {
  const info = method.code;
  if (info === null) bug(`${method.toString()} has no code`);
  const code = inlineSubroutines(info);
  const targets = code.retTargets ?? NO_TARGETS;
  return new Translator(space, method, code, targets, classLock, roles).run();
}

class Translator {
  readonly #space: CodeSpace;
  readonly #method: RuntimeMethod;
  readonly #info: CodeInfo;
  readonly #bytes: Uint8Array;
  readonly #retTargets: ReadonlyMap<number, number>;
  readonly #classLock: number;
  readonly #roles: MethodRoles;
  /** Byte offset -> pc relative to the method's start, -1 inside instructions. */
  readonly #pcOf: Int32Array;
  #code!: Int32Array;
  #start = 0;
  #at = 0;

  constructor(
    space: CodeSpace,
    method: RuntimeMethod,
    info: CodeInfo,
    retTargets: ReadonlyMap<number, number>,
    classLock: number,
    roles: MethodRoles,
  ) {
    this.#space = space;
    this.#method = method;
    this.#info = info;
    this.#bytes = info.bytes;
    this.#retTargets = retTargets;
    this.#classLock = classLock;
    this.#roles = roles;
    this.#pcOf = new Int32Array(info.bytes.length + 1).fill(-1);
  }

  run(): TranslatedMethod {
    const space = this.#space;
    const { operation, fixed } = this.#roles;
    const hasFirst = this.#method.isSynchronized || operation !== 0;
    const prologue = (hasFirst ? 3 : 0) + (fixed === 0 ? 0 : 2);
    const { count, words } = this.#measure(prologue);
    this.#start = space.reserve(words);
    const start = this.#start;
    this.#code = space.code;
    space.methodOf.fill(this.#method.id, start, start + words);
    this.#at = start;
    const linkage = this.#info.maxLocals * SLOT;
    if (this.#method.isSynchronized) this.#emit3(I.lockMethod, linkage, this.#classLock);
    if (operation !== 0) this.#emit3(I.beginOperation, linkage, operation);
    if (fixed !== 0) this.#emit2(I.noteFixed, fixed);
    const pcs = new Int32Array(count);
    const offsets = new Int32Array(count);
    let offset = 0;
    for (let index = 0; index < count; index++) {
      pcs[index] = index === 0 ? start : this.#at;
      offsets[index] = offset;
      offset = this.#translateAt(offset);
    }
    if (space.modes.combine) this.#combine(pcs);
    if (space.modes.checking) this.#check(pcs);
    const { handlers, catchTypes } = this.#handlers();
    return {
      method: this.#method,
      info: this.#info,
      retTargets: this.#retTargets,
      start,
      end: start + words,
      pcs,
      offsets,
      handlers,
      catchTypes,
    };
  }

  #measure(prologue: number): { count: number; words: number } {
    const bytes = this.#bytes;
    let words = prologue;
    let count = 0;
    let offset = 0;
    while (offset < bytes.length) {
      this.#pcOf[offset] = words;
      const op = bytes[offset]!;
      const simple = WORDS[op]!;
      if (simple !== 0) {
        words += simple;
        offset += INSTRUCTION_LENGTHS[op]!;
      } else if (op === 196) {
        const isIncrement = bytes[offset + 1] === 132;
        words += isIncrement ? 3 : 2;
        offset += isIncrement ? 6 : 4;
      } else {
        const at = (offset + 4) & ~3;
        if (op === 170) {
          const cases = signed32(bytes, at + 8) - signed32(bytes, at + 4) + 1;
          words += 4 + cases;
          offset = at + 12 + cases * 4;
        } else {
          const cases = signed32(bytes, at + 4);
          words += 3 + cases * 2;
          offset = at + 8 + cases * 8;
        }
      }
      count++;
    }
    this.#pcOf[bytes.length] = words;
    return { count, words };
  }

  #target(offset: number): number {
    const pc = this.#pcOf[offset];
    if (pc === undefined || pc < 0) {
      throw new BadClassFileError(
        `${this.#method.toString()}: branch to offset ${offset}, where no instruction starts`,
      );
    }
    return this.#start + pc;
  }

  #emit(a: number): void {
    this.#code[this.#at++] = a;
  }

  #emit2(a: number, b: number): void {
    this.#code[this.#at++] = a;
    this.#code[this.#at++] = b;
  }

  #emit3(a: number, b: number, c: number): void {
    this.#code[this.#at++] = a;
    this.#code[this.#at++] = b;
    this.#code[this.#at++] = c;
  }

  /** Emits the instruction at the byte offset; returns the offset of the next. */
  #translateAt(offset: number): number {
    const bytes = this.#bytes;
    const op = bytes[offset]!;
    const next = offset + INSTRUCTION_LENGTHS[op]!;
    if (op <= 20) this.#constant(op, offset);
    else if (op <= 25) this.#load(op - 21, bytes[offset + 1]!);
    else if (op <= 45) this.#load((op - 26) >> 2, (op - 26) & 3);
    else if (op <= 53) this.#emit(op === 48 || op === 50 ? 46 : op === 49 ? 47 : op);
    else if (op <= 58) this.#store(op - 54, bytes[offset + 1]!);
    else if (op <= 78) this.#store((op - 59) >> 2, (op - 59) & 3);
    else if (op <= 86) this.#emit(op === 81 ? 79 : op === 82 ? 80 : op === 86 ? 85 : op);
    else if (op === 132)
      this.#emit3(I.iinc, bytes[offset + 1]! * SLOT, (bytes[offset + 2]! << 24) >> 24);
    else if (op >= 153 && op <= 168) this.#branch(op, offset + signed16(bytes, offset + 1));
    else if (op === 169) this.#emit2(I.ret, this.#retTarget(offset));
    else if (op === 170 || op === 171) return this.#switch(op, offset);
    else if (op >= 172 && op <= 177) this.#return(op);
    else if (op >= 178 && op <= 181) this.#emit3(I.unresolved, op, unsigned16(bytes, offset + 1));
    else if (op >= 182 && op <= 186) {
      this.#emit3(I.unresolved, op, unsigned16(bytes, offset + 1));
      this.#emit(0);
    } else if (op === 187 || op === 189 || op === 192 || op === 193) {
      this.#emit3(I.unresolved, op, unsigned16(bytes, offset + 1));
    } else if (op === 188) this.#emit3(I.newarray, bytes[offset + 1]!, 0);
    else if (op === 196) return this.#wide(offset);
    else if (op === 197) {
      this.#emit3(I.unresolved, op | (bytes[offset + 3]! << 8), unsigned16(bytes, offset + 1));
    } else if (op === 198 || op === 199) {
      this.#branch(op === 198 ? 153 : 154, offset + signed16(bytes, offset + 1));
    } else if (op === 200) this.#branch(167, offset + signed32(bytes, offset + 1));
    else if (op === 201) this.#branch(168, offset + signed32(bytes, offset + 1));
    else if (op > 201) throw this.#bad(offset, `opcode ${op} does not exist`);
    else this.#emit(op);
    return next;
  }

  #bad(offset: number, what: string): BadClassFileError {
    return new BadClassFileError(`${this.#method.toString()}, offset ${offset}: ${what}`);
  }

  #constant(op: number, offset: number): void {
    const bytes = this.#bytes;
    if (op === 0) this.#emit(I.nop);
    else if (op === 1) this.#emit2(I.push, 0);
    else if (op <= 8) this.#emit2(I.push, op - 3);
    else if (op <= 10) this.#emit3(I.push2, op - 9, 0);
    else if (op <= 13) this.#emit2(I.push, [0, 0x3f800000, 0x40000000][op - 11]!);
    else if (op <= 15) this.#emit3(I.push2, 0, op === 14 ? 0 : 0x3ff00000);
    else if (op === 16) this.#emit2(I.push, (bytes[offset + 1]! << 24) >> 24);
    else if (op === 17) this.#emit2(I.push, signed16(bytes, offset + 1));
    else this.#poolConstant(op, op === 18 ? bytes[offset + 1]! : unsigned16(bytes, offset + 1));
  }

  #poolConstant(op: number, index: number): void {
    const pool = this.#method.owner.file!.constants;
    switch (pool.tag(index)) {
      case Tag.integer:
        this.#emit3(I.constant, pool.int(index), 0);
        return;
      case Tag.float:
        this.#emit3(I.constant, pool.floatBits(index), 0);
        return;
      case Tag.long:
      case Tag.double:
        this.#emit3(I.push2, pool.low(index), pool.high(index));
        return;
      default:
        this.#emit3(I.unresolved, op === 20 ? 20 : 18, index);
    }
  }

  #load(type: number, slot: number): void {
    this.#emit2(isWideType(type) ? I.load2 : I.load, slot * SLOT);
  }

  #store(type: number, slot: number): void {
    this.#emit2(isWideType(type) ? I.store2 : I.store, slot * SLOT);
  }

  #branch(op: number, target: number): void {
    this.#emit2(op === 165 ? 159 : op === 166 ? 160 : op, this.#target(target));
  }

  #retTarget(offset: number): number {
    const target = this.#retTargets.get(offset);
    // A ret that no jsr leads to is unreachable.
    return target === undefined ? this.#start : this.#target(target);
  }

  #return(op: number): void {
    const linkage = this.#info.maxLocals * SLOT;
    if (this.#roles.operation !== 0) {
      const words = op === 177 ? 0 : op === 173 || op === 175 ? 2 : 1;
      this.#emit2(I.return0Section + words, linkage);
      return;
    }
    const narrow = NARROW_RETURNS[this.#method.returnKind];
    if (narrow !== undefined && op === 172 && !this.#method.isSynchronized) {
      this.#emit2(narrow, linkage);
      return;
    }
    const plain = op === 177 ? I.return0 : op === 173 || op === 175 ? I.return2 : I.return1;
    const unlocking =
      op === 177 ? I.return0Unlock : op === 173 || op === 175 ? I.return2Unlock : I.return1Unlock;
    this.#emit2(this.#method.isSynchronized ? unlocking : plain, linkage);
  }

  #switch(op: number, offset: number): number {
    const bytes = this.#bytes;
    const at = (offset + 4) & ~3;
    const otherwise = this.#target(offset + signed32(bytes, at));
    if (op === 170) {
      const low = signed32(bytes, at + 4);
      const high = signed32(bytes, at + 8);
      this.#emit2(I.tableswitch, otherwise);
      this.#emit2(low, high);
      const cases = high - low + 1;
      for (let i = 0; i < cases; i++)
        this.#emit(this.#target(offset + signed32(bytes, at + 12 + i * 4)));
      return at + 12 + cases * 4;
    }
    const cases = signed32(bytes, at + 4);
    this.#emit3(I.lookupswitch, otherwise, cases);
    for (let i = 0; i < cases; i++) {
      const pair = at + 8 + i * 8;
      this.#emit2(signed32(bytes, pair), this.#target(offset + signed32(bytes, pair + 4)));
    }
    return at + 8 + cases * 8;
  }

  #wide(offset: number): number {
    const bytes = this.#bytes;
    const op = bytes[offset + 1]!;
    const slot = unsigned16(bytes, offset + 2);
    if (op === 132) {
      this.#emit3(I.iinc, slot * SLOT, signed16(bytes, offset + 4));
      return offset + 6;
    }
    if (op >= 21 && op <= 25) this.#load(op - 21, slot);
    else if (op >= 54 && op <= 58) this.#store(op - 54, slot);
    else if (op === 169) this.#emit2(I.ret, this.#retTarget(offset));
    else throw this.#bad(offset, `wide before opcode ${op}`);
    return offset + 4;
  }

  /** Array accesses look whether the array is shared. */
  #check(pcs: Int32Array): void {
    const code = this.#code;
    for (const pc of pcs) {
      const checked = CHECKED_PLAIN.indexOf(code[pc]!);
      if (checked >= 0) code[pc] = FIRST_CHECKED + checked;
    }
  }

  /** Marks the first of two frequent instructions as standing for both. */
  #combine(pcs: Int32Array): void {
    const code = this.#code;
    for (let i = 0; i + 1 < pcs.length; i++) {
      const pc = pcs[i]!;
      if (code[pc] !== I.load) continue;
      const next = code[pcs[i + 1]!];
      if (next === I.load) code[pc] = I.loadLoad;
      else if (next === I.push) code[pc] = I.loadPush;
    }
  }

  #handlers(): { handlers: Int32Array; catchTypes: string[] } {
    const catchTypes: string[] = [];
    const handlers = new Int32Array(this.#info.handlers.length * 4);
    this.#info.handlers.forEach((handler, index) => {
      handlers[index * 4] = this.#target(handler.start);
      handlers[index * 4 + 1] = this.#target(handler.end);
      handlers[index * 4 + 2] = this.#target(handler.handler);
      handlers[index * 4 + 3] =
        handler.catchType === null ? -1 : catchTypes.push(handler.catchType) - 1;
    });
    return { handlers, catchTypes };
  }
}

/** Locals and stack of a method's frame, in words. */
export function frameSize(info: CodeInfo): { locals: number; stack: number } {
  return { locals: info.maxLocals * SLOT, stack: LINKAGE_WORDS + (info.maxStack + 1) * SLOT };
}
