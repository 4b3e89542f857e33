/**
 * The native methods of java.lang.String that look at strings: all read the
 * characters in place. Those that make strings are in string-makers.ts.
 */

import type { Machine } from "../../machine.ts";
import { ARRAY_DATA, ARRAY_LENGTH, STRING_VALUE } from "../../memory/object-layout.ts";
import {
  type NativeFunction,
  type NativeTable,
  Outcome,
  reading,
} from "../../native-api/native-method.ts";
import { isWhitespace, toLowerCase, toUpperCase } from "./unicode.ts";

export const THIS_TEXT = ["0.value[]", "0.value.#"];
export const BOTH_TEXTS = [
  ...THIS_TEXT,
  "1:java/lang/String.value[]",
  "1:java/lang/String.value.#",
];

/** Index in HC of a string's first character. */
export const charsOf = (m: Machine, string: number): number =>
  (m.H[string + STRING_VALUE]! + ARRAY_DATA) * 2;
export const lengthOf = (m: Machine, string: number): number =>
  m.H[m.H[string + STRING_VALUE]! + ARRAY_LENGTH]!;

export const nullPointer = (m: Machine, message: string): Outcome =>
  m.throwNew("java/lang/NullPointerException", message);

export function outOfBounds(m: Machine, oldText: string, newText: string): Outcome {
  const text = m.featureVersion >= 21 ? newText : oldText;
  return m.throwNew("java/lang/StringIndexOutOfBoundsException", text);
}

function result(m: Machine, args: number, value: number): Outcome {
  m.S[args] = value;
  return Outcome.done;
}

const length: NativeFunction = (m, args) => result(m, args, lengthOf(m, m.S[args]!));

const isEmpty: NativeFunction = (m, args) => result(m, args, lengthOf(m, m.S[args]!) === 0 ? 1 : 0);

const charAt: NativeFunction = (m, args) => {
  const index = m.S[args + 2]!;
  const array = m.H[m.S[args]! + STRING_VALUE]!;
  const count = m.H[array + ARRAY_LENGTH]!;
  // One comparison for both ends: a negative index is a large unsigned one.
  if (index >>> 0 < count) return result(m, args, m.HC[(array + ARRAY_DATA) * 2 + index]!);
  // JDK 17 has two wordings: one for strings it can keep in bytes, one for the others.
  const isWide = m.HC.subarray(charsOf(m, m.S[args]!), charsOf(m, m.S[args]!) + count).some(
    (c) => c > 0xff,
  );
  const oldText = isWide
    ? `index ${index}, length ${count}`
    : `String index out of range: ${index}`;
  return outOfBounds(m, oldText, `Index ${index} out of bounds for length ${count}`);
};

function sameChars(m: Machine, a: number, b: number, count: number): boolean {
  const { HC } = m;
  for (let i = 0; i < count; i++) if (HC[a + i] !== HC[b + i]) return false;
  return true;
}

const equals: NativeFunction = (m, args) => {
  const a = m.S[args]!;
  const b = m.S[args + 2]!;
  if (a === b) return result(m, args, 1);
  // The first word of an object is its class: only a String can equal a String.
  if (b === 0 || m.H[a] !== m.H[b]) return result(m, args, 0);
  const count = lengthOf(m, a);
  const same = count === lengthOf(m, b) && sameChars(m, charsOf(m, a), charsOf(m, b), count);
  return result(m, args, same ? 1 : 0);
};

const hashCode: NativeFunction = (m, args) => {
  const { HC } = m;
  const start = charsOf(m, m.S[args]!);
  const end = start + lengthOf(m, m.S[args]!);
  let hash = 0;
  for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + HC[i]!) | 0;
  return result(m, args, hash);
};

