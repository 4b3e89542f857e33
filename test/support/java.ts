/** Java sources of tests, compiled by an installed JDK. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { cachedFolder } from "../conformance/support/cached-folder.ts";
import { findJdk, type Jdk, runJavac, VERSIONS } from "../conformance/support/jdks.ts";

/** Null where there is none: tests that need one are skipped then. */
export const installedJdk: Jdk | null = VERSIONS.map(findJdk).find((each) => each !== null) ?? null;

const VERIFY = join(import.meta.dirname, "../../models/library/deadwood/Verify.java");

/** Compiles into a folder of its own; `remove` it in the end. Options of javac may stand among the files. */
export function compileJava(
  files: readonly string[],
  debug: readonly string[] = ["-g"],
): { folder: string; remove: () => void } {
  const jdk = installedJdk!;
  const options = [...debug, "--release", "17"];
  const contents = files.flatMap((file) => [
    basename(file),
    existsSync(file) ? readFileSync(file) : "",
  ]);
  const compiled = cachedFolder([jdk.build, ...options, ...contents], (folder) =>
    runJavac(jdk, [...options, "-d", folder, ...files]),
  );
  const folder = mkdtempSync(join(tmpdir(), "deadwood-java-"));
  cpSync(compiled, folder, { recursive: true });
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
