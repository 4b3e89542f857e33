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

const isOther = (opcode: number): boolean =>
  OTHERS.some((range) => opcode >= range[0] && opcode <= range[1]);

/** The kinds of some values, the last first; null where one is of another kind. */
function kindsOf(values: string): readonly TypeCode[] | null {
  const kinds: TypeCode[] = [];
  for (let i = values.length - 1; i >= 0; i--) {
    const kind = CODES[values.charAt(i)];
    if (kind === undefined) return null;
    kinds.push(kind);
  }
  return kinds;
}

/** Two hundred opcodes have two dozen combinations of values. */
const KNOWN = new Map<string | null, readonly TypeCode[] | null>([[null, null]]);

function knownKinds(values: string | null): readonly TypeCode[] | null {
  let kinds = KNOWN.get(values);
  if (kinds === undefined) {
    kinds = kindsOf(values ?? "");
    KNOWN.set(values, kinds);
  }
  return kinds;
}

/** Indexed by opcode; undefined for all other instructions. */
export const SIMPLE_EFFECTS: readonly (Effect | undefined)[] = OPCODES.map((info) => {
  const pops = knownKinds(info.pops);
  const pushes = knownKinds(info.pushes);
  if (pops === null || pushes === null || isOther(info.opcode)) return undefined;
  return { pops, push: pushes[0] ?? TOP };
});
