/**
 * The native methods of java.lang.String that make strings and arrays from
 * strings. Each allocates before it writes, and gives back the string itself
 * where Java does (identity can be seen).
 */

import type { Machine } from "../../machine.ts";
import { ARRAY_DATA, ARRAY_LENGTH, STRING_VALUE } from "../../memory/object-layout.ts";
import {
  effects,
  type NativeFunction,
  type NativeTable,
  Outcome,
  pure,
  reading,
} from "../../native-api/native-method.ts";
import {
  BOTH_TEXTS,
  charsOf,
  lengthOf,
  nullPointer,
  outOfBounds,
  strippedRange,
  THIS_TEXT,
} from "./string-queries.ts";
import { decodeBytes, encodeText } from "./text-encoding.ts";
import { type CharacterProperty, isWhitespace, lowerCaseText, upperCaseText } from "./unicode.ts";

export function returnNew(m: Machine, args: number, ref: number): Outcome {
  if (ref === 0) return Outcome.threw;
  m.S[args] = ref;
  return Outcome.done;
}

/** A new char[] with the characters of HC from `from` on; 0 when there is no room. */
function copyChars(m: Machine, from: number, count: number): number {
  const array = m.newPrimitiveArray("C", count);
  if (array !== 0) m.HC.copyWithin((array + ARRAY_DATA) * 2, from, from + count);
  return array;
}

/** A new String with those characters. */
export function copyString(m: Machine, from: number, count: number): number {
  const array = copyChars(m, from, count);
  return array === 0 ? 0 : m.newStringOfChars(array);
}

function beginEndError(m: Machine, begin: number, end: number, count: number): Outcome {
  return m.throwNew(
    "java/lang/StringIndexOutOfBoundsException",
    m.featureVersion >= 22
      ? `Range [${begin}, ${end}) out of bounds for length ${count}`
      : `begin ${begin}, end ${end}, length ${count}`,
  );
}

/** Text cut down to nothing is the literal "", and programs can tell. */
export function returnEmpty(m: Machine, args: number): Outcome {
  m.S[args] = m.intern("");
  return Outcome.done;
}

function substring(m: Machine, args: number, begin: number, end: number): Outcome {
  const string = m.S[args]!;
  const count = lengthOf(m, string);
  if (begin < 0 || begin > end || end > count) return beginEndError(m, begin, end, count);
  if (begin === 0 && end === count) return Outcome.done;
  if (begin === end) return returnEmpty(m, args);
  return returnNew(m, args, copyString(m, charsOf(m, string) + begin, end - begin));
}

const concat: NativeFunction = (m, args) => {
  const a = m.S[args]!;
  const b = m.S[args + 2]!;
  if (b === 0) return nullPointer(m, 'Cannot invoke "String.isEmpty()" because "str" is null');
  const [lengthA, lengthB] = [lengthOf(m, a), lengthOf(m, b)];
  if (lengthB === 0) return Outcome.done;
  const array = m.newPrimitiveArray("C", lengthA + lengthB);
  if (array === 0) return Outcome.threw;
  const [startA, startB, to] = [charsOf(m, a), charsOf(m, b), (array + ARRAY_DATA) * 2];
  m.HC.copyWithin(to, startA, startA + lengthA);
  m.HC.copyWithin(to + lengthA, startB, startB + lengthB);
  return returnNew(m, args, m.newStringOfChars(array));
};

const replaceChar: NativeFunction = (m, args) => {
  const string = m.S[args]!;
  const [from, to] = [m.S[args + 2]!, m.S[args + 4]!];
  const start = charsOf(m, string);
  const count = lengthOf(m, string);
  if (from === to || !m.HC.subarray(start, start + count).includes(from)) return Outcome.done;
  const array = copyChars(m, start, count);
  if (array === 0) return Outcome.threw;
  const chars = m.HC.subarray((array + ARRAY_DATA) * 2, (array + ARRAY_DATA) * 2 + count);
  for (let i = 0; i < count; i++) if (chars[i] === from) chars[i] = to;
  return returnNew(m, args, m.newStringOfChars(array));
};

/** Applies a JavaScript function to the text; the same text is the same string. */
const changed =
  (change: (text: string, m: Machine, args: number) => string): NativeFunction =>
  (m, args) => {
    const before = m.text(m.S[args]!);
    const after = change(before, m, args);
    if (before === after) return Outcome.done;
    return after === "" ? returnEmpty(m, args) : returnNew(m, args, m.newString(after));
  };

const replaceEach = changed((text, m, args) => {
  const replacement = m.text(m.S[args + 4]!);
  return text.split(m.text(m.S[args + 2]!)).join(replacement);
});

/** An empty target is found before each character and at the end, as in Java. */
const replaceEachText: NativeFunction = (m, args) => {
  if (lengthOf(m, m.S[args + 2]!) !== 0) return replaceEach(m, args);
  const replacement = m.text(m.S[args + 4]!);
  const text = m.text(m.S[args]!);
  let out = replacement;
  for (let i = 0; i < text.length; i++) out += text[i]! + replacement;
  return returnNew(m, args, m.newString(out));
};

const NOT_PRINTABLE: CharacterProperty = (char) => char <= 0x20;

const stripped =
  (isBlank: CharacterProperty, leading: boolean, trailing: boolean): NativeFunction =>
  (m, args) => {
    const string = m.S[args]!;
    const [start, end] = strippedRange(m, string, isBlank);
    const count = lengthOf(m, string);
    // All blank: either end alone takes everything.
    const from = leading ? start : 0;
    const to = start === end ? from : trailing ? end : count;
    if (start === end && leading) return count === 0 ? Outcome.done : returnEmpty(m, args);
    return substring(m, args, from, to);
  };

