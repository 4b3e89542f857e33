/** The package as users install it: its size, its contents, and an example for each function it exports. */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BUILD_TIMEOUT, ROOT, requireBuild } from "../cli/built.ts";

const MAX_BYTES = 3 * 2 ** 20;
const folder = mkdtempSync(join(tmpdir(), "deadwood-package-"));
const modules = join(folder, "node_modules");
const installed = join(modules, "deadwood");

beforeAll(async () => {
  await requireBuild();
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: ROOT });
  mkdirSync(installed, { recursive: true });
  const tarball = join(folder, tarballName());
  execFileSync("tar", ["-xzf", tarball, "-C", installed, "--strip-components", "1"]);
  // What npm would install beside it.
  for (const name of ["java-class-tools", "bytebuffer", "long"]) {
    symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
  }
}, BUILD_TIMEOUT);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const tarballName = (): string =>
  readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "no tarball";

test("the tarball is small, and has no engine but the bundle's", () => {
  expect(statSync(join(folder, tarballName())).size).toBeLessThan(MAX_BYTES);
  expect(readdirSync(join(installed, "dist")).toSorted()).toEqual(["bundle", "pages", "types"]);
  expect(readdirSync(join(installed, "dist/pages"))).toEqual(
    expect.arrayContaining(["check.css", "check.js", "graphviz.js.deflate"]),
  );
  expect(readdirSync(join(installed, "dist/bundle")).every((name) => name.endsWith(".cjs"))).toBe(
    true,
  );
  const java = readdirSync(join(installed, "models"), { recursive: true, encoding: "utf8" });
  expect(java.filter((name) => name.startsWith("library/"))).toEqual([]);
});

test("each function does what its example says", () => {
  cpSync(join(ROOT, "test/api/examples.mjs"), join(folder, "examples.mjs"));
  const results: unknown = JSON.parse(
    execFileSync(process.execPath, ["examples.mjs"], { cwd: folder, encoding: "utf8" }),
  );
  expect(results).toEqual({
    run: ["ended", 0, "Hello, World!\n"],
    check: ["violated", ["deadlock"], "violated: deadlock: no thread can continue"],
    abort: ["incomplete", "aborted"],
    assertSafe: ["safe", "UnsafeProgramError"],
    replay: [true, "deadlock"],
    explain: [2, null],
    compare: [["none", "local"], 0],
    fuzz: "same",
    reduce: [true, true],
    mistake: ["E301_CLASS_NOT_FOUND", 2],
  });
}, 120_000);
