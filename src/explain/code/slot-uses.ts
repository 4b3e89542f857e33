/**
 * Finds where a method uses a live local or operand: the nearest instruction that needs the value, on the
 * paths where the slot stays live.
 */

import {
  endsFlow,
  instructionLength,
  targetsOf,
  u1,
  u2,
} from "../../classfile/code/bytecode-scan.ts";
import { takenBy } from "../../liveness/slots/slot-effects.ts";
import type { FrameLiveness } from "../../state/live-cells.ts";
import type { TranslatedMethod } from "../../vm/code/code-space.ts";
import type { Machine } from "../../vm/machine.ts";

const WIDE = 0xc4;
/** The number of slots that pop, pop2, dup, dup_x1, dup_x2, dup2, dup2_x1, dup2_x2 and swap look at. */
const FIRST_SHUFFLE = 0x57;
const SHUFFLED = [1, 2, 1, 2, 3, 2, 3, 4, 2] as const;

/** The local that an instruction loads from; -1 for none. */
function loadedLocal(bytes: Uint8Array, at: number): number {
  const op = u1(bytes, at);
  if (op >= 0x15 && op <= 0x19) return u1(bytes, at + 1);
  if (op >= 0x1a && op <= 0x2d) return (op - 0x1a) & 3;
  if (op !== WIDE) return -1;
  const wide = u1(bytes, at + 1);
  return wide >= 0x15 && wide <= 0x19 ? u2(bytes, at + 2) : -1;
}

/** The slots of locals that an instruction stores to: [first, end). */
function storedLocals(bytes: Uint8Array, at: number): readonly [number, number] {
  let op = u1(bytes, at);
  let local = u1(bytes, at + 1);
  if (op === WIDE) {
    op = u1(bytes, at + 1);
    local = u2(bytes, at + 2);
  }
  if (op >= 0x3b && op <= 0x4e) {
    const type = (op - 0x3b) >> 2;
    const first = (op - 0x3b) & 3;
    return [first, first + (type === 1 || type === 3 ? 2 : 1)];
  }
  if (op < 0x36 || op > 0x3a) return [0, 0];
  return [local, local + (op === 0x37 || op === 0x39 ? 2 : 1)];
}

/** The byte offset of the nearest use of a slot after `pc`; -1 if there is none to show. */
export function nearestUse(
  m: Machine,
  liveness: FrameLiveness,
  code: TranslatedMethod,
  pc: number,
  slot: number,
): number {
  return new UseSearch(m, liveness, code).run(pc, slot);
}

class UseSearch {
  readonly #liveness: FrameLiveness;
  readonly #code: TranslatedMethod;
  readonly #bytes: Uint8Array;
  readonly #start: (pc: number) => number;
  readonly #depthAt: (offset: number) => number;
  readonly #pcAt: ReadonlyMap<number, number>;

  constructor(m: Machine, liveness: FrameLiveness, code: TranslatedMethod) {
    this.#liveness = liveness;
    this.#code = code;
    this.#bytes = code.info.bytes;
    this.#start = (pc) => code.offsets[m.space.instructionAt(code, pc)]!;
    const types = m.typesOf(code);
    this.#depthAt = (offset) => types.kindsAt(offset)?.stack.length ?? 0;
    this.#pcAt = new Map(Array.from(code.offsets, (offset, i) => [offset, code.pcs[i]!]));
  }

  run(pc: number, slot: number): number {
    const from = this.#start(pc);
    const seen = new Set([from]);
    for (const offset of seen) {
      if (this.#uses(offset, slot)) return offset;
      const [first, end] = storedLocals(this.#bytes, offset);
      if (slot >= first && slot < end) continue;
      for (const next of this.#followers(offset)) {
        if (this.#isLive(next, slot)) seen.add(next);
      }
    }
    return -1;
  }

  #uses(offset: number, slot: number): boolean {
    const { maxLocals } = this.#code.info;
    const next = offset + instructionLength(this.#bytes, offset);
    const depth = this.#depthAt(offset);
    if (slot < maxLocals) {
      // The copy must be live.
      return loadedLocal(this.#bytes, offset) === slot && this.#isLive(next, maxLocals + depth);
    }
    return slot - maxLocals >= depth - this.#taken(offset);
  }

  /** The operand slots that an instruction consumes or moves. */
  #taken(offset: number): number {
    const op = u1(this.#bytes, offset);
    if (loadedLocal(this.#bytes, offset) >= 0) return 0;
    if (op >= FIRST_SHUFFLE && op < FIRST_SHUFFLE + SHUFFLED.length) {
      return SHUFFLED[op - FIRST_SHUFFLE]!;
    }
    const [first, end] = storedLocals(this.#bytes, offset);
    if (end > first) return end - first;
    return takenBy(this.#bytes, offset, this.#code.method.owner.file!.constants);
  }

  #isLive(offset: number, slot: number): boolean {
    const pc = this.#pcAt.get(offset);
    return pc !== undefined && this.#liveness.isLive(this.#code, pc, slot);
  }

  *#followers(offset: number): Generator<number> {
    const bytes = this.#bytes;
    yield* targetsOf(bytes, offset);
    const back = this.#code.retTargets.get(offset);
    if (back !== undefined) yield back;
    if (!endsFlow(bytes, offset)) yield offset + instructionLength(bytes, offset);
    for (const { start, end, handler } of this.#code.info.handlers) {
      if (offset >= start && offset < end) yield handler;
    }
  }
}
