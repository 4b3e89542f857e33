/**
 * Java serialization: what is written to a byte array and read back is what it
 * is on a JVM, for classes of the program and of the library (our models among
 * them). What does not work is refused by name.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { UnsupportedFeatureError } from "../../src/core/errors.ts";
import { explore } from "../../src/fuzz/outcomes/collect.ts";
import { DEFAULT_TEXTS } from "../../src/fuzz/outcomes/outcomes.ts";
import { compiledForTests, installedJdk } from "../support/java.ts";
import { machineOf, runToEnd } from "../support/machine.ts";

vi.setConfig({ testTimeout: 120_000 });

const compiled = compiledForTests(join(import.meta.dirname, "serialization", "Serialized.java"));
const program = (...args: readonly string[]) => ({
  mainClass: "Serialized",
  args,
  classPath: compiled.folder,
  jdk: installedJdk!.home,
  // Its settings say which digest makes the numbers of classes that have none.
  properties: [["java.home", installedJdk!.home]] as const,
});

describe.skipIf(installedJdk === null)("serialization", () => {
  test("gives the objects that it gives on a JVM", () => {
    const java = join(installedJdk!.home, "bin", "java");
    const expected = execFileSync(java, ["-cp", compiled.folder, "Serialized"], {
      encoding: "utf8",
    });
    expect(expected.split("\n").length).toBeGreaterThan(35);
    const ours = runToEnd(machineOf(program()));
    expect(ours.stdout.split("\n")).toEqual(expected.split("\n"));
    expect(ours.stderr).toBe("");
  });

  // By the last, final fields are written when others can see them.
  test.each([
    ["lock", ["2"]],
    ["queue", ["12"]],
    ["leak", ["-1", "0", "5"]],
  ])("gives a copy that works: %s", (name, expected) => {
    const { m } = machineOf({ ...program(name), undo: true, checking: true });
    const result = m.fieldOffset("Serialized", "result");
    const { outcomes, isComplete } = explore(m, 20_000, {
      ...DEFAULT_TEXTS,
      end: ({ H }) => `${H[result]}`,
    });
    expect(isComplete).toBe(true);
    expect([...outcomes].toSorted()).toEqual(expected);
  });

  test("refuses a lambda by name", () => {
    const run = (): unknown => runToEnd(machineOf(program("lambda")));
    expect(run).toThrow(UnsupportedFeatureError);
    expect(run).toThrow(/serialization of the lambda Serialized\$\$Lambda\$\w+ is not supported/);
  });
});
