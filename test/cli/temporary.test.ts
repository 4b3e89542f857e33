/** Temporary directories: no signal may arrive at a moment when one would be left behind. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { INTERRUPTS } from "../../src/core/interrupts.ts";
import { temporaryDirectory } from "../../src/launch/temporary-directory.ts";
import { directoryOf } from "./support.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

const listeners = (): number[] => INTERRUPTS.map((signal) => process.listenerCount(signal));

test("signal handlers are installed before the directory exists", () => {
  const parent = directoryOf({});
  vi.stubEnv("TMPDIR", parent);
  const before = listeners();
  const thereAlready: string[][] = [];
  const note = (event: string | symbol): void => {
    if (INTERRUPTS.some((signal) => signal === event)) thereAlready.push(readdirSync(parent));
  };
  process.on("newListener", note);
  const { path, remove } = temporaryDirectory("test-");
  process.off("newListener", note);
  expect(existsSync(path)).toBe(true);
  expect(thereAlready).toEqual(INTERRUPTS.map(() => []));
  remove();
  expect(readdirSync(parent)).toEqual([]);
  expect(listeners()).toEqual(before);
});

test("a directory that cannot be made is reported, and no handler stays", () => {
  vi.stubEnv("TMPDIR", join(directoryOf({}), "missing"));
  const before = listeners();
  expect(() => temporaryDirectory("test-")).toThrow("make a directory in");
  expect(listeners()).toEqual(before);
});
