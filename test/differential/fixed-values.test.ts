/** Values that a JVM may choose differently in another run: a search that fixed one never says a bare `safe`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ExitCode } from "../../src/core/errors.ts";
import { deadwood } from "../cli/support.ts";
import { compiledForTests, installedJdk } from "../support/java.ts";
import { smallChecks } from "../support/small-checks.ts";

const SOURCE = join(import.meta.dirname, "fixed-values", "Fixed.java");
const compiled = compiledForTests(SOURCE);
const { check } = smallChecks(compiled);

const HASH = "an identity hash code";
const TABLE = "the iteration order of a hash table whose keys have identity hash codes";
const SALTED = "the iteration order of Set.of or Map.of";
const WEAK = "weakCompareAndSet, which may fail for no reason";

/** What each case has fixed; null where nothing can matter. */
const CASES: Readonly<Record<string, string | null>> = {
  "Random()": "a Random without a seed",
  "Random(1)": null,
  "subclass of Random": "a Random without a seed",
  "Math.random": "Math.random",
  ThreadLocalRandom: "ThreadLocalRandom",
  UUID: "UUID.randomUUID",
  "UUID of a name": null,
  SecureRandom: "SecureRandom",
  shuffle: "Collections.shuffle without a seed",
  "shuffle with a seed": null,
  "SplittableRandom()": "a SplittableRandom without a seed",
  "SplittableRandom(1)": null,
  hashCode: HASH,
  identityHashCode: HASH,
  "hashCode of an enum": HASH,
  "hashCode of a string": null,
  "Objects.hash": HASH,
  "hashCode of a list": HASH,
  "hashCode of a record": HASH,
  toString: HASH,
  "text with an object": HASH,
  print: null,
  map: null,
  "values of a map": TABLE,
  "values of a map of one": null,
  "strings in a set": null,
  "map with a class of its own": TABLE,
  "equals of sets": null,
  "enums in a set": TABLE,
  "enums in an EnumMap": null,
  "records in a set": TABLE,
  "own hashCode in a set": TABLE,
  "stream of a set": TABLE,
  LinkedHashSet: null,
  TreeSet: null,
  Hashtable: TABLE,
  WeakHashMap: TABLE,
  IdentityHashMap: TABLE,
  "IdentityHashMap of one": null,
  "Set.of two": SALTED,
  "Set.of one": null,
  "Set.of three": SALTED,
  "Set.of asked": null,
  "Set.copyOf": SALTED,
  "Map.of two": SALTED,
  "Map.of one": null,
  ConcurrentHashMap: TABLE,
  "ConcurrentHashMap asked": null,
  LongAdder: null,
  ConcurrentSkipListMap: null,
  invokeAll: SALTED,
  weakCompareAndSetPlain: WEAK,
  "weakCompareAndSet of a VarHandle": WEAK,
  compareAndSet: null,
  getenv: "System.getenv",
  "getenv()": "System.getenv",
  "os.name": "the system property os.name",
  "my.name": null,
  "standard input": "standard input",
  availableProcessors: "the number of processors",
};

/** The line of Fixed.java that a case begins in. */
function lineOf(name: string): number {
  const at = readFileSync(SOURCE, "utf8")
    .split("\n")
    .findIndex((line) => line.includes(`case "${name}"`));
  return at + 1;
}

describe.skipIf(installedJdk === null)("fixed values", () => {
  test.each(Object.entries(CASES))("%s", { timeout: 60_000 }, (name, source) => {
    const { end, approximations, fixedValues } = check("Fixed", [name]);
    expect({ end, approximations }).toEqual({ end: "done", approximations: [] });
    expect(new Set(fixedValues.map((value) => value.source))).toEqual(
      new Set(source === null ? [] : [source]),
    );
    // Named where the program uses it.
    for (const { place } of fixedValues)
      expect(place).toMatch(/^Fixed[$\w.<>]*\(Fixed\.java:\d+\)$/);
  });

  test("the place is the line that uses the value", () => {
    const [value] = check("Fixed", ["Math.random"]).fixedValues;
    expect(value?.place).toBe(`Fixed.main(Fixed.java:${lineOf("Math.random")})`);
  });

  test("a loop that another value would leave is no livelock", () => {
    const { end, fixedValues } = check("Fixed", ["spins for another hash"]);
    expect(end).toBe("done");
    expect(fixedValues).not.toEqual([]);
  });

  const run = async (...words: string[]) =>
    await deadwood(["check", "--jdk", installedJdk!.home, "-cp", compiled.folder, ...words]);

  test("without a word from the user the verdict is incomplete", async () => {
    const ran = await run("Fixed", "Math.random");
    expect(ran.exitCode).toBe(ExitCode.incomplete);
    expect(ran.out).toContain("Math.random at Fixed.main(Fixed.java:");
    expect(ran.out).toContain("--assume-fixed");
  });

  test("--assume-fixed accepts the values and says which", async () => {
    const ran = await run("--assume-fixed", "Fixed", "Math.random");
    expect(ran.exitCode).toBe(ExitCode.safe);
    expect(ran.out).toContain("safe: no schedule violates a property, given 1 fixed value");
    expect(ran.out).toContain("note: fixed here: Math.random at Fixed.main(Fixed.java:");
  });

  test("a program that fixes nothing is safe", async () => {
    const ran = await run("Fixed", "Random(1)");
    expect(ran.exitCode).toBe(ExitCode.safe);
    expect(ran.out).not.toContain("fixed");
  });
});
