/** The kinds of random programs whose outcomes tests compare, by what they are called there. */
import { findJdk } from "../../../src/classfile/sources/jdk.ts";
import { guardedProgram } from "../../../src/fuzz/families/guarded/program.ts";
import { unrestrictedProgram } from "../../../src/fuzz/families/unrestricted/program.ts";
import type { RandomProgram } from "../../../src/fuzz/generator/program.ts";

export type ProgramMaker = (seed: number) => RandomProgram;

/** `isJdkUsed`: also those that need a JDK, where there is one. */
export function randomKinds(
  isJdkUsed = true,
): readonly (readonly [name: string, make: ProgramMaker])[] {
  const kinds: (readonly [string, ProgramMaker])[] = [
    ["anything", unrestrictedProgram],
    ["rules with exceptions", (seed) => guardedProgram(seed, false)],
  ];
  if (isJdkUsed && findJdk({}) !== null) {
    kinds.push(["the concurrent library", (seed) => guardedProgram(seed, true)]);
  }
  return kinds;
}
