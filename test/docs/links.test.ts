/** Every relative link of a document leads to a file that exists, and to a heading of it; and every page is in the index. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { proseOf } from "./blocks.ts";
import { DOCUMENTS, ROOT, readDocument } from "./sources.ts";

const LINK = /\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g;

interface Link {
  readonly target: string;
  readonly path: string;
  readonly anchor: string | null;
}

/** Links may be broken over lines. Inline code contains none. */
function linksOf(document: string): Link[] {
  const text = proseOf(readDocument(document))
    .join("\n")
    .replaceAll(/`[^`]*`/g, "");
  return [...text.matchAll(LINK)]
    .map((match) => match[1] ?? match[2]!)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [file = "", anchor = null] = target.split("#");
      const path = file === "" ? document : relative(ROOT, join(ROOT, dirname(document), file));
      return { target, path, anchor };
    });
}

/** As GitHub makes the anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-");

function anchorsOf(document: string): Set<string> {
  const seen = new Map<string, number>();
  const anchors = new Set<string>();
  for (const line of proseOf(readDocument(document))) {
    const heading = /^#{1,6} (.+)$/.exec(line)?.[1];
    if (heading === undefined) continue;
    const anchor = anchorOf(heading);
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    anchors.add(count === 0 ? anchor : `${anchor}-${count}`);
  }
  return anchors;
}

test.each(DOCUMENTS)("the links of %s lead somewhere", (document) => {
  const broken = linksOf(document).filter(({ path, anchor }) => {
    if (!existsSync(join(ROOT, path))) return true;
    return anchor !== null && !(path.endsWith(".md") && anchorsOf(path).has(anchor));
  });
  expect(broken.map(({ target }) => target)).toEqual([]);
});

test("links and anchors were found", () => {
  const links = DOCUMENTS.flatMap(linksOf);
  expect(links.length).toBeGreaterThan(150);
  expect(links.filter(({ anchor }) => anchor !== null).length).toBeGreaterThan(20);
});

test("the index lists every page", () => {
  const listed = new Set(linksOf("docs/README.md").map(({ path }) => path));
  const pages = DOCUMENTS.filter(
    (each) => each.startsWith("docs/") && basename(each) !== "README.md",
  );
  expect(pages.filter((each) => !listed.has(each))).toEqual([]);
});

test("pictures are small", () => {
  const folder = join(ROOT, "docs/images");
  const sizes = readdirSync(folder).map((name) => ({
    name,
    size: statSync(join(folder, name)).size,
  }));
  expect(sizes.length).toBeGreaterThan(4);
  expect(sizes.filter(({ size }) => size > 160_000)).toEqual([]);
});

test.each([
  ["state: vectors, fingerprints and stores", "state-vectors-fingerprints-and-stores"],
  ["`search`", "search"],
  ["JSON (`--json FILE`)", "json---json-file"],
  ["How it works, in pictures", "how-it-works-in-pictures"],
])("the anchor of %s", (heading, anchor) => {
  expect(anchorOf(heading)).toBe(anchor);
});
