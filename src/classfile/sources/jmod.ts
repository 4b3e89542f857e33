/**
 * Classes from a JDK's jmod files, for a JDK without a `lib/modules` image. A
 * jmod is a zip behind a four-byte header, with the module's classes under
 * "classes/". They are opened one by one, java.base first, because reading the
 * directories of all seventy takes longer than most runs need.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { BadArchiveError, InputUnreadableError } from "../../core/errors.ts";
import { BinaryFile } from "./binary-file.ts";
import type { JdkClasses } from "./jdk-image.ts";
import { ZipArchive } from "./zip.ts";

const CLASSES = "classes/";
const SUFFIX = ".class";
const HEADER_SIZE = 4;
/** "JM" and version 1.0. */
const HEADER = 0x4a4d0100;

class Jmod {
  readonly path: string;
  readonly #zip: ZipArchive;

  private constructor(zip: ZipArchive) {
    this.path = zip.path;
    this.#zip = zip;
  }

  static open(path: string): Jmod {
    const file = BinaryFile.open(path);
    const valid =
      file.size > HEADER_SIZE && file.read(0, HEADER_SIZE, "the header").readUInt32BE(0) === HEADER;
    if (!valid) {
      file.close();
      throw new BadArchiveError(`${path} is not a jmod file of version 1.0`, {
        hint: "Install the JDK again, or name another one with --jdk.",
      });
    }
    return new Jmod(ZipArchive.over(file));
  }

  read(className: string): Uint8Array | null {
    return this.#zip.read(`${CLASSES}${className}${SUFFIX}`);
  }

  resource(path: string): Uint8Array | null {
    return this.#zip.read(`${CLASSES}${path}`);
  }

  /** Internal names of all classes, without module-info, sorted. */
  classNames(): string[] {
    const names: string[] = [];
    for (const name of this.#zip.names()) {
      if (!name.startsWith(CLASSES) || !name.endsWith(SUFFIX)) continue;
      const className = name.slice(CLASSES.length, -SUFFIX.length);
      if (className !== "module-info") names.push(className);
    }
    return names.toSorted();
  }

  hasPackage(packageName: string): boolean {
    const prefix = `${CLASSES}${packageName}/`;
    for (const name of this.#zip.names()) {
      if (!name.startsWith(prefix) || !name.endsWith(SUFFIX)) continue;
      if (name.indexOf("/", prefix.length) < 0) return true;
    }
    return false;
  }

  close(): void {
    this.#zip.close();
  }
}

export class JmodDirectory implements JdkClasses {
  readonly #directory: string;
  /** java.base first, then by name. */
  readonly #modules: readonly string[];
  readonly #open = new Map<string, Jmod>();
  readonly #moduleOfPackage = new Map<string, string | null>();

  private constructor(directory: string, modules: readonly string[]) {
    this.#directory = directory;
    this.#modules = modules;
  }

  static open(directory: string): JmodDirectory {
    let files: string[];
    try {
      files = readdirSync(directory);
    } catch (cause) {
      throw new InputUnreadableError(`cannot read ${directory}`, {
        cause,
        hint: "Check that the directory exists and is readable.",
      });
    }
    const modules = files
      .filter((file) => file.endsWith(".jmod"))
      .map((file) => file.slice(0, -".jmod".length))
      .toSorted();
    const others = modules.filter((module) => module !== "java.base");
    return new JmodDirectory(
      directory,
      others.length < modules.length ? ["java.base", ...others] : others,
    );
  }

  read(module: string, className: string): Uint8Array | null {
    return this.#modules.includes(module) ? this.#jmod(module).read(className) : null;
  }

  resource(module: string, path: string): Uint8Array | null {
    return this.#modules.includes(module) ? this.#jmod(module).resource(path) : null;
  }

  find(className: string): { readonly module: string; readonly bytes: Uint8Array } | null {
    const slash = className.lastIndexOf("/");
    const module = slash < 0 ? null : this.moduleOf(className.slice(0, slash));
    if (module === null) return null;
    const bytes = this.#jmod(module).read(className);
    return bytes === null ? null : { module, bytes };
  }

  classNames(module: string): string[] {
    return this.#modules.includes(module) ? this.#jmod(module).classNames() : [];
  }

  moduleOf(packageName: string): string | null {
    const slashed = packageName.replaceAll(".", "/");
    const known = this.#moduleOfPackage.get(slashed);
    if (known !== undefined) return known;
    const found = this.#modules.find((module) => this.#jmod(module).hasPackage(slashed)) ?? null;
    this.#moduleOfPackage.set(slashed, found);
    return found;
  }

  modules(): string[] {
    return this.#modules.toSorted();
  }

  close(): void {
    for (const jmod of this.#open.values()) jmod.close();
    this.#open.clear();
  }

  #jmod(module: string): Jmod {
    let jmod = this.#open.get(module);
    if (jmod === undefined) {
      jmod = Jmod.open(join(this.#directory, `${module}.jmod`));
      this.#open.set(module, jmod);
    }
    return jmod;
  }
}
