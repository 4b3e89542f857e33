/**
 * Instructions whose effect on the operand stack is always the same, as a
 * table: what they pop and what they push.
 */
import { DOUBLE, FLOAT, INT, LONG, NULL_TYPE, TOP, type TypeCode } from "./verification-type.ts";

/** First opcode of a run, last opcode, what they pop and push (N is null, no entry pushes nothing). */
const EFFECTS: readonly (readonly [number, number, string, string])[] = [
  [0x00, 0x00, "", ""], // nop
  [0x01, 0x01, "", "N"], // aconst_null
  [0x02, 0x08, "", "I"],
  [0x09, 0x0a, "", "J"],
  [0x0b, 0x0d, "", "F"],
  [0x0e, 0x0f, "", "D"],
  [0x10, 0x11, "", "I"],
  [0x74, 0x74, "I", "I"], // ineg …
  [0x75, 0x75, "J", "J"],
  [0x76, 0x76, "F", "F"],
  [0x77, 0x77, "D", "D"],
  [0x78, 0x78, "II", "I"], // ishl …
  [0x79, 0x79, "JI", "J"],
  [0x7a, 0x7a, "II", "I"],
  [0x7b, 0x7b, "JI", "J"],
  [0x7c, 0x7c, "II", "I"],
  [0x7d, 0x7d, "JI", "J"],
  [0x85, 0x85, "I", "J"], // i2l …
  [0x86, 0x86, "I", "F"],
  [0x87, 0x87, "I", "D"],
  [0x88, 0x88, "J", "I"],
  [0x89, 0x89, "J", "F"],
  [0x8a, 0x8a, "J", "D"],
  [0x8b, 0x8b, "F", "I"],
  [0x8c, 0x8c, "F", "J"],
  [0x8d, 0x8d, "F", "D"],
  [0x8e, 0x8e, "D", "I"],
  [0x8f, 0x8f, "D", "J"],
  [0x90, 0x90, "D", "F"],
  [0x91, 0x93, "I", "I"],
  [0x94, 0x94, "JJ", "I"], // lcmp …
  [0x95, 0x96, "FF", "I"],
  [0x97, 0x98, "DD", "I"],
  [0x99, 0x9e, "I", ""], // ifeq …
  [0x9f, 0xa4, "II", ""],
  [0xaa, 0xab, "I", ""], // switches
];

export interface Effect {
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

function effectTable(): readonly (Effect | undefined)[] {
  const table: (Effect | undefined)[] = Array.from({ length: 256 });
  const set = (op: number, pops: string, push: string): void => {
    table[op] = {
      pops: pops
        .split("")
        .toReversed()
        .map((letter) => CODES[letter] ?? TOP),
      push: CODES[push] ?? TOP,
    };
  };
  for (const [first, last, pops, push] of EFFECTS) {
    for (let op = first; op <= last; op++) set(op, pops, push);
  }
  // add, sub, mul, div, rem for int, long, float, double; and, or, xor for int, long
  const letters = ["I", "J", "F", "D"];
  for (let op = 0x60; op <= 0x73; op++) {
    const letter = letters[op & 3] ?? "";
    set(op, letter + letter, letter);
  }
  for (let op = 0x7e; op <= 0x83; op++) {
    const letter = letters[op & 1] ?? "";
    set(op, letter + letter, letter);
  }
  return table;
}

/** Indexed by opcode; undefined where the effect depends on operands. */
export const SIMPLE_EFFECTS = effectTable();
