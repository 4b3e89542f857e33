/**
 * The native methods of AbstractStringBuilder and StringBuilder. A builder is
 * `char[] value` and `int count`; what lies beyond count is kept zero, so that
 * equal builders look equal. Each method allocates before it writes.
 */

import type { Machine } from "../../machine.ts";
import { ARRAY_DATA, ARRAY_LENGTH, OBJECT_HEADER } from "../../memory/object-layout.ts";
import {
  effects,
  type NativeFunction,
  type NativeMethod,
  type NativeTable,
  Outcome,
  reading,
} from "../../native-api/native-method.ts";
import { copyString, returnEmpty, returnNew, writeChars } from "./string-makers.ts";
import {
  charsOf,
  findLastText,
  findText,
  lengthOf,
  nullPointer,
  outOfBounds,
} from "./string-queries.ts";

/** The fields of AbstractStringBuilder, in the order of their declaration. */
const VALUE = OBJECT_HEADER;
const COUNT = OBJECT_HEADER + 1;
/** The longest array, as the JDK sees it. */
const MOST = 0x7fffffff - 8;

const READS = ["0.value[]", "0.value.#", "0.count"];
const WRITES = ["0.value", "0.value[]", "0.count"];

const arrayOf = (m: Machine, builder: number): number => m.H[builder + VALUE]!;
const countOf = (m: Machine, builder: number): number => m.H[builder + COUNT]!;
const charsAt = (array: number): number => (array + ARRAY_DATA) * 2;

function setCount(m: Machine, builder: number, count: number): void {
  m.logWord(builder + COUNT);
  m.H[builder + COUNT] = count;
}

/** An array with room for `needed` characters that holds the present ones; 0 with the error pending. */
function roomFor(m: Machine, builder: number, needed: number): number {
  const array = arrayOf(m, builder);
  const capacity = m.H[array + ARRAY_LENGTH]!;
  if (needed <= capacity) return array;
  if (needed > MOST) {
    m.throwNew("java/lang/OutOfMemoryError", "Required length exceeds implementation limit");
    return 0;
  }
  const larger = m.newPrimitiveArray("C", Math.min(Math.max(capacity * 2 + 2, needed), MOST));
  if (larger === 0) return 0;
  m.HC.copyWithin(charsAt(larger), charsAt(array), charsAt(array) + countOf(m, builder));
  m.logWord(builder + VALUE);
  m.H[builder + VALUE] = larger;
  return larger;
}

/** Appends the characters that lie at `from` in HC. */
function appendChars(m: Machine, args: number, from: number, added: number): Outcome {
  const builder = m.S[args]!;
  const count = countOf(m, builder);
  const array = roomFor(m, builder, count + added);
  if (array === 0) return Outcome.threw;
  writeChars(m, array, count, from, added);
  setCount(m, builder, count + added);
  return Outcome.done;
}

/** Appends text that is not in the heap. */
function appendText(m: Machine, args: number, text: string): Outcome {
  const builder = m.S[args]!;
  const count = countOf(m, builder);
  const added = text.length;
  const array = roomFor(m, builder, count + added);
  if (array === 0) return Outcome.threw;
  const to = charsAt(array) + count;
  m.logRange(to >> 1, (to + added + 1) >> 1);
  for (let i = 0; i < added; i++) m.HC[to + i] = text.charCodeAt(i);
  setCount(m, builder, count + added);
  return Outcome.done;
}

const appendString: NativeFunction = (m, args) => {
  const string = m.S[args + 2]!;
  if (string === 0) return appendText(m, args, "null");
  return appendChars(m, args, charsOf(m, string), lengthOf(m, string));
};

const appendChar: NativeFunction = (m, args) => {
  const builder = m.S[args]!;
  const count = countOf(m, builder);
  const array = roomFor(m, builder, count + 1);
  if (array === 0) return Outcome.threw;
  const to = charsAt(array) + count;
  m.logWord(to >> 1);
  m.HC[to] = m.S[args + 2]!;
  setCount(m, builder, count + 1);
  return Outcome.done;
};

const appendInt: NativeFunction = (m, args) => appendText(m, args, `${m.S[args + 2]}`);
const appendLong: NativeFunction = (m, args) => appendText(m, args, `${m.SL[(args >> 1) + 1]}`);
const appendBoolean: NativeFunction = (m, args) =>
  appendText(m, args, m.S[args + 2] === 0 ? "false" : "true");

