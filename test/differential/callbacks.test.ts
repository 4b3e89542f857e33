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
import { explore } from "../../src/fuzz/outcomes/collect.ts";
import { DEFAULT_TEXTS } from "../../src/fuzz/outcomes/outcomes.ts";
import type { Machine } from "../../src/vm/machine.ts";
import { compiledForTests, installedJdk } from "../support/java.ts";
import { machineOf } from "../support/machine.ts";

const MINUTES = 60_000;
const RUNS = 20;
const SOURCE = join(import.meta.dirname, "callbacks", "Callbacks.java");
const compiled = compiledForTests(SOURCE, join(import.meta.dirname, "callbacks", "HeldLocks.java"));

const names = [...readFileSync(SOURCE, "utf8").matchAll(/case "([^"]*)"/g)].map(
  ([, name]) => name!,
);

/** All that can come of each: Callbacks.java says what the numbers mean. */
const POSSIBLE = ["100", "101", "111", "200", "201", "211", "311", "400", "411"];

/** The callback waits for another thread: whether that one waits for a lock that the library holds. */
const STUCK: Readonly<Record<string, boolean>> = {
  "interrupt and size": true,
  "interrupt and queue": false,
  "terminated and size": true,
  "start and size": false,
  "compare and size": true,
  "compute and put": true,
  "compute and get": false,
  "remove and add": true,
  "barrier and waiting": true,
};

function machineFor(mainClass: string, name: string): Machine {
  return machineOf({
    mainClass,
    args: [name],
    classPath: compiled.folder,
    heapWords: 1 << 21,
    stackWords: 1 << 13,
    undo: true,
    checking: true,
  }).m;
}

function found(name: string): string[] {
  const m = machineFor("Callbacks", name);
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

  test.each(Object.keys(STUCK))("%s", { timeout: 2 * MINUTES }, (name) => {
    const { outcomes, isComplete } = explore(machineFor("HeldLocks", name), 200_000);
    const keepsProgramAlive = [...outcomes].some((outcome) => outcome.startsWith("deadlock"));
    expect({ keepsProgramAlive, isComplete }).toEqual({
      keepsProgramAlive: STUCK[name],
      isComplete: true,
    });
  });
});
