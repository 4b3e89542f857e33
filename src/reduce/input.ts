/** Reads what is to be reduced: a jar, or a directory of classes. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { readPieces } from "../classfile/pieces.ts";
import { readTrustedClass } from "../classfile/reader.ts";
import { ZipArchive } from "../classfile/zip.ts";
import { BadArchiveError, BadClassFileError, InputUnreadableError } from "../core/errors.ts";
import type { InputClass, InputFile } from "./model/items.ts";
import type { ProgramInput } from "./model/program.ts";
import { isClass } from "./passes/pass.ts";

export interface ReductionInput extends ProgramInput {
  readonly isJar: boolean;
}

export function readInput(path: string): ReductionInput {
  const isJar = !isDirectory(path);
  const files = isJar ? jarFiles(path) : directoryFiles(path, "");
  const classes: InputClass[] = [];
  const others: InputFile[] = [];
  for (const file of files) {
    if (isClass(file.path))
      classes.push(inputClass(file, `${path}${isJar ? "!/" : "/"}${file.path}`));
    else others.push(file);
  }
  if (classes.length === 0) {
    throw new InputUnreadableError(`${path} has no classes`, {
      hint: "Give a jar, or the directory that the packages' directories are in.",
    });
  }
  return { isJar, classes, files: others };
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (cause) {
    throw new InputUnreadableError(`there is no ${path}`, { cause, hint: "Check the path." });
  }
}

function inputClass({ path, bytes }: InputFile, origin: string): InputClass {
  const pieces = readPieces(bytes, origin);
  const file = readTrustedClass(bytes);
  if (`${file.name}.class` !== path) {
    throw new BadClassFileError(`${origin} holds the class ${file.name}`, {
      hint: "Give the directory that the packages' directories are in.",
    });
  }
  return { name: file.name, path, pieces, file };
}

/** Absolute, or with a step upwards: nobody may be made to write there. */
const UNFIT_NAME = /^$|^\/|(?:^|\/)\.\.(?:\/|$)|[\\\0]/;

function jarFiles(path: string): InputFile[] {
  const zip = ZipArchive.open(path);
  try {
    const names = [...zip.names()].filter((name) => !name.endsWith("/"));
    const unfit = names.find((name) => UNFIT_NAME.test(name));
    if (unfit !== undefined) {
      throw new BadArchiveError(`${path} has an entry named ${JSON.stringify(unfit)}`, {
        hint: "Unpack the jar, look at that entry, and give the directory instead.",
      });
    }
    return names.toSorted().map((name) => ({ path: name, bytes: zip.read(name)! }));
  } finally {
    zip.close();
  }
}

function directoryFiles(root: string, prefix: string): InputFile[] {
  const entries = readdirSync(join(root, prefix), { withFileTypes: true });
  return entries
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = prefix === "" ? entry.name : `${prefix}/${entry.name}`;
      if (entry.isDirectory()) return directoryFiles(root, path);
      if (!entry.isFile()) return [];
      return [{ path, bytes: readBytes(join(root, path)) }];
    });
}

function readBytes(path: string): Uint8Array {
  try {
    return new Uint8Array(readFileSync(path));
  } catch (cause) {
    throw new InputUnreadableError(`cannot read ${path}`, {
      cause,
      hint: "Check that you may read all files of the directory.",
    });
  }
}
