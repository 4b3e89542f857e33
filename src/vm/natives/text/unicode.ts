/**
 * What kind of character a code point is, as the JDK in use sees it. The facts
 * are in unicode-tables.ts; they are unpacked when first asked for, once for
 * the Unicode version of each of the two JDKs. Latin-1 never changes and has a
 * small table of its own, because nearly all questions are about it.
 */
import {
  LOWERCASE_OF_17,
  NEWER_THAN_17,
  OTHER_LOWERCASE,
  OTHER_UPPERCASE,
  TO_LOWER,
  TO_LOWER_OF_17,
  TO_TITLE,
  TO_UPPER,
  TO_UPPER_OF_17,
  TYPES,
  TYPES_OF_17,
} from "./unicode-tables.ts";

const CODE_POINTS = 0x110000;
const TYPE_BITS = 0x1f;
const UPPERCASE_BIT = 0x40;
const LOWERCASE_BIT = 0x80;

interface Unicode {
  /** Type in the low bits, and two flags. */
  readonly kinds: Uint8Array;
  readonly toUpper: ReadonlyMap<number, number>;
  readonly toLower: ReadonlyMap<number, number>;
  readonly toTitle: ReadonlyMap<number, number>;
}

const fromBase36 = (text: string): number => Number.parseInt(text, 36);

function pairs(table: string): [number, number][] {
  return table === ""
    ? []
    : table.split(" ").map((entry) => {
        const [first, second] = entry.split(",");
        return [fromBase36(first!), fromBase36(second!)];
      });
}

function fillTypes(kinds: Uint8Array): void {
  let at = 0;
  for (const [, length, letter] of TYPES.matchAll(/([0-9a-z]+)([A-Z[\\\]^_])/g)) {
    const end = at + fromBase36(length!);
    kinds.fill(letter!.charCodeAt(0) - 65, at, end);
    at = end;
    if (at >= kinds.length) return;
  }
}

function forRanges(table: string, visit: (codePoint: number) => void): void {
  let at = 0;
  for (const [gap, length] of pairs(table)) {
    at += gap;
    for (const end = at + length; at < end; at++) visit(at);
  }
}

function mapping(table: string): Map<number, number> {
  const map = new Map<number, number>();
  for (const entry of table.split(" ")) {
    const [start = 0, count = 0, step = 0, distance = 0] = entry.split(",").map(fromBase36);
    for (let i = 0; i < count; i++) map.set(start + i * step, start + i * step + distance);
  }
  return map;
}

function unpack(old: boolean): Unicode {
  const kinds = new Uint8Array(CODE_POINTS);
  fillTypes(kinds);
  for (let c = 0; c < CODE_POINTS; c++) {
    if (kinds[c] === 1) kinds[c] = 1 | UPPERCASE_BIT;
    else if (kinds[c] === 2) kinds[c] = 2 | LOWERCASE_BIT;
  }
  forRanges(OTHER_UPPERCASE, (c) => {
    kinds[c]! |= UPPERCASE_BIT;
  });
  forRanges(OTHER_LOWERCASE, (c) => {
    kinds[c]! |= LOWERCASE_BIT;
  });
  const toUpper = mapping(TO_UPPER);
  const toLower = mapping(TO_LOWER);
  const toTitle = new Map(pairs(TO_TITLE).map(([c, distance]) => [c, c + distance]));
  if (old) {
    for (const [c, distance] of pairs(TO_UPPER_OF_17)) toUpper.set(c, c + distance);
    for (const [c, distance] of pairs(TO_LOWER_OF_17)) toLower.set(c, c + distance);
    for (const [c, type] of pairs(TYPES_OF_17)) kinds[c] = type;
    for (const [c, lower] of pairs(LOWERCASE_OF_17)) {
      kinds[c] = lower === 1 ? kinds[c]! | LOWERCASE_BIT : kinds[c]! & ~LOWERCASE_BIT;
    }
    forRanges(NEWER_THAN_17, (c) => {
      kinds[c] = 0;
      toUpper.delete(c);
      toLower.delete(c);
      toTitle.delete(c);
    });
  }
  return { kinds, toUpper, toLower, toTitle };
}

