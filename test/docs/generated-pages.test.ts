/** The generated pages are those that the code as it is would generate. `npm run docs:update` writes them. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { blocksOf } from "./blocks.ts";
import { optionsPage } from "./pages/options-page.ts";
import { supportedJavaPage } from "./pages/supported-java-page.ts";
import { DOCUMENTS, ROOT, readDocument } from "./sources.ts";

const PAGES: Readonly<Record<string, () => string>> = {
  "options.md": optionsPage,
  "supported-java.md": supportedJavaPage,
};

describe.each(Object.entries(PAGES))("docs/%s", (name, write) => {
  test("is current", async () => {
    await expect(write()).toMatchFileSnapshot(`../../docs/${name}`);
  });

  test("has as many rows as there are facts", () => {
    const rows = write()
      .split("\n")
      .filter((line) => line.startsWith("| "));
    expect(rows.length).toBeGreaterThan(100);
  });
});

const EMBEDDING = DOCUMENTS.filter((document) =>
  blocksOf(readDocument(document)).some(({ file }) => file !== null),
);

test("a file is embedded somewhere", () => {
  expect(EMBEDDING).not.toEqual([]);
});

test.each(EMBEDDING)("%s shows its files as they are", (document) => {
  const text = readDocument(document);
  const lines = text.split("\n");
  for (const { file, from, to } of blocksOf(text).toReversed()) {
    if (file === null) continue;
    lines.splice(from, to - from, ...readDocument(file).trimEnd().split("\n"));
  }
  if (process.env["DEADWOOD_UPDATE"] === "1") writeFileSync(join(ROOT, document), lines.join("\n"));
  else expect(text).toBe(lines.join("\n"));
});
