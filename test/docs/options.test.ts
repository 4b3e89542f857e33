/** The options that the documents name are those that the commands have, and none is left unsaid. */
import { describe, expect, test } from "vitest";
import { allCommands } from "../../src/cli/all-commands.ts";
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

const COMMANDS = allCommands().map(({ name }) => name);

/** What every command has is described in one place. */
const COMMON = "docs/command-line.md";

/** Every command has the first. The next belong to `npm run fuzz:input`, the others to `node --test` and to `jar`. */
const OF_OTHERS = new Set([
  "--help",
  "--count",
  "--jvm",
  "--test",
  "--test-reporter",
  "--create",
  "--file",
]);

/** What each command's own document must name. The options that say how a program is started are in docs/usage.md. */
const DOCUMENTED: readonly (readonly [string, readonly string[]])[] = [
  ["check", ["docs/usage.md", "docs/check-report.md", "docs/heap.md", "docs/options.md"]],
  [
    "explore",
    ["docs/explore.md", "docs/usage.md", "docs/check-report.md", "docs/heap.md", "docs/options.md"],
  ],
  ["explain", ["docs/explain.md", "docs/usage.md"]],
  ["fuzz", ["docs/fuzz.md"]],
  ["reduce", ["docs/reduce.md"]],
  ["compare", ["docs/compare.md", "docs/usage.md", "docs/check-report.md", "docs/options.md"]],
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
  "docs/usage.md",
  "docs/options.md",
  "docs/getting-started.md",
  "docs/cookbook.md",
  COMMON,
  "docs/configuration.md",
  ...DOCUMENTED.slice(1).flatMap(([, documents]) => documents[0]!),
])("%s names only options that some command has", async (document) => {
  const known = new Set<string>(OF_OTHERS);
  for (const command of COMMANDS) for (const option of await optionsOf(command)) known.add(option);
  expect([...named(document)].filter((option) => !known.has(option))).toEqual([]);
});

test("docs/mcp.md names the options of mcp, and no others", async () => {
  const options = await optionsOf("mcp");
  const said = named("docs/mcp.md");
  expect([...said].filter((option) => !options.has(option))).toEqual([]);
  for (const option of ["--help", ...named(COMMON), ...said]) options.delete(option);
  expect([...options]).toEqual([]);
  expect(said.size).toBeGreaterThan(2);
});
