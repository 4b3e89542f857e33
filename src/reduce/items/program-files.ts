/** A program as files, and the classes among them. */
import { readPieces } from "../../classfile/editing/fragments.ts";
import { readTrustedClass } from "../../classfile/reading/reader.ts";
import { type InputClass, type InputFile } from "./items.ts";
import { type ProgramInput } from "./reducible-program.ts";

export type ProgramFiles = readonly InputFile[];

/** Versions of classes for other releases of Java, and modules, are files like others. */
export const isClass = (path: string): boolean =>
  path.endsWith(".class") && !path.startsWith("META-INF/") && !path.endsWith("module-info.class");

export function classOf({ path, bytes }: InputFile): InputClass {
  const pieces = readPieces(bytes, path);
  const file = readTrustedClass(bytes);
  return { name: file.name, path, pieces, file };
}

export const classesOf = (files: ProgramFiles): InputClass[] =>
  files.filter(({ path }) => isClass(path)).map(classOf);

export const inputOf = (files: ProgramFiles): ProgramInput => ({
  classes: classesOf(files),
  files: files.filter(({ path }) => !isClass(path)),
});

/** The files with the contents of one replaced. */
export const withFile = (files: ProgramFiles, path: string, bytes: Uint8Array): ProgramFiles =>
  files.map((file) => (file.path === path ? { path, bytes } : file));

export const bytesOf = (files: ProgramFiles): number =>
  files.reduce((sum, { bytes }) => sum + bytes.length, 0);
