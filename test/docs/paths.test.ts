/** Files that the documents name exist. */
import { expect, test } from "vitest";
import { DOCUMENTS, FILES, readDocument } from "./sources.ts";

const PATH = /(?<![\w/.-])((?:src|test|models|benchmarks|bin|docs)\/[\w./*-]*[\w*-])/g;
const FILE_NAME = /`((?:[\w-]+\/)*[\w-]+\.ts)`/g;

/** Documents name a test by its path without `.test.ts`, a folder by its path, and several files with a `*`. */
function exists(path: string): boolean {
  if (path.includes("*")) {
    const pattern = new RegExp(`^${path.replaceAll(".", "\\.").replaceAll("*", "[^/]*")}$`);
    return FILES.some((file) => pattern.test(file));
  }
  return FILES.some(
    (file) => file === path || file.startsWith(`${path}/`) || file === `${path}.test.ts`,
  );
}

/** What the documents name before it is made, or what only a build makes. */
const NOT_IN_THE_REPOSITORY =
  /^(?:benchmarks\/results\/|docs\/site\/dist|(?:src\/)?(?:main|test)\/java|src\/\*\.java)/;

test.each(DOCUMENTS)("%s names paths that exist", (document) => {
  const named = [...readDocument(document).matchAll(PATH)].map((match) => match[1]!);
  const missing = named.filter((path) => !NOT_IN_THE_REPOSITORY.test(path) && !exists(path));
  expect(missing).toEqual([]);
});

test.each(DOCUMENTS)("%s names files that exist", (document) => {
  const named = [...readDocument(document).matchAll(FILE_NAME)].map((match) => match[1]!);
  const missing = named.filter(
    (name) => !FILES.some((file) => file === name || file.endsWith(`/${name}`)),
  );
  expect(missing).toEqual([]);
});
