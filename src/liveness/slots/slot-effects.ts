/**
 * What instructions do to the slots of a frame, for a backward analysis: how many
 * operand slots each takes and leaves, and when it needs those it takes. Most
 * always need them. A *pure* instruction computes a value and does nothing
 * else, not even throw: it needs its operands only if the value is needed.
 */
import { u1, u2 } from "../../classfile/code/bytecode-scan.ts";
import type { ConstantPool } from "../../classfile/format/constant-pool.ts";
import { parseFieldDescriptor, parseMethodDescriptor } from "../../classfile/format/descriptors.ts";
import { SLOTS_POPPED, SLOTS_PUSHED } from "../../classfile/format/opcodes.ts";

/** The operand slots that an instruction takes; 0 for a wide form. */
export function takenBy(bytes: Uint8Array, at: number, constants: ConstantPool): number {
  const op = u1(bytes, at);
  if (op < 0xb2 || op > 0xc5) return SLOTS_POPPED[op] ?? 0;
  switch (op) {
    case 0xb2: // getstatic
      return 0;
    case 0xb3: // putstatic
      return fieldSlots(bytes, at, constants);
    case 0xb4: // getfield
      return 1;
    case 0xb5: // putfield
      return fieldSlots(bytes, at, constants) + 1;
    case 0xb8: // invokestatic
      return parseMethodDescriptor(constants.member(u2(bytes, at + 1)).descriptor).parameterSlots;
    case 0xba: // invokedynamic
      return parseMethodDescriptor(constants.dynamic(u2(bytes, at + 1)).descriptor).parameterSlots;
    case 0xc5: // multianewarray
      return u1(bytes, at + 3);
    default:
      if (op > 0xb9) return SLOTS_POPPED[op] ?? 0;
      return (
        parseMethodDescriptor(constants.member(u2(bytes, at + 1)).descriptor).parameterSlots + 1
      );
  }
}

function fieldSlots(bytes: Uint8Array, at: number, constants: ConstantPool): number {
  return parseFieldDescriptor(constants.member(u2(bytes, at + 1)).descriptor).slots;
}

/** The operand slots that a pure instruction, or a division, leaves. */
export const leftBy = (op: number): number => SLOTS_PUSHED[op] ?? 0;

/** Division and remainder of whole numbers: they throw if the divisor is 0, whatever is divided. */
export const divides = (op: number): boolean =>
  op === 0x6c || op === 0x6d || op === 0x70 || op === 0x71;

export const isPure = (op: number): boolean =>
  (op >= 0x60 && op <= 0x98 && op !== 0x84 && !divides(op)) || op <= 0x11;

export const isCall = (op: number): boolean => op >= 0xb6 && op <= 0xba;

/** Returns of a value. */
export const isReturn = (op: number): boolean => op >= 0xac && op <= 0xb0;

/**
 * Puts a value into a field or an element, and does nothing else with it. An
 * aastore looks at the type of what it stores, and throws if that does not fit.
 */
export const storesValue = (op: number): boolean =>
  op === 0xb3 || op === 0xb5 || (op >= 0x4f && op <= 0x56 && op !== 0x53);

/** The operand slots of such a store that say where: an object, or an array and an index. */
export const addressSlots = (op: number): number => (op === 0xb3 ? 0 : op === 0xb5 ? 1 : 2);

/**
 * An exception can come from this instruction. All of those that only compute,
 * move, compare and jump cannot throw. A return can, where a monitor is given
 * back that the thread does not have.
 */
export function mayThrow(op: number): boolean {
  if (op <= 0x11) return false; // constants
  if (op >= 0x15 && op <= 0x2d) return false; // loads
  if (op >= 0x36 && op <= 0x4e) return false; // stores
  if (op >= 0x57 && op <= 0xab) return divides(op); // stack, arithmetic, branches, switches
  return op !== 0xc4 && (op < 0xc6 || op > 0xc9); // wide, ifnull, ifnonnull, goto_w, jsr_w
}
