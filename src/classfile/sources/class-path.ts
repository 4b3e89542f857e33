/**
 * Where class bytes come from, in the order the user gave. A source answers
 * "do you have this class?" and nothing else, so a directory, a jar, a single
 * file and the JDK can stand beside each other.
 *
 * The rules are those of the `java` launcher: entries that do not exist are
 * skipped, `dir/*` means the jars in a directory, an empty entry is the current
 * directory, and a jar's manifest may name further entries. The one exception
 * is a file that is not an archive: `java` skips it silently, we report it.
 */
import { readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import { join, resolve, delimiter as systemDelimiter } from "node:path";
import { fromDisk } from "../../core/disk.ts";
import { BadClassFileError, InputUnreadableError } from "../../core/errors.ts";
import { readClassName } from "../reading/class-name.ts";
import { Jar } from "./jar.ts";
import { resolveClassPathEntry } from "./manifest.ts";
import { MAX_CLASS_BYTES } from "./zip.ts";

export interface FoundClass {
  readonly bytes: Uint8Array;
  /** For messages: "lib/app.jar!/p/A.class", "classes/p/A.class", "jrt:/java.base/java/util/List". */
  readonly origin: string;
  /** Null for the unnamed module, which is everything on the class path. */
  readonly module: string | null;
}

export interface ClassSource {
  /** `className` is an internal name: "java/util/List". */
  find(className: string): FoundClass | null;
  /** A file beside the classes, by its path from the root; sources may have none. */
  resource?(path: string): Uint8Array | null;
  /** For messages: what was searched. */
  describe(): string;
  close?(): void;
}

/** A source without the classes of some packages, so that another source serves them. */
export class FilteredSource implements ClassSource {
  readonly #inner: ClassSource;
  /** The internal names that start with this are hidden. */
  readonly #prefix: string;

  constructor(inner: ClassSource, prefix: string) {
    this.#inner = inner;
    this.#prefix = prefix;
  }

  find(className: string): FoundClass | null {
    return className.startsWith(this.#prefix) ? null : this.#inner.find(className);
  }

  resource(path: string): Uint8Array | null {
    return this.#inner.resource?.(path) ?? null;
  }

  describe(): string {
    return `${this.#inner.describe()} without ${this.#prefix}`;
  }

  close(): void {
    this.#inner.close?.();
  }
}

export class DirectorySource implements ClassSource {
  readonly #directory: string;
  /** Names in each subdirectory looked at, for the check of upper and lower case. */
  readonly #listings = new Map<string, ReadonlySet<string>>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  find(className: string): FoundClass | null {
    if (!isSafeClassName(className)) return null;
    const origin = join(this.#directory, `${className}.class`);
    if (!isReadableFile(origin) || !this.#hasExactly(className)) return null;
    return { bytes: readClassFile(origin), origin, module: null };
  }

  resource(path: string): Uint8Array | null {
    const file = join(this.#directory, path);
    return isReadableFile(file)
      ? fromDisk("read", file, () => new Uint8Array(readFileSync(file)))
      : null;
  }

  describe(): string {
    return this.#directory;
  }

  /** On file systems that ignore case, opening A.class may have found a.class. */
  #hasExactly(className: string): boolean {
    const segments = `${className}.class`.split("/");
    let directory = this.#directory;
    for (const segment of segments) {
      if (!this.#lists(directory, segment)) return false;
      directory = join(directory, segment);
    }
    return true;
  }

  #lists(directory: string, name: string): boolean {
    if (this.#listings.get(directory)?.has(name)) return true;
    // Not known, or the file is newer than what we know.
    let fresh: ReadonlySet<string>;
    try {
      fresh = new Set(readdirSync(directory));
    } catch {
      return true; // may be entered but not listed; the file itself was there
    }
    this.#listings.set(directory, fresh);
    return fresh.has(name);
  }
}

export class JarSource implements ClassSource {
  readonly jar: Jar;

  constructor(jar: Jar) {
    this.jar = jar;
  }

  find(className: string): FoundClass | null {
    const found = this.jar.find(className);
    if (found === null) return null;
    return { bytes: found.bytes, origin: `${this.jar.path}!/${found.entry}`, module: null };
  }

  resource(path: string): Uint8Array | null {
    return this.jar.resource(path);
  }

  describe(): string {
    return this.jar.path;
  }

  close(): void {
    this.jar.close();
  }
}

/** One class file named by the user, under the name it says it has. */
export class SingleClassSource implements ClassSource {
  readonly className: string;
  readonly #found: FoundClass;

  private constructor(className: string, found: FoundClass) {
    this.className = className;
    this.#found = found;
  }

  static open(path: string): SingleClassSource {
    if (!isReadableFile(path)) {
      throw new InputUnreadableError(`there is no class file ${path}`, {
        hint: "Check the path. To name a class, use --class-path.",
      });
    }
    const bytes = readClassFile(path);
    const found = { bytes, origin: path, module: null };
    return new SingleClassSource(readClassName(bytes, path), found);
  }

  find(className: string): FoundClass | null {
    return className === this.className ? this.#found : null;
  }

  describe(): string {
    return this.#found.origin;
  }
}

/** The first source that has the class wins. */
export class CompositeSource implements ClassSource {
  readonly sources: readonly ClassSource[];

  constructor(sources: readonly ClassSource[]) {
    this.sources = sources;
  }

  find(className: string): FoundClass | null {
    for (const source of this.sources) {
      const found = source.find(className);
      if (found !== null) return found;
    }
    return null;
  }

  resource(path: string): Uint8Array | null {
    for (const source of this.sources) {
      const found = source.resource?.(path) ?? null;
      if (found !== null) return found;
    }
    return null;
  }

  describe(): string {
    return this.sources.map((source) => source.describe()).join(", ");
  }

  close(): void {
    for (const source of this.sources) source.close?.();
  }
}

interface ClassPathOptions {
  /** The Java release to behave like, for multi-release jars. */
  readonly featureVersion: number;
  /** Between entries; the system's own unless given. */
  readonly delimiter?: string;
}

/** Reads what follows `-cp`. */
export function parseClassPath(text: string, options: ClassPathOptions): CompositeSource {
  const builder = new ClassPathBuilder(options.featureVersion);
  try {
    for (const entry of text.split(options.delimiter ?? systemDelimiter)) builder.addEntry(entry);
  } catch (error) {
    new CompositeSource(builder.sources).close();
    throw error;
  }
  return new CompositeSource(builder.sources);
}

class ClassPathBuilder {
  readonly sources: ClassSource[] = [];
  readonly #featureVersion: number;
  /** Absolute paths already there. Also ends cycles of manifests that name each other. */
  readonly #seen = new Set<string>();

  constructor(featureVersion: number) {
    this.#featureVersion = featureVersion;
  }

  addEntry(entry: string): void {
    if (entry === "*" || /[/\\]\*$/.test(entry)) {
      for (const jar of jarsIn(entry.slice(0, -1) || ".")) this.#addPath(jar, null);
    } else {
      this.#addPath(entry === "" ? "." : entry, null);
    }
  }

  /** `wantDirectory` is what the place that named the path expects; null if either is fine. */
  #addPath(path: string, wantDirectory: boolean | null): void {
    const absolute = resolve(path);
    const status = statusOf(path);
    if (status === null || this.#seen.has(absolute)) return;
    if (wantDirectory !== null && wantDirectory !== status.isDirectory()) return;
    this.#seen.add(absolute);
    if (status.isDirectory()) this.sources.push(new DirectorySource(path));
    else if (status.isFile()) this.#addJar(path);
  }

  #addJar(path: string): void {
    const jar = Jar.open(path, this.#featureVersion);
    this.sources.push(new JarSource(jar));
    for (const entry of jar.manifest?.classPath ?? []) {
      const target = resolveClassPathEntry(path, entry);
      if (target !== null) this.#addPath(target.path, target.isDirectory);
    }
  }
}

/** Sorted, because the order of a directory's files differs between machines. */
function jarsIn(directory: string): string[] {
  if (statusOf(directory)?.isDirectory() !== true) return [];
  const names = readdirSync(directory).filter((name) => /\.(?:jar|JAR)$/.test(name));
  return names.toSorted().map((name) => join(directory, name));
}

/** Null when there is nothing, or nothing that could be named so. */
function statusOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null; // too long a name, a loop of links, no right to look: not there for us
  }
}

function isReadableFile(path: string): boolean {
  return statusOf(path)?.isFile() === true;
}

function readClassFile(path: string): Uint8Array {
  const size = statusOf(path)?.size ?? 0;
  if (size > MAX_CLASS_BYTES) {
    throw new BadClassFileError(`${path} has ${size} bytes, too many for a class file`, {
      hint: `The limit is ${MAX_CLASS_BYTES} bytes.`,
    });
  }
  try {
    // A plain Uint8Array: `slice` on a Buffer would share memory.
    return new Uint8Array(readFileSync(path));
  } catch (cause) {
    throw new InputUnreadableError(`cannot read ${path}`, {
      cause,
      hint: "Check that the file is readable.",
    });
  }
}

/**
 * Whether a name can be looked up as a file. Dots cannot occur in an internal
 * name, which also rules out "..", and what the system would take for a
 * separator or a drive must not be passed to it.
 */
function isSafeClassName(className: string): boolean {
  if (className === "" || /[.;[\\\0]/.test(className)) return false;
  if (process.platform === "win32" && className.includes(":")) return false;
  return !className.startsWith("/") && !className.endsWith("/") && !className.includes("//");
}