const versions: (Unicode | undefined)[] = [];

function unicode(featureVersion: number): Unicode {
  const index = featureVersion < 19 ? 0 : 1;
  return (versions[index] ??= unpack(index === 0));
}

const latin1Types = new Uint8Array(256);
fillTypes(latin1Types);

/** A number in 0..30: `Character.getType`. */
export function typeOf(codePoint: number, featureVersion: number): number {
  if (codePoint >>> 8 === 0) return latin1Types[codePoint]!;
  if (codePoint >>> 0 >= CODE_POINTS) return 0;
  return unicode(featureVersion).kinds[codePoint]! & TYPE_BITS;
}

const bits = (...types: number[]): number => types.reduce((set, type) => set | (1 << type), 0);
const LETTER = bits(1, 2, 3, 4, 5);
const DIGIT = bits(9);
const SPACE = bits(12, 13, 14);
const FORMAT = bits(16);
const IDENTIFIER_START = LETTER | bits(10, 23, 26);
const IDENTIFIER_PART = IDENTIFIER_START | bits(6, 8, 9);
const CASED = bits(1, 2, 3, 10);
const WITHIN_WORDS = bits(6, 9, 16);
const UNICODE_START = LETTER | bits(10);
const UNICODE_PART = UNICODE_START | bits(6, 8, 9, 23);

const isOneOf = (set: number, codePoint: number, version: number): boolean =>
  ((set >>> typeOf(codePoint, version)) & 1) === 1;

export type CharacterProperty = (codePoint: number, featureVersion: number) => boolean;

export const isLetter: CharacterProperty = (c, v) => isOneOf(LETTER, c, v);
export const isDigit: CharacterProperty = (c, v) => isOneOf(DIGIT, c, v);
export const isLetterOrDigit: CharacterProperty = (c, v) => isOneOf(LETTER | DIGIT, c, v);
export const isSpaceChar: CharacterProperty = (c, v) => isOneOf(SPACE, c, v);
export const isDefined: CharacterProperty = (c, v) => typeOf(c, v) !== 0;

/** Spaces that may break a line, and the control characters that are layout. */
export const isWhitespace: CharacterProperty = (c, v) => {
  if (c < 0x80) return c === 0x20 || (c >= 0x09 && c <= 0x0d) || (c >= 0x1c && c <= 0x1f);
  return c !== 0xa0 && c !== 0x2007 && c !== 0x202f && isOneOf(SPACE, c, v);
};

export const isIdentifierIgnorable: CharacterProperty = (c, v) =>
  c >= 0 &&
  (c <= 0x08 || (c >= 0x0e && c <= 0x1b) || (c >= 0x7f && c <= 0x9f) || isOneOf(FORMAT, c, v));

export const isJavaIdentifierStart: CharacterProperty = (c, v) => isOneOf(IDENTIFIER_START, c, v);
export const isJavaIdentifierPart: CharacterProperty = (c, v) =>
  isOneOf(IDENTIFIER_PART, c, v) || isIdentifierIgnorable(c, v);

/** Unicode's Other_ID_Start and Other_ID_Continue. */
const OTHER_START: ReadonlySet<number> = new Set([0x1885, 0x1886, 0x2118, 0x212e, 0x309b, 0x309c]);
const OTHER_PART: ReadonlySet<number> = new Set([
  0xb7, 0x387, 0x1369, 0x136a, 0x136b, 0x136c, 0x136d, 0x136e, 0x136f, 0x1370, 0x1371, 0x19da,
]);

export const isUnicodeIdentifierStart: CharacterProperty = (c, v) =>
  isOneOf(UNICODE_START, c, v) || OTHER_START.has(c);
export const isUnicodeIdentifierPart: CharacterProperty = (c, v) =>
  isOneOf(UNICODE_PART, c, v) ||
  isIdentifierIgnorable(c, v) ||
  OTHER_START.has(c) ||
  OTHER_PART.has(c) ||
  ((c === 0x30fb || c === 0xff65) && v >= 19);

