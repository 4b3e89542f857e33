/**
 * Classes straight from the JDK's `lib/modules` file (a "jimage"), which every
 * Java runtime since 9 has, whether or not it ships jmods. The file is over
 * 100 MB, so only its index (about 2 MB) is read, at once and when first
 * needed, and then the bytes of each class by position.
 *
 * The index is a perfect hash table over full names ("/module/package/Name.class").
 * `redirect` says for each bucket either the seed that gives the slot or the
 * slot itself; `offsets` leads from the slot to a location, a small stream of
 * attributes whose values are positions in the string table or in the file.
 */
import { inflateSync } from "node:zlib";
import { BadArchiveError, UnsupportedFeatureError } from "../../core/errors.ts";
import { BinaryFile } from "./binary-file.ts";
import { MAX_CLASS_BYTES } from "./zip.ts";

const MAGIC = 0xcafedada;
const HEADER_SIZE = 28;
const MAX_INDEX_BYTES = 512 * 1024 * 1024;
const HASH_SEED = 0x01000193;

/** Attributes of a location. */
const MODULE = 1;
const PARENT = 2;
const BASE = 3;
const EXTENSION = 4;
const OFFSET = 5;
const COMPRESSED = 6;
const UNCOMPRESSED = 7;
const ATTRIBUTE_COUNT = 8;

/** Each layer of compression puts this in front of the data. */
const COMPRESSED_MAGIC = 0xcafefafa;
const COMPRESSED_HEADER_SIZE = 29;
const MAX_LAYERS = 4;

/** What a JDK's classes can be asked for, wherever they are stored. */
export interface JdkClasses {
  /** The bytes of a class (internal name) of this module, or null. */
  read(module: string, className: string): Uint8Array | null;
  find(className: string): { readonly module: string; readonly bytes: Uint8Array } | null;
  /** The bytes of a file that a module has beside its classes ("java/lang/uniName.dat"), or null. */
  resource(module: string, path: string): Uint8Array | null;
  /** Internal names of a module's classes, without module-info, sorted. */
  classNames(module: string): string[];
  /** The module that contains a package ("java/util" or "java.util"), or null. */
  moduleOf(packageName: string): string | null;
  modules(): string[];
  close(): void;
}

interface Index {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly view: DataView;
  readonly littleEndian: boolean;
  readonly tableLength: number;
  /** Positions in `bytes`; the redirect table is at 0. */
  readonly offsets: number;
  readonly locations: number;
  readonly strings: number;
  /** Position in the file where resources start. */
  readonly resources: number;
}

/**
 * The modules a package occurs in. Where it is empty the module only has
 * subpackages; a class is looked for there last, in case a later release gives
 * that flag a wider meaning.
 */
interface PackageModules {
  readonly filled: readonly string[];
  readonly empty: readonly string[];
}

export class JdkImage implements JdkClasses {
  readonly path: string;
  readonly #file: BinaryFile;
  readonly #index: Index;
  readonly #modulesOfPackage = new Map<string, PackageModules>();
  /** Attributes of the location looked at last, reused so that a lookup allocates nothing. */
  readonly #attributes = new Float64Array(ATTRIBUTE_COUNT);

  private constructor(file: BinaryFile) {
    this.path = file.path;
    this.#file = file;
    this.#index = readIndex(file);
  }

  static open(path: string): JdkImage {
    const file = BinaryFile.open(path);
    try {
      return new JdkImage(file);
    } catch (error) {
      file.close();
      throw error;
    }
  }

  read(module: string, className: string): Uint8Array | null {
    return this.#resource(`/${module}/${className}.class`);
  }

  resource(module: string, path: string): Uint8Array | null {
    return this.#resource(`/${module}/${path}`);
  }

  find(className: string): { readonly module: string; readonly bytes: Uint8Array } | null {
    // Most of what a program asks for is in java.base, and a package is in one module only,
    // so a hit there is the answer and saves reading the package's own entry.
    const base = this.read("java.base", className);
    if (base !== null) return { module: "java.base", bytes: base };
    const slash = className.lastIndexOf("/");
    if (slash < 0) return null;
    const { filled, empty } = this.#packageModules(className.slice(0, slash));
    for (const module of [...filled, ...empty]) {
      const bytes = this.read(module, className);
      if (bytes !== null) return { module, bytes };
    }
    return null;
  }

  moduleOf(packageName: string): string | null {
    return this.#packageModules(packageName).filled[0] ?? null;
  }

