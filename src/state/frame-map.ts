/**
 * Which words of a frame belong to the state: the locals and operands that the
 * code at the frame's instruction can use, and whether they are references.
 * Made once for each place in the code.
 */
import { holdsReference, Kind } from "../program/verification-type.ts";
import type { MethodCode } from "../vm/code-space.ts";
import { LINKAGE_WORDS } from "../vm/instructions.ts";
import type { Machine } from "../vm/machine.ts";

/** Pairs: word offset from the frame's base, and what is there. */
export type FrameMap = Int32Array;

export const REFERENCE_SLOT = 0;
export const WORD_SLOT = 1;
export const DOUBLE_WORD_SLOT = 2;

export class FrameMaps {
  readonly #m: Machine;
  readonly #maps = new Map<number, FrameMap>();

  constructor(m: Machine) {
    this.#m = m;
  }

  /** `words` is the size of the frame up to the end of its operand stack. */
  at(code: MethodCode, pc: number, words: number): FrameMap {
    // The operand stack of a caller ends below its arguments, so the size is part of the key.
    const key = pc * 2 ** 20 + words;
    const known = this.#maps.get(key);
    if (known !== undefined) return known;
    const map = this.#make(code, pc, words);
    this.#maps.set(key, map);
    return map;
  }

  #make(code: MethodCode, pc: number, words: number): FrameMap {
    const m = this.#m;
    const index = m.space.instructionAt(code, pc);
    const kinds = m.typesOf(code).kindsAt(code.offsets[index]!);
    const map: number[] = [];
    if (kinds === null) return Int32Array.from(map);
    const locals = m.space.locals[code.method.id]!;
    kinds.locals.forEach((kind, i) => {
      addSlot(map, i * 2, kind);
    });
    const stack = locals + LINKAGE_WORDS;
    kinds.stack.forEach((kind, i) => {
      if (stack + i * 2 < words) addSlot(map, stack + i * 2, kind);
    });
    // The lock that a synchronized method has taken.
    if (code.method.isSynchronized && pc !== code.start) map.push(locals + 2, REFERENCE_SLOT);
    return Int32Array.from(map);
  }
}

function addSlot(map: number[], offset: number, kind: number): void {
  if (holdsReference(kind)) map.push(offset, REFERENCE_SLOT);
  else if (kind === Kind.long || kind === Kind.double) map.push(offset, DOUBLE_WORD_SLOT);
  else if (kind === Kind.int || kind === Kind.float) map.push(offset, WORD_SLOT);
}
