/** Java sources of tests, compiled by an installed JDK. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { findJdk, type Jdk, VERSIONS } from "../conformance/support/jdks.ts";

/** Null where there is none: tests that need one are skipped then. */
export const installedJdk: Jdk | null = VERSIONS.map(findJdk).find((each) => each !== null) ?? null;

const VERIFY = join(import.meta.dirname, "../../models/library/deadwood/Verify.java");

/** Compiles into a folder of its own; `remove` it in the end. */
export function compileJava(files: readonly string[]): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "deadwood-java-"));
  const javac = join(installedJdk!.home, "bin", "javac");
  // What it warns of is told only if it fails.
  execFileSync(javac, ["-g", "--release", "17", "-d", folder, ...files], { stdio: "pipe" });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Compiled before the tests of a file, with deadwood.Verify, and removed after them; where there is no JDK, nothing. */
export function compiledForTests(...sources: readonly string[]): { readonly folder: string } {
  const compiled = { folder: "", remove: (): void => {} };
  beforeAll(() => {
    if (installedJdk !== null) Object.assign(compiled, compileJava([...sources, VERIFY]));
  }, 60_000);
  afterAll(() => {
    compiled.remove();
  });
  return compiled;
}
