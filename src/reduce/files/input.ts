/** Reads the input of a reduction: a jar, or a directory of classes. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { readPieces } from "../../classfile/editing/fragments.ts";
import { readTrustedClass } from "../../classfile/reading/reader.ts";
import { ZipArchive } from "../../classfile/sources/zip.ts";
import { fromDisk } from "../../core/disk.ts";
import { BadArchiveError, BadClassFileError, InputUnreadableError } from "../../core/errors.ts";
import type { InputClass, InputFile } from "../items/items.ts";
import { isClass } from "../items/program-files.ts";
import type { ProgramInput } from "../items/reducible-program.ts";

export interface ReductionInput extends ProgramInput {
  readonly isJar: boolean;
}

/** All of an input is in memory, and so are candidates: more than this would fill most machines. */
export const MAX_INPUT_BYTES = 256 * 1024 * 1024;

export function readInput(path: string, maxBytes: number = MAX_INPUT_BYTES): ReductionInput {
  const isJar = !fromDisk("look at", path, () => statSync(path)).isDirectory();
  const budget = new Budget(path, maxBytes);
  const files = isJar ? jarFiles(path, budget) : directoryFiles(path, "", budget);
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

/** Says before it is read that there is too much of it. */
class Budget {
  readonly #path: string;
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(path: string, maxBytes: number) {
    this.#path = path;
    this.#maxBytes = maxBytes;
  }

  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= this.#maxBytes) return;
    throw new BadArchiveError(
      `${this.#path} has more than ${this.#maxBytes} bytes of files when unpacked`,
      {
        hint: "Take out large files that the failure does not need, or raise --max-input if the machine has memory for several times as much.",
      },
    );
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

/** Whether a path is absolute or leads upwards: an input must not make us write there. */
const UNFIT_NAME = /^$|^\/|(?:^|\/)\.\.(?:\/|$)|[\\\0]/;

function jarFiles(path: string, budget: Budget): InputFile[] {
  const zip = ZipArchive.open(path);
  try {
    const names = [...zip.names()].filter((name) => !name.endsWith("/"));
    const unfit = names.find((name) => UNFIT_NAME.test(name));
    if (unfit !== undefined) {
      throw new BadArchiveError(`${path} has an entry named ${JSON.stringify(unfit)}`, {
        hint: "Unpack the jar, look at that entry, and give the directory instead.",
      });
    }
    for (const name of names) budget.add(zip.sizeOf(name));
    return names.toSorted().map((name) => ({ path: name, bytes: zip.read(name)! }));
  } finally {
    zip.close();
  }
}

function directoryFiles(root: string, prefix: string, budget: Budget): InputFile[] {
  const folder = join(root, prefix);
  const entries = fromDisk("list", folder, () => readdirSync(folder, { withFileTypes: true }));
  return entries
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = prefix === "" ? entry.name : `${prefix}/${entry.name}`;
      if (entry.isDirectory()) return directoryFiles(root, path, budget);
      if (!entry.isFile()) return [];
      const file = join(root, path);
      budget.add(fromDisk("look at", file, () => statSync(file)).size);
      return [{ path, bytes: fromDisk("read", file, () => new Uint8Array(readFileSync(file))) }];
    });
}