const compareTo: NativeFunction = (m, args) => {
  const a = m.S[args]!;
  const b = m.S[args + 2]!;
  if (b === 0) return nullPointer(m, 'Cannot read field "value" because "anotherString" is null');
  const { HC } = m;
  const [startA, startB, lengthA, lengthB] = [
    charsOf(m, a),
    charsOf(m, b),
    lengthOf(m, a),
    lengthOf(m, b),
  ];
  const common = Math.min(lengthA, lengthB);
  for (let i = 0; i < common; i++) {
    const difference = HC[startA + i]! - HC[startB + i]!;
    if (difference !== 0) return result(m, args, difference);
  }
  return result(m, args, lengthA - lengthB);
};

/** Two characters without case are the same if their uppercase forms, lowercased, are. */
function folded(m: Machine, char: number): number {
  if (char < 0x80) return char >= 0x41 && char <= 0x5a ? char + 32 : char;
  return toLowerCase(toUpperCase(char, m.featureVersion), m.featureVersion);
}

const isHigh = (char: number): boolean => char >= 0xd800 && char < 0xdc00;
const isLow = (char: number): boolean => char >= 0xdc00 && char < 0xe000;

function codePointIn(m: Machine, at: number, end: number): number {
  const high = m.HC[at]!;
  if (!isHigh(high) || at + 1 >= end) return high;
  const low = m.HC[at + 1]!;
  return isLow(low) ? (high - 0xd800) * 0x400 + low - 0xdc00 + 0x10000 : high;
}

const isLatin1 = (m: Machine, start: number, end: number): boolean =>
  m.HC.subarray(start, end).every((c) => c <= 0xff);

/**
 * The sign and size of the first difference between two ranges, case aside.
 * Surrogate pairs count as one, but not against a text that is all Latin-1.
 */
function compareFolded(m: Machine, a: number, endA: number, b: number, endB: number): number {
  let i = a;
  let k = b;
  while (i < endA && k < endB) {
    let x = codePointIn(m, i, endA);
    let y = codePointIn(m, k, endB);
    if (x > 0xffff && y <= 0xff && isLatin1(m, b, endB)) x = m.HC[i]!;
    if (y > 0xffff && x <= 0xff && isLatin1(m, a, endA)) y = m.HC[k]!;
    if (x !== y) {
      const difference = folded(m, x) - folded(m, y);
      if (difference !== 0) return difference;
    }
    i += x > 0xffff ? 2 : 1;
    k += y > 0xffff ? 2 : 1;
  }
  return endA - a - (endB - b);
}

const compareToIgnoreCase: NativeFunction = (m, args) => {
  const a = m.S[args]!;
  const b = m.S[args + 2]!;
  if (b === 0) return nullPointer(m, 'Cannot read field "value" because "s2" is null');
  const startA = charsOf(m, a);
  const startB = charsOf(m, b);
  const order = compareFolded(m, startA, startA + lengthOf(m, a), startB, startB + lengthOf(m, b));
  return result(m, args, order);
};

const equalsIgnoreCase: NativeFunction = (m, args) => {
  const a = m.S[args]!;
  const b = m.S[args + 2]!;
  if (a === b) return result(m, args, 1);
  const count = lengthOf(m, a);
  if (b === 0 || count !== lengthOf(m, b)) return result(m, args, 0);
  const [startA, startB] = [charsOf(m, a), charsOf(m, b)];
  return result(
    m,
    args,
    compareFolded(m, startA, startA + count, startB, startB + count) === 0 ? 1 : 0,
  );
};

function matchRegion(m: Machine, args: number, first: number, ignoreCase: boolean): Outcome {
  const a = m.S[args]!;
  const from = m.S[first]!;
  const b = m.S[first + 2]!;
  const otherFrom = m.S[first + 4]!;
  const count = m.S[first + 6]!;
  if (b === 0) {
    const what =
      m.featureVersion < 21 && !ignoreCase ? 'read field "value"' : 'invoke "String.length()"';
    return nullPointer(m, `Cannot ${what} because "other" is null`);
  }
  if (
    from < 0 ||
    otherFrom < 0 ||
    from > lengthOf(m, a) - count ||
    otherFrom > lengthOf(m, b) - count
  ) {
    return result(m, args, 0);
  }
  if (count <= 0) return result(m, args, 1);
  const startA = charsOf(m, a) + from;
  const startB = charsOf(m, b) + otherFrom;
  const same = ignoreCase
    ? compareFolded(m, startA, startA + count, startB, startB + count) === 0
    : sameChars(m, startA, startB, count);
  return result(m, args, same ? 1 : 0);
}

