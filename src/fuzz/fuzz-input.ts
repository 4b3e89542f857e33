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

/** Half of it holds the guard of every static field. */
const HEAP_WITH_GUARDS = STATIC_WORDS * 2;
/** Too small for the guards, so the machine assumes nothing about static fields. */
const HEAP_WITHOUT_GUARDS = 1 << 16;
/** For the many objects that the JDK's classes make. */
const LARGE_HEAP = 1 << 18;

export const inputOf = (program: RandomProgram): FuzzInput => ({
  classes: new Map(
    classesOf(program).map((each) => [each.toClassFile().name, each.toBytes()] as const),
  ),
  needsJdk: usesJdk(program),
  heapWords: heapFor(program),
});

function heapFor({ keepsInLocals, surroundings }: RandomProgram): number {
  if (keepsInLocals) return HEAP_WITH_GUARDS;
  return surroundings.needsLargeHeap === true ? LARGE_HEAP : HEAP_WITHOUT_GUARDS;
}
