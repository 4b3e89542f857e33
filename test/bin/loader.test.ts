/** The loader works with compiled code that fits, that is stale, that is missing and that is of another V8. */
import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BUILD_TIMEOUT, ROOT, requireBuild } from "../cli/built.ts";

const LOADER = join(ROOT, "bin/loader.cjs");
const directory = join(tmpdir(), `deadwood-loader-${process.pid}`);

const caches = (): string[] =>
  readdirSync(directory)
    .filter((name) => name.endsWith(".cache"))
    .map((name) => join(directory, name));

/** How V8 took the compiled code of each bundle, and whether the command line was loaded. */
function loaded(name: string, main: string): string {
  const script = `const { Loader } = require(${JSON.stringify(LOADER)});
    const loader = new Loader(${JSON.stringify(directory)});
    const kind = typeof loader.load("${name}").${main};
    const rejected = new Set([...loader.scripts.values()].map((each) => each.cachedDataRejected));
    process.stdout.write(kind + " " + [...rejected].map(String).join());`;
  return execFileSync(process.execPath, ["-e", script], { cwd: ROOT, encoding: "utf8" });
}

beforeAll(requireBuild, BUILD_TIMEOUT);

afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

const fresh = (): void => {
  rmSync(directory, { recursive: true, force: true });
  cpSync(join(ROOT, "dist/bundle"), directory, { recursive: true, preserveTimestamps: true });
};

test("uses the compiled code that the build leaves", () => {
  fresh();
  expect(loaded("deadwood.cjs", "main")).toBe("function false");
  expect(loaded("rare-commands.cjs", "mainWithRareCommands")).toBe("function false");
}, 30_000);

test("does not use code that is older than its bundle", () => {
  fresh();
  for (const cache of caches()) utimesSync(cache, 1, 1);
  expect(loaded("deadwood.cjs", "main")).toBe("function undefined");
}, 30_000);

test("does without code", () => {
  fresh();
  for (const cache of caches()) rmSync(cache);
  expect(loaded("deadwood.cjs", "main")).toBe("function undefined");
}, 30_000);

test("compiles the bundle where the code is of another V8", () => {
  fresh();
  for (const cache of caches()) {
    writeFileSync(cache, "not code at all, but long enough for a header");
  }
  expect(loaded("deadwood.cjs", "main")).toBe("function true");
}, 30_000);
