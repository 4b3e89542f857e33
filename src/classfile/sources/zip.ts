/**
 * A zip reader that takes one entry at a time from disk. A class path may hold
 * hundreds of megabytes of jars of which a run needs a few dozen classes. So
 * only the central directory is kept in memory, and an entry is inflated on demand.
 *
 * Archives are untrusted input: every offset is checked before it is followed,
 * inflating stops at the declared size, and one name that points outside the
 * archive makes the reader reject the whole file. Offsets are relative to the
 * start of the zip data, which is not always the start of the file: jmods and
 * self-executing jars have a header in front of it.
 */
import { crc32, inflateRawSync } from "node:zlib";
import { BadArchiveError } from "../../core/errors.ts";
import { BinaryFile } from "./binary-file.ts";

/** No class file is this large; a larger entry is damage or an attack. */
export const MAX_CLASS_BYTES = 64 * 1024 * 1024;
const MAX_DIRECTORY_BYTES = 256 * 1024 * 1024;
/** Deflate cannot do better than 258 bytes for 2 bits, about 1032 to 1. */
const MAX_DEFLATE_RATIO = 1032;

const END_SIGNATURE = 0x06054b50;
const END_SIZE = 22;
const END64_LOCATOR_SIGNATURE = 0x07064b50;
const END64_LOCATOR_SIZE = 20;
const END64_SIGNATURE = 0x06064b50;
const END64_SIZE = 56;
const CENTRAL_SIGNATURE = 0x02014b50;
const CENTRAL_SIZE = 46;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_SIZE = 30;
const ZIP64_EXTRA = 0x0001;
const MAX_COMMENT = 0xffff;
const WORD_MAX = 0xffffffff;
const STORED = 0;
const DEFLATED = 8;
/** Encrypted, strong encryption, masked headers. */
const ENCRYPTION_FLAGS = 0x0001 | 0x0040 | 0x2000;

/** Absolute, with a drive letter, a "..", a backslash or a NUL. On Latin-1 decoded bytes. */
const ESCAPING_NAME = /^\/|^.:|(?:^|\/)\.\.(?:\/|$)|[\\\0]/s;
/** Any name that needs a second look: it may be one of those, or is not all printable ASCII. */
const UNUSUAL_NAME = /^\/|^.:|\.\.|[^ -[\]-~]/s;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

interface CentralDirectory {
  readonly bytes: Buffer;
  /** Start-up code runs before V8 has compiled it: DataView is native, Buffer's methods are not. */
  readonly view: DataView;
  readonly entryCount: number;
  /** Position in the file of what the archive calls offset 0. */
  readonly base: number;
  /** Position of the directory, where entry data must have ended. */
  readonly position: number;
}

/** What the central directory says of one entry; offsets are positions in the file. */
interface EntryHeader {
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly compressedSize: number;
  readonly size: number;
  readonly position: number;
  readonly nameStart: number;
  readonly nameLength: number;
  /** Where the next header starts in the central directory. */
  readonly end: number;
}

export class ZipArchive {
  readonly path: string;
  readonly #file: BinaryFile;
  readonly #directory: CentralDirectory;
  /** From an entry's name to its header's offset in the central directory. */
  readonly #index = new Map<string, number>();
  readonly #duplicates = new Set<string>();

  private constructor(file: BinaryFile) {
    this.path = file.path;
    this.#file = file;
    this.#directory = readCentralDirectory(file);
    this.#buildIndex();
  }

  static open(path: string): ZipArchive {
    return ZipArchive.over(BinaryFile.open(path));
  }

  /** Takes ownership of the file: closes it with the archive, or at once if it is not a zip. */
  static over(file: BinaryFile): ZipArchive {
    try {
      return new ZipArchive(file);
    } catch (error) {
      file.close();
      throw error;
    }
  }

  /** All names, directories included, in the order of the central directory. */
  names(): IterableIterator<string> {
    return this.#index.keys();
  }

