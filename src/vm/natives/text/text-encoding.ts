/**
 * UTF-8, ISO-8859-1 and US-ASCII as String reads and writes them. Java and the
 * web disagree on how much of a malformed sequence one replacement character
 * stands for, so this is not TextDecoder's work.
 */
const REPLACEMENT = 0xfffd;

/** The numbers String.java uses. */
export const CharsetNumber = { utf8: 1, latin1: 2, ascii: 3 } as const;

export function decodeBytes(charset: number, bytes: Uint8Array): Uint16Array {
  if (charset === CharsetNumber.utf8) return decodeUtf8(bytes);
  const chars = Uint16Array.from(bytes);
  if (charset === CharsetNumber.ascii) {
    for (let i = 0; i < chars.length; i++) if (chars[i]! >= 0x80) chars[i] = REPLACEMENT;
  }
  return chars;
}

const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80;

function decodeUtf8(bytes: Uint8Array): Uint16Array {
  const end = bytes.length;
  const out = new Uint16Array(end);
  let n = 0;
  for (let i = 0; i < end; ) {
    const b = bytes[i]!;
    if (b < 0x80) {
      out[n++] = b;
      i++;
      continue;
    }
    const length = wellFormedLength(bytes, i);
    if (length < 0) {
      out[n++] = REPLACEMENT;
      i -= length;
    } else if (length === 2) {
      out[n++] = ((b & 0x1f) << 6) | (bytes[i + 1]! & 0x3f);
      i += 2;
    } else if (length === 3) {
      out[n++] = ((b & 0x0f) << 12) | ((bytes[i + 1]! & 0x3f) << 6) | (bytes[i + 2]! & 0x3f);
      i += 3;
    } else {
      const codePoint =
        ((b & 0x07) << 18) |
        ((bytes[i + 1]! & 0x3f) << 12) |
        ((bytes[i + 2]! & 0x3f) << 6) |
        (bytes[i + 3]! & 0x3f);
      out[n++] = 0xd7c0 + (codePoint >> 10);
      out[n++] = 0xdc00 + (codePoint & 0x3ff);
      i += 4;
    }
  }
  return out.subarray(0, n);
}

/** How long the sequence at i is; if it is malformed, minus the bytes that one replacement stands for. */
function wellFormedLength(bytes: Uint8Array, i: number): number {
  const left = bytes.length - i;
  const b1 = bytes[i]!;
  const b2 = left > 1 ? bytes[i + 1]! : -1;
  const b3 = left > 2 ? bytes[i + 2]! : -1;
  if (b1 >= 0xc2 && b1 <= 0xdf) return left > 1 && isContinuation(b2) ? 2 : -1;
  if (b1 >= 0xe0 && b1 <= 0xef) {
    if (left > 1 && (!isContinuation(b2) || (b1 === 0xe0 && b2 < 0xa0))) return -1;
    if (left < 3) return -left;
    if (!isContinuation(b3)) return -2;
    // A surrogate written in three bytes is one mistake, not three.
    return b1 === 0xed && b2 >= 0xa0 ? -3 : 3;
  }
  if (b1 >= 0xf0 && b1 <= 0xf4) {
    const outside = (b1 === 0xf0 && b2 < 0x90) || (b1 === 0xf4 && b2 > 0x8f);
    if (left > 1 && (!isContinuation(b2) || outside)) return -1;
    if (left > 2 && !isContinuation(b3)) return -2;
    if (left < 4) return -left;
    return isContinuation(bytes[i + 3]!) ? 4 : -3;
  }
  return -1;
}

/** What has no place in the charset becomes a question mark. */
export function encodeText(charset: number, text: string): Uint8Array {
  if (charset === CharsetNumber.utf8) {
    return new Uint8Array(Buffer.from(text.replace(/\p{Surrogate}/gu, "?"), "utf8"));
  }
  const limit = charset === CharsetNumber.latin1 ? 0x100 : 0x80;
  const bytes: number[] = [];
  for (const char of text) {
    const codePoint = char.codePointAt(0)!;
    bytes.push(codePoint < limit ? codePoint : 0x3f);
  }
  return Uint8Array.from(bytes);
}
