/**
 * Machines for random programs: without a JDK where that will do, since there
 * are thousands of them, and with a heap that is large enough for the guards of
 * static fields, or not.
 */
import { classesOf, type RandomProgram, usesJdk } from "../../../src/fuzz/generator/program.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import type { Reduction } from "../../../src/vm/machine-options.ts";
import { STATIC_WORDS } from "../../../src/vm/memory/memory.ts";
import { machineOf, type TestMachine } from "../machine.ts";

/** Room for the guard of every static field in half of it. */
const ROOMY = STATIC_WORDS * 2;

export const randomMachine = (
  program: RandomProgram,
  reductions?: ReadonlySet<Reduction>,
): Machine => randomTestMachine(program, reductions).m;

/** The same with what it prints. */
export function randomTestMachine(
  program: RandomProgram,
  reductions?: ReadonlySet<Reduction>,
): TestMachine {
  return machineOf({
    mainClass: "Main",
    classes: classesOf(program),
    ...(usesJdk(program) ? {} : { jdk: null }),
    heapWords: program.keepsInLocals ? ROOMY : 1 << 16,
    stackWords: 1 << 12,
    undo: true,
    checking: true,
    ...(reductions === undefined ? {} : { reductions }),
  });
}
