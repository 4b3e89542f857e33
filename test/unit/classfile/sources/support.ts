/**
 * What the tests of class sources share: scratch directories, a zip writer that
 * can lie about every field, and the JDKs of this machine.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import { onTestFinished } from "vitest";
import { findJdk, type Jdk } from "../../../../src/classfile/sources/jdk.ts";
import { DeadwoodError } from "../../../../src/core/errors.ts";

/** A directory that is gone after the test. Call inside a test. */
export function scratch(): string {
  const directory = mkdtempSync(join(tmpdir(), "deadwood-test-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Writes files given by relative path, making directories, and returns the root. */
export function writeTree(root: string, files: Readonly<Record<string, Uint8Array | string>>) {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  return root;
}

/** The error an action ends with; fails when there is none or it is not one of ours. */
export function errorOf(action: () => unknown): DeadwoodError {
  try {
    action();
  } catch (error) {
    if (error instanceof DeadwoodError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

/** The smallest class file (of Java 17) that says its own name. */
export function classNamed(name: string): Uint8Array {
  const text = Buffer.from(name, "utf8");
  const head = Buffer.from("cafebabe0000003d000301", "hex");
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length);
  const tail = Buffer.from(`07000100210002${"0000".repeat(5)}`, "hex");
  return new Uint8Array(Buffer.concat([head, length, text, tail]));
}

export interface ZipEntry {
  readonly name: string | Uint8Array;
  readonly data: Uint8Array | string;
  readonly method?: number;
  readonly flags?: number;
  /** Lies, where given. */
  readonly crc?: number;
  readonly size?: number;
  readonly compressedSize?: number;
  readonly offset?: number;
  readonly localName?: string;
  /** Put sizes and offset into a zip64 field. */
  readonly wide?: boolean;
}

export interface ZipOptions {
  readonly prefix?: Uint8Array;
  readonly comment?: string;
  /** Write a zip64 end record and leave the narrow one full. */
  readonly wideEnd?: boolean;
  readonly entryCount?: number;
  /** List the entries last to first. */
  readonly reversed?: boolean;
}

export function makeZip(entries: readonly ZipEntry[], options: ZipOptions = {}): Buffer {
  const prefix = options.prefix ?? new Uint8Array(0);
  const body: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let position = 0;
  const append = (part: Uint8Array): void => {
    body.push(part);
    position += part.length;
  };
  for (const entry of entries) {
    const data = Buffer.from(entry.data);
    const method = entry.method ?? 8;
    const stored = method === 8 ? deflateRawSync(data) : data;
    const name = Buffer.from(entry.name);
    const localName = entry.localName === undefined ? name : Buffer.from(entry.localName);
    const crc = entry.crc ?? crc32(data);
    const size = entry.size ?? data.length;
    const compressedSize = entry.compressedSize ?? stored.length;
    const start = entry.offset ?? position;
    append(
      fields(
        [4, 0x04034b50],
        [2, 20],
        [2, entry.flags ?? 0],
        [2, method],
        [4, 0],
        [4, crc],
        [4, compressedSize],
        [4, size],
        [2, localName.length],
        [2, 5],
      ),
    );
    append(localName);
    append(fields([2, 0x7777], [2, 1], [1, 9])); // an extra field only the local header has
    append(stored);
    const extra = entry.wide
      ? fields([2, 0x7777], [2, 0], [2, 1], [2, 24], [8, size], [8, compressedSize], [8, start])
      : new Uint8Array(0);
    const narrow = (value: number): number => (entry.wide ? 0xffffffff : value);
    const header = fields(
      [4, 0x02014b50],
      [2, 20],
      [2, 20],
      [2, entry.flags ?? 0],
      [2, method],
      [4, 0],
      [4, crc],
      [4, narrow(compressedSize)],
      [4, narrow(size)],
      [2, name.length],
      [2, extra.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, narrow(start)],
    );
    directory.push(Buffer.concat([header, name, extra]));
  }
  const central = Buffer.concat(options.reversed ? directory.toReversed() : directory);
  const count = options.entryCount ?? entries.length;
  const comment = Buffer.from(options.comment ?? "");
  const wideEnd = options.wideEnd
    ? [
        fields(
          [4, 0x06064b50],
          [8, 44],
          [2, 45],
          [2, 45],
          [4, 0],
          [4, 0],
          [8, count],
          [8, count],
          [8, central.length],
          [8, position],
        ),
        fields([4, 0x07064b50], [4, 0], [8, position + central.length], [4, 1]),
      ]
    : [];
  const full = (value: number, limit: number): number => (options.wideEnd ? limit : value);
  const end = fields(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, full(count, 0xffff)],
    [2, full(count, 0xffff)],
    [4, full(central.length, 0xffffffff)],
    [4, full(position, 0xffffffff)],
    [2, comment.length],
  );
  return Buffer.concat([prefix, ...body, central, ...wideEnd, end, comment]);
}

/** Little-endian fields of a number of bytes each. */
function fields(...list: readonly (readonly [width: number, value: number])[]): Buffer {
  return Buffer.concat(
    list.map(([width, value]) => {
      const bytes = Buffer.alloc(8);
      bytes.writeBigUInt64LE(BigInt(value));
      return bytes.subarray(0, width);
    }),
  );
}

/** The JDK on the PATH, and its neighbours of other releases where several are installed. */
export function installedJdks(): Jdk[] {
  const first = findJdk();
  if (first === null) return [];
  const found = [first];
  const parent = dirname(first.home);
  for (const name of readdirSync(parent).toSorted()) {
    try {
      const jdk = findJdk({ explicit: join(parent, name) });
      if (jdk && found.every((known) => known.featureVersion !== jdk.featureVersion)) {
        found.push(jdk);
      }
    } catch {
      // a neighbour that is no JDK
    }
  }
  return found;
}

/** True when the tests must be skipped, after saying so. */
export function missing(thing: unknown, what: string): boolean {
  const absent = thing === undefined || thing === null || thing === false;
  if (absent) process.stderr.write(`skipped: ${what} is not installed on this machine\n`);
  return absent;
}