  has(name: string): boolean {
    return this.#index.has(name);
  }

  /** The declared size of an entry, an upper limit for reading it; 0 if there is no such entry. */
  sizeOf(name: string): number {
    const offset = this.#index.get(name);
    return offset === undefined ? 0 : this.#header(offset).size;
  }

  /** Null when there is no such entry. The bytes belong to the caller. */
  read(name: string, limit: number = MAX_CLASS_BYTES): Uint8Array | null {
    const offset = this.#index.get(name);
    if (offset === undefined) return null;
    if (this.#duplicates.has(name)) {
      this.#reject(name, "occurs twice, and which one is meant is unclear");
    }
    const header = this.#header(offset);
    if ((header.flags & ENCRYPTION_FLAGS) !== 0) {
      this.#reject(name, "is encrypted", "Java cannot load it either; use a plain archive");
    }
    if (header.method !== STORED && header.method !== DEFLATED) {
      const hint = "Java reads only stored and deflated entries; build the archive again";
      this.#reject(name, `uses compression method ${header.method}`, hint);
    }
    if (header.size > limit) {
      this.#reject(name, `claims ${header.size} bytes, more than the limit of ${limit}`);
    }
    const data = this.#data(name, header);
    const bytes = header.method === STORED ? data : this.#inflate(name, data, header.size);
    if (bytes.length !== header.size) {
      this.#reject(name, `has ${bytes.length} bytes where ${header.size} are declared`);
    }
    if (crc32(bytes) !== header.crc) this.#reject(name, "does not match its checksum");
    return bytes;
  }

  close(): void {
    this.#file.close();
  }

  #buildIndex(): void {
    const { bytes, entryCount, position } = this.#directory;
    // Decoded as one text: start-up code runs before V8 has compiled it, and this is one native call.
    const text = bytes.toString("latin1");
    const starts: number[] = [];
    const ends: number[] = [];
    let inOrder = true;
    let lastEnd = 0;
    let offset = 0;
    while (offset < bytes.length) {
      const header = this.#header(offset);
      const name = this.#name(text, header);
      const end = header.position + LOCAL_SIZE + header.nameLength + header.compressedSize;
      if (header.position < this.#directory.base || end > position) {
        this.#reject(name, "lies outside the archive");
      }
      if (header.position < lastEnd) inOrder = false;
      lastEnd = end;
      starts.push(header.position);
      ends.push(end);
      if (this.#index.has(name)) this.#duplicates.add(name);
      else this.#index.set(name, offset);
      offset = header.end;
    }
    // A count field that wrapped round at 65,536 is common in old jars and harmless.
    if ((starts.length & 0xffff) !== (entryCount & 0xffff)) {
      damaged(
        this.path,
        `its directory has ${starts.length} entries where ${entryCount} are declared`,
      );
    }
    if (!inOrder) this.#checkOverlap(starts, ends);
  }

