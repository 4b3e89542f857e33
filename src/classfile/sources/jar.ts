/**
 * Classes from a jar. On top of the zip it knows the manifest and, in a
 * multi-release jar, that META-INF/versions/N replaces an entry from Java N on.
 */
import { type Manifest, parseManifest } from "./manifest.ts";
import { ZipArchive } from "./zip.ts";

const MANIFEST = "META-INF/MANIFEST.MF";
const VERSIONS = "META-INF/versions/";
/** Multi-release jars came with Java 9; lower numbers in the path mean nothing. */
const FIRST_VERSION = 9;
const MAX_MANIFEST_BYTES = 16 * 1024 * 1024;

interface JarClass {
  readonly bytes: Uint8Array;
  /** The entry it came from, which for a multi-release jar may lie under META-INF/versions. */
  readonly entry: string;
}

export class Jar {
  readonly path: string;
  readonly manifest: Manifest | null;
  readonly #zip: ZipArchive;
  /** From the plain entry name to the one that replaces it. */
  readonly #replaced: ReadonlyMap<string, string>;

  private constructor(zip: ZipArchive, featureVersion: number) {
    this.path = zip.path;
    this.#zip = zip;
    this.manifest = readManifest(zip);
    this.#replaced = this.manifest?.multiRelease
      ? versionedEntries(zip, featureVersion)
      : new Map<string, string>();
  }

  /** `featureVersion` is the Java release to behave like (17), for multi-release jars. */
  static open(path: string, featureVersion: number): Jar {
    const zip = ZipArchive.open(path);
    try {
      return new Jar(zip, featureVersion);
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  /** `className` is an internal name: "java/util/List". */
  find(className: string): JarClass | null {
    const plain = `${className}.class`;
    const entry = this.#replaced.get(plain) ?? plain;
    const bytes = this.#zip.read(entry);
    return bytes === null ? null : { bytes, entry };
  }

  /** A file of the archive by its path; null when there is none. */
  resource(path: string): Uint8Array | null {
    return this.#zip.read(this.#replaced.get(path) ?? path);
  }

  /** Internal names of all classes, without module-info, sorted. */
  classNames(): string[] {
    const names = new Set(this.#replaced.keys());
    for (const name of this.#zip.names()) {
      if (!name.startsWith("META-INF/")) names.add(name);
    }
    return [...names]
      .filter((name) => name.endsWith(".class") && name !== "module-info.class")
      .map((name) => name.slice(0, -".class".length))
      .toSorted();
  }

  close(): void {
    this.#zip.close();
  }
}

function readManifest(zip: ZipArchive): Manifest | null {
  let name = MANIFEST;
  if (!zip.has(name)) {
    // Some tools write the name in another case, which java.util.jar accepts.
    const other = [...zip.names()].find((entry) => entry.toUpperCase() === MANIFEST);
    if (other === undefined) return null;
    name = other;
  }
  const bytes = zip.read(name, MAX_MANIFEST_BYTES);
  return bytes === null ? null : parseManifest(bytes);
}

function versionedEntries(zip: ZipArchive, featureVersion: number): Map<string, string> {
  const best = new Map<string, number>();
  for (const name of zip.names()) {
    if (!name.startsWith(VERSIONS)) continue;
    const slash = name.indexOf("/", VERSIONS.length);
    const digits = name.slice(VERSIONS.length, slash);
    if (slash < 0 || !/^[1-9][0-9]{0,3}$/.test(digits)) continue;
    const version = Number(digits);
    const plain = name.slice(slash + 1);
    if (version < FIRST_VERSION || version > featureVersion) continue;
    if (plain === "" || plain.startsWith("META-INF/")) continue;
    best.set(plain, Math.max(version, best.get(plain) ?? 0));
  }
  const entries = new Map<string, string>();
  for (const [plain, version] of best) entries.set(plain, `${VERSIONS}${version}/${plain}`);
  return entries;
}
