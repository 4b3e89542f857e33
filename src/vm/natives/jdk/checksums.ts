/** The checksums of java.util.zip, over arrays of the heap. */
import { crc32 } from "node:zlib";
import { ARRAY_DATA } from "../../memory/object-layout.ts";
import {
  type NativeFunction,
  type NativeTable,
  Outcome,
  pure,
  reading,
} from "../../native-api/native-method.ts";

type Checksum = (bytes: Uint8Array, before: number) => number;

/** The largest prime below 2^16. */
const ADLER_MODULUS = 65_521;

const adler32: Checksum = (bytes, before) => {
  let low = before & 0xffff;
  let high = before >>> 16;
  for (const byte of bytes) {
    low = (low + byte) % ADLER_MODULUS;
    high = (high + low) % ADLER_MODULUS;
  }
  return (high << 16) | low;
};

/** Arguments: the checksum so far, a byte. */
const ofByte =
  (checksum: Checksum): NativeFunction =>
  (m, args) => {
    m.S[args] = checksum(Uint8Array.of(m.S[args + 2]!), m.S[args]! >>> 0);
    return Outcome.done;
  };

/** Arguments: the checksum so far, the array, the first index, the count; Java has checked them. */
const ofBytes =
  (checksum: Checksum): NativeFunction =>
  (m, args) => {
    const start = (m.S[args + 2]! + ARRAY_DATA) * 4 + m.S[args + 4]!;
    const bytes = Uint8Array.from(m.HB.subarray(start, start + m.S[args + 6]!));
    m.S[args] = checksum(bytes, m.S[args]! >>> 0);
    return Outcome.done;
  };

const BYTES = ["1[]"];

export const checksumNatives: NativeTable = {
  "java/util/zip/CRC32": {
    "update(II)I": pure(ofByte(crc32)),
    "updateBytes0(I[BII)I": reading(BYTES, ofBytes(crc32)),
  },
  "java/util/zip/Adler32": {
    "update(II)I": pure(ofByte(adler32)),
    "updateBytes(I[BII)I": reading(BYTES, ofBytes(adler32)),
  },
};
