/**
 * Which words of a frame belong to the state: the locals and operands that the
 * code at the frame's instruction can use, and whether they are references.
 * Made once for each place in the code. Where a liveness analysis is given,
 * slots that it calls dead do not belong to the state.
 *
 * All maps are in one array. A map begins with the size of the frame it is for
 * (up to the end of its operand stack), the distance from the frame's base to
 * its linkage, what to subtract from the return address to get the caller's
 * instruction, where the map ends, and what a state has in place of the program
 * counter; then one word for each slot.
 */
import { grown } from "../core/words.ts";
import { holdsReference, SlotKind } from "../program/types/verification-type.ts";
import type { TranslatedMethod } from "../vm/code/code-space.ts";
import { CALL_WORDS, LINKAGE_WORDS } from "../vm/code/instructions.ts";
import type { ThreadView } from "../vm/code/thread-view.ts";
import type { Machine } from "../vm/machine.ts";
import type { FrameLiveness } from "./live-cells.ts";

const MAP_FRAME_WORDS = 0;
const MAP_LINKAGE = 1;
const MAP_CALL_WORDS = 2;
const MAP_END = 3;
const MAP_METHOD = 4;
const MAP_DISTANCE = 5;
const MAP_SLOTS = 6;

/** A slot: its word offset from the frame's base, shifted, and what is there. */
export const SLOT_SHIFT = 2;
export const SLOT_KIND = 3;
export const REFERENCE_SLOT = 0;
const WORD_SLOT = 1;
export const DOUBLE_WORD_SLOT = 2;

class FrameMaps {
  /** All maps one after the other; replaced when it grows. */
  words = new Int32Array(1 << 12);
  readonly #m: Machine;
  readonly #liveness: FrameLiveness | null;
  #top = 1;
  /** By program counter: where the first map made for it begins, 0 when there is none. */
  #first = new Int32Array(1 << 12);
  /** The operand stack of a caller ends below its arguments, so one place may have frames of two sizes. */
  readonly #others = new Map<number, number>();

  constructor(m: Machine, liveness: FrameLiveness | null) {
    this.#m = m;
    this.#liveness = liveness;
    liveness?.whenRenewed?.(() => {
      this.#top = 1;
      this.#first.fill(0);
      this.#others.clear();
    });
  }

  /** HOT. Where the map begins for a frame of this many words at `pc`. */
  at(pc: number, frameWords: number): number {
    const first = pc < this.#first.length ? this.#first[pc]! : 0;
    if (first !== 0 && this.words[first] === frameWords) return first;
    return this.#find(pc, frameWords);
  }

  #find(pc: number, frameWords: number): number {
    const key = pc * 2 ** 20 + frameWords;
    const known = this.#others.get(key);
    if (known !== undefined) return known;
    const map = this.#make(this.#m.space.codeAt(pc), pc, frameWords);
    if (pc >= this.#first.length) {
      this.#first = grown(this.#first, Math.max(this.#first.length * 2, pc + 1));
    }
    if (this.#first[pc] === 0) this.#first[pc] = map;
    else this.#others.set(key, map);
    return map;
  }

