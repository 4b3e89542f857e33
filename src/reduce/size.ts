/**
 * Which of two programs is the smaller one: that of fewer bytes; of as many bytes, that
 * of fewer access flags, which cost none.
 */
import { type ClassFragments, readPieces } from "../classfile/editing/fragments.ts";
import { BadClassFileError } from "../core/errors.ts";
import type { InputFile } from "./items/items.ts";
import { bytesOf, isClass, type ProgramFiles } from "./items/program-files.ts";

/** Less than 0 when the first is smaller, 0 when neither is. */
export function compareSizes(a: ProgramFiles, b: ProgramFiles): number {
  return bytesOf(a) - bytesOf(b) || flagsOf(a) - flagsOf(b);
}

const flagsOf = (files: ProgramFiles): number =>
  files.reduce((sum, file) => sum + (isClass(file.path) ? flagsOfClass(file) : 0), 0);

function flagsOfClass({ path, bytes }: InputFile): number {
  let pieces: ClassFragments;
  try {
    pieces = readPieces(bytes, path);
  } catch (error) {
    if (error instanceof BadClassFileError) return 0; // a file like others
    throw error;
  }
  const { accessFlags, fields, methods } = pieces;
  return [...fields, ...methods].reduce(
    (sum, member) => sum + bitsOf(member.accessFlags),
    bitsOf(accessFlags),
  );
}

function bitsOf(flags: number): number {
  let count = 0;
  for (let left = flags; left !== 0; left &= left - 1) count++;
  return count;
}
