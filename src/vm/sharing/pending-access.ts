/**
 * HOT. What a thread's next instruction will access. Everything that plans,
 * compares or describes steps before they are taken asks here: which threads
 * are enabled, sleep sets, data races, traces.
 *
 * Decoding says what the instruction refers to, and whether it will fail. What
 * a failing access means is for the caller to decide: it accesses nothing, so
 * it cannot race; but it throws an exception, so a sleep set must assume that
 * it depends on every other step.
 */

import type { CodeSpace } from "../code/code-space.ts";
import {
  arrayIndexDepth,
  CHECKED,
  FIRST_ARRAY_STORE,
  FIRST_CHECKED,
  I,
} from "../code/instructions.ts";
import type { Machine } from "../machine.ts";
import { T_FP, T_PC, T_SP, T_STATUS, threadRecord } from "../memory/memory.ts";
import { ARRAY_DATA, ARRAY_LENGTH, HASH_WORD } from "../memory/object-layout.ts";
import { ThreadStatus } from "../memory/thread-status.ts";

export const AccessKind = {
  /** Nothing is known about the instruction. */
  unknown: 0,
  /** It uses the thread's own frames only: it moves, computes, compares, jumps, or returns to a caller. */
  local: 1,
  field: 2,
  element: 3,
  staticField: 4,
  monitorEnter: 5,
  monitorExit: 6,
  /** A call; of which method is known for static calls and those without dispatch. */
  call: 7,
  /** The return from the thread's first frame. */
  threadEnd: 8,
} as const;

const AASTORE = 83;
const LAST_JUMP: number = I.goto;
/** The part of a static instruction's third word that is a class id. */
const CLASS_MASK = 0xffffff;

// By instruction. The dispatch loop has more numbers than a byte.
const NUMBERS = 1 << 9;
const KIND = new Uint8Array(NUMBERS);
const IS_WRITE = new Uint8Array(NUMBERS);
/** Bytes that a field instruction moves. */
const BYTES = new Uint8Array(NUMBERS);
/** How far below the top of the stack the object is. */
const OBJECT_DEPTH = new Uint8Array(NUMBERS);
/** The third word names a class that must be initialized first. */
const NAMES_CLASS = new Uint8Array(NUMBERS);
/** The bit of an object's header that lets other threads observe the access; 0 if the instruction does not look. */
const HEADER_BIT = new Int32Array(NUMBERS);

function isElement(op: number): boolean {
  return (op >= 46 && op <= 53) || (op >= FIRST_ARRAY_STORE && op <= 86);
}

function fillTables(): void {
  for (let op = 0; op <= LAST_JUMP; op++) {
    KIND[op] = AccessKind.local;
    if (!isElement(op)) continue;
    KIND[op] = AccessKind.element;
    IS_WRITE[op] = op >= FIRST_ARRAY_STORE ? 1 : 0;
    OBJECT_DEPTH[op] = arrayIndexDepth(op) + 2;
  }
  KIND[I.loadLoad] = AccessKind.local;
  KIND[I.loadPush] = AccessKind.local;
  const fields = [
    [I.getfield, 0, 4, 2],
    [I.getfield2, 0, 8, 2],
    [I.putfield, 1, 4, 4],
    [I.putfield2, 1, 8, 6],
    [I.putfieldNarrow, 1, 4, 4],
  ] as const;
  for (const [op, isWrite, bytes, depth] of fields) {
    KIND[op] = AccessKind.field;
    IS_WRITE[op] = isWrite;
    BYTES[op] = bytes;
    OBJECT_DEPTH[op] = depth;
  }
  // Four each: a read and a write of one word and of two.
  for (const first of [I.getstatic, I.getstaticInit, I.getstaticChecked]) {
    for (let i = 0; i < 4; i++)
      addStatic(first + i, i >= 2, (i & 1) === 0 ? 4 : 8, first !== I.getstatic);
  }
  addStatic(I.putstaticNarrow, true, 4, true);
  CHECKED.forEach(([plain, depth, bit], i) => {
    const op = FIRST_CHECKED + i;
    KIND[op] = KIND[plain]!;
    IS_WRITE[op] = IS_WRITE[plain]!;
    BYTES[op] = BYTES[plain]!;
    OBJECT_DEPTH[op] = depth;
    HEADER_BIT[op] = bit;
  });
  for (const op of [I.monitorenter, I.lockMethod]) KIND[op] = AccessKind.monitorEnter;
  for (const op of [I.monitorexit, I.return0Unlock, I.return1Unlock, I.return2Unlock]) {
    KIND[op] = AccessKind.monitorExit;
  }
  for (let op: number = I.invokeDirect; op <= I.invokeInterface; op++) KIND[op] = AccessKind.call;
  KIND[I.invokeHandle] = AccessKind.call;
  KIND[I.return0] = AccessKind.threadEnd;
}