  #checkOverlap(starts: readonly number[], ends: readonly number[]): void {
    const order = starts.map((_, index) => index);
    order.sort((a, b) => (starts[a] ?? 0) - (starts[b] ?? 0));
    let end = 0;
    for (const index of order) {
      if ((starts[index] ?? 0) < end) damaged(this.path, "two of its entries share the same bytes");
      end = ends[index] ?? 0;
    }
  }

  #header(offset: number): EntryHeader {
    const { view, base } = this.#directory;
    const nameStart = offset + CENTRAL_SIZE;
    if (nameStart > view.byteLength || view.getUint32(offset, true) !== CENTRAL_SIGNATURE) {
      damaged(this.path, `its directory is broken ${offset} bytes in`);
    }
    const nameLength = view.getUint16(offset + 28, true);
    const extraLength = view.getUint16(offset + 30, true);
    const end = nameStart + nameLength + extraLength + view.getUint16(offset + 32, true);
    if (end > view.byteLength) damaged(this.path, `its directory is broken ${offset} bytes in`);
    let compressedSize = view.getUint32(offset + 20, true);
    let size = view.getUint32(offset + 24, true);
    let position = view.getUint32(offset + 42, true);
    if (compressedSize === WORD_MAX || size === WORD_MAX || position === WORD_MAX) {
      // The wide values stand in this order, each only if its narrow field is full.
      const wide = this.#zip64Values(nameStart + nameLength, extraLength);
      if (size === WORD_MAX) size = wide();
      if (compressedSize === WORD_MAX) compressedSize = wide();
      if (position === WORD_MAX) position = wide();
    }
    return {
      flags: view.getUint16(offset + 8, true),
      method: view.getUint16(offset + 10, true),
      crc: view.getUint32(offset + 16, true),
      compressedSize,
      size,
      position: position + base,
      nameStart,
      nameLength,
      end,
    };
  }

  /** Gives the 8-byte values of the zip64 field, one with each call. */
  #zip64Values(start: number, length: number): () => number {
    const { view } = this.#directory;
    const end = start + length;
    let at = start;
    while (at + 4 <= end) {
      const fieldEnd = at + 4 + view.getUint16(at + 2, true);
      if (view.getUint16(at, true) === ZIP64_EXTRA && fieldEnd <= end) {
        let value = at + 4;
        return () => {
          if (value + 8 > fieldEnd) damaged(this.path, "a 64-bit size is missing");
          value += 8;
          return readUInt64(view, value - 8);
        };
      }
      at = fieldEnd;
    }
    // All ones without the field is the plain value: no entry is that large, so it fails later.
    return () => WORD_MAX;
  }

  #name(directory: string, header: EntryHeader): string {
    const { nameStart, nameLength } = header;
    const name = directory.slice(nameStart, nameStart + nameLength);
    if (!UNUSUAL_NAME.test(name)) return name;
    if (ESCAPING_NAME.test(name)) this.#reject(name, "has a name that points outside the archive");
    try {
      return utf8.decode(this.#directory.bytes.subarray(nameStart, nameStart + nameLength));
    } catch {
      return this.#reject(name, "has a name that is not UTF-8");
    }
  }

  /** The entry's bytes as stored. One read in the common case: the local extra field is short. */
  #data(name: string, header: EntryHeader): Uint8Array {
    const { nameLength, compressedSize } = header;
    const local = this.#file.read(header.position, LOCAL_SIZE + nameLength, `entry ${show(name)}`);
    const { bytes } = this.#directory;
    if (
      local.readUInt32LE(0) !== LOCAL_SIGNATURE ||
      local.readUInt16LE(26) !== nameLength ||
      local.compare(bytes, header.nameStart, header.nameStart + nameLength, LOCAL_SIZE) !== 0
    ) {
      this.#reject(name, "is not where the directory says");
    }
    const start = header.position + LOCAL_SIZE + nameLength + local.readUInt16LE(28);
    if (start + compressedSize > this.#directory.position) {
      this.#reject(name, "runs into the directory");
    }
    const data = this.#file.read(start, compressedSize, `entry ${show(name)}`);
    return new Uint8Array(data.buffer, data.byteOffset, data.length);
  }

  #inflate(name: string, data: Uint8Array, size: number): Uint8Array {
    if (size > data.length * MAX_DEFLATE_RATIO) {
      this.#reject(name, `claims ${size} bytes from ${data.length}, which no deflate stream gives`);
    }
    try {
      // One chunk of the final size spares zlib's growing and joining; its minimum is 64.
      const chunkSize = Math.max(64, size);
      const bytes = inflateRawSync(data, { maxOutputLength: Math.max(1, size), chunkSize });
      return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    } catch (cause) {
      throw new BadArchiveError(
        `${this.path}: entry ${show(name)} is damaged or larger than its declared ${size} bytes`,
        { cause, hint: BUILD_AGAIN },
      );
    }
  }

  #reject(name: string, why: string, hint: string = BUILD_AGAIN): never {
    throw new BadArchiveError(`${this.path}: entry ${show(name)} ${why}`, { hint });
  }
}

