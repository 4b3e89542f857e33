/**
 * Random sequences of operations on one object of java.util.concurrent, by two
 * threads: what each operation can give must be the same whether an operation
 * is a step or every access of the library is one. One thread alone, in a plain
 * run, gets what it gets from the JVM.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { diceOf } from "../../src/fuzz/generator/dice.ts";
import { explore } from "../../src/fuzz/outcomes/collect.ts";
import { DEFAULT_TEXTS, type Exploration } from "../../src/fuzz/outcomes/outcomes.ts";
import { findJdk, runJavac, VERSIONS } from "../conformance/support/jdks.ts";
import { machineOf, runToEnd } from "../support/machine.ts";

const SOURCE = join(import.meta.dirname, "library", "Sequences.java");
const MINUTES = 60_000;
/** Pairs of sequences for each kind of object. */
const PAIRS = Number(process.env["DEADWOOD_SEQUENCES"] ?? 1);
const SEED = Number(process.env["DEADWOOD_SEED"] ?? 20);
const LIMIT = 40_000;

/** Letters of the operations that each kind has. */
const KINDS: Readonly<Record<string, string>> = {
  ConcurrentHashMap: "abcdefghijklmn",
  ConcurrentSkipListMap: "abcdefghijklmn",
  ConcurrentLinkedQueue: "abcdefghijk",
  LinkedTransferQueue: "abcdefghijk",
  LinkedBlockingQueue: "abcdefghijk",
  PriorityBlockingQueue: "abcdefghijk",
  ConcurrentLinkedDeque: "abcdefgh",
  LinkedBlockingDeque: "abcdefgh",
  CopyOnWriteArrayList: "abcdefgh",
  CompletableFuture: "abcdefghi",
  Phaser: "abcdefg",
  AtomicStampedReference: "abcde",
};

/** Where a step was once too large: a failed attempt, all arrived, a future that another thread helps with. */
const FOUND = [
  ["AtomicStampedReference", "ca", "ec"],
  ["Phaser", "aa", "fe"],
  ["CompletableFuture", "fh", "ei"],
  ["CompletableFuture", "dg", "ad"],
];

function sequences(): string[][] {
  const dice = diceOf(SEED);
  const pick = (letters: string): string => letters.charAt(dice(letters.length));
  return Object.entries(KINDS).flatMap(([kind, letters]) =>
    Array.from({ length: PAIRS }, () => [
      kind,
      pick(letters) + pick(letters),
      pick(letters) + pick(letters),
    ]),
  );
}

const jdk = VERSIONS.map(findJdk).find((each) => each !== null) ?? null;

describe.skipIf(jdk === null)("sequences of operations", () => {
  let folder = "";

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "deadwood-sequences-"));
    runJavac(jdk!, ["--release", "17", "-d", folder, SOURCE]);
  }, MINUTES);

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  function search(args: readonly string[], realLibrary: boolean): Exploration {
    const { m } = machineOf({
      mainClass: "Sequences",
      args,
      classPath: folder,
      jdk: jdk!.home,
      heapWords: 1 << 20,
      stackWords: 1 << 12,
      undo: true,
      checking: true,
      realLibrary,
    });
    const at = m.fieldOffset("Sequences", "result");
    return explore(m, LIMIT, { ...DEFAULT_TEXTS, end: ({ H }) => m.text(H[at]!) });
  }

  test.each(Object.entries(KINDS))("%s in a plain run", { timeout: MINUTES }, (kind, letters) => {
    const program = { mainClass: "Sequences", args: [kind, letters + letters] };
    const java = execFileSync(
      join(jdk!.home, "bin", "java"),
      ["-cp", folder, program.mainClass, ...program.args],
      { encoding: "utf8" },
    );
    const ours = runToEnd(machineOf({ ...program, classPath: folder, jdk: jdk!.home }));
    expect(ours).toMatchObject({ exitCode: 0, stdout: java, stderr: "" });
  });

  test.each([...FOUND, ...sequences()])("%s %s %s", { timeout: 2 * MINUTES }, (...args) => {
    const whole = search(args, false);
    const fine = search(args, true);
    expect(whole.isComplete).toBe(true);
    expect([...fine.outcomes].filter((outcome) => !whole.outcomes.has(outcome))).toEqual([]);
    // Without sections, all from lock to unlock is one step: others cannot look at what is done in between.
    if (fine.isComplete && !/Blocking/.test(args.join())) {
      expect([...whole.outcomes].filter((outcome) => !fine.outcomes.has(outcome))).toEqual([]);
    }
  });
});
