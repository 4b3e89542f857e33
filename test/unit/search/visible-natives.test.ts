/** Natives that look at what others can change are steps of their own. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DepthFirst } from "../../../src/search/depth-first.ts";
import { compileJava, installedJdk } from "../../support/java.ts";
import { machineOf } from "../../support/machine.ts";
import { firstViolation } from "../../support/searches.ts";

const MINUTE = 60_000;

describe.skipIf(installedJdk === null)("natives between two steps", () => {
  let compiled = { folder: "", remove: () => {} };

  beforeAll(() => {
    compiled = compileJava([join(import.meta.dirname, "programs", "VisibleNatives.java")]);
  }, MINUTE);

  afterAll(() => compiled.remove());

  test.each(["CloneBetween", "ReflectionBetween", "SharedByReflection"])(
    "%s",
    { timeout: MINUTE },
    (mainClass) => {
      const { m } = machineOf({
        mainClass,
        classPath: compiled.folder,
        jdk: installedJdk!.home,
        heapWords: 1 << 18,
        stackWords: 1 << 12,
        undo: true,
        checking: true,
      });
      const explorer = new DepthFirst(m, { states: 100_000, depth: 10_000 });
      expect(firstViolation(explorer)?.message).toContain("AssertionError");
    },
  );
});
