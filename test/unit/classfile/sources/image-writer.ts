/**
 * Writes small JDK images for tests, in either byte order, with stored or
 * compressed resources, so that the reader is tested without a JDK and with
 * input no JDK has.
 */
import { deflateSync } from "node:zlib";

export interface ImageOptions {
  readonly bigEndian?: boolean;
  /** The name of the method; the data is deflated for "zip" and left alone otherwise. */
  readonly compress?: string;
  readonly majorVersion?: number;
}

/** Resources by full name: "/module/package/Name.class". */
export type Resources = Readonly<Record<string, Uint8Array | readonly PackageEntry[]>>;

export interface PackageEntry {
  readonly module: string;
  readonly empty: boolean;
}

const SEED = 0x01000193;

function hash(name: string, seed: number): number {
  let value = seed;
  for (const byte of Buffer.from(name)) value = Math.imul(value, SEED) ^ byte;
  return value & 0x7fffffff;
}

export function makeImage(resources: Resources, options: ImageOptions = {}): Buffer {
  const words = (...values: number[]): Buffer => {
    const bytes = Buffer.alloc(values.length * 4);
    values.forEach((value, index) => {
      if (options.bigEndian) bytes.writeUInt32BE(value >>> 0, index * 4);
      else bytes.writeUInt32LE(value >>> 0, index * 4);
    });
    return bytes;
  };
  const strings = new StringTable();
  const names = Object.keys(resources);
  const { redirect, slotOf } = perfectHash(names);

  const data: Buffer[] = [];
  const locations: Buffer[] = [Buffer.of(0)];
  const offsets = names.map(() => 0);
  let position = 0;
  let locationsSize = 1;
  for (const [index, name] of names.entries()) {
    const resource = resources[name]!;
    const plain =
      resource instanceof Uint8Array
        ? Buffer.from(resource)
        : words(...resource.flatMap((entry) => [entry.empty ? 1 : 0, strings.add(entry.module)]));
    const compress = name.startsWith("/packages/") ? undefined : options.compress;
    let stored = plain;
    if (compress !== undefined) {
      const packed = compress === "zip" ? deflateSync(plain) : plain;
      const method = strings.add(compress);
      const wide = (value: number): number[] => (options.bigEndian ? [0, value] : [value, 0]);
      const header = words(0xcafefafa, ...wide(packed.length), ...wide(plain.length), method, 0);
      stored = Buffer.concat([header, Buffer.of(1), packed]);
    }
    const [, module = "", path = ""] = /^\/([^/]*)\/(.*)$/.exec(name)!;
    const parent = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    const file = path.slice(path.lastIndexOf("/") + 1);
    const dot = file.lastIndexOf(".");
    const location = Buffer.concat([
      attribute(1, strings.add(module)),
      attribute(2, strings.add(parent)),
      attribute(3, strings.add(dot < 0 ? file : file.slice(0, dot))),
      attribute(4, strings.add(dot < 0 ? "" : file.slice(dot + 1))),
      attribute(5, position),
      attribute(6, compress === undefined ? 0 : stored.length),
      attribute(7, plain.length),
      Buffer.of(0),
    ]);
    offsets[slotOf[index]!] = locationsSize;
    locations.push(location);
    locationsSize += location.length;
    data.push(stored);
    position += stored.length;
  }
  const text = strings.bytes();
  const version = (options.majorVersion ?? 1) << 16;
  return Buffer.concat([
    words(0xcafedada, version, 0, names.length, names.length, locationsSize, text.length),
    words(...redirect),
    words(...offsets),
    ...locations,
    text,
    ...data,
  ]);
}

class StringTable {
  readonly #offsets = new Map<string, number>([["", 0]]);
  readonly #parts: Buffer[] = [Buffer.of(0)];
  #size = 1;

  add(text: string): number {
    const known = this.#offsets.get(text);
    if (known !== undefined) return known;
    const offset = this.#size;
    const bytes = Buffer.from(`${text}\0`);
    this.#offsets.set(text, offset);
    this.#parts.push(bytes);
    this.#size += bytes.length;
    return offset;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

/** Kind and length in one byte, then the value, most significant byte first. */
function attribute(kind: number, value: number): Buffer {
  if (value === 0) return Buffer.alloc(0);
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  let skip = 0;
  while (skip < 3 && bytes[skip] === 0) skip++;
  return Buffer.concat([Buffer.of((kind << 3) | (3 - skip)), bytes.subarray(skip)]);
}

/** Full buckets get a seed that spreads them over free slots, single names a slot. */
function perfectHash(names: readonly string[]): { redirect: number[]; slotOf: number[] } {
  const size = names.length;
  const buckets: number[][] = names.map(() => []);
  for (const [index, name] of names.entries()) buckets[hash(name, SEED) % size]!.push(index);
  const redirect = names.map(() => 0);
  const slotOf = names.map(() => -1);
  const taken = new Set<number>();
  const order = buckets.map((_, index) => index);
  order.sort((a, b) => buckets[b]!.length - buckets[a]!.length);
  for (const bucket of order) {
    const members = buckets[bucket]!;
    if (members.length === 1) {
      let free = 0;
      while (taken.has(free)) free++;
      taken.add(free);
      slotOf[members[0]!] = free;
      redirect[bucket] = -1 - free;
    }
    for (let seed = 1; members.length > 1; seed++) {
      const slots = members.map((index) => hash(names[index]!, seed) % size);
      if (new Set(slots).size < slots.length || slots.some((slot) => taken.has(slot))) continue;
      for (const [at, index] of members.entries()) {
        slotOf[index] = slots[at]!;
        taken.add(slots[at]!);
      }
      redirect[bucket] = seed;
      break;
    }
  }
  return { redirect, slotOf };
}
