/**
 * Heap memory as `Unsafe` addresses it: an object and a byte offset from its
 * first word. Arrays are packed; a field, however narrow its type, has a word
 * of its own that holds the value widened to an int. Words are little-endian,
 * so the low bytes of a field's word are where a narrow read looks anyway; only
 * narrow writes must know whether they go to an array or to a field.
 *
 * Offsets here are distances from the object (`bytesFrom` of native-api/memory-access.ts).
 */
import type { RuntimeClass, RuntimeField } from "../../../program/linking/runtime-class.ts";
import type { Machine } from "../../machine.ts";
import { ARRAY_DATA } from "../../memory/object-layout.ts";
import { bytesFrom, offsetOfField } from "../../native-api/memory-access.ts";

export const BYTES_PER_WORD = 4;

/** Byte offset of element 0 of every array. */
export const ARRAY_BASE_OFFSET = ARRAY_DATA * BYTES_PER_WORD;

/** Bytes between two elements of an array class. */
export const indexScale = (m: Machine, cls: RuntimeClass): number =>
  1 << m.classTables.elementShift[cls.id]!;

const wordOf = (ref: number, offset: number): number => ref + (offset >> 2);
const byteOf = (ref: number, offset: number): number => ref * BYTES_PER_WORD + offset;

export const readByte = (m: Machine, ref: number, offset: number): number =>
  m.HB[byteOf(ref, offset)]!;

export function readShort(m: Machine, ref: number, offset: number): number {
  if ((offset & 1) === 0) return m.HS[ref * 2 + (offset >> 1)]!;
  return (readByte(m, ref, offset + 1) << 8) | (readByte(m, ref, offset) & 0xff);
}

export function readWord(m: Machine, ref: number, offset: number): number {
  if ((offset & 3) === 0) return m.H[wordOf(ref, offset)]!;
  let word = 0;
  for (let i = 3; i >= 0; i--) word = (word << 8) | (readByte(m, ref, offset + i) & 0xff);
  return word;
}

export function writeByte(m: Machine, ref: number, offset: number, value: number): void {
  if ((offset & 3) === 0 && !isArray(m, ref)) {
    m.setWord(wordOf(ref, offset), (value << 24) >> 24);
    return;
  }
  writePackedByte(m, ref, offset, value);
}

function writePackedByte(m: Machine, ref: number, offset: number, value: number): void {
  m.logWord(wordOf(ref, offset));
  m.HB[byteOf(ref, offset)] = value;
}

/** Writes a short or a char: which of them a field's word holds is asked of the field. */
export function writeShort(m: Machine, ref: number, offset: number, value: number): void {
  if ((offset & 3) === 0 && !isArray(m, ref)) {
    const isChar = fieldAt(m, ref, offset)?.descriptor === "C";
    m.setWord(wordOf(ref, offset), isChar ? value & 0xffff : (value << 16) >> 16);
    return;
  }
  writePackedByte(m, ref, offset, value);
  writePackedByte(m, ref, offset + 1, value >> 8);
}

export function writeWord(m: Machine, ref: number, offset: number, value: number): void {
  if ((offset & 3) === 0) {
    m.setWord(wordOf(ref, offset), value);
    return;
  }
  for (let i = 0; i < 4; i++) writePackedByte(m, ref, offset + i, value >> (8 * i));
}

const isArray = (m: Machine, ref: number): boolean => m.classOf(ref).isArray;

/** The field at that offset of an object, or of the class whose mirror the object is. */
function fieldAt(m: Machine, ref: number, offset: number): RuntimeField | undefined {
  const cls = m.classOf(ref);
  const isHere = (f: RuntimeField): boolean => bytesFrom(m, ref, offsetOfField(f)) === offset;
  if (cls.name === "java/lang/Class") {
    const ofClass = m.mirrored(ref).fields.find((f) => f.isStatic && isHere(f));
    if (ofClass !== undefined) return ofClass;
  }
  for (let c: RuntimeClass | null = cls; c !== null; c = c.superclass) {
    const own = c.fields.find((f) => !f.isStatic && isHere(f));
    if (own !== undefined) return own;
  }
  return undefined;
}

/** Logs the words that the bytes [offset, offset + count) lie in. */
function logBytes(m: Machine, ref: number, offset: number, count: number): void {
  m.logRange(wordOf(ref, offset), wordOf(ref, offset + count + BYTES_PER_WORD - 1));
}

export function copyBytes(
  m: Machine,
  from: { readonly ref: number; readonly offset: number },
  to: { readonly ref: number; readonly offset: number },
  count: number,
): void {
  logBytes(m, to.ref, to.offset, count);
  const start = byteOf(from.ref, from.offset);
  m.HB.copyWithin(byteOf(to.ref, to.offset), start, start + count);
}

/** Reverses the bytes of each element of `size` bytes in place. */
export function swapBytes(
  m: Machine,
  ref: number,
  offset: number,
  count: number,
  size: number,
): void {
  logBytes(m, ref, offset, count);
  const start = byteOf(ref, offset);
  for (let at = start; at + size <= start + count; at += size) {
    m.HB.subarray(at, at + size).reverse();
  }
}

export function fillBytes(
  m: Machine,
  ref: number,
  offset: number,
  count: number,
  value: number,
): void {
  logBytes(m, ref, offset, count);
  const start = byteOf(ref, offset);
  m.HB.fill(value, start, start + count);
}
