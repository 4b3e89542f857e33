/**
 * A second opinion on the classes of a result. Candidates are written by copying
 * ranges of bytes (classfile/editing/fragments.ts), which is fast and knows little
 * of what it copies. At the end java-class-tools, which takes every class apart and
 * writes it anew, must come to the same bytes.
 */
import { readTree } from "../../classfile/editing/tree.ts";
import { writeTree } from "../../classfile/editing/tree-writer.ts";
import { BadClassFileError } from "../../core/errors.ts";
import { isClass } from "../items/program-files.ts";
import type { Candidate } from "./candidate.ts";

/** Paths of the classes that are not well-formed, or that are read in another way than they were written. */
export function unreadableClasses({ files }: Candidate): string[] {
  return files
    .filter(({ path, bytes }) => isClass(path) && !isReadBack(path, bytes))
    .map(({ path }) => path);
}

function isReadBack(path: string, bytes: Uint8Array): boolean {
  try {
    return Buffer.from(writeTree(readTree(bytes, path))).equals(bytes);
  } catch (error) {
    if (error instanceof BadClassFileError) return false;
    throw error;
  }
}
