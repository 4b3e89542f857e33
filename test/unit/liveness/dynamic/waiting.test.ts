/** What keeps threads waiting where a path ends is read too, though no thread has read it. */
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { explore } from "../../../../src/fuzz/outcomes/collect.ts";
import { DEFAULT_TEXTS } from "../../../../src/fuzz/outcomes/outcomes.ts";
import { livenessOf } from "../../../../src/liveness/reductions.ts";
import type { Machine } from "../../../../src/vm/machine.ts";
import { compileJava, installedJdk } from "../../../support/java.ts";
import { machineOf } from "../../../support/machine.ts";

vi.setConfig({ testTimeout: 60_000 });

describe.skipIf(installedJdk === null)("threads that wait at the end of a path", () => {
  let compiled: ReturnType<typeof compileJava> | null = null;

  beforeAll(() => {
    compiled = compileJava([
      "-cp",
      resolve(import.meta.dirname, "../../../../models/library.jar"),
      join(import.meta.dirname, "programs", "Waits.java"),
    ]);
  });

  afterAll(() => compiled?.remove());

  const machine = (): Machine =>
    machineOf({
      mainClass: "Waits",
      classPath: compiled!.folder,
      heapWords: 1 << 18,
      stackWords: 1 << 14,
      undo: true,
      checking: true,
    }).m;

  test.each([true, false])("deadlocks are errors: %s", (deadlock) => {
    const outcomes = (dynamic: boolean): string[] => {
      const m = machine();
      const setup = {
        liveness: livenessOf("local", m),
        dynamic,
        judged: { deadlock, endless: true },
      };
      return [...explore(m, 10_000, DEFAULT_TEXTS, setup).outcomes].toSorted();
    };
    expect(outcomes(true)).toEqual(outcomes(false));
    expect(outcomes(true).join()).toContain("IllegalStateException");
  });
});
