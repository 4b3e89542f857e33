/** Machines for random programs in tests, over the models and any JDK that is found. */
import { findJdk } from "../../src/classfile/jdk.ts";
import { inputOf } from "../../src/fuzz/fuzz-input.ts";
import { FuzzLibrary } from "../../src/fuzz/fuzz-machine.ts";
import { classesOf, type RandomProgram, usesJdk } from "../../src/fuzz/random-programs.ts";
import type { Machine } from "../../src/vm/machine.ts";
import type { Reduction } from "../../src/vm/machine-options.ts";
import { STATIC_WORDS } from "../../src/vm/memory.ts";
import { machineOf, modelLibrary, type TestMachine } from "./machine.ts";

let library: FuzzLibrary | undefined;

/** Opened once. */
export function fuzzLibrary(): FuzzLibrary {
  library ??= new FuzzLibrary(modelLibrary(), findJdk({}));
  return library;
}

export const randomMachine = (
  program: RandomProgram,
  reductions?: ReadonlySet<Reduction>,
): Machine =>
  fuzzLibrary().machineOf(inputOf(program), reductions === undefined ? {} : { reductions });

/** Room for the guard of every static field in half of it. */
const ROOMY = STATIC_WORDS * 2;

/** The same with what it prints. */
export function randomTestMachine(
  program: RandomProgram,
  reductions?: ReadonlySet<Reduction>,
): TestMachine {
  return machineOf({
    mainClass: "Main",
    classes: classesOf(program),
    ...(usesJdk(program) ? {} : { jdk: null }),
    heapWords: program.keeps ? ROOMY : 1 << 16,
    stackWords: 1 << 12,
    undo: true,
    checking: true,
    ...(reductions === undefined ? {} : { reductions }),
  });
}
