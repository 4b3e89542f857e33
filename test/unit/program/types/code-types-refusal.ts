/** What type inference says against a hand-written method. */
import { BadClassFileError } from "../../../../src/core/errors.ts";
import { type InferOptions, inferTypes } from "../../../../src/program/types/inference.ts";
import { assemble, type Source } from "./code-types-assembler.ts";

/** The message of the refusal; null when the method is accepted. */
export function refusal(source: Source, options: InferOptions = {}): string | null {
  const { classFile, method } = assemble(source);
  try {
    inferTypes(classFile, method, options);
    return null;
  } catch (error) {
    if (!(error instanceof BadClassFileError)) throw error;
    return error.message;
  }
}
