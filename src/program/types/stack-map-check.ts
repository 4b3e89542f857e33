/**
 * Verification by a StackMapTable (JVM specification 4.10.1): the types at the places that it
 * names are those it declares, whatever leads there must fit them, and every place that control
 * reaches by other means than going on from the instruction before must be named. A JVM refuses
 * sound code whose table is wrong.
 */

import {
  endsFlow,
  IS_INSTRUCTION,
  instructionLength,
  reject,
} from "../../classfile/code/bytecode-scan.ts";
import type { CodeInfo } from "../../classfile/format/class-file.ts";
import type { AbstractFrame } from "./abstract-frame.ts";
import { type DeclaredFrame, declaredFrames } from "./declared-frames.ts";
import type { PoolTypes } from "./pool-types.ts";
import {
  type HierarchyOracle,
  NULL_TYPE,
  SlotKind,
  TOP,
  type TypeCode,
} from "./verification-type.ts";

const NEW = 0xbb;

interface StackMapContext {
  readonly code: CodeInfo;
  /** As `scanCode` gives them. */
  readonly marks: Uint8Array;
  readonly pool: PoolTypes;
  readonly oracle: HierarchyOracle | null;
}

export class StackMapCheck {
  readonly frames: ReadonlyMap<number, DeclaredFrame>;
  readonly #context: StackMapContext;
  /** As it is when the method is entered, and later wherever a match is asked for. */
  readonly #frame: AbstractFrame;

  constructor(contents: Uint8Array, frame: AbstractFrame, context: StackMapContext) {
    const { cells, maxLocals } = frame;
    let used = maxLocals;
    while (used > 0 && cells[used - 1] === TOP) used--;
    this.#context = context;
    this.#frame = frame;
    this.frames = declaredFrames(contents, Array.from(cells.subarray(0, used)), context.pool);
    for (const [offset, declared] of this.frames) this.#checkFrame(offset, declared);
    this.#checkEnds();
    this.#checkVariables();
  }

  #starts(at: number): boolean {
    return ((this.#context.marks[at] ?? 0) & IS_INSTRUCTION) !== 0;
  }

  #checkFrame(offset: number, { locals, stack }: DeclaredFrame): void {
    const { maxLocals, maxStack } = this.#frame;
    const { code } = this.#context;
    if (!this.#starts(offset))
      reject(`the stack map has a frame at ${offset}, inside an instruction`);
    if (locals.length > maxLocals) reject(`the stack map at ${offset} has too many locals`);
    if (stack.length > maxStack) reject(`the stack map at ${offset} has too many operands`);
    for (const type of [...locals, ...stack]) {
      if ((type & 15) !== SlotKind.uninitialized) continue;
      const created = type >> 4;
      if (!this.#starts(created) || code.bytes[created] !== NEW) {
        reject(`the stack map at ${offset} has an object of ${created}, which is no new`);
      }
    }
  }

  /** What follows the end of a run has no types but declared ones, even if nothing leads there. */
  #checkEnds(): void {
    const { bytes } = this.#context.code;
    for (let at = 0; at < bytes.length; ) {
      const next = at + instructionLength(bytes, at);
      if (endsFlow(bytes, at) && next < bytes.length) this.require(next);
      at = next;
    }
  }

  /** With the table, a JVM looks at where local variables begin and end. */
  #checkVariables(): void {
    const { bytes, localVariables } = this.#context.code;
    for (const { start, length } of localVariables) {
      const end = start + length;
      if (!this.#starts(start) || (end !== bytes.length && !this.#starts(end))) {
        reject(`a local variable from ${start} to ${end} is not one of whole instructions`);
      }
    }
  }

  require(target: number): DeclaredFrame {
    return this.frames.get(target) ?? reject(`the stack map has no frame at ${target}`);
  }

  /** The frame leads to `target`, `depth` operands deep; `caught` replaces them where it is not TOP. */
  match(target: number, declared: DeclaredFrame, depth: number, caught: TypeCode): void {
    const { cells, maxLocals, thisReady } = this.#frame;
    const { locals, stack } = declared;
    if (depth !== stack.length) {
      reject(`the stack map at ${target} has ${stack.length} operands, and here are ${depth}`);
    }
    if (declared.thisReady && !thisReady) {
      reject(`the stack map at ${target} does not say that no constructor has run`);
    }
    for (let i = 0; i < locals.length; i++) {
      this.#fit(cells[i] ?? TOP, locals[i] ?? TOP, target, `local ${i}`);
    }
    for (let i = 0; i < depth; i++) {
      const here = caught === TOP ? (cells[maxLocals + i] ?? TOP) : caught;
      this.#fit(here, stack[i] ?? TOP, target, `operand ${i}`);
    }
  }

  #fit(from: TypeCode, to: TypeCode, target: number, what: string): void {
    if (to === TOP || from === to || this.#isSubtype(from, to)) return;
    const { types } = this.#context.pool;
    const [declared, here] = [types.describe(to), types.describe(from)];
    reject(`the stack map at ${target} declares ${what} as ${declared}, and here it is ${here}`);
  }

  #isSubtype(from: TypeCode, to: TypeCode): boolean {
    if ((from & 15) !== SlotKind.reference || (to & 15) !== SlotKind.reference) return false;
    if (from === NULL_TYPE) return true;
    const { oracle, pool } = this.#context;
    const name = pool.types.name(to);
    return name !== null && (oracle === null || pool.types.isAssignable(from, name, oracle));
  }
}
