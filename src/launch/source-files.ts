/**
 * Finds the source of a program's classes, so that reports can show lines with their text. Sources are looked for
 * where the user says (`--source`), and where people have them: beside the classes or in their jar, in `src` or
 * `src/main/java` of the project that they belong to, and in `NAME-sources.jar` beside `NAME.jar`.
 */
import { readFileSync, statSync } from "node:fs";
import {
  basename,
  delimiter,
  dirname,
  extname,
  isAbsolute,
  join,
  relative,
  resolve,
} from "node:path";
import { ZipArchive } from "../classfile/sources/zip.ts";
import { InputUnreadableError } from "../core/errors.ts";

export interface SourceFile {
  /** Below the root of its sources, with the folders of its package: "p/q/Main.java". */
  readonly path: string;
  /** Where it was found: relative to the working directory if it is below, otherwise absolute. */
  readonly location: string;
  readonly text: string;
}

/** A larger file is generated, and nobody reads it. */
const MAX_BYTES = 4 * 2 ** 20;
/** Folders of a project that hold sources. */
const PROJECT_FOLDERS = ["src/main/java", "src/test/java", "src/main/kotlin", "src"];
/** "build/classes/java/main" is four levels below its project. */
const LEVELS_TO_PROJECT = 4;

type SourceRoot = (path: string) => { readonly bytes: Uint8Array; readonly at: string } | null;

export interface SourcePlaces {
  /** What the user named: folders and jars. */
  readonly given: readonly string[];
  readonly classPath: string;
  /** Roots of the sources that were compiled for this run, and of the bundled programs. */
  readonly others: readonly string[];
  readonly directory: string;
}

export class SourceFinder {
  readonly #roots: readonly SourceRoot[];
  readonly #directory: string;
  readonly #known = new Map<string, SourceFile | null>();

  constructor({ given, classPath, others, directory }: SourcePlaces) {
    this.#directory = directory;
    const entries = classPath.split(delimiter).map((entry) => resolve(directory, entry || "."));
    const folders = new Set([
      ...entries.flatMap((entry) => rootsNear(entry)),
      ...others.map((root) => resolve(directory, root)),
    ]);
    this.#roots = [
      ...given.map((root) => givenRoot(resolve(directory, root), root)),
      ...[...folders].flatMap((root) => rootAt(root) ?? []),
    ];
  }

  /** `path` is that below the root of the sources: "p/q/Main.java". */
  find(path: string): SourceFile | null {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const found = this.#read(path);
    this.#known.set(path, found);
    return found;
  }

  #read(path: string): SourceFile | null {
    if (!staysBelowRoot(path)) return null;
    for (const root of this.#roots) {
      const found = root(path);
      if (found === null || found.bytes.length > MAX_BYTES) continue;
      const text = new TextDecoder().decode(found.bytes).replaceAll("\r\n", "\n");
      return { path, location: this.#shown(found.at), text };
    }
    return null;
  }

  #shown(at: string): string {
    const below = relative(this.#directory, at);
    return below.startsWith("..") ? at : below;
  }
}

/** The name of a source file comes from a class file, which may say anything. A report must not show files outside the roots. */
const staysBelowRoot = (path: string): boolean =>
  !isAbsolute(path) && !/[\\:]/.test(path) && !path.split("/").includes("..");

const isKind = (path: string, kind: "isFile" | "isDirectory"): boolean =>
  statSync(path, { throwIfNoEntry: false })?.[kind]() === true;

/** Where the sources of a class directory or a jar may be, the nearest first. */
function rootsNear(entry: string): string[] {
  if (extname(entry) !== "" && isKind(entry, "isFile")) {
    const folder = dirname(entry);
    const name = basename(entry, extname(entry));
    return [entry, join(folder, `${name}-sources.jar`), ...projectRoots(folder)];
  }
  return [entry, ...projectRoots(entry)];
}

/** The folders of sources of the project that a folder belongs to. */
function projectRoots(folder: string): string[] {
  const roots: string[] = [];
  let project = folder;
  for (let i = 0; i <= LEVELS_TO_PROJECT; i++) {
    const at = project;
    roots.push(...PROJECT_FOLDERS.map((name) => join(at, name)));
    // A class directory such as "out" often lies beside the sources.
    if (i === 1) roots.push(project);
    project = dirname(project);
  }
  return roots;
}

function givenRoot(path: string, asGiven: string): SourceRoot {
  const root = rootAt(path);
  if (root !== null) {
    // A damaged jar that was only found spoils no check; one that was named is a mistake.
    if (isKind(path, "isFile")) ZipArchive.open(path).close();
    return root;
  }
  throw new InputUnreadableError(`--source ${asGiven}: there is no such folder or jar`, {
    hint: "Name the folder that holds the top-level packages, or a jar of sources.",
  });
}

/** Null if there is nothing. */
function rootAt(root: string): SourceRoot | null {
  if (isKind(root, "isDirectory")) return (path) => fileIn(root, path);
  if (!isKind(root, "isFile")) return null;
  return (path) => entryOf(root, path);
}

function fileIn(root: string, path: string): ReturnType<SourceRoot> {
  const at = join(root, path);
  try {
    return isKind(at, "isFile") ? { bytes: readFileSync(at), at } : null;
  } catch {
    return null; // no permission: the report does without the text
  }
}

function entryOf(jar: string, path: string): ReturnType<SourceRoot> {
  try {
    const zip = ZipArchive.open(jar);
    try {
      const bytes = zip.read(path);
      return bytes === null ? null : { bytes, at: `${jar}!/${path}` };
    } finally {
      zip.close();
    }
  } catch {
    return null; // a damaged jar of sources spoils no check
  }
}
