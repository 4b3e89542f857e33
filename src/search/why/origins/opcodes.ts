/** Groups of JVM opcodes by what they do to a frame. */
import { u1 } from "../../../classfile/code/bytecode-scan.ts";

export const ATHROW = 0xbf;
export const WIDE = 0xc4;
export const VOID_RETURN = 0xb1;
export const PUTFIELD = 0xb5;

export const isCall = (op: number): boolean => op >= 0xb6 && op <= 0xba;
export const isReturn = (op: number): boolean => op >= 0xac && op <= VOID_RETURN;
/** lreturn, dreturn */
export const isWideReturn = (op: number): boolean => op === 0xad || op === 0xaf;
/** All after which another instruction than the next may follow. */
export const isJump = (op: number): boolean =>
  (op >= 0x99 && op <= 0xab) || op === 0xc6 || op === 0xc7 || op === 0xc8 || op === 0xc9;
/** Conditional branches and switches. */
export const isDecision = (op: number): boolean =>
  (op >= 0x99 && op <= 0xa6) || op === 0xaa || op === 0xab || op === 0xc6 || op === 0xc7;
/** goto, and stores of locals and fields: what follows a constant that a condition has chosen. */
export const endsChoice = (op: number): boolean =>
  op === 0xa7 || (op >= 0x36 && op <= 0x4e) || op === 0xb3 || op === PUTFIELD;

/** The local of a load or a store, from the next byte or from the opcode. */
export function localOf(bytes: Uint8Array, offset: number, op: number): number {
  if (op < 0x1a || (op >= 0x36 && op < 0x3b)) return u1(bytes, offset + 1);
  return (op - (op < 0x36 ? 0x1a : 0x3b)) & 3;
}

/** The slots that a load or a store moves. */
export function slotsMoved(op: number): 1 | 2 {
  const isLoad = op < 0x36;
  const [first, firstShort] = isLoad ? [0x15, 0x1a] : [0x36, 0x3b];
  const type = op < firstShort ? op - first : (op - firstShort) >> 2;
  return type === 1 || type === 3 ? 2 : 1;
}
