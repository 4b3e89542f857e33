/** Machines for random programs: small, and without a JDK where that will do, since there are thousands of them. */
import type { Machine } from "../../src/vm/machine.ts";
import { machineOf } from "./machine.ts";
import { classesOf, type RandomProgram, usesJdk } from "./random-programs.ts";

export function randomMachine(program: RandomProgram): Machine {
  return machineOf({
    mainClass: "Main",
    classes: classesOf(program),
    ...(usesJdk(program) ? {} : { jdk: null }),
    heapWords: 1 << 16,
    stackWords: 1 << 12,
    undo: true,
    checking: true,
  }).m;
}
