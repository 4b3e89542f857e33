/** Damage of a class file's bytes wherever they are: flipped bits, a lost end, extreme lengths, pieces moved. */
import * as fc from "fast-check";

/** One way of damaging a class file. */
export type ByteDamage = (bytes: Uint8Array) => Uint8Array;

const at = fc.nat({ max: 1 << 16 });
const damage: fc.Arbitrary<ByteDamage> = fc.oneof(
  fc.tuple(at, fc.nat({ max: 7 })).map(
    ([where, bit]): ByteDamage =>
      (bytes) => {
        const copy = bytes.slice();
        if (copy.length > 0) copy[where % copy.length]! ^= 1 << bit;
        return copy;
      },
  ),
  at.map(
    (where): ByteDamage =>
      (bytes) =>
        bytes.slice(0, where % (bytes.length + 1)),
  ),
  // A length or count field: two or four bytes set to something extreme or small.
  fc
    .tuple(at, fc.constantFrom(0, 1, 2, 0x7f, 0xff, 0xffff, 0x7fffffff, 0xffffffff), fc.boolean())
    .map(
      ([where, value, isWide]): ByteDamage =>
        (bytes) => {
          const copy = bytes.slice();
          const view = new DataView(copy.buffer);
          const size = isWide ? 4 : 2;
          if (copy.length < size) return copy;
          const offset = where % (copy.length - size + 1);
          if (isWide) view.setUint32(offset, value);
          else view.setUint16(offset, value & 0xffff);
          return copy;
        },
    ),
  // A piece copied, cut out or inserted elsewhere.
  fc.tuple(at, at, fc.nat({ max: 40 }), fc.boolean()).map(
    ([from, to, length, isInsert]): ByteDamage =>
      (bytes) => {
        if (bytes.length === 0) return bytes;
        const piece = bytes.subarray(from % bytes.length, (from % bytes.length) + length);
        const cut = to % bytes.length;
        const rest = bytes.subarray(isInsert ? cut : cut + piece.length);
        return Uint8Array.from([...bytes.subarray(0, cut), ...piece, ...rest]);
      },
  ),
);

export const byteDamages: fc.Arbitrary<readonly ByteDamage[]> = fc.array(damage, {
  minLength: 1,
  maxLength: 3,
});
