/**
 * The states of a cycle are examined again after the whole cycle has been explored, when their objects are no
 * longer in memory. Objects behind words that are read without effect must be kept for that, too.
 */
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { compileJava, installedJdk } from "../../support/java.ts";
import { deadwood } from "../support.ts";

vi.setConfig({ testTimeout: 60_000 });

describe.skipIf(installedJdk === null)("objects that only dead words reach", () => {
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
