/**
 * Liveness of the slots of one method: for each instruction, the locals and
 * operands that something afterwards depends on. A value that is only thrown
 * away, overwritten, or used to compute such values, is dead. docs/liveness.md
 * says why dead slots may be forgotten.
 *
 * Backward data-flow over the code as it is run (subroutines inlined). One bit
 * a slot; a long or double has both of its two, always together. What is live
 * in a handler is live before each instruction of its range that may throw,
 * operands apart: the exception replaces them.
 */

import {
  endsFlow,
  instructionLength,
  isBranch,
  targetsOf,
  u1,
  u2,
} from "../../classfile/code/bytecode-scan.ts";
import type { ConstantPool } from "../../classfile/format/constant-pool.ts";
import type { CodeTypes } from "../../program/types/inference.ts";
import {
  addressSlots,
  divides,
  isCall,
  isPure,
  isReturn,
  leftBy,
  mayThrow,
  storesValue,
  takenBy,
} from "./slot-effects.ts";

/** Words of sets computed before a method is given up; real methods stay a hundred times below. */
const MAX_WORK = 50_000_000;

/** What the flow needs to know of an instruction. */
interface Node {
  readonly at: number;
  /** Operand slots before it. */
  readonly depth: number;
  /** Operand slots that it takes; 0 where it moves values. */
  readonly taken: number;
  /** Its successors. */
  readonly next: readonly number[];
  /** Nodes of the handlers that it may throw to. */
  readonly handlers: readonly number[];
}

export interface SlotLiveness {
  /** The slots that are live before the instruction at a byte offset: locals, then operands. */
  isLive(offset: number, slot: number): boolean;
}

/**
 * What is known beyond the method's code of where its values go. Without it a
 * value that leaves the frame (stored, passed, returned) counts.
 */
export interface ValueUses {
  /** Whether the value that the store at an offset puts into a field or an element counts. */
  countsStored(offset: number): boolean;
  /** Whether an argument of the call at an offset counts, by its slot from the first one on, an object included. */
  countsArgument(offset: number, slot: number): boolean;
  /** Whether what the method returns counts. */
  countsReturned(): boolean;
}

/** Null when the method is too large for it: then everything is live. */
export function analyzeSlots(
  types: CodeTypes,
  constants: ConstantPool,
  maxWork: number = MAX_WORK,
): SlotLiveness | null {
  const analysis = new SlotAnalysis(types, constants, null, maxWork);
  return analysis.run() ? analysis : null;
}

export class SlotAnalysis implements SlotLiveness {
  readonly #types: CodeTypes;
  readonly #constants: ConstantPool;
  readonly #uses: ValueUses | null;
  readonly #bytes: Uint8Array;
  readonly #maxLocals: number;
  /** Words of a set. */
  readonly #words: number;
  readonly #nodeAt: Int32Array;
  readonly #nodes: Node[] = [];
  /** Nothing leads back: what is behind a node is known before it is looked at. */
  #isForward = true;
  /** By node: the set before it. */
  #sets = new Int32Array();
  /** By node: 1 where something depends on what an instruction that is not pure leaves. */
  #counts = new Uint8Array();
  /** The set of the node being looked at: what is live after it, made into what is live before it. */
  readonly #set: Int32Array;
  #work: number;

  constructor(
    types: CodeTypes,
    constants: ConstantPool,
    uses: ValueUses | null,
    maxWork: number = MAX_WORK,
  ) {
    const { bytes, maxLocals, maxStack } = types.code;
    this.#types = types;
    this.#constants = constants;
    this.#uses = uses;
    this.#bytes = bytes;
    this.#maxLocals = maxLocals;
    this.#words = (maxLocals + maxStack + 31) >> 5;
    this.#nodeAt = new Int32Array(bytes.length).fill(-1);
    this.#set = new Int32Array(this.#words);
    this.#work = maxWork;
  }