/** Makes a gap of `added` characters in place of [start, end); the array, or 0. */
function openGap(m: Machine, builder: number, start: number, end: number, added: number): number {
  const count = countOf(m, builder);
  const newCount = count - (end - start) + added;
  const array = roomFor(m, builder, newCount);
  if (array === 0) return 0;
  const chars = charsAt(array);
  const from = chars + start;
  m.logRange(from >> 1, (chars + Math.max(count, newCount) + 1) >> 1);
  m.HC.copyWithin(from + added, chars + end, chars + count);
  if (newCount < count) m.HC.fill(0, chars + newCount, chars + count);
  setCount(m, builder, newCount);
  return array;
}

/** Replaces [start, end) by the text of a string; the array may have moved, the string has not. */
function splice(m: Machine, args: number, start: number, end: number, string: number): Outcome {
  const added = lengthOf(m, string);
  const array = openGap(m, m.S[args]!, start, end, added);
  if (array === 0) return Outcome.threw;
  m.HC.copyWithin(charsAt(array) + start, charsOf(m, string), charsOf(m, string) + added);
  return Outcome.done;
}

function badOffset(m: Machine, offset: number, count: number): Outcome {
  return m.throwNew(
    "java/lang/StringIndexOutOfBoundsException",
    m.featureVersion >= 22
      ? `Range [${offset}, ${count}) out of bounds for length ${count}`
      : `offset ${offset}, length ${count}`,
  );
}

function badIndex(m: Machine, index: number, count: number): Outcome {
  return outOfBounds(
    m,
    `index ${index}, length ${count}`,
    `Index ${index} out of bounds for length ${count}`,
  );
}

/** Inserts JavaScript text, for what has no string in the heap. */
function insertText(m: Machine, args: number, offset: number, text: string): Outcome {
  const array = openGap(m, m.S[args]!, offset, offset, text.length);
  if (array === 0) return Outcome.threw;
  const to = charsAt(array) + offset;
  for (let i = 0; i < text.length; i++) m.HC[to + i] = text.charCodeAt(i);
  return Outcome.done;
}

const insertString: NativeFunction = (m, args) => {
  const offset = m.S[args + 2]!;
  const string = m.S[args + 4]!;
  const count = countOf(m, m.S[args]!);
  if (offset < 0 || offset > count) return badOffset(m, offset, count);
  return string === 0
    ? insertText(m, args, offset, "null")
    : splice(m, args, offset, offset, string);
};

const insertChar: NativeFunction = (m, args) => {
  const offset = m.S[args + 2]!;
  const count = countOf(m, m.S[args]!);
  if (offset < 0 || offset > count) return badOffset(m, offset, count);
  return insertText(m, args, offset, String.fromCharCode(m.S[args + 4]!));
};

const length: NativeFunction = (m, args) => {
  m.S[args] = countOf(m, m.S[args]!);
  return Outcome.done;
};

const charAt: NativeFunction = (m, args) => {
  const builder = m.S[args]!;
  const index = m.S[args + 2]!;
  const count = countOf(m, builder);
  if (index >>> 0 >= count) return badIndex(m, index, count);
  m.S[args] = m.HC[charsAt(arrayOf(m, builder)) + index]!;
  return Outcome.done;
};

const setCharAt: NativeFunction = (m, args) => {
  const builder = m.S[args]!;
  const index = m.S[args + 2]!;
  const count = countOf(m, builder);
  if (index >>> 0 >= count) return badIndex(m, index, count);
  const at = charsAt(arrayOf(m, builder)) + index;
  m.logWord(at >> 1);
  m.HC[at] = m.S[args + 4]!;
  return Outcome.done;
};

const deleteCharAt: NativeFunction = (m, args) => {
  const builder = m.S[args]!;
  const index = m.S[args + 2]!;
  const count = countOf(m, builder);
  if (index >>> 0 >= count) return badIndex(m, index, count);
  openGap(m, builder, index, index + 1, 0);
  return Outcome.done;
};

const setLength: NativeFunction = (m, args) => {
  const builder = m.S[args]!;
  const wanted = m.S[args + 2]!;
  if (wanted < 0) {
    return m.throwNew(
      "java/lang/StringIndexOutOfBoundsException",
      `String index out of range: ${wanted}`,
    );
  }
  const count = countOf(m, builder);
  if (wanted < count) openGap(m, builder, wanted, count, 0);
  else if (roomFor(m, builder, wanted) === 0) return Outcome.threw;
  setCount(m, builder, wanted);
  return Outcome.done;
};