const BUILD_AGAIN = "the archive is damaged or was made to mislead; get it again from its source";

function damaged(path: string, why: string): never {
  throw new BadArchiveError(`${path} is damaged: ${why}`, { hint: BUILD_AGAIN });
}

/** Quoted and escaped: a hostile name must not control the terminal. */
function show(name: string): string {
  return JSON.stringify(name);
}

function readCentralDirectory(file: BinaryFile): CentralDirectory {
  const tailLength = Math.min(file.size, END_SIZE + MAX_COMMENT);
  const tail = file.read(file.size - tailLength, tailLength, "the end of the archive");
  let at = tailLength - END_SIZE;
  while (at >= 0 && !isEndRecord(tail, at)) at--;
  if (at < 0) {
    throw new BadArchiveError(`${file.path} is not a zip archive, or it is cut off`, {
      hint: "A jar must be a zip file. A directory of classes can be named directly.",
    });
  }
  const endPosition = file.size - tailLength + at;
  const disk = tail.readUInt16LE(at + 4);
  const narrow = {
    count: tail.readUInt16LE(at + 10),
    size: tail.readUInt32LE(at + 12),
    offset: tail.readUInt32LE(at + 16),
    position: endPosition,
  };
  const full = narrow.count === 0xffff || narrow.size === WORD_MAX || narrow.offset === WORD_MAX;
  const end = (full ? readEnd64(file, endPosition) : null) ?? narrow;
  if (disk !== 0 && !full) damaged(file.path, "it is one part of a split archive");
  const position = end.position - end.size;
  const base = position - end.offset;
  if (position < 0 || base < 0) damaged(file.path, "its directory lies outside the file");
  if (end.size > MAX_DIRECTORY_BYTES) damaged(file.path, `its directory has ${end.size} bytes`);
  const bytes = file.read(position, end.size, "the directory");
  return { bytes, view: viewOf(bytes), entryCount: end.count, base, position };
}

function isEndRecord(tail: Buffer, at: number): boolean {
  return (
    tail.readUInt32LE(at) === END_SIGNATURE &&
    at + END_SIZE + tail.readUInt16LE(at + 20) === tail.length
  );
}

/** The zip64 end record, or null where there is none and the narrow values are meant literally. */
function readEnd64(
  file: BinaryFile,
  endPosition: number,
): { count: number; size: number; offset: number; position: number } | null {
  const locatorPosition = endPosition - END64_LOCATOR_SIZE;
  if (locatorPosition < END64_SIZE) return null;
  const locator = viewOf(file.read(locatorPosition, END64_LOCATOR_SIZE, "the zip64 locator"));
  if (locator.getUint32(0, true) !== END64_LOCATOR_SIGNATURE) return null;
  // With something before the zip data the stated offset is short of the position; the record
  // then normally stands right before its locator.
  for (const position of [readUInt64(locator, 8), locatorPosition - END64_SIZE]) {
    if (position > locatorPosition - END64_SIZE) continue;
    const record = viewOf(file.read(position, END64_SIZE, "the zip64 end record"));
    if (record.getUint32(0, true) !== END64_SIGNATURE) continue;
    return {
      count: readUInt64(record, 32),
      size: readUInt64(record, 40),
      offset: readUInt64(record, 48),
      position,
    };
  }
  return damaged(file.path, "its zip64 end record is missing");
}

const viewOf = (bytes: Buffer<ArrayBuffer>): DataView => new DataView(bytes.buffer);

/** Beyond 2^53 the result is inexact but still larger than any file, which is all that matters. */
function readUInt64(view: DataView, at: number): number {
  return view.getUint32(at, true) + view.getUint32(at + 4, true) * 0x1_0000_0000;
}