  isLive(offset: number, slot: number): boolean {
    const node = this.#nodeAt[offset] ?? -1;
    // No flow reaches such an instruction, so no frame stands there.
    if (node < 0) return true;
    return ((this.#sets[node * this.#words + (slot >> 5)] ?? 0) & (1 << (slot & 31))) !== 0;
  }

  /** Whether anything depends on what a read of memory, or a call, leaves. */
  countsResult(offset: number): boolean {
    const node = this.#nodeAt[offset] ?? -1;
    return node >= 0 && this.#counts[node] === 1;
  }

  /** False when it would take too long. */
  run(): boolean {
    return this.prepare() && this.runOn();
  }

  /** Finds the instructions and where they lead; nothing is live yet. False when that would take too long. */
  prepare(): boolean {
    const depths = this.#findNodes();
    if (depths.length * (this.#words + this.#types.code.handlers.length) > this.#work) return false;
    for (let node = 0; node < depths.length; node++) this.#addNode(node, depths);
    this.#sets = new Int32Array(depths.length * this.#words);
    this.#counts = new Uint8Array(depths.length);
    return true;
  }

  /** Called at first, and again when more values count: continues from the last result. False if it takes too long. */
  runOn(): boolean {
    const count = this.#nodes.length;
    let isChanged = true;
    while (isChanged) {
      isChanged = false;
      for (let node = count - 1; node >= 0; node--) {
        if (this.#visit(node)) isChanged = !this.#isForward;
      }
      this.#work -= count * this.#words;
      if (this.#work < 0) return false;
    }
    return true;
  }

  /** Instructions that can be reached, as pairs of their offset and operand slots. */
  #findNodes(): (readonly [number, number])[] {
    const found: (readonly [number, number])[] = [];
    for (let at = 0; at < this.#bytes.length; at += instructionLength(this.#bytes, at)) {
      const kinds = this.#types.kindsAt(at);
      if (kinds === null) continue;
      this.#nodeAt[at] = found.length;
      found.push([at, kinds.stack.length]);
    }
    return found;
  }

  #addNode(node: number, found: readonly (readonly [number, number])[]): void {
    const [at, depth] = found[node]!;
    const bytes = this.#bytes;
    const { handlers, retTargets } = this.#types.code;
    const op = u1(bytes, at);
    const next = isJump(op) ? targetsOf(bytes, at).map((target) => this.#nodeAt[target]!) : [];
    const returned = retTargets?.get(at);
    if (returned !== undefined) next.push(this.#nodeAt[returned]!);
    // The code behind a jsr is reached from its ret.
    const isSubroutine = op === 0xa8 || op === 0xc9;
    if (!endsFlow(bytes, at) && !isSubroutine) {
      next.push(this.#nodeAt[at + instructionLength(bytes, at)]!);
    }
    const handling = handlers.length > 0 && mayThrow(op) ? this.#handlersOf(at) : NO_NODES;
    const taken = takenBy(bytes, at, this.#constants);
    this.#nodes.push({ at, depth, taken, next, handlers: handling });
    for (const each of next) if (each <= node) this.#isForward = false;
    for (const each of handling) if (each <= node) this.#isForward = false;
  }

  #handlersOf(at: number): readonly number[] {
    const caught = this.#types.code.handlers.filter(({ start, end }) => at >= start && at < end);
    return caught.map(({ handler }) => this.#nodeAt[handler]!);
  }

  /** True when more is live before the node than was known. */
  #visit(index: number): boolean {
    const node = this.#nodes[index]!;
    const set = this.#set;
    set.fill(0);
    for (const next of node.next) this.#add(next);
    this.#cross(node, index);
    for (const handler of node.handlers) this.#addLocals(handler);
    const at = index * this.#words;
    let isChanged = false;
    for (let i = 0; i < set.length; i++) {
      if (this.#sets[at + i] === set[i]) continue;
      this.#sets[at + i] = set[i]!;
      isChanged = true;
    }
    return isChanged;
  }

  #add(node: number): void {
    const at = node * this.#words;
    for (let i = 0; i < this.#set.length; i++) this.#set[i]! |= this.#sets[at + i]!;
  }

  #addLocals(node: number): void {
    const at = node * this.#words;
    const whole = this.#maxLocals >> 5;
    for (let i = 0; i < whole; i++) this.#set[i]! |= this.#sets[at + i]!;
    const rest = (1 << (this.#maxLocals & 31)) - 1;
    if (rest !== 0) this.#set[whole]! |= this.#sets[at + whole]! & rest;
  }

  // ---- one instruction, from behind ----

  #cross({ at, depth, taken }: Node, index: number): void {
    const bytes = this.#bytes;
    const op = u1(bytes, at);
    const top = this.#maxLocals + depth;
    if (op >= 0x15 && op <= 0x2d) {
      if (op < 0x1a) this.#load(op - 0x15, u1(bytes, at + 1), top);
      else this.#load((op - 0x1a) >> 2, (op - 0x1a) & 3, top);
    } else if (op >= 0x36 && op <= 0x4e) {
      if (op < 0x3b) this.#store(op - 0x36, u1(bytes, at + 1), top);
      else this.#store((op - 0x3b) >> 2, (op - 0x3b) & 3, top);
    } else if (op === 0xc4) {
      const wide = u1(bytes, at + 1);
      if (wide >= 0x15 && wide <= 0x19) this.#load(wide - 0x15, u2(bytes, at + 2), top);
      else if (wide >= 0x36 && wide <= 0x3a) this.#store(wide - 0x36, u2(bytes, at + 2), top);
    } else if (op >= 0x57 && op <= 0x5f) {
      this.#shuffle(op, top);
    } else {
      this.#compute(op, at, top - taken, taken, index);
    }
  }

  #load(type: number, local: number, top: number): void {
    const slots = slotsOf(type);
    const isNeeded = this.#has(top, slots);
    this.#clear(top, slots);
    if (isNeeded) this.#put(local, slots);
  }

  #store(type: number, local: number, top: number): void {
    const slots = slotsOf(type);
    const isNeeded = this.#has(local, slots);
    this.#clear(local, slots);
    if (isNeeded) this.#put(top - slots, slots);
  }

  /** An operand is as live as its copies are. */
  #shuffle(op: number, top: number): void {
    if (op <= 0x58) {
      // pop, pop2: the value is gone afterwards.
      this.#clear(top - (op - 0x56), op - 0x56);
      return;
    }
    if (op === 0x5f) {
      // swap
      const first = this.#has(top - 2, 1);
      const second = this.#has(top - 1, 1);
      this.#clear(top - 2, 2);
      if (second) this.#put(top - 2, 1);
      if (first) this.#put(top - 1, 1);
      return;
    }
    // dup and its forms put a copy of the topmost slots below some others.
    const copied = op < 0x5c ? 1 : 2;
    const below = op < 0x5c ? op - 0x59 : op - 0x5c;
    const bottom = top - copied - below;
    const live: boolean[] = [];
    for (let i = 0; i < below; i++) live.push(this.#has(bottom + copied + i, 1));
    for (let i = 0; i < copied; i++) live.push(this.#has(bottom + i, 1) || this.#has(top + i, 1));
    this.#clear(bottom, below + 2 * copied);
    live.forEach((isNeeded, i) => {
      if (isNeeded) this.#put(bottom + i, 1);
    });
  }

  /** Takes operands, and leaves a result where they were. */
  #compute(op: number, at: number, bottom: number, taken: number, index: number): void {
    if (isPure(op) || divides(op)) {
      const left = leftBy(op);
      const isNeeded = this.#has(bottom, left);
      this.#clear(bottom, left);
      if (isNeeded) this.#put(bottom, taken);
      else if (divides(op)) this.#put(bottom + taken / 2, taken / 2);
      return;
    }
    // Whatever is above is the result, of two slots at most.
    if (this.#has(bottom, 2)) this.#counts[index] = 1;
    this.#clearFrom(bottom);
    const uses = this.#uses;
    if (uses === null) this.#put(bottom, taken);
    else if (isCall(op)) {
      for (let i = 0; i < taken; i++) if (uses.countsArgument(at, i)) this.#put(bottom + i, 1);
    } else if (isReturn(op)) {
      if (uses.countsReturned()) this.#put(bottom, taken);
    } else {
      // What says where to store is needed in any case.
      const counts = !storesValue(op) || uses.countsStored(at);
      this.#put(bottom, counts ? taken : addressSlots(op));
    }
  }

  // ---- bits of the set ----

  #has(slot: number, count: number): boolean {
    for (let i = slot; i < slot + count; i++) {
      if (((this.#set[i >> 5] ?? 0) & (1 << (i & 31))) !== 0) return true;
    }
    return false;
  }

  #put(slot: number, count: number): void {
    for (let i = slot; i < slot + count; i++) this.#set[i >> 5]! |= 1 << (i & 31);
  }

  #clear(slot: number, count: number): void {
    for (let i = slot; i < slot + count; i++) this.#set[i >> 5]! &= ~(1 << (i & 31));
  }

  #clearFrom(slot: number): void {
    const first = slot >> 5;
    if (first >= this.#words) return;
    this.#set[first]! &= (1 << (slot & 31)) - 1;
    for (let i = first + 1; i < this.#words; i++) this.#set[i] = 0;
  }
}

const NO_NODES: readonly number[] = [];

const isJump = (op: number): boolean => isBranch(op) || op === 0xaa || op === 0xab;

/** Slots of xload and xstore, in opcode order: int, long, float, double, reference. */
const slotsOf = (type: number): number => (type === 1 || type === 3 ? 2 : 1);
