/**
 * The string encoding of class files. It differs from UTF-8 in two ways that
 * make the platform's decoder useless: NUL is the two bytes C0 80, and
 * characters above U+FFFF are two surrogates of three bytes each (so lone
 * surrogates are legal and must survive). Anything else, overlong forms
 * included, is a malformed class file.
 */
import { BadClassFileError } from "../../core/errors.ts";

const CHUNK = 4096;

function malformed(offset: number): never {
  throw new BadClassFileError(`malformed modified UTF-8 at offset ${offset}`);
}

/** Length in bytes of the sequence at `i`; checks it is complete and in its shortest form. */
function sequenceLength(bytes: Uint8Array, i: number, end: number): 1 | 2 | 3 {
  const first = bytes[i] ?? 0;
  if (first < 0x80) return first === 0 ? malformed(i) : 1;
  const second = i + 1 < end ? (bytes[i + 1] ?? 0) : 0;
  if ((second & 0xc0) !== 0x80) return malformed(i);
  if ((first & 0xe0) === 0xc0) {
    // C0 80 is NUL; every other C0 or C1 form is overlong.
    return first >= 0xc2 || (first === 0xc0 && second === 0x80) ? 2 : malformed(i);
  }
  if ((first & 0xf0) !== 0xe0) return malformed(i);
  const third = i + 2 < end ? (bytes[i + 2] ?? 0) : 0;
  if ((third & 0xc0) !== 0x80) return malformed(i);
  return first === 0xe0 && second < 0xa0 ? malformed(i) : 3;
}

/** Index of the first byte outside 01-7F, or `end`. */
function asciiPrefix(bytes: Uint8Array, start: number, end: number): number {
  let i = start;
  while (i < end) {
    const byte = bytes[i] ?? 0;
    if (byte === 0 || byte > 0x7f) break;
    i++;
  }
  return i;
}

/** Throws BadClassFileError unless the range is well-formed. Allocates nothing. */
export function checkModifiedUtf8(bytes: Uint8Array, start: number, end: number): void {
  let i = asciiPrefix(bytes, start, end);
  while (i < end) i += sequenceLength(bytes, i, end);
}

/** Pass a Buffer when decoding many strings: making one costs more than decoding a name. */
export function decodeModifiedUtf8(
  bytes: Uint8Array,
  start: number = 0,
  end: number = bytes.length,
): string {
  const wide = asciiPrefix(bytes, start, end);
  const ascii = wide === start ? "" : bufferOf(bytes).toString("latin1", start, wide);
  return wide === end ? ascii : ascii + decodeWide(bytes, wide, end);
}

export const bufferOf = (bytes: Uint8Array): Buffer =>
  bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

function decodeWide(bytes: Uint8Array, start: number, end: number): string {
  let text = "";
  let units: number[] = [];
  let i = start;
  while (i < end) {
    const length = sequenceLength(bytes, i, end);
    const first = bytes[i] ?? 0;
    const second = bytes[i + 1] ?? 0;
    if (length === 1) units.push(first);
    else if (length === 2) units.push(((first & 0x1f) << 6) | (second & 0x3f));
    else {
      const third = bytes[i + 2] ?? 0;
      units.push(((first & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f));
    }
    i += length;
    if (units.length === CHUNK) {
      text += String.fromCharCode(...units);
      units = [];
    }
  }
  return text + String.fromCharCode(...units);
}

/** Bytes needed to encode `text`. */
export function modifiedUtf8Length(text: string): number {
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    length += unit !== 0 && unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
  }
  return length;
}

export function encodeModifiedUtf8(text: string): Uint8Array {
  const bytes = new Uint8Array(modifiedUtf8Length(text));
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit !== 0 && unit < 0x80) {
      bytes[at++] = unit;
    } else if (unit < 0x800) {
      bytes[at++] = 0xc0 | (unit >> 6);
      bytes[at++] = 0x80 | (unit & 0x3f);
    } else {
      bytes[at++] = 0xe0 | (unit >> 12);
      bytes[at++] = 0x80 | ((unit >> 6) & 0x3f);
      bytes[at++] = 0x80 | (unit & 0x3f);
    }
  }
  return bytes;
}