function addStatic(op: number, isWrite: boolean, bytes: number, namesClass: boolean): void {
  KIND[op] = AccessKind.staticField;
  IS_WRITE[op] = isWrite ? 1 : 0;
  BYTES[op] = bytes;
  NAMES_CLASS[op] = namesClass ? 1 : 0;
}

fillTables();

const enteredMonitor = (
  { code }: CodeSpace,
  pc: number,
  stack: Int32Array,
  sp: number,
  fp: number,
): number => (code[pc] === I.monitorenter ? stack[sp - 2]! : code[pc + 2]! || stack[fp]!);

/**
 * HOT. False if a thread's next instruction cannot race: the thread waits, or the instruction is no call and
 * does not look whether its object is shared. Asked of every thread in every state, before anything is decoded.
 */
export function canRace(m: Machine, thread: number): boolean {
  const { H } = m;
  const record = threadRecord(thread);
  const status = H[record + T_STATUS]!;
  // A thread that waited for a class to be initialized is in front of the access once it is.
  if (status !== ThreadStatus.runnable && status !== ThreadStatus.initializing) return false;
  const op = m.space.code[H[record + T_PC]!]!;
  return op >= FIRST_CHECKED || KIND[op] === AccessKind.call;
}

// Three questions that `isEnabled` asks of every thread in every state: answers without a record.

/** The object whose monitor a thread is about to enter; 0 if its next instruction enters none. */
export function monitorToEnter(m: Machine, thread: number): number {
  const { H } = m;
  const record = threadRecord(thread);
  const pc = H[record + T_PC]!;
  if (KIND[m.space.code[pc]!] !== AccessKind.monitorEnter) return 0;
  return enteredMonitor(m.space, pc, m.S, H[record + T_SP]!, H[record + T_FP]!);
}

/** The method that a thread is about to call, if the instruction alone says which; otherwise -1. */
export const methodToCall = (m: Machine, thread: number): number =>
  methodCalledAt(m.space.code, m.H[threadRecord(thread) + T_PC]!);

/** The same for the instruction at `pc`. */
export function methodCalledAt(code: Int32Array, pc: number): number {
  const op = code[pc]!;
  return op >= I.invokeDirect && op <= I.invokeSpecial ? code[pc + 1]! : -1;
}

/** True if a thread is about to return from its first frame. */
export function isAboutToEnd(m: Machine, thread: number): boolean {
  const { code } = m.space;
  const record = threadRecord(thread);
  const pc = m.H[record + T_PC]!;
  return code[pc] === I.return0 && m.S[m.H[record + T_FP]! + code[pc + 1]!] === 0;
}

/** The access of one instruction. Each `decode` overwrites the fields that belong to its kind. */
export class PendingAccess {
  /** One of `AccessKind`. */
  kind: number = AccessKind.unknown;
  op = 0;
  pc = 0;
  sp = 0;
  /** The object whose field, element or monitor it is; 0 for a static field, or if the reference is null. */
  object = 0;
  /** Of an element. */
  index = 0;
  /** The word of `H` that is accessed, or the first of two. */
  word = 0;
  /** log2 of the bytes of an element. */
  shift = 0;
  /** The access will not be carried out: null, out of bounds, or the class has to be initialized first. */
  fails = false;
  /** The method called, where the instruction alone says which; otherwise -1. */
  method = -1;

