/**
 * How the accesses of a transition name what they touch (access-log.ts): an object, and an
 * offset in it. An offset that is not negative is that of a word: a field or an element, the
 * object's type (`CLASS_WORD`) or an array's length (`ARRAY_LENGTH`). Several elements of a byte[],
 * boolean[], char[] or short[] lie in one word, and each is a cell of its own: its offset
 * is negative and holds how many bytes behind the object's start it lies, and whether it is two bytes long.
 *
 * Initial words belong to no object: their object is 0, and their offset is their address, or
 * encodes their address in bytes.
 */

import type { Machine } from "../machine.ts";
import { ARRAY_DATA } from "./object-layout.ts";

/** A word has 2 to the power of this bytes. */
const WORD_SHIFT = 2;

/** The cell of a byte at this distance in bytes from the object's start. */
export const byteCell = (bytes: number): number => ~(bytes << 1);

/** The cell of two bytes. */
export const halfCell = (bytes: number): number => ~((bytes << 1) | 1);

/** For elements of a byte[] or boolean[]; and of a char[] or short[]. */
export const byteElement = (index: number): number => byteCell(ARRAY_DATA * 4 + index);
export const halfElement = (index: number): number =>
  halfCell((ARRAY_DATA + (index >> 1)) * 4 + (index & 1) * 2);

export const isPart = (offset: number): boolean => offset < 0;

/** Of a part of a word: how many bytes behind the object's start it lies. */
export const bytesTo = (part: number): number => ~part >> 1;

export const isHalf = (part: number): boolean => (~part & 1) === 1;

/** The word that it is in, counted from the object's start. */
export const wordOf = (part: number): number => ~part >> 3;

/** Which of the word's four bytes it has, as bits. */
export const bytesOf = (part: number): number => (isHalf(part) ? 0b11 : 0b1) << (bytesTo(part) & 3);

/** The same cell, named by the address of the object that it is in. */
export const fixedCell = (object: number, offset: number): number =>
  offset >= 0 ? object + offset : ~(~offset + object * 8);

/** A number that no other cell has: the address of its first byte. */
export const cellAddress = (object: number, offset: number): number =>
  offset >= 0 ? (object + offset) * 4 : object * 4 + bytesTo(offset);

/** As a power of two, how many bytes a cell of the object's fields or elements has: 2 where it is a word. */
export function packedShift(m: Machine, object: number): number {
  if (object === 0) return WORD_SHIFT;
  const classId = m.H[object]!;
  if (m.classTables.instanceWords[classId] !== 0) return WORD_SHIFT;
  return Math.min(m.classTables.elementShift[classId]!, WORD_SHIFT);
}
