/**
 * Which instruction pushed each operand: the data behind the null messages.
 * This is deliberately not a full data-flow analysis. Like HotSpot's, it goes
 * through the code in order and again only while a backward branch has opened
 * new code; a value that changes around a loop therefore still counts as what
 * it was on the way in, and the messages say so.
 */

import {
  endsFlow,
  instructionLength,
  targetsOf,
  u1,
  u2,
} from "../../classfile/code/bytecode-scan.ts";
import type { ClassFile } from "../../classfile/format/class-file.ts";
import { Tag } from "../../classfile/format/constant-pool.ts";
import { SLOTS_POPPED, SLOTS_PUSHED } from "../../classfile/format/opcodes.ts";
import type { InlinedCode } from "../types/subroutines.ts";

/** Several instructions may have pushed it. */
const AMBIGUOUS = -1;
/** Locals from here on always count as written. */
const TRACKED_LOCALS = 64;
/** Total size of all recorded stacks at which the analysis stops looking further. */
const MAX_ENTRIES = 1_000_000;

interface Operands {
  /** Offset of the pushing instruction by slot. */
  readonly sources: number[];
  /** Bit i: local i was stored to on some way here. */
  written: bigint;
}

/** The parameter types of a (valid) method descriptor, as descriptors. */
export const parameterTypes = (descriptor: string): readonly string[] =>
  descriptor.slice(1, descriptor.indexOf(")")).match(/\[*(?:L[^;]*;|[^[L])/g) ?? [];

/** Slots a value of a type takes. */
export function slotsOf(type: string): number {
  if (type === "J" || type === "D") return 2;
  return type === "V" ? 0 : 1;
}

export const argumentSlots = (descriptor: string): number =>
  parameterTypes(descriptor).reduce((sum, type) => sum + slotsOf(type), 0);

export class OperandSources {
  readonly #classFile: ClassFile;
  readonly #code: InlinedCode;
  readonly #bytes: Uint8Array;
  readonly #at = new Map<number, Operands>();
  #entries = 0;

  constructor(classFile: ClassFile, code: InlinedCode) {
    const { bytes } = code;
    this.#classFile = classFile;
    this.#code = code;
    this.#bytes = bytes;
    this.#at.set(0, { sources: [], written: 0n });
    for (const { handler } of code.handlers) {
      this.#at.set(handler, { sources: [handler], written: 0n });
    }
    let again = true;
    while (again && this.#entries < MAX_ENTRIES) {
      again = false;
      for (let at = 0; at < bytes.length; at += instructionLength(bytes, at)) {
        if (this.#follow(at)) again = true;
      }
    }
  }

  /** The instruction that pushed the operand `slot` below the top before `at`; -1 when unknown. */
  source(at: number, slot: number): number {
    return this.#at.get(at)?.sources.at(-1 - slot) ?? AMBIGUOUS;
  }

  isWritten(at: number, local: number): boolean {
    if (local >= TRACKED_LOCALS) return true;
    return (((this.#at.get(at)?.written ?? 0n) >> BigInt(local)) & 1n) === 1n;
  }

  /** Carries the operands over one instruction; true when that opened code before it. */
  #follow(at: number): boolean {
    const before = this.#at.get(at);
    if (before === undefined) return false;
    const bytes = this.#bytes;
    const after: Operands = { sources: [...before.sources], written: before.written };
    this.#step(at, u1(bytes, at), after);
    const op = u1(bytes, at);
    const targets = [...targetsOf(bytes, at)];
    const returnsTo = this.#code.retTargets?.get(at);
    if (returnsTo !== undefined) targets.push(returnsTo);
    const isJsr = op === 0xa8 || op === 0xc9;
    if (!endsFlow(bytes, at) && !isJsr) targets.push(at + instructionLength(bytes, at));
    let opened = false;
    for (const target of targets) {
      if (target < at && !this.#at.has(target)) opened = true;
      this.#merge(target, after);
    }
    return opened;
  }

  #merge(target: number, incoming: Operands): void {
    const known = this.#at.get(target);
    if (known === undefined) {
      this.#entries += incoming.sources.length;
      this.#at.set(target, { sources: [...incoming.sources], written: incoming.written });
      return;
    }
    known.written |= incoming.written;
    for (const [i, source] of incoming.sources.entries()) {
      if (known.sources[i] !== source) known.sources[i] = AMBIGUOUS;
    }
  }

  #step(at: number, op: number, operands: Operands): void {
    const { sources } = operands;
    if (op >= 0x57 && op <= 0x5f) {
      shuffle(op, sources);
      return;
    }
    if (op >= 0xb2 && op <= 0xba) this.#member(at, op, sources);
    else if (op === 0xc4) this.#wide(at, operands);
    else if (op === 0xc5) replace(sources, u1(this.#bytes, at + 3), 1, at);
    // A checkcast leaves the operand where it is: what pushed it is still what pushed it.
    else if (op !== 0xc0) replace(sources, SLOTS_POPPED[op] ?? 0, SLOTS_PUSHED[op] ?? 0, at);
    if (op >= 0x36 && op <= 0x3a) write(operands, u1(this.#bytes, at + 1));
    else if (op >= 0x3b && op <= 0x4e) write(operands, (op - 0x3b) & 3);
  }

  #wide(at: number, operands: Operands): void {
    const op = u1(this.#bytes, at + 1);
    replace(operands.sources, SLOTS_POPPED[op] ?? 0, SLOTS_PUSHED[op] ?? 0, at);
    if (op >= 0x36 && op <= 0x3a) write(operands, u2(this.#bytes, at + 2));
  }

  #member(at: number, op: number, sources: number[]): void {
    const { constants } = this.#classFile;
    const index = u2(this.#bytes, at + 1);
    const isDynamic = constants.tag(index) === Tag.invokeDynamic;
    const { descriptor } = isDynamic ? constants.dynamic(index) : constants.member(index);
    if (op >= 0xb6) {
      const receiver = op === 0xb8 || op === 0xba ? 0 : 1;
      const result = descriptor.slice(descriptor.indexOf(")") + 1);
      replace(sources, receiver + argumentSlots(descriptor), slotsOf(result), at);
      return;
    }
    const isPut = (op & 1) === 1;
    const object = op >= 0xb4 ? 1 : 0;
    const value = slotsOf(descriptor);
    replace(sources, object + (isPut ? value : 0), isPut ? 0 : value, at);
  }
}

function write(operands: Operands, local: number): void {
  if (local < TRACKED_LOCALS) operands.written |= 1n << BigInt(local);
}

function replace(sources: number[], pops: number, pushes: number, at: number): void {
  sources.length = Math.max(0, sources.length - pops);
  for (let i = 0; i < pushes; i++) sources.push(at);
}

/** pop, pop2, swap, and the forms of dup: what each does to the top of the stack. */
export function shuffle(op: number, sources: unknown[]): void {
  if (op === 0x57 || op === 0x58) sources.length = Math.max(0, sources.length - (op - 0x56));
  else if (op === 0x5f) {
    const top = sources.splice(-1, 1);
    sources.splice(-1, 0, ...top);
  } else {
    const copied = op < 0x5c ? 1 : 2;
    const skipped = op < 0x5c ? op - 0x59 : op - 0x5c;
    sources.splice(sources.length - copied - skipped, 0, ...sources.slice(-copied));
  }
}
