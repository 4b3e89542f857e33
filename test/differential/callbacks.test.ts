/**
 * Code of the program that the library calls: `compareTo`, an overridden
 * `start`, a function, a hook. Wherever it is called from, it runs like any
 * other code: others come between its steps, it may wait for them, and it may
 * throw, after which its thread goes on like any other.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { explore } from "../../src/fuzz/explore.ts";
import { DEFAULT_TEXTS } from "../../src/fuzz/outcomes.ts";
import { compiledForTests, installedJdk } from "../support/java.ts";
import { machineOf } from "../support/machine.ts";

const MINUTES = 60_000;
const RUNS = 20;
const SOURCE = join(import.meta.dirname, "callbacks", "Callbacks.java");
const compiled = compiledForTests(SOURCE);

const names = [...readFileSync(SOURCE, "utf8").matchAll(/case "([^"]*)"/g)].map(
  ([, name]) => name!,
);

/** All that can come of each: Callbacks.java says what the numbers mean. */
const POSSIBLE = ["100", "101", "111", "200", "201", "211", "311", "400", "411"];

function found(name: string): string[] {
  const { m } = machineOf({
    mainClass: "Callbacks",
    args: [name],
    classPath: compiled.folder,
    heapWords: 1 << 21,
    stackWords: 1 << 13,
    undo: true,
    checking: true,
  });
  const result = m.fieldOffset("Callbacks", "result");
  const { outcomes, isComplete } = explore(m, 200_000, {
    ...DEFAULT_TEXTS,
    end: ({ H }) => `${H[result]}`,
  });
  expect(isComplete).toBe(true);
  return [...outcomes].toSorted();
}

describe.skipIf(installedJdk === null)("callbacks are interleaved, may block and may throw", () => {
  let seen: ReadonlyMap<string, readonly string[]> = new Map();

  beforeAll(() => {
    const output = execFileSync(
      join(installedJdk!.home, "bin", "java"),
      ["-cp", compiled.folder, "Callbacks", `${RUNS}`, ...names],
      { encoding: "utf8", timeout: 5 * MINUTES },
    );
    const lines = [...output.matchAll(/^([\w ]+) \[(.*)\]$/gm)];
    seen = new Map(lines.map(([, name, list]) => [name!, list!.split(", ")]));
  }, 5 * MINUTES);

  test.each(names)("%s", { timeout: 2 * MINUTES }, (name) => {
    expect(found(name)).toEqual(POSSIBLE);
    expect(POSSIBLE, "on a JVM").toEqual(expect.arrayContaining([...seen.get(name)!]));
  });
});
