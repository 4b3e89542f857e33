/** What all passes have in common: a program as files, and a way to ask about other programs. */

import { readPieces } from "../../classfile/editing/fragments.ts";
import { readTrustedClass } from "../../classfile/reading/reader.ts";
import type { ClassSource } from "../../classfile/sources/class-path.ts";
import type { InputClass, InputFile } from "../items/items.ts";
import type { ProgramInput } from "../items/reducible-program.ts";

export type ProgramFiles = readonly InputFile[];

export interface PassContext {
  /** True when a program still shows the failure. */
  readonly ask: (files: ProgramFiles) => Promise<boolean>;
  /** Programs that may be asked about next. */
  readonly foresee: (programs: Iterable<ProgramFiles>) => void;
  readonly libraries: ClassSource;
  readonly signal: AbortSignal;
  /** Of an item's name: that it must stay. */
  readonly mustStay: (name: string) => boolean;
}

/** Makes a program smaller; the same array when it could not. */
export interface Pass {
  readonly name: string;
  run(files: ProgramFiles, context: PassContext): Promise<ProgramFiles>;
}

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
