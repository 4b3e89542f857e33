/** The options that the documents name are those that the commands have, and none is left unsaid. */
import { describe, expect, test } from "vitest";
import { deadwood } from "../cli/support.ts";
import { readDocument } from "./sources.ts";

const OPTION = /(?<![\w-])--[a-z][a-z-]*[a-z]/g;

async function optionsOf(command: string): Promise<Set<string>> {
  const { out } = await deadwood([command, "--help"]);
  const lines = out.split("\n").filter((line) => /^ {2}-/.test(line));
  return new Set(lines.map((line) => line.match(OPTION)?.[0] ?? line));
}

const named = (...documents: readonly string[]): Set<string> =>
  new Set(documents.flatMap((each) => readDocument(each).match(OPTION) ?? []));

const COMMANDS = [
  "run",
  "check",
  "replay",
  "explain",
  "compare",
  "fuzz",
  "reduce",
  "doctor",
  "completion",
];

/** What every command has is described in one place. */
const COMMON = "docs/command-line.md";

/** Every command has the first; the others belong to `npm run fuzz:input`, which docs/fuzz.md describes too. */
const OF_OTHERS = new Set(["--help", "--count", "--jvm"]);

/** What each command's own document must name. The options that say how a program is started are in the README. */
const DOCUMENTED: readonly (readonly [string, readonly string[]])[] = [
  ["check", ["README.md", "docs/check-report.md", "docs/heap.md"]],
  ["explain", ["docs/explain.md", "README.md"]],
  ["fuzz", ["docs/fuzz.md"]],
  ["reduce", ["docs/reduce.md"]],
  ["compare", ["docs/compare.md", "README.md", "docs/check-report.md"]],
];

describe.each(DOCUMENTED)("%s", (command, documents) => {
  test("has no option that its documents leave out", async () => {
    const options = await optionsOf(command);
    expect(options.size).toBeGreaterThan(10);
    const said = named(COMMON, "docs/configuration.md", ...documents);
    const unsaid = [...options].filter((option) => !said.has(option) && option !== "--help");
    expect(unsaid).toEqual([]);
  });
});

test.each([
  "README.md",
  COMMON,
  "docs/configuration.md",
  ...DOCUMENTED.slice(1).flatMap(([, documents]) => documents[0]!),
])("%s names only options that some command has", async (document) => {
  const known = new Set<string>(OF_OTHERS);
  for (const command of COMMANDS) for (const option of await optionsOf(command)) known.add(option);
  expect([...named(document)].filter((option) => !known.has(option))).toEqual([]);
});
