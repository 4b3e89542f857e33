/** Damage that knows nothing of the format: bytes set, words overwritten, pieces cut, filled in or copied. */
import { type Arbitrary, array, constantFrom, integer, nat, oneof, record } from "fast-check";

export interface Edit {
  readonly kind: "set" | "word" | "cut" | "insert" | "copy";
  /** Positions as a fraction of the length, so that they shrink and stay inside. */
  readonly at: number;
  readonly from: number;
  readonly value: number;
}

const UNIT = 1_000_000;
const edit: Arbitrary<Edit> = record({
  kind: constantFrom("set", "word", "cut", "insert", "copy"),
  at: nat(UNIT),
  from: nat(UNIT),
  value: oneof(
    nat(0xff),
    constantFrom(0, 0xff, 0xffff, 0xffffffff, 0x7fffffff),
    integer({ min: 0, max: 0xffffffff }),
  ),
});

export function damage(original: Uint8Array, edits: readonly Edit[]): Buffer {
  let bytes = Buffer.from(original);
  for (const { kind, at, from, value } of edits) {
    if (bytes.length < 8) return bytes;
    const position = Math.floor((at / UNIT) * (bytes.length - 4));
    const source = Math.floor((from / UNIT) * (bytes.length - 4));
    if (kind === "set") bytes[position] = value & 0xff;
    else if (kind === "word") bytes.writeUInt32LE(value, position);
    else if (kind === "copy") bytes.copyWithin(position, source, source + (value & 0x3f));
    else if (kind === "cut") {
      bytes = Buffer.concat([
        bytes.subarray(0, position),
        bytes.subarray(position + (value & 0x3f)),
      ]);
    } else {
      const extra = Buffer.alloc(value & 0x3f, value & 0xff);
      bytes = Buffer.concat([bytes.subarray(0, position), extra, bytes.subarray(position)]);
    }
  }
  return bytes;
}

export const edits: Arbitrary<readonly Edit[]> = array(edit, { minLength: 1, maxLength: 4 });
