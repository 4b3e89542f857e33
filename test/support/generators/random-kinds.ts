/** The kinds of random programs whose outcomes tests compare, by what they are called there. */
import { findJdk } from "../../../src/classfile/sources/jdk.ts";
import {
  guardedProgram,
  type RandomProgram,
  randomProgram,
} from "../../../src/fuzz/generator/program.ts";

export type ProgramMaker = (seed: number) => RandomProgram;

/** `isJdkUsed`: also those that need a JDK, where there is one. */
export function randomKinds(
  isJdkUsed = true,
): readonly (readonly [name: string, make: ProgramMaker])[] {
  const kinds: (readonly [string, ProgramMaker])[] = [
    ["anything", randomProgram],
    ["rules with exceptions", (seed) => guardedProgram(seed, false)],
  ];
  if (isJdkUsed && findJdk({}) !== null) {
    kinds.push(["the concurrent library", (seed) => guardedProgram(seed, true)]);
  }
  return kinds;
}
