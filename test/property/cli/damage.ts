/**
 * Ways of damaging a class file that get past a first look: besides flipped
 * and moved bytes, changes that know where constants, code and member tables
 * are, so that many of the results are well formed and say something else.
 */
import * as fc from "fast-check";
import { Tag } from "../../../src/classfile/format/constant-pool.ts";
import { readClass } from "../../../src/classfile/reading/reader.ts";

export interface Anatomy {
  readonly bytes: Uint8Array;
  /** Where each constant's tag is; 0 where there is none. */
  readonly constants: readonly number[];
  /** First byte after the constants: access flags, this, super, interfaces, members. */
  readonly tail: number;
  /** Where each method's code starts and ends. */
  readonly code: readonly (readonly [number, number])[];
}

const SIZES: Readonly<Record<number, number>> = {
  [Tag.integer]: 5,
  [Tag.float]: 5,
  [Tag.long]: 9,
  [Tag.double]: 9,
  [Tag.class]: 3,
  [Tag.string]: 3,
  [Tag.methodHandle]: 4,
  [Tag.methodType]: 3,
};

export function dissect(bytes: Uint8Array): Anatomy {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const constants: number[] = [0];
  let at = 10;
  while (constants.length < view.getUint16(8)) {
    const tag = bytes[at]!;
    constants.push(at);
    if (tag === Tag.long || tag === Tag.double) constants.push(0);
    at += tag === Tag.utf8 ? 3 + view.getUint16(at + 1) : (SIZES[tag] ?? 5);
  }
  const whole = Buffer.from(bytes);
  const code = readClass(bytes, "fixture").methods.flatMap(({ code: each }) => {
    if (each === null) return [];
    // The length in front makes the place unique.
    const header = Buffer.alloc(4);
    header.writeUInt32BE(each.bytes.length);
    const start = whole.indexOf(Buffer.concat([header, each.bytes])) + 4;
    return [[start, start + each.bytes.length] as const];
  });
  return { bytes, constants, tail: at, code };
}

export type Damage = (anatomy: Anatomy, bytes: Uint8Array) => Uint8Array;

const any = fc.nat({ max: 1 << 20 });
const pick = <T>(list: readonly T[], number: number): T => list[number % list.length]!;

function edit(bytes: Uint8Array, change: (copy: Uint8Array, view: DataView) => void): Uint8Array {
  const copy = bytes.slice();
  try {
    change(copy, new DataView(copy.buffer));
  } catch (error) {
    // Earlier damage may have cut off the place.
    if (!(error instanceof RangeError)) throw error;
  }
  return copy;
}

const flip: fc.Arbitrary<Damage> = fc.tuple(any, fc.nat({ max: 7 })).map(
  ([where, bit]) =>
    (_, bytes) =>
      edit(bytes, (copy) => {
        copy[where % copy.length]! ^= 1 << bit;
      }),
);

const EXTREMES = [0, 1, 2, 3, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0xffff];

/** A count, length, index or flag behind the constants. */
const number: fc.Arbitrary<Damage> = fc.tuple(any, fc.constantFrom(...EXTREMES)).map(
  ([where, value]) =>
    ({ tail }, bytes) =>
      edit(bytes, (copy, view) => {
        if (copy.length >= tail + 2)
          view.setUint16(tail + (where % (copy.length - tail - 1)), value);
      }),
);

/** One constant refers to another than before. */
const redirect: fc.Arbitrary<Damage> = fc.tuple(any, any, fc.boolean()).map(
  ([which, to, isSecond]) =>
    ({ constants }, bytes) =>
      edit(bytes, (copy, view) => {
        const at = pick(constants, which);
        const tag = copy[at];
        if (at === 0 || tag === Tag.utf8) return;
        const isTwo = (SIZES[tag!] ?? 5) === 5 && tag !== Tag.integer && tag !== Tag.float;
        const place = at + (isTwo && isSecond ? 3 : tag === Tag.methodHandle ? 2 : 1);
        if (place + 2 <= copy.length) view.setUint16(place, to % constants.length);
      }),
);

