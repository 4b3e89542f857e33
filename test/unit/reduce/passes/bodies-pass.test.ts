/** How many questions the pass over bodies asks. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPieces } from "../../../../src/classfile/editing/fragments.ts";
import { JdkSource } from "../../../../src/classfile/sources/jdk.ts";
import { readInput } from "../../../../src/reduce/files/input.ts";
import { bytesOf, type ProgramFiles } from "../../../../src/reduce/items/program-files.ts";
import { BODIES_PASS } from "../../../../src/reduce/passes/bodies-pass.ts";
import { compileJava, installedJdk } from "../../../support/java.ts";

const SUMS = join(import.meta.dirname, "Sums.java");
const INVOKESTATIC = 0xb8;
const NEEDED = 8;

/** How often a method is called. */
function callsOf(called: string, [file]: ProgramFiles): number {
  const { methods, bytes, constants } = readPieces(file!.bytes, file!.path);
  const uses = methods.flatMap(({ code }) => [...(code?.code?.uses ?? [])]);
  return uses.filter((at) => {
    const index = (bytes[at]! << 8) | bytes[at + 1]!;
    return bytes[at - 1] === INVOKESTATIC && constants.member(index).name === called;
  }).length;
}

test.skipIf(installedJdk === null)(
  "what is needed is asked for once in a round, not once for each that goes",
  async () => {
    const { folder, remove } = compileJava([SUMS]);
    const files = readInput(folder).classes.map(({ path, pieces }) => ({
      path,
      bytes: pieces.bytes,
    }));
    remove();
    expect([callsOf("need", files), callsOf("waste", files)]).toEqual([NEEDED, NEEDED]);
    let questions = 0;
    const left = await BODIES_PASS.run(files, {
      ask: (asked) => {
        questions++;
        return Promise.resolve(callsOf("need", asked) === NEEDED);
      },
      expect: () => {},
      libraries: new JdkSource(installedJdk!.home),
      signal: new AbortController().signal,
      mustStay: () => false,
    });
    expect([callsOf("need", left), callsOf("waste", left)]).toEqual([NEEDED, 0]);
    expect(bytesOf(left)).toBeLessThan(bytesOf(files));
    // Both halves, and in the last round the one that is left; some more for the other methods.
    expect(questions).toBeLessThan(NEEDED * 5);
  },
);
