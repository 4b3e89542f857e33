/**
 * Instructions that only take values of fixed types off the operand stack and put
 * one of a fixed type on it, derived from the table of opcodes. Instructions that
 * also use a local, an object or a constant are not among them, and neither are
 * those that end a method or jump without a condition.
 */
import { OPCODES } from "../../classfile/format/opcodes.ts";
import { DOUBLE, FLOAT, INT, LONG, NULL_TYPE, TOP, type TypeCode } from "./verification-type.ts";

interface Effect {
  /** Kinds to pop, the topmost first. */
  readonly pops: readonly number[];
  readonly push: TypeCode;
}

const CODES: Readonly<Record<string, TypeCode>> = {
  I: INT,
  J: LONG,
  F: FLOAT,
  D: DOUBLE,
  N: NULL_TYPE,
};

/** First and last opcode of what uses locals, returns or jumps without a condition. */
const OTHERS: readonly (readonly [number, number])[] = [
  [0x15, 0x2d], // loads
  [0x36, 0x4e], // stores
  [0x84, 0x84], // iinc
  [0xa7, 0xa9], // goto, jsr, ret
  [0xac, 0xb1], // returns
  [0xc8, 0xc9], // goto_w, jsr_w
];

const VALUES = /^[IJFDN]*$/;

/** Indexed by opcode; undefined for all other instructions. */
export const SIMPLE_EFFECTS: readonly (Effect | undefined)[] = OPCODES.map(
  ({ opcode, pops, pushes }) => {
    if (pops === null || pushes === null || !VALUES.test(pops + pushes)) return undefined;
    if (OTHERS.some(([first, last]) => opcode >= first && opcode <= last)) return undefined;
    return {
      pops: pops
        .split("")
        .toReversed()
        .map((letter) => CODES[letter] ?? TOP),
      push: CODES[pushes] ?? TOP,
    };
  },
);
