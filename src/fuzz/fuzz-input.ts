/**
 * A program to compare, as class files. Random programs are turned into this before anything else, and saved
 * differences are read back as this. From here on, the origin of the classes does not matter.
 */
import { STATIC_WORDS } from "../vm/memory/memory.ts";
import { classesOf, type RandomProgram, usesJdk } from "./generator/program.ts";

export interface FuzzInput {
  /** Class files by internal name. `Main` has the main method. */
  readonly classes: ReadonlyMap<string, Uint8Array>;
  /** The program uses library classes that are not modelled. */
  readonly needsJdk: boolean;
  readonly heapWords: number;
}

/** Half of it holds the guards of static fields. */
const HEAP_WITH_GUARDS = STATIC_WORDS * 2;
/** Too small for the guards, so the machine assumes nothing about static fields. */
const HEAP_WITHOUT_GUARDS = 1 << 16;
/** The JDK's classes create many objects. */
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