export const isUpperCase: CharacterProperty = (c, v) => {
  if (c >>> 8 === 0) return latin1Types[c] === 1;
  return c >>> 0 < CODE_POINTS && (unicode(v).kinds[c]! & UPPERCASE_BIT) !== 0;
};

export const isLowerCase: CharacterProperty = (c, v) => {
  if (c >>> 7 === 0) return latin1Types[c] === 2;
  return c >>> 0 < CODE_POINTS && (unicode(v).kinds[c]! & LOWERCASE_BIT) !== 0;
};

export type Mapping = (codePoint: number, featureVersion: number) => number;

export const toUpperCase: Mapping = (c, v) => {
  if (c >>> 7 === 0) return c >= 0x61 && c <= 0x7a ? c - 32 : c;
  return unicode(v).toUpper.get(c) ?? c;
};

export const toLowerCase: Mapping = (c, v) => {
  if (c >>> 7 === 0) return c >= 0x41 && c <= 0x5a ? c + 32 : c;
  return unicode(v).toLower.get(c) ?? c;
};

export const toTitleCase: Mapping = (c, v) => unicode(v).toTitle.get(c) ?? toUpperCase(c, v);

/** `Character.digit`: -1 for a character that is not a digit in that radix. */
export function digitOf(codePoint: number, radix: number, featureVersion: number): number {
  const value = digitValue(codePoint, featureVersion);
  return value < radix && radix >= 2 && radix <= 36 ? value : -1;
}

function digitValue(c: number, version: number): number {
  if (c >= 0x30 && c <= 0x39) return c - 0x30;
  if (c >= 0x61 && c <= 0x7a) return c - 0x61 + 10;
  if (c >= 0x41 && c <= 0x5a) return c - 0x41 + 10;
  if (c < 0x80) return -1;
  if (c >= 0xff21 && c <= 0xff3a) return c - 0xff21 + 10;
  if (c >= 0xff41 && c <= 0xff5a) return c - 0xff41 + 10;
  if (!isDigit(c, version)) return -1;
  // Decimal digits come in tens, from zero to nine, perhaps several tens in a row.
  let first = c;
  while (isDigit(first - 1, version)) first--;
  return (c - first) % 10;
}

/** `String.toLowerCase` without a language of its own. */
export function lowerCaseText(text: string, featureVersion: number): string {
  if (isAscii(text)) return text.toLowerCase();
  return mapText(text, (c, _char, at) => {
    if (c === 0x130) return "i\u0307";
    if (c === 0x3a3) return isFinal(text, at, featureVersion) ? "\u03c2" : "\u03c3";
    return String.fromCodePoint(toLowerCase(c, featureVersion));
  });
}

/** A sigma is final after a letter and before none; marks and digits in between do not count. */
function isFinal(text: string, at: number, version: number): boolean {
  const isSkipped = (c: number): boolean =>
    c === 0x27 || c === 0xad || isOneOf(WITHIN_WORDS, c, version);
  const isCased = (c: number): boolean => isOneOf(CASED, c, version);
  const codePoints = Array.from(text, (char) => char.codePointAt(0)!);
  const index = Array.from(text.slice(0, at)).length;
  const before = codePoints.findLast((c, i) => i < index && !isSkipped(c));
  const after = codePoints.slice(index + 1).find((c) => !isSkipped(c));
  return before !== undefined && isCased(before) && !(after !== undefined && isCased(after));
}

/** `String.toUpperCase`: some characters become several (ß is SS). */
export function upperCaseText(text: string, featureVersion: number): string {
  if (isAscii(text)) return text.toUpperCase();
  return mapText(text, (c, char) => {
    if (c < 0x80) return char.toUpperCase();
    const full = char.toUpperCase();
    const single = full.length === (full.codePointAt(0)! > 0xffff ? 2 : 1);
    return single ? String.fromCodePoint(toUpperCase(c, featureVersion)) : full;
  });
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 0x80) return false;
  return true;
}

function mapText(
  text: string,
  map: (codePoint: number, char: string, at: number) => string,
): string {
  let out = "";
  let at = 0;
  for (const char of text) {
    out += map(char.codePointAt(0)!, char, at);
    at += char.length;
  }
  return out;
}