function matchAt(m: Machine, args: number, offset: number): Outcome {
  const a = m.S[args]!;
  const b = m.S[args + 2]!;
  const count = lengthOf(m, b);
  if (offset < 0 || offset > lengthOf(m, a) - count) return result(m, args, 0);
  return result(m, args, sameChars(m, charsOf(m, a) + offset, charsOf(m, b), count) ? 1 : 0);
}

const startsWith =
  (offset: (m: Machine, args: number) => number): NativeFunction =>
  (m, args) => {
    if (m.S[args + 2] === 0)
      return nullPointer(m, 'Cannot invoke "String.length()" because "prefix" is null');
    return matchAt(m, args, offset(m, args));
  };

const endsWith: NativeFunction = (m, args) => {
  if (m.S[args + 2] === 0)
    return nullPointer(m, 'Cannot invoke "String.length()" because "suffix" is null');
  return matchAt(m, args, lengthOf(m, m.S[args]!) - lengthOf(m, m.S[args + 2]!));
};

/** Where a code point is, in the range [from, count) of the characters at start; -1 if nowhere. */
function findChar(
  m: Machine,
  start: number,
  count: number,
  codePoint: number,
  from: number,
): number {
  const { HC } = m;
  if (codePoint >>> 16 === 0) {
    for (let i = Math.max(from, 0); i < count; i++) if (HC[start + i] === codePoint) return i;
    return -1;
  }
  if (codePoint < 0 || codePoint > 0x10ffff) return -1;
  for (let i = Math.max(from, 0); i + 1 < count; i++)
    if (codePointIn(m, start + i, start + count) === codePoint) return i;
  return -1;
}

function findLastChar(
  m: Machine,
  start: number,
  count: number,
  codePoint: number,
  from: number,
): number {
  const wide = codePoint >>> 16 !== 0;
  if (wide && (codePoint < 0 || codePoint > 0x10ffff)) return -1;
  for (let i = Math.min(from, count - (wide ? 2 : 1)); i >= 0; i--) {
    if ((wide ? codePointIn(m, start + i, start + count) : m.HC[start + i]) === codePoint) return i;
  }
  return -1;
}

/** Where the characters at `wanted` are among those at `start`, no earlier than `from`. */
export function findText(
  m: Machine,
  start: number,
  count: number,
  wanted: number,
  wantedCount: number,
  from: number,
): number {
  const first = Math.max(from, 0);
  if (wantedCount === 0) return Math.min(first, count);
  const { HC } = m;
  const head = HC[wanted];
  for (let i = first; i <= count - wantedCount; i++) {
    if (HC[start + i] === head && sameChars(m, start + i, wanted, wantedCount)) return i;
  }
  return -1;
}

export function findLastText(
  m: Machine,
  start: number,
  count: number,
  wanted: number,
  wantedCount: number,
  from: number,
): number {
  for (let i = Math.min(from, count - wantedCount); i >= 0; i--) {
    if (sameChars(m, start + i, wanted, wantedCount)) return i;
  }
  return -1;
}

type Place = (m: Machine, args: number) => number;
const START: Place = () => 0;
const END: Place = () => 0x7fffffff;
const GIVEN: Place = (m, args) => m.S[args + 4]!;

const charSearch =
  (find: typeof findChar, from: Place): NativeFunction =>
  (m, args) => {
    const string = m.S[args]!;
    return result(
      m,
      args,
      find(m, charsOf(m, string), lengthOf(m, string), m.S[args + 2]!, from(m, args)),
    );
  };

