/**
 * A package that the tool depends on has work to do in what ships: something
 * reachable from an entry point imports it. An import in a file that only tests
 * use does not count, and neither does one of types.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const PAGES = join(ROOT, "src/pages");
/** The bundles: of the command line, of the library, and of the pages. */
const ENTRIES = [
  "src/cli/main.ts",
  "src/cli/rare-commands.ts",
  "src/index.ts",
  "src/pages/graphviz/worker.ts",
  ...readdirSync(PAGES).map((name) => `src/pages/${name}/main.tsx`),
];
/** `import … from`, `export … from` and `import(…)`, but not `import type`. */
const IMPORT = /(?:(?:import|export)\s+(?!type\b)[^;"']*?from\s*|import\s*\(?\s*)"([^"]+)"/g;

/** "@scope/name" of "@scope/name/file.js". */
const packageOf = (name: string): string =>
  name.startsWith("node:") ? name : (/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);

/** Names of the packages that the entry points import, directly or not. */
function importedPackages(): ReadonlySet<string> {
  const packages = new Set<string>();
  const files = ENTRIES.map((entry) => join(ROOT, entry)).filter((file) => existsSync(file));
  const seen = new Set(files);
  for (const file of seen) {
    for (const [, name = ""] of readFileSync(file, "utf8").matchAll(IMPORT)) {
      const target = resolve(dirname(file), name.replace(/\.js$/, ".ts"));
      if (!name.startsWith(".")) packages.add(packageOf(name));
      else if (existsSync(target)) seen.add(target);
    }
  }
  return packages;
}

const { dependencies }: { readonly dependencies: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(ROOT, "package.json"), "utf8"),
);

test.each(Object.keys(dependencies))("%s is used by what ships", (name) => {
  expect([...importedPackages()]).toContain(name);
});

test("what is imported is declared", () => {
  const declared = new Set(Object.keys(dependencies));
  const others = [...importedPackages()].filter((name) => !name.startsWith("node:"));
  expect(others.filter((name) => !declared.has(name))).toEqual([]);
});
