/** CONTRIBUTING.md: the table "To change X, open Y" names files and tables that exist. */
import { describe, expect, test } from "vitest";
import { FILES, readDocument } from "./sources.ts";

const CHANGES = [
  "a native method",
  "a library operation as one step",
  "a store",
  "a property",
  "a strategy",
  "a column of compare",
  "the rendering of a trace step",
  "a reduce pass",
  "what counts as observable",
  "a report format",
  "a tool for language models",
  "a reduction",
  "a dead-variable reduction",
];

interface Row {
  readonly change: string;
  readonly paths: readonly string[];
  readonly names: readonly string[];
}

const inCode = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1]!);

function rows(): Row[] {
  const text = readDocument("CONTRIBUTING.md");
  const section = text.slice(
    text.indexOf("## To change X, open Y"),
    text.indexOf("## Where things are"),
  );
  const lines = section.split("\n").filter((line) => line.startsWith("| "));
  return lines.slice(2).map((line) => {
    const [, change = "", paths = "", names = ""] = line.split("|").map((cell) => cell.trim());
    return { change, paths: inCode(paths), names: inCode(names) };
  });
}

test("the table answers the usual questions", () => {
  expect(rows().map(({ change }) => change)).toEqual(CHANGES);
});

describe.each(rows())("$change", ({ paths, names }) => {
  test("names one or two places that exist", () => {
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.length).toBeLessThanOrEqual(2);
    for (const path of paths) {
      const isThere = FILES.some((file) => file === path || file.startsWith(`${path}/`));
      expect(isThere, path).toBe(true);
    }
  });

  test("names what is declared there", () => {
    expect(names).not.toEqual([]);
    const text = FILES.filter(
      (file) =>
        file.endsWith(".ts") && paths.some((path) => file === path || file.startsWith(`${path}/`)),
    )
      .map((file) => readDocument(file))
      .join("\n");
    for (const name of names) {
      const declaration = new RegExp(`\\b(?:const|function|class|interface|type) ${name}\\b`);
      expect(text, name).toMatch(declaration);
    }
  });
});