const textSearch =
  (find: typeof findText, from: Place): NativeFunction =>
  (m, args) => {
    const string = m.S[args]!;
    const wanted = m.S[args + 2]!;
    if (wanted === 0) return nullPointer(m, 'Cannot invoke "String.coder()" because "str" is null');
    const at = find(
      m,
      charsOf(m, string),
      lengthOf(m, string),
      charsOf(m, wanted),
      lengthOf(m, wanted),
      from(m, args),
    );
    return result(m, args, at);
  };

/** How much of the text is left when whitespace goes at one or both ends. */
export function strippedRange(
  m: Machine,
  string: number,
  isBlank: (codePoint: number, version: number) => boolean,
): [start: number, end: number] {
  const base = charsOf(m, string);
  const count = lengthOf(m, string);
  const version = m.featureVersion;
  let start = 0;
  let end = count;
  // No whitespace lies outside the first plane, so single characters will do.
  while (start < end && isBlank(m.HC[base + start]!, version)) start++;
  while (end > start && isBlank(m.HC[base + end - 1]!, version)) end--;
  return [start, end];
}

const isBlank: NativeFunction = (m, args) => {
  const [start, end] = strippedRange(m, m.S[args]!, isWhitespace);
  return result(m, args, start === end ? 1 : 0);
};

export const STRING_NATIVES: NativeTable = {
  "java/lang/String": {
    "length()I": reading(["0.value.#"], length),
    "isEmpty()Z": reading(["0.value.#"], isEmpty),
    "charAt(I)C": reading(THIS_TEXT, charAt),
    "equals(Ljava/lang/Object;)Z": reading([...BOTH_TEXTS, "0.type", "1.type"], equals),
    "hashCode()I": reading(THIS_TEXT, hashCode),
    "compareTo(Ljava/lang/String;)I": reading(BOTH_TEXTS, compareTo),
    "compareToIgnoreCase(Ljava/lang/String;)I": reading(BOTH_TEXTS, compareToIgnoreCase),
    "equalsIgnoreCase(Ljava/lang/String;)Z": reading(BOTH_TEXTS, equalsIgnoreCase),
    "regionMatches(ILjava/lang/String;II)Z": reading(
      [...THIS_TEXT, "2.value[]", "2.value.#"],
      (m, args) => matchRegion(m, args, args + 2, false),
    ),
    "regionMatches(ZILjava/lang/String;II)Z": reading(
      [...THIS_TEXT, "3.value[]", "3.value.#"],
      (m, args) => matchRegion(m, args, args + 4, m.S[args + 2] !== 0),
    ),
    "startsWith(Ljava/lang/String;)Z": reading(BOTH_TEXTS, startsWith(START)),
    "startsWith(Ljava/lang/String;I)Z": reading(BOTH_TEXTS, startsWith(GIVEN)),
    "endsWith(Ljava/lang/String;)Z": reading(BOTH_TEXTS, endsWith),
    "indexOf(I)I": reading(THIS_TEXT, charSearch(findChar, START)),
    "indexOf(II)I": reading(THIS_TEXT, charSearch(findChar, GIVEN)),
    "lastIndexOf(I)I": reading(THIS_TEXT, charSearch(findLastChar, END)),
    "lastIndexOf(II)I": reading(THIS_TEXT, charSearch(findLastChar, GIVEN)),
    "indexOf(Ljava/lang/String;)I": reading(BOTH_TEXTS, textSearch(findText, START)),
    "indexOf(Ljava/lang/String;I)I": reading(BOTH_TEXTS, textSearch(findText, GIVEN)),
    "lastIndexOf(Ljava/lang/String;)I": reading(BOTH_TEXTS, textSearch(findLastText, END)),
    "lastIndexOf(Ljava/lang/String;I)I": reading(BOTH_TEXTS, textSearch(findLastText, GIVEN)),
    "isBlank()Z": reading(THIS_TEXT, isBlank),
  },
};