  classNames(module: string): string[] {
    const names: string[] = [];
    const wanted = Buffer.from(module, "utf8");
    const isWanted = new Map<number, boolean>();
    this.#eachLocation((attributes) => {
      const at = attributes[MODULE] ?? 0;
      let matches = isWanted.get(at);
      if (matches === undefined) {
        matches = this.#matches(at, wanted, 0) === wanted.length;
        isWanted.set(at, matches);
      }
      if (!matches || this.#string(attributes[EXTENSION] ?? 0) !== "class") return;
      const base = this.#string(attributes[BASE] ?? 0);
      const parent = this.#string(attributes[PARENT] ?? 0);
      if (parent !== "") names.push(`${parent}/${base}`);
      else if (base !== "module-info") names.push(base);
    });
    return names.toSorted();
  }

  modules(): string[] {
    const offsets = new Set<number>();
    this.#eachLocation((attributes) => offsets.add(attributes[MODULE] ?? 0));
    const names = [...offsets].map((at) => this.#string(at));
    return names.filter((name) => this.#locate(`/${name}/module-info.class`)).toSorted();
  }

  close(): void {
    this.#file.close();
  }

  #packageModules(packageName: string): PackageModules {
    const dotted = packageName.replaceAll("/", ".");
    const known = this.#modulesOfPackage.get(dotted);
    if (known !== undefined) return known;
    const filled: string[] = [];
    const empty: string[] = [];
    const content = this.#resource(`/packages/${dotted}`);
    if (content !== null) {
      // Pairs: is the package empty there, the module's name.
      const view = new DataView(content.buffer, content.byteOffset, content.length);
      const little = this.#index.littleEndian;
      for (let at = 0; at + 8 <= content.length; at += 8) {
        const name = this.#string(view.getUint32(at + 4, little));
        (view.getUint32(at, little) === 0 ? filled : empty).push(name);
      }
    }
    const modules = { filled, empty };
    this.#modulesOfPackage.set(dotted, modules);
    return modules;
  }

  #resource(name: string): Uint8Array | null {
    if (!this.#locate(name)) return null;
    const attributes = this.#attributes;
    const offset = attributes[OFFSET] ?? 0;
    const compressed = attributes[COMPRESSED] ?? 0;
    const size = attributes[UNCOMPRESSED] ?? 0;
    if (size > MAX_CLASS_BYTES || compressed > MAX_CLASS_BYTES) {
      this.#damaged(`${name} claims ${size} bytes`);
    }
    const stored = compressed === 0 ? size : compressed;
    const data = this.#file.read(this.#index.resources + offset, stored, name);
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.length);
    return compressed === 0 ? bytes : this.#decompress(name, bytes, size);
  }

  /** Finds a name and leaves its attributes in `#attributes`. */
  #locate(name: string): boolean {
    const { view, tableLength, littleEndian, offsets } = this.#index;
    if (tableLength === 0) return false;
    const wanted = Buffer.from(name, "utf8");
    const redirect = view.getInt32((hash(wanted, HASH_SEED) % tableLength) * 4, littleEndian);
    if (redirect === 0) return false;
    const slot = redirect < 0 ? -1 - redirect : hash(wanted, redirect) % tableLength;
    if (slot >= tableLength) this.#damaged("its redirect table points nowhere");
    this.#readLocation(view.getUint32(offsets + slot * 4, littleEndian));
    return this.#isNamed(wanted);
  }

  #readLocation(offset: number): void {
    const { bytes, locations, strings } = this.#index;
    const attributes = this.#attributes;
    attributes.fill(0);
    let at = locations + offset;
    for (;;) {
      const head = at < strings ? (bytes[at] ?? 0) : -1;
      const kind = head >> 3;
      if (kind === 0) return;
      const end = at + 2 + (head & 7);
      if (head < 0 || kind >= ATTRIBUTE_COUNT || end > strings) {
        this.#damaged(`the location at ${offset} is malformed`);
      }
      let value = 0;
      while (++at < end) value = value * 256 + (bytes[at] ?? 0);
      attributes[kind] = value;
    }
  }

  /** Whether the location's parts, put together, are the wanted name. */
  #isNamed(wanted: Buffer): boolean {
    const attributes = this.#attributes;
    let at = 0;
    const part = (kind: number, before: number, after: number): boolean => {
      const offset = attributes[kind] ?? 0;
      // Offset 0 is the empty string: the part is missing, and so are its separators.
      if (offset === 0) return true;
      if (before !== 0 && wanted[at++] !== before) return false;
      at = this.#matches(offset, wanted, at);
      return at >= 0 && (after === 0 || wanted[at++] === after);
    };
    return (
      part(MODULE, 0x2f, 0x2f) &&
      part(PARENT, 0, 0x2f) &&
      part(BASE, 0, 0) &&
      part(EXTENSION, 0x2e, 0) &&
      at === wanted.length
    );
  }

  /** Where `wanted` continues after the string at `offset`, or -1 if it differs. */
  #matches(offset: number, wanted: Buffer, from: number): number {
    const { bytes, strings } = this.#index;
    let at = from;
    for (let index = strings + offset; index < bytes.length; index++) {
      const byte = bytes[index];
      if (byte === 0) return at;
      if (wanted[at] !== byte) return -1;
      at++;
    }
    return this.#damaged("a string has no end");
  }

  #string(offset: number): string {
    const { bytes, strings } = this.#index;
    const start = strings + offset;
    const end = bytes.indexOf(0, start);
    if (end < start) this.#damaged("a string has no end");
    return bytes.toString("utf8", start, end);
  }

  #eachLocation(visit: (attributes: Float64Array) => void): void {
    const { view, tableLength, littleEndian, offsets } = this.#index;
    for (let slot = 0; slot < tableLength; slot++) {
      this.#readLocation(view.getUint32(offsets + slot * 4, littleEndian));
      visit(this.#attributes);
    }
  }

  /** Undoes the layers a runtime built with `jlink --compress` has. */
  #decompress(name: string, stored: Uint8Array, size: number): Uint8Array {
    let bytes = stored;
    for (let layer = 0; layer < MAX_LAYERS; layer++) {
      if (bytes.length < COMPRESSED_HEADER_SIZE) break;
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      const little = this.#index.littleEndian;
      if (view.getUint32(0, little) !== COMPRESSED_MAGIC) break;
      const method = this.#string(view.getUint32(20, little));
      if (method !== "zip") {
        throw new UnsupportedFeatureError(
          `${this.path}: ${name} is compressed with ${JSON.stringify(method)}`,
          { hint: "Use a full JDK, or a runtime made by jlink with --compress=2, zip or none." },
        );
      }
      try {
        const inflated = inflateSync(bytes.subarray(COMPRESSED_HEADER_SIZE), {
          maxOutputLength: Math.max(1, size),
        });
        bytes = new Uint8Array(inflated.buffer, inflated.byteOffset, inflated.length);
      } catch (cause) {
        throw new BadArchiveError(`${this.path}: ${name} is damaged or larger than declared`, {
          cause,
          hint: REINSTALL,
        });
      }
    }
    if (bytes.length !== size) {
      this.#damaged(`${name} has ${bytes.length} bytes where ${size} are declared`);
    }
    return bytes;
  }

  #damaged(why: string): never {
    return damaged(this.path, why);
  }
}

