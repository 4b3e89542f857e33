/**
 * States of a cycle are looked at again when all of it has been seen, and their
 * objects are not in memory any more then. Also those behind words that are read
 * for nothing must be kept for that.
 */
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { compileJava, installedJdk } from "../../support/java.ts";
import { deadwood } from "../support.ts";

vi.setConfig({ testTimeout: 60_000 });

describe.skipIf(installedJdk === null)("objects that only dead words lead to", () => {
  let compiled: ReturnType<typeof compileJava> | null = null;

  beforeAll(() => {
    compiled = compileJava([
      "-cp",
      resolve(import.meta.dirname, "../../../models/library.jar"),
      join(import.meta.dirname, "../programs", "Keeps.java"),
    ]);
  });

  afterAll(() => compiled?.remove());

  test.each(["dynamic", "full"])("--dvr %s", async (dvr) => {
    const ran = await deadwood(["check", "-cp", compiled!.folder, "--dvr", dvr, "Keeps"]);
    expect(ran.out).toContain("safe: no schedule violates a property");
  });
});
