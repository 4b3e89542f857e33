/**
 * A program to be compared, as class files: what random programs become before
 * anything is done with them, and what a saved difference is read back as. From
 * here on nothing depends on where the classes came from.
 */
import { STATIC_WORDS } from "../vm/memory/memory.ts";
import { classesOf, type RandomProgram, usesJdk } from "./generator/program.ts";

export interface FuzzInput {
  /** Class files by internal name. `Main` has the main method. */
  readonly classes: ReadonlyMap<string, Uint8Array>;
  /** It uses library classes that are not modelled. */
  readonly needsJdk: boolean;
  readonly heapWords: number;
}

/** Room for the guard of every static field in half of it. */
const ROOMY = STATIC_WORDS * 2;
/** Not enough for the guards: what they would say is then not assumed. */
const NARROW = 1 << 16;
/** The JDK's own classes make more objects. */
const LARGE = 1 << 18;

export const inputOf = (program: RandomProgram): FuzzInput => ({
  classes: new Map(
    classesOf(program).map((each) => [each.toClassFile().name, each.toBytes()] as const),
  ),
  needsJdk: usesJdk(program),
  heapWords: program.keeps ? ROOMY : program.world === "concurrent" ? LARGE : NARROW,
});
