/**
 * What a predicate is asked about: files in a fixed order, with a hash of their
 * contents by which a verdict is known again.
 *
 * The hash is SHA-256 and not the 64-bit hash that is also at hand: verdicts found
 * by it are believed without another run, for as long as the session lives, and a
 * candidate costs a process anyway. What is hashed of a file is kept with its
 * array, because most files are the same from one candidate to the next; so an
 * array must not be changed once it is part of a candidate.
 */
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { ZipArchive } from "../../classfile/sources/zip.ts";
import { invariant } from "../../core/assert.ts";
import { type Disk, onDisk } from "../../core/disk.ts";
import { type Compression, jarBytes } from "./jar-bytes.ts";

export interface CandidateFile {
  /** With slashes, relative: "com/example/Main.class". */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export type CandidateForm = "jar" | "directory";

/** Readers of jars as streams find the manifest only if nothing stands before it. */
const MANIFEST = "META-INF/MANIFEST.MF";
/** Absolute, empty, of a directory, or with a step upwards: nothing that may be joined to a directory. */
const UNFIT_PATH = /^$|^\/|\/$|(?:^|\/)\.\.(?:\/|$)|[\\\0]/;

export class Candidate {
  /** The manifest first, then by path. */
  readonly files: readonly CandidateFile[];
  /** Of all files together, as they are and not compressed. */
  readonly bytes: number;
  readonly classes: number;
  #hash: string | null = null;

  constructor(files: Iterable<CandidateFile>) {
    this.files = [...files].toSorted(byPath);
    let bytes = 0;
    let classes = 0;
    let last: string | null = null;
    for (const file of this.files) {
      invariant(!UNFIT_PATH.test(file.path), `no path of a file: ${JSON.stringify(file.path)}`);
      invariant(file.path !== last, `two files of a candidate are ${file.path}`);
      last = file.path;
      bytes += file.bytes.length;
      if (file.path.endsWith(".class")) classes++;
    }
    this.bytes = bytes;
    this.classes = classes;
  }

  /** The same for the same paths with the same contents, in whatever order they were given. */
  get hash(): string {
    this.#hash ??= hashOf(this.files);
    return this.#hash;
  }

  /** Paths and contents of the classes. */
  classFiles(): (readonly [path: string, bytes: Uint8Array])[] {
    return this.files.flatMap(({ path, bytes }) =>
      path.endsWith(".class") ? [[path, bytes] as const] : [],
    );
  }

  toJar(compression: Compression): Uint8Array {
    return jarBytes(this.files, compression);
  }
}

function byPath({ path: a }: CandidateFile, { path: b }: CandidateFile): number {
  if (a === b) return 0;
  if (a === MANIFEST) return -1;
  return b !== MANIFEST && a < b ? -1 : 1;
}

const digests = new WeakMap<Uint8Array, Buffer>();

function digestOf(bytes: Uint8Array): Buffer {
  let digest = digests.get(bytes);
  if (digest === undefined) {
    digest = createHash("sha256").update(bytes).digest();
    digests.set(bytes, digest);
  }
  return digest;
}

/** No path holds a NUL and digests are all of one length: no two lists look the same. */
function hashOf(files: readonly CandidateFile[]): string {
  const hash = createHash("sha256");
  for (const { path, bytes } of files) hash.update(`${path}\0`).update(digestOf(bytes));
  return hash.digest("hex");
}

/** The directory must not exist yet, or be empty. */
export function writeDirectory(disk: Disk, path: string, candidate: Candidate): void {
  onDisk("write the candidate to", path, () => {
    disk.makeDirectory(path);
    const made = new Set<string>();
    for (const file of candidate.files) {
      const target = join(path, file.path);
      const folder = dirname(target);
      if (!made.has(folder)) disk.makeDirectory(folder);
      made.add(folder);
      disk.writeNew(target, file.bytes);
    }
  });
}

/** There must be no such file yet. */
export function writeJar(
  disk: Disk,
  path: string,
  candidate: Candidate,
  compression: Compression = "stored",
): void {
  const bytes = candidate.toJar(compression);
  onDisk("write the candidate to", path, () => disk.writeNew(path, bytes));
}

/** A candidate back from its jar. */
export function readJar(path: string): Candidate {
  const zip = ZipArchive.open(path);
  try {
    const files: CandidateFile[] = [];
    for (const name of zip.names()) {
      const bytes = name.endsWith("/") ? null : zip.read(name);
      if (bytes !== null) files.push({ path: name, bytes });
    }
    return new Candidate(files);
  } finally {
    zip.close();
  }
}