/** Two constants of the same kind change places: every use of them says something else. */
const swap: fc.Arbitrary<Damage> = fc.tuple(any, any).map(
  ([a, b]) =>
    ({ constants }, bytes) =>
      edit(bytes, (copy, view) => {
        const first = pick(constants, a);
        if (first === 0) return;
        const tag = copy[first];
        const alike = constants.filter((at) => at !== 0 && copy[at] === tag);
        const second = tag === Tag.utf8 ? first : pick(alike, b);
        for (let i = 1; i + 1 < (SIZES[tag!] ?? 5); i += 2) {
          const kept = view.getUint16(first + i);
          view.setUint16(first + i, view.getUint16(second + i));
          view.setUint16(second + i, kept);
        }
      }),
);

/** A letter of a name or descriptor, replaced by one that descriptors are made of. */
const letter: fc.Arbitrary<Damage> = fc
  .tuple(any, any, fc.constantFrom(...Buffer.from("ZBCSIJFDV[L;()/<>a\u0000")))
  .map(
    ([which, where, char]) =>
      ({ constants }, bytes) =>
        edit(bytes, (copy, view) => {
          const at = pick(constants, which);
          if (at === 0 || copy[at] !== Tag.utf8) return;
          const length = view.getUint16(at + 1);
          if (length > 0) copy[at + 3 + (where % length)] = char;
        }),
  );

/** An opcode or operand. */
const code: fc.Arbitrary<Damage> = fc.tuple(any, any, fc.nat({ max: 255 })).map(
  ([which, where, value]) =>
    ({ code: places }, bytes) =>
      edit(bytes, (copy) => {
        if (places.length === 0) return;
        const [start, end] = pick(places, which);
        copy[start + (where % (end - start))] = value;
      }),
);

/** The 16-bit operand of some instruction, set to a constant's index. */
const operand: fc.Arbitrary<Damage> = fc.tuple(any, any, any).map(
  ([which, where, index]) =>
    ({ code: places, constants }, bytes) =>
      edit(bytes, (_, view) => {
        if (places.length === 0) return;
        const [start, end] = pick(places, which);
        if (end - start > 2)
          view.setUint16(start + 1 + (where % (end - start - 2)), index % constants.length);
      }),
);

/** Some bytes of one method's code over another's. */
const transplant: fc.Arbitrary<Damage> = fc
  .tuple(any, any, any, any, fc.integer({ min: 1, max: 12 }))
  .map(
    ([from, to, a, b, length]) =>
      ({ code: places }, bytes) =>
        edit(bytes, (copy) => {
          if (places.length === 0) return;
          const [source, sourceEnd] = pick(places, from);
          const [target, targetEnd] = pick(places, to);
          const start = source + (a % (sourceEnd - source));
          const at = target + (b % (targetEnd - target));
          copy.copyWithin(at, start, Math.min(start + length, sourceEnd, start + targetEnd - at));
        }),
  );

/** A piece cut out or repeated. */
const splice: fc.Arbitrary<Damage> = fc
  .tuple(any, any, fc.nat({ max: 30 }), fc.boolean())
  .map(([from, to, length, isInsert]) => (_, bytes) => {
    if (bytes.length === 0) return bytes;
    const piece = bytes.subarray(from % bytes.length, (from % bytes.length) + length);
    const cut = to % bytes.length;
    const rest = bytes.subarray(isInsert ? cut : Math.min(cut + length, bytes.length));
    return Uint8Array.from([...bytes.subarray(0, cut), ...(isInsert ? piece : []), ...rest]);
  });

export const damages: fc.Arbitrary<readonly Damage[]> = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: flip },
    { weight: 2, arbitrary: number },
    { weight: 4, arbitrary: redirect },
    { weight: 4, arbitrary: swap },
    { weight: 3, arbitrary: letter },
    { weight: 5, arbitrary: code },
    { weight: 5, arbitrary: operand },
    { weight: 3, arbitrary: transplant },
    { weight: 1, arbitrary: splice },
  ),
  { minLength: 1, maxLength: 3 },
);
