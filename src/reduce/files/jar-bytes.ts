/**
 * The bytes of a jar as a function of its files alone: entries in the order given,
 * all from the first moment of 1980, in every time zone. fflate compresses, but its
 * archives are made from an object's keys, whose order is not always ours ("1" goes
 * first) and which cannot be called `__proto__`.
 */
import { crc32 } from "node:zlib";
import { deflateSync } from "fflate";
import { BadUsageError } from "../../core/errors.ts";

export interface JarEntry {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** `stored` costs next to nothing: for candidates, of which most are read once and thrown away. */
export type Compression = "stored" | "deflated";

const LOCAL_SIZE = 30;
const CENTRAL_SIZE = 46;
const END_SIZE = 22;
const STORED = 0;
const DEFLATED = 8;
/** Version 2.0 of the format: directories and deflate. */
const VERSION = 20;
const UTF8_NAMES = 0x0800;
/** 1 January 1980 as the format packs it; the time of day, midnight, is 0. */
const FIRST_DAY = 0x0021;
const MAX_ENTRIES = 0xffff;
const MAX_BYTES = 0xffffffff;

/** Most files are the same array in one candidate after the other. */
const deflatedForms = new WeakMap<Uint8Array, Uint8Array>();

function deflated(bytes: Uint8Array): Uint8Array {
  let form = deflatedForms.get(bytes);
  if (form === undefined) {
    form = deflateSync(bytes, { level: 9 });
    deflatedForms.set(bytes, form);
  }
  return form;
}

export function jarBytes(entries: readonly JarEntry[], compression: Compression): Uint8Array {
  if (entries.length > MAX_ENTRIES) {
    throw new BadUsageError(`a jar cannot hold ${entries.length} files`, {
      hint: "Write to a directory instead.",
    });
  }
  const parts: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let position = 0;
  let centralSize = 0;
  for (const entry of entries) {
    const { head, data, directory } = formsOf(entry, compression, position);
    parts.push(head, data);
    central.push(directory);
    position += head.length + data.length;
    centralSize += directory.length;
    if (position + centralSize > MAX_BYTES) throw tooLarge();
  }
  const end = Buffer.alloc(END_SIZE);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(centralSize, 12);
  end.writeUInt32LE(position, 16);
  return Buffer.concat([...parts, ...central, end]);
}

const tooLarge = (): BadUsageError =>
  new BadUsageError("a jar cannot be larger than 4 GiB", {
    hint: "Write to a directory instead.",
  });

interface EntryForms {
  readonly head: Uint8Array;
  readonly data: Uint8Array;
  readonly directory: Uint8Array;
}

function formsOf(
  { path, bytes }: JarEntry,
  compression: Compression,
  position: number,
): EntryForms {
  const name = Buffer.from(path, "utf8");
  const small = compression === "deflated" ? deflated(bytes) : bytes;
  const isDeflated = small.length < bytes.length;
  const data = isDeflated ? small : bytes;
  // The fields that the local header and the directory have in common.
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(VERSION, 0);
  shared.writeUInt16LE(name.length === path.length ? 0 : UTF8_NAMES, 2);
  shared.writeUInt16LE(isDeflated ? DEFLATED : STORED, 4);
  shared.writeUInt16LE(FIRST_DAY, 8);
  shared.writeUInt32LE(crc32(bytes), 10);
  shared.writeUInt32LE(data.length, 14);
  shared.writeUInt32LE(bytes.length, 18);
  shared.writeUInt16LE(name.length, 22);

  const head = Buffer.alloc(LOCAL_SIZE + name.length);
  head.writeUInt32LE(0x04034b50, 0);
  shared.copy(head, 4);
  name.copy(head, LOCAL_SIZE);

  const directory = Buffer.alloc(CENTRAL_SIZE + name.length);
  directory.writeUInt32LE(0x02014b50, 0);
  directory.writeUInt16LE(VERSION, 4);
  shared.copy(directory, 6);
  directory.writeUInt32LE(position, 42);
  name.copy(directory, CENTRAL_SIZE);
  return { head, data, directory };
}
