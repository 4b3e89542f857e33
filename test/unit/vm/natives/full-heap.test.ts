/** A native that finds no room for its result is an OutOfMemoryError of the program. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DepthFirst } from "../../../../src/search/depth-first.ts";
import { compileJava, installedJdk } from "../../../support/java.ts";
import { machineOf, runToEnd } from "../../../support/machine.ts";
import { untilFound } from "../../../support/searches.ts";

const SOURCE = join(import.meta.dirname, "../../../cli/programs/TextsWithoutEnd.java");
const MINUTE = 60_000;

describe.skipIf(installedJdk === null)("with a full heap", () => {
  let compiled = { folder: "", remove: () => {} };

  beforeAll(() => {
    compiled = compileJava([SOURCE]);
  }, MINUTE);

  afterAll(() => compiled.remove());

  const program = (what: string) => ({
    mainClass: "TextsWithoutEnd",
    args: [what],
    classPath: compiled.folder,
    jdk: null,
    heapWords: 1 << 16,
    stackWords: 1 << 12,
  });

  test.each(["concat", "builder"])("%s throws", { timeout: MINUTE }, (what) => {
    const ran = machineOf(program(what));
    expect(runToEnd(ran)).toMatchObject({
      result: "finished",
      stderr: "",
      stdout: "Java heap space\n",
    });
    const checked = machineOf({ ...program(what), undo: true, checking: true });
    const search = new DepthFirst(checked.m, { states: 100, depth: 100 });
    // To print the message there may be no room either.
    const told = untilFound(search);
    if (told.kind === "violated") {
      expect(told.violation.message).toMatch(/^uncaught exception: java\.lang\.OutOfMemoryError/);
    } else {
      expect(told.kind).toBe("done");
    }
  });
});
