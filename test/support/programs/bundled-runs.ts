/** Runs of the bundled programs for tests that go through all of them, in memory as small as they need. */
import { findJdk } from "../../../src/classfile/sources/jdk.ts";
import { bundledProgramList } from "../../programs/manifest.ts";
import { bundledPrograms, machineOf, type TestMachine } from "../machine.ts";

export interface BundledRun {
  readonly program: string;
  /** With the arguments. */
  readonly name: string;
  /** False where it needs a JDK and there is none. */
  readonly canRun: boolean;
  /** A machine for a search, each time a new one. */
  readonly make: () => TestMachine;
}

/** Most runs of a program differ in sizes and in one line; the first is the plainest, the last the largest. */
export type WhichRuns = readonly ("first" | "last")[];

export function bundledRuns(which: WhichRuns = ["first", "last"]): BundledRun[] {
  const hasJdk = findJdk({}) !== null;
  return bundledProgramList().flatMap(({ name: program, runs, needsJdk: isLarge }) => {
    const wanted = new Set(which.map((each) => runs.at(each === "first" ? 0 : -1)!));
    return [...wanted].map(({ args, needsJdk }) => {
      const needs = isLarge || needsJdk === true;
      const make = (): TestMachine =>
        machineOf({
          mainClass: program,
          args,
          classPath: bundledPrograms(),
          ...(needs ? {} : { jdk: null }),
          heapWords: 1 << 20,
          stackWords: 1 << 13,
          undo: true,
          checking: true,
        });
      return { program, name: [program, ...args].join(" "), canRun: hasJdk || !needs, make };
    });
  });
}
