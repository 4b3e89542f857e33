/** The classes of a result as text, bounded: a reduction that was stopped early leaves a large program. */
import { disassemble } from "../classfile/editing/disassembler.ts";
import { BadClassFileError } from "../core/errors.ts";

export interface DisassembledClass {
  /** With slashes. */
  readonly name: string;
  readonly bytes: number;
  readonly lines: readonly string[];
}

export interface Disassembly {
  readonly classes: readonly DisassembledClass[];
  /** How many lines were left out. */
  readonly omittedLines: number;
}

const MOST_LINES = 50_000;

export function disassembled(
  files: readonly (readonly [path: string, bytes: Uint8Array])[],
  mostLines: number = MOST_LINES,
): Disassembly {
  let room = mostLines;
  let omittedLines = 0;
  const classes: DisassembledClass[] = [];
  for (const [path, bytes] of files) {
    const all = linesOf(bytes, path);
    const lines = all.slice(0, room);
    room -= lines.length;
    omittedLines += all.length - lines.length;
    if (lines.length > 0) {
      classes.push({ name: path.replace(/\.class$/, ""), bytes: bytes.length, lines });
    }
  }
  return { classes, omittedLines };
}

/** A strategy that removes classes without looking may leave some that cannot be read. */
function linesOf(bytes: Uint8Array, path: string): string[] {
  try {
    return disassemble(bytes, path);
  } catch (error) {
    if (error instanceof BadClassFileError) return [`${path}: ${error.message}`];
    throw error;
  }
}
