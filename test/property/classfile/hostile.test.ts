import * as fc from "fast-check";
import { expect, test } from "vitest";
import { decodeCode } from "../../../src/classfile/decoder.ts";
import { readClass } from "../../../src/classfile/reader.ts";
import { readTree } from "../../../src/classfile/tree.ts";
import { writeTree } from "../../../src/classfile/writer.ts";
import { BadClassFileError } from "../../../src/core/errors.ts";
import { plainClass, richClass } from "../../unit/classfile/samples.ts";

const SEEDS = [plainClass().toBytes(), richClass().toBytes()];

/** One way of damaging a class file. */
type Damage = (bytes: Uint8Array) => Uint8Array;

const at = fc.nat({ max: 1 << 16 });
const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.tuple(at, fc.nat({ max: 7 })).map(
    ([where, bit]): Damage =>
      (bytes) => {
        const copy = bytes.slice();
        if (copy.length > 0) copy[where % copy.length]! ^= 1 << bit;
        return copy;
      },
  ),
  at.map(
    (where): Damage =>
      (bytes) =>
        bytes.slice(0, where % (bytes.length + 1)),
  ),
  // A length or count field: two or four bytes set to something extreme or small.
  fc
    .tuple(at, fc.constantFrom(0, 1, 2, 0x7f, 0xff, 0xffff, 0x7fffffff, 0xffffffff), fc.boolean())
    .map(
      ([where, value, isWide]): Damage =>
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
    ([from, to, length, isInsert]): Damage =>
      (bytes) => {
        if (bytes.length === 0) return bytes;
        const piece = bytes.subarray(from % bytes.length, (from % bytes.length) + length);
        const cut = to % bytes.length;
        const rest = bytes.subarray(isInsert ? cut : cut + piece.length);
        return Uint8Array.from([...bytes.subarray(0, cut), ...piece, ...rest]);
      },
  ),
);

/** Succeeds or throws BadClassFileError; anything else is passed on. */
function survives(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (!(error instanceof BadClassFileError)) throw error;
    return false;
  }
}

test("damaged class files are read or refused, quickly and never otherwise", () => {
  let accepted = 0;
  let refused = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...SEEDS),
      fc.array(damage, { minLength: 1, maxLength: 3 }),
      (seed, damages) => {
        const bytes = damages.reduce((current, apply) => apply(current), seed);
        const start = performance.now();
        const isRead = survives(() => {
          const file = readClass(bytes, "damaged");
          for (const { code, name } of file.methods) {
            if (code !== null) survives(() => decodeCode(code, file.constants, name));
          }
        });
        const isTree = survives(() => {
          expect(writeTree(readTree(bytes, "damaged"))).toEqual(bytes);
        });
        expect(isTree).toBe(isRead);
        expect(performance.now() - start).toBeLessThan(1000);
        if (isRead) accepted++;
        else refused++;
      },
    ),
    { numRuns: 3000 },
  );
  expect(accepted).toBeGreaterThan(50);
  expect(refused).toBeGreaterThan(50);
}, 30_000);

test("random code is decoded or refused", () => {
  const { constants } = richClass().toClassFile();
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
      survives(() => decodeCode({ bytes, maxLocals: 10, handlers: [] }, constants, "m"));
    }),
    { numRuns: 3000 },
  );
});
