/**
 * The name a class file gives itself, found without reading more than its
 * constants: a class named on the command line by its file has to be found
 * under its own name.
 */
import { BadClassFileError } from "../../core/errors.ts";
import { ClassConstants } from "../format/constant-pool.ts";
import { Cursor } from "./cursor.ts";

const MAGIC = 0xcafebabe;
/** Magic number, minor and major version. */
const VERSION_END = 8;

export function readClassName(bytes: Uint8Array, origin: string): string {
  try {
    const head = new Cursor(bytes);
    if (head.u4() !== MAGIC) throw malformed(origin);
    const constants = new ClassConstants(bytes, VERSION_END);
    const cursor = new Cursor(bytes, constants.end);
    cursor.skip(2);
    return constants.className(cursor.u2());
  } catch (error) {
    if (error instanceof BadClassFileError) throw malformed(origin, error);
    throw error;
  }
}

const malformed = (origin: string, cause?: unknown): BadClassFileError =>
  new BadClassFileError(`${origin} is not a class file, or it is cut off`, {
    cause,
    hint: "Compile the source again.",
  });