const makeRoom: NativeFunction = (m, args) => {
  const wanted = m.S[args + 2]!;
  // An overflowing sum arrives as a negative number.
  return roomFor(m, m.S[args]!, wanted < 0 ? wanted + 2 ** 32 : wanted) === 0
    ? Outcome.threw
    : Outcome.done;
};

const isHigh = (char: number): boolean => char >= 0xd800 && char < 0xdc00;
const isLow = (char: number): boolean => char >= 0xdc00 && char < 0xe000;

/** Surrogate pairs keep their order. */
const reverse: NativeFunction = (m, args) => {
  const builder = m.S[args]!;
  const count = countOf(m, builder);
  const start = charsAt(arrayOf(m, builder));
  m.logRange(start >> 1, (start + count + 1) >> 1);
  const chars = m.HC.subarray(start, start + count);
  chars.reverse();
  for (let i = 0; i + 1 < count; i++) {
    const [first, second] = [chars[i]!, chars[i + 1]!];
    if (isLow(first) && isHigh(second)) {
      chars[i] = second;
      chars[++i] = first;
    }
  }
  return Outcome.done;
};

const makeString: NativeFunction = (m, args) => {
  const builder = m.S[args]!;
  return returnNew(m, args, copyString(m, charsAt(arrayOf(m, builder)), countOf(m, builder)));
};

/** Of the two builders only StringBuilder gives the literal "". */
const makeStringOrEmpty: NativeFunction = (m, args) =>
  countOf(m, m.S[args]!) === 0 ? returnEmpty(m, args) : makeString(m, args);

const search =
  (find: typeof findText): NativeFunction =>
  (m, args) => {
    const builder = m.S[args]!;
    const wanted = m.S[args + 2]!;
    if (wanted === 0) {
      const what = m.featureVersion < 21 ? 'read field "value"' : 'invoke "String.length()"';
      return nullPointer(m, `Cannot ${what} because "tgtStr" is null`);
    }
    const [start, count] = [charsAt(arrayOf(m, builder)), countOf(m, builder)];
    m.S[args] = find(m, start, count, charsOf(m, wanted), lengthOf(m, wanted), m.S[args + 4]!);
    return Outcome.done;
  };

const STRING = "Ljava/lang/String;";
const TEXT_1 = ["1.value[]", "1.value.#"];
const TEXT_2 = ["2.value[]", "2.value.#"];

/** The methods both classes declare; only the type they return differs. */
function shared(self: string): Record<string, NativeMethod> {
  const writing = (run: NativeFunction, more: readonly string[] = []): NativeMethod =>
    effects([...READS, ...more], WRITES, run);
  return {
    [`append(${STRING})${self}`]: writing(appendString, TEXT_1),
    [`append(C)${self}`]: writing(appendChar),
    [`append(I)${self}`]: writing(appendInt),
    [`append(J)${self}`]: writing(appendLong),
    [`append(Z)${self}`]: writing(appendBoolean),
    [`insert(I${STRING})${self}`]: writing(insertString, TEXT_2),
    [`insert(IC)${self}`]: writing(insertChar),
    [`deleteCharAt(I)${self}`]: writing(deleteCharAt),
    [`reverse()${self}`]: writing(reverse),
    "length()I": reading(["0.count"], length),
    "charAt(I)C": reading(READS, charAt),
    "setCharAt(IC)V": effects(READS, ["0.value[]"], setCharAt),
    "setLength(I)V": writing(setLength),
  };
}

export const STRING_BUILDER_NATIVES: NativeTable = {
  "java/lang/AbstractStringBuilder": {
    ...shared("Ljava/lang/AbstractStringBuilder;"),
    "makeRoom(I)V": effects(READS, WRITES, makeRoom),
    "splice(IILjava/lang/String;)V": effects(
      [...READS, "3.value[]", "3.value.#"],
      WRITES,
      (m, args) => splice(m, args, m.S[args + 2]!, m.S[args + 4]!, m.S[args + 6]!),
    ),
    [`makeString()${STRING}`]: reading(READS, makeString),
    [`indexOf(${STRING}I)I`]: reading([...READS, ...TEXT_1], search(findText)),
    [`lastIndexOf(${STRING}I)I`]: reading([...READS, ...TEXT_1], search(findLastText)),
  },
  "java/lang/StringBuilder": {
    ...shared("Ljava/lang/StringBuilder;"),
    [`toString()${STRING}`]: reading(READS, makeStringOrEmpty),
  },
};
