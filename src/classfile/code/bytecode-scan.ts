/**
 * Instruction boundaries and branch targets of raw byte code. Type inference,
 * the liveness analyses, the subroutine inliner and the null messages work on
 * bytes rather than on decoded instructions: they use byte offsets, and they
 * see code that has not been verified. So malformed code is detected here first.
 */
import { BadClassFileError } from "../../core/errors.ts";
import { LAYOUT_SIZE, OPCODES } from "../format/opcodes.ts";

/** Rejects a class file; the caller of the analysis adds the place. */
export function reject(message: string): never {
  throw new BadClassFileError(message);
}

/** Length of an instruction by opcode; 0 where it varies, -1 where there is no such opcode. */
export const INSTRUCTION_LENGTHS = new Int8Array(256).fill(-1);
for (const info of OPCODES) INSTRUCTION_LENGTHS[info.opcode] = 1 + LAYOUT_SIZE[info.layout];

export const u1 = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0;
export const u2 = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
export const s2 = (bytes: Uint8Array, at: number): number => (u2(bytes, at) << 16) >> 16;
export const s4 = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] ?? 0) << 24) |
  ((bytes[at + 1] ?? 0) << 16) |
  ((bytes[at + 2] ?? 0) << 8) |
  (bytes[at + 3] ?? 0);

function wideLength(bytes: Uint8Array, at: number): number {
  const op = u1(bytes, at + 1);
  if (op === 0x84) return 6;
  const isLocal = (op >= 0x15 && op <= 0x19) || (op >= 0x36 && op <= 0x3a) || op === 0xa9;
  return isLocal ? 4 : reject(`wide before opcode ${op}, which has no wide form`);
}

function switchLength(bytes: Uint8Array, at: number): number {
  const operands = (at + 4) & ~3;
  const isTable = u1(bytes, at) === 0xaa;
  if (operands + (isTable ? 12 : 8) > bytes.length) {
    reject("a switch runs past the end of the code");
  }
  if (isTable) {
    const low = s4(bytes, operands + 4);
    const high = s4(bytes, operands + 8);
    if (low > high) reject(`tableswitch with low ${low} above high ${high}`);
    return operands + 12 + (high - low + 1) * 4 - at;
  }
  const pairs = s4(bytes, operands + 4);
  if (pairs < 0) reject(`lookupswitch with ${pairs} pairs`);
  return operands + 8 + pairs * 8 - at;
}

/** The length in bytes of the instruction at a byte offset. Rejects an incomplete instruction. */
export function instructionLength(bytes: Uint8Array, at: number): number {
  const op = u1(bytes, at);
  let length = INSTRUCTION_LENGTHS[op] ?? -1;
  if (length < 0) reject(`unknown opcode ${op}`);
  if (length === 0) length = op === 0xc4 ? wideLength(bytes, at) : switchLength(bytes, at);
  if (at + length > bytes.length) reject("the last instruction runs past the end of the code");
  return length;
}

/** The operand of a conditional or unconditional branch or jsr, as an absolute offset; -1 for other opcodes. */
export function branchTarget(bytes: Uint8Array, at: number): number {
  const op = u1(bytes, at);
  if ((op >= 0x99 && op <= 0xa8) || op === 0xc6 || op === 0xc7) return at + s2(bytes, at + 1);
  return op === 0xc8 || op === 0xc9 ? at + s4(bytes, at + 1) : -1;
}

/** Absolute targets of a tableswitch or lookupswitch, the default first. */
export function switchTargets(bytes: Uint8Array, at: number): number[] {
  const operands = (at + 4) & ~3;
  const isTable = u1(bytes, at) === 0xaa;
  const count = isTable
    ? s4(bytes, operands + 8) - s4(bytes, operands + 4) + 1
    : s4(bytes, operands + 4);
  const targets = [at + s4(bytes, operands)];
  for (let i = 0; i < count; i++) {
    targets.push(at + s4(bytes, isTable ? operands + 12 + i * 4 : operands + 12 + i * 8));
  }
  return targets;
}

/** All targets of an instruction other than the next one; jsr counts as a branch, ret has none. */
export function targetsOf(bytes: Uint8Array, at: number): readonly number[] {
  const op = u1(bytes, at);
  if (op === 0xaa || op === 0xab) return switchTargets(bytes, at);
  const target = branchTarget(bytes, at);
  return target < 0 && !isBranch(op) ? [] : [target];
}

export const isBranch = (op: number): boolean =>
  (op >= 0x99 && op <= 0xa8) || (op >= 0xc6 && op <= 0xc9);

/** True if control cannot reach the next instruction (after a jsr it does, when the subroutine returns). */
export function endsFlow(bytes: Uint8Array, at: number): boolean {
  const op = u1(bytes, at);
  if (op === 0xc4) return u1(bytes, at + 1) === 0xa9;
  return op === 0xa7 || op === 0xc8 || (op >= 0xa9 && op <= 0xb1) || op === 0xbf;
}

/** Marks of `scanCode`, by byte offset. */
export const IS_INSTRUCTION = 1;
/** An instruction that control can also reach from elsewhere than its predecessor. */
export const IS_BLOCK_START = 2;

interface CodeShape {
  readonly bytes: Uint8Array;
  readonly handlers: readonly { start: number; end: number; handler: number }[];
}

/** Finds the instructions and the targets of jumps. `where.at` is the offset under examination, for error messages. */
export function scanCode(code: CodeShape, where: { at: number }): Uint8Array {
  const { bytes, handlers } = code;
  const marks = new Uint8Array(bytes.length);
  if (bytes.length === 0) reject("the code is empty");
  for (let at = 0; at < bytes.length; ) {
    where.at = at;
    marks[at] = IS_INSTRUCTION;
    at += instructionLength(bytes, at);
  }
  const lead = (target: number, what: string): void => {
    if (((marks[target] ?? 0) & IS_INSTRUCTION) === 0) {
      reject(`${what} ${target} is not the start of an instruction`);
    }
    marks[target] = IS_INSTRUCTION | IS_BLOCK_START;
  };
  marks[0] = IS_INSTRUCTION | IS_BLOCK_START;
  for (let at = 0; at < bytes.length; at++) {
    if (((marks[at] ?? 0) & IS_INSTRUCTION) === 0) continue;
    where.at = at;
    const op = u1(bytes, at);
    if (isBranch(op)) lead(branchTarget(bytes, at), "branch target");
    else if (op === 0xaa || op === 0xab) {
      checkKeys(bytes, at);
      for (const target of switchTargets(bytes, at)) lead(target, "switch target");
    }
  }
  where.at = 0;
  for (const { start, end, handler } of handlers) {
    if (start >= end) reject(`exception range ${start} to ${end} is empty`);
    lead(start, "start of exception range");
    if (end !== bytes.length && ((marks[end] ?? 0) & IS_INSTRUCTION) === 0) {
      reject(`end of exception range ${end} is not the start of an instruction`);
    }
    lead(handler, "exception handler");
  }
  return marks;
}

function checkKeys(bytes: Uint8Array, at: number): void {
  if (u1(bytes, at) !== 0xab) return;
  const operands = (at + 4) & ~3;
  const count = s4(bytes, operands + 4);
  for (let i = 1; i < count; i++) {
    if (s4(bytes, operands + 8 + i * 8) <= s4(bytes, operands + i * 8)) {
      reject("the keys of a lookupswitch are not in ascending order");
    }
  }
}
