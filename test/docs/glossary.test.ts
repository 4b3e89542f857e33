/** Compares the glossary with the code: one entry for each word, and names that exist and mean one thing. */
import { describe, expect, test } from "vitest";
import { EXPORTS, readDocument } from "./sources.ts";

interface Entry {
  readonly words: readonly string[];
  readonly meaning: string;
  readonly names: readonly string[];
}

const entries: Entry[] = readDocument("docs/glossary.md")
  .split("\n")
  .filter(
    (line) => line.startsWith("| ") && !line.startsWith("| --- ") && !line.startsWith("| word "),
  )
  .map((line) => {
    const [, words = "", meaning = "", names = ""] = line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    return {
      words: words.split(", "),
      meaning,
      names: [...names.matchAll(/`(\w+)`/g)].map((match) => match[1]!),
    };
  });

const words = entries.flatMap((entry) => entry.words);

test("the table was found", () => {
  expect(entries.length).toBeGreaterThan(50);
  expect(entries.filter(({ meaning }) => meaning === "")).toEqual([]);
});

test("a word has one entry, and the entries are in alphabetical order", () => {
  const firsts = entries.map((entry) => entry.words[0]!);
  expect(firsts).toEqual(firsts.toSorted((a, b) => a.localeCompare(b, "en")));
  expect(new Set(words).size).toBe(words.length);
});

describe.each(entries.filter(({ names }) => names.length > 0))("$words", ({ names }) => {
  test.each(names)("%s is exported by one file", (name) => {
    const files = EXPORTS.filter((each) => each.name === name && each.kind !== "value").map(
      ({ file }) => file,
    );
    expect(files).toHaveLength(1);
  });
});

test("no two files export a type of the same name", () => {
  const files = new Map<string, Set<string>>();
  for (const { name, kind, file } of EXPORTS) {
    if (kind === "value") continue;
    files.set(name, (files.get(name) ?? new Set()).add(file));
  }
  const shared = [...files].filter(([, where]) => where.size > 1).map(([name]) => name);
  expect(shared).toEqual([]);
});
