/**
 * `npm ci` refuses a lock file that lacks an optional package, and npm leaves
 * those of other platforms out when the registry does not offer them. The lock
 * file must work on every platform that we support.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const ROOT = join(import.meta.dirname, "../../..");
const lock: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(
  readFileSync(join(ROOT, "package-lock.json"), "utf8"),
);
const packages = Object.entries(lock.packages).filter(([path]) => path !== "");

/** The entry that a dependency of the package at `path` resolves to. */
function resolved(path: string, name: string): Locked | undefined {
  const nested = lock.packages[`${path}/node_modules/${name}`];
  return nested ?? lock.packages[`node_modules/${name}`];
}

test("every optional package is listed", () => {
  const missing = packages.flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => resolved(path, name) === undefined),
  );
  expect(missing).toEqual([]);
});

test("every package has a version and a checksum", () => {
  const unsure = packages.filter(
    ([, each]) => each.version === undefined || each.integrity === undefined,
  );
  expect(unsure).toEqual([]);
});

/** Packages that hold compiled code, and what they are called for each platform. */
const NATIVE = ["@biomejs/biome", "oxlint", "oxlint-tsgolint", "rolldown", "typescript"];
const PLATFORMS = ["linux", "darwin", "win32"].flatMap((os) =>
  ["x64", "arm64"].map((cpu) => [os, cpu] as const),
);

describe.each(NATIVE)("%s", (name) => {
  test.each(PLATFORMS)("has code for %s on %s", (os, cpu) => {
    const { optionalDependencies = {} } = lock.packages[`node_modules/${name}`]!;
    const fitting = Object.keys(optionalDependencies)
      .map((each) => resolved(`node_modules/${name}`, each))
      .filter((each) => each?.os?.includes(os) === true && each.cpu?.includes(cpu) === true);
    expect(fitting).not.toEqual([]);
  });
});