  /** Decodes the instruction in front of which a thread stands. Its registers must be in its record. */
  decode(m: Machine, thread: number): void {
    const record = threadRecord(thread);
    const { H } = m;
    this.decodeAt(m, H[record + T_PC]!, m.S, H[record + T_SP]!, H[record + T_FP]!);
  }

  /** Decodes the instruction at `pc`, with operands below `stack[sp]` and locals from `stack[fp]` on. */
  decodeAt(m: Machine, pc: number, stack: Int32Array, sp: number, fp: number): void {
    const { code } = m.space;
    const op = code[pc]!;
    const kind = KIND[op]!;
    this.kind = kind;
    this.op = op;
    this.pc = pc;
    this.sp = sp;
    switch (kind) {
      case AccessKind.field: {
        const object = stack[sp - OBJECT_DEPTH[op]!]!;
        this.object = object;
        this.fails = object === 0;
        this.word = object + code[pc + 1]!;
        return;
      }
      case AccessKind.element: {
        const at = sp - OBJECT_DEPTH[op]!;
        decodeElement(this, m, stack[at]!, stack[at + 2]!);
        return;
      }
      case AccessKind.staticField:
        this.object = 0;
        this.fails =
          NAMES_CLASS[op] === 1 && !m.isInitialized(m.program.classes[code[pc + 2]! & CLASS_MASK]!);
        this.word = code[pc + 1]!;
        return;
      case AccessKind.monitorEnter:
        this.object = enteredMonitor(m.space, pc, stack, sp, fp);
        return;
      case AccessKind.monitorExit:
        this.object = op === I.monitorexit ? stack[sp - 2]! : stack[fp + code[pc + 1]! + 2]!;
        return;
      case AccessKind.call:
        this.method = op <= I.invokeSpecial ? code[pc + 1]! : -1;
        return;
      case AccessKind.threadEnd:
        if (stack[fp + code[pc + 1]!] !== 0) this.kind = AccessKind.local;
        return;
      default:
        return;
    }
  }

  get isWrite(): boolean {
    return IS_WRITE[this.op] === 1;
  }

  get bytes(): number {
    return this.kind === AccessKind.element ? 1 << this.shift : BYTES[this.op]!;
  }

  /** The first byte, counted from the beginning of the memory. */
  get firstByte(): number {
    const inWord = this.kind === AccessKind.element ? (this.index << this.shift) & 3 : 0;
    return this.word * 4 + inWord;
  }

  /** True if the instruction looks whether other threads can reach its object; statics always can be reached. */
  get looksForSharing(): boolean {
    return this.op >= FIRST_CHECKED;
  }

  /** True if other threads can reach the field or element. */
  isReachableByOthers(m: Machine): boolean {
    return (m.H[this.object + HASH_WORD]! & HEADER_BIT[this.op]!) !== 0;
  }

  /** True if an element is to be stored that the array's type does not allow. */
  isRefusedStore(m: Machine): boolean {
    const isReference = this.op === I.referenceStoreChecked || this.op === AASTORE;
    if (!isReference) return false;
    const value = m.S[this.sp - 2]!;
    return value !== 0 && !m.isInstance(value, m.classOf(this.object).component!);
  }
}

function decodeElement(into: PendingAccess, m: Machine, array: number, index: number): void {
  into.object = array;
  into.index = index;
  into.fails = array === 0 || index >>> 0 >= m.H[array + ARRAY_LENGTH]!;
  if (into.fails) return;
  const shift = m.classTables.elementShift[m.H[array]!]!;
  into.shift = shift;
  into.word = array + ARRAY_DATA + (shift < 2 ? index >> (2 - shift) : index << (shift - 2));
}