const repeated: NativeFunction = (m, args) => {
  const string = m.S[args]!;
  const count = lengthOf(m, string);
  const times = m.S[args + 2]!;
  if (count * times === 0) return returnEmpty(m, args);
  const array = m.newPrimitiveArray("C", count * times);
  if (array === 0) return Outcome.threw;
  const start = charsOf(m, string);
  const to = (array + ARRAY_DATA) * 2;
  if (count === 1) m.HC.fill(m.HC[start]!, to, to + times);
  else for (let i = 0; i < times; i++) m.HC.copyWithin(to + i * count, start, start + count);
  return returnNew(m, args, m.newStringOfChars(array));
};

const toCharArray: NativeFunction = (m, args) =>
  returnNew(m, args, copyChars(m, charsOf(m, m.S[args]!), lengthOf(m, m.S[args]!)));

/** Writes into a char[] that already exists, with the words logged for undoing. */
export function writeChars(
  m: Machine,
  array: number,
  at: number,
  from: number,
  count: number,
): void {
  if (count <= 0) return;
  const to = (array + ARRAY_DATA) * 2 + at;
  m.logRange(to >> 1, (to + count + 1) >> 1);
  m.HC.copyWithin(to, from, from + count);
}

const getChars: NativeFunction = (m, args) => {
  const string = m.S[args]!;
  const [begin, end, target, at] = [m.S[args + 2]!, m.S[args + 4]!, m.S[args + 6]!, m.S[args + 8]!];
  const count = lengthOf(m, string);
  if (begin < 0 || begin > end || end > count) return beginEndError(m, begin, end, count);
  if (target === 0) return nullPointer(m, 'Cannot read the array length because "dst" is null');
  const room = m.H[target + ARRAY_LENGTH]!;
  const moved = end - begin;
  if (at < 0 || at > room - moved) {
    const range = `Range [${at}, ${at} + ${moved}) out of bounds for length ${room}`;
    return outOfBounds(m, `offset ${at}, count ${moved}, length ${room}`, range);
  }
  writeChars(m, target, at, charsOf(m, string) + begin, moved);
  return Outcome.done;
};

const copy: NativeFunction = (m, args) =>
  returnNew(m, args, copyChars(m, (m.S[args]! + ARRAY_DATA) * 2 + m.S[args + 2]!, m.S[args + 4]!));

const valueOfChar: NativeFunction = (m, args) =>
  returnNew(m, args, m.newString(String.fromCharCode(m.S[args]!)));

const decode: NativeFunction = (m, args) => {
  const [charset, bytes, offset, count] = [
    m.S[args]!,
    m.S[args + 2]!,
    m.S[args + 4]!,
    m.S[args + 6]!,
  ];
  const start = (bytes + ARRAY_DATA) * 4 + offset;
  const chars = decodeBytes(charset, Uint8Array.from(m.HB.subarray(start, start + count)));
  const array = m.newPrimitiveArray("C", chars.length);
  if (array !== 0) m.HC.set(chars, (array + ARRAY_DATA) * 2);
  return returnNew(m, args, array);
};

const encode: NativeFunction = (m, args) => {
  const bytes = encodeText(m.S[args]!, m.text(m.S[args + 2]!));
  const array = m.newPrimitiveArray("B", bytes.length);
  if (array !== 0) m.HB.set(bytes, (array + ARRAY_DATA) * 4);
  return returnNew(m, args, array);
};

const STRING = "Ljava/lang/String;";

export const STRING_MAKER_NATIVES: NativeTable = {
  "java/lang/String": {
    [`substring(I)${STRING}`]: reading(THIS_TEXT, (m, args) =>
      substring(m, args, m.S[args + 2]!, m.H[m.H[m.S[args]! + STRING_VALUE]! + ARRAY_LENGTH]!),
    ),
    [`substring(II)${STRING}`]: reading(THIS_TEXT, (m, args) =>
      substring(m, args, m.S[args + 2]!, m.S[args + 4]!),
    ),
    [`concat(${STRING})${STRING}`]: reading(BOTH_TEXTS, concat),
    [`replace(CC)${STRING}`]: reading(THIS_TEXT, replaceChar),
    [`replaceEach(${STRING}${STRING})${STRING}`]: reading(
      [...BOTH_TEXTS, "2.value[]", "2.value.#"],
      replaceEachText,
    ),
    [`toLowerCase()${STRING}`]: reading(
      THIS_TEXT,
      changed((text, m) => lowerCaseText(text, m.featureVersion)),
    ),
    [`toUpperCase()${STRING}`]: reading(
      THIS_TEXT,
      changed((text, m) => upperCaseText(text, m.featureVersion)),
    ),
    [`trim()${STRING}`]: reading(THIS_TEXT, stripped(NOT_PRINTABLE, true, true)),
    [`strip()${STRING}`]: reading(THIS_TEXT, stripped(isWhitespace, true, true)),
    [`stripLeading()${STRING}`]: reading(THIS_TEXT, stripped(isWhitespace, true, false)),
    [`stripTrailing()${STRING}`]: reading(THIS_TEXT, stripped(isWhitespace, false, true)),
    [`repeated(I)${STRING}`]: reading(THIS_TEXT, repeated),
    "toCharArray()[C": reading(THIS_TEXT, toCharArray),
    "getChars(II[CI)V": effects([...THIS_TEXT, "3.#"], ["3[]"], getChars),
    "copy([CII)[C": reading(["0[]"], copy),
    [`valueOf(C)${STRING}`]: pure(valueOfChar),
    "decode(I[BII)[C": reading(["1[]"], decode),
    [`encode(I${STRING})[B`]: reading(["1.value[]", "1.value.#"], encode),
  },
};