const REINSTALL = "install the JDK again, or name another one with --jdk";

function damaged(path: string, why: string): never {
  throw new BadArchiveError(`${path} is damaged: ${why}`, { hint: REINSTALL });
}

function hash(bytes: Buffer, seed: number): number {
  let value = seed;
  for (let at = 0; at < bytes.length; at++) {
    value = Math.imul(value, HASH_SEED) ^ (bytes[at] ?? 0);
  }
  return value & 0x7fffffff;
}

function readIndex(file: BinaryFile): Index {
  const header = file.read(0, Math.min(HEADER_SIZE, file.size), "the header");
  const headerView = new DataView(header.buffer);
  const magic = header.length === HEADER_SIZE ? headerView.getUint32(0, true) : 0;
  // Written in the byte order of the machine the runtime is for.
  const littleEndian = magic === MAGIC;
  const word = (index: number): number => headerView.getUint32(index * 4, littleEndian);
  if (header.length < HEADER_SIZE || word(0) !== MAGIC) {
    throw new BadArchiveError(`${file.path} is not a JDK image`, { hint: REINSTALL });
  }
  if (word(1) >>> 16 !== 1) {
    throw new UnsupportedFeatureError(
      `${file.path} has image format ${word(1) >>> 16}.${word(1) & 0xffff}; known is 1.0`,
      { hint: "Use an older JDK with --jdk." },
    );
  }
  const tableLength = word(4);
  const offsets = tableLength * 4;
  const locations = offsets * 2;
  const strings = locations + word(5);
  const size = strings + word(6);
  if (size > MAX_INDEX_BYTES) damaged(file.path, `its index claims ${size} bytes`);
  const bytes = file.read(HEADER_SIZE, size, "the index");
  return {
    bytes,
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
    littleEndian,
    tableLength,
    offsets,
    locations,
    strings,
    resources: HEADER_SIZE + size,
  };
}