  #make(code: TranslatedMethod, pc: number, frameWords: number): number {
    const slots = this.#slots(code, pc, frameWords);
    const map = this.#top;
    const end = map + MAP_SLOTS + slots.length;
    if (end > this.words.length) {
      this.words = grown(this.words, Math.max(this.words.length * 2, end));
    }
    this.#top = end;
    const m = this.#m;
    const { id } = code.method;
    // These two interrupt an instruction that runs again: they return to it, not behind it.
    const isInterruption = id === m.linked.initializerMethod || id === m.linked.linkerMethod;
    this.words[map + MAP_FRAME_WORDS] = frameWords;
    this.words[map + MAP_LINKAGE] = m.space.locals[id]!;
    this.words[map + MAP_CALL_WORDS] = isInterruption ? 0 : CALL_WORDS;
    this.words[map + MAP_END] = end;
    this.words[map + MAP_METHOD] = m.program.numberOfMethod(code.method);
    this.words[map + MAP_DISTANCE] = pc - code.start;
    this.words.set(slots, map + MAP_SLOTS);
    return map;
  }

  #slots(code: TranslatedMethod, pc: number, frameWords: number): number[] {
    const m = this.#m;
    const index = m.space.instructionAt(code, pc);
    const kinds = m.typesOf(code).kindsAt(code.offsets[index]!);
    const slots: number[] = [];
    if (kinds === null) return slots;
    const locals = m.space.locals[code.method.id]!;
    const isLive = (slot: number): boolean => this.#liveness?.isLive(code, pc, slot) ?? true;
    kinds.locals.forEach((kind, i) => {
      if (isLive(i)) addSlot(slots, i * 2, kind);
    });
    const stack = locals + LINKAGE_WORDS;
    kinds.stack.forEach((kind, i) => {
      const offset = stack + i * 2;
      if (offset < frameWords && isLive(code.info.maxLocals + i)) addSlot(slots, offset, kind);
    });
    // The lock that a synchronized method has taken.
    if (code.method.isSynchronized && pc !== code.start) {
      slots.push(((locals + 2) << SLOT_SHIFT) | REFERENCE_SLOT);
    }
    return slots;
  }
}

/**
 * HOT. A cursor over the frames of a thread, each with its map:
 *
 *     for (let found = frame.top(thread); found; found = frame.caller()) {
 *       const { slots, fp } = frame;
 *       for (let i = frame.begin; i < frame.end; i++) … slots[i] …
 *     }
 *
 * It reads the registers in the thread's record, which are those of the last scheduling point.
 */
export class MappedFrame {
  pc = 0;
  fp = 0;
  /** The slots of the frame are those words of the array from `begin` to `end`. */
  slots: Int32Array;
  begin = 0;
  end = 0;
  /** Where the frame stands, the same in every process: the method's number, never 0, and the distance from its start. */
  method = 0;
  distance = 0;
  readonly #m: Machine;
  readonly #maps: FrameMaps;
  #map = 0;

  constructor(m: Machine, liveness: FrameLiveness | null) {
    this.#m = m;
    this.#maps = new FrameMaps(m, liveness);
    this.slots = this.#maps.words;
  }

  /** Moves to the frame on top; false if there is none. */
  top(thread: ThreadView): boolean {
    return this.#moveTo(thread.pc, thread.fp, thread.sp);
  }

  /** Moves to the frame that called this one; false if this was the first. */
  caller(): boolean {
    const { S } = this.#m;
    const { slots } = this;
    const map = this.#map;
    const linkage = this.fp + slots[map + MAP_LINKAGE]!;
    const returnPc = S[linkage]!;
    if (returnPc === 0) return false;
    return this.#moveTo(returnPc - slots[map + MAP_CALL_WORDS]!, S[linkage + 1]!, this.fp);
  }

  #moveTo(pc: number, fp: number, sp: number): boolean {
    if (pc === 0) return false;
    const map = this.#maps.at(pc, sp - fp);
    const slots = this.#maps.words;
    this.pc = pc;
    this.fp = fp;
    this.slots = slots;
    this.begin = map + MAP_SLOTS;
    this.end = slots[map + MAP_END]!;
    this.method = slots[map + MAP_METHOD]!;
    this.distance = slots[map + MAP_DISTANCE]!;
    this.#map = map;
    return true;
  }
}

function addSlot(slots: number[], offset: number, kind: number): void {
  const at = offset << SLOT_SHIFT;
  if (holdsReference(kind)) slots.push(at | REFERENCE_SLOT);
  else if (kind === SlotKind.long || kind === SlotKind.double) slots.push(at | DOUBLE_WORD_SLOT);
  else if (kind === SlotKind.int || kind === SlotKind.float) slots.push(at | WORD_SLOT);
}
