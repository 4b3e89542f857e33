/**
 * Operations of java.util.concurrent as one step each: every outcome that a
 * real JVM shows must still be found, and where the search over the library's
 * single accesses is small enough to be made too, both must find the same.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { explore } from "../../src/fuzz/outcomes/collect.ts";
import { DEFAULT_TEXTS, type Exploration } from "../../src/fuzz/outcomes/outcomes.ts";
import { REDUCTIONS, type Reduction } from "../../src/vm/machine-options.ts";
import { findJdk, runJavac, VERSIONS } from "../conformance/support/jdks.ts";
import { machineOf } from "../support/machine.ts";
import { sized } from "../support/size.ts";

const RUNS = sized("DEADWOOD_JVM_RUNS", 100, 1000);
const MINUTES = 60_000;
const SOURCES = join(import.meta.dirname, "library");
/** Of the experiments with plain memory. */
const COMMON = ["Experiment", "Once", "Often"].map((name) =>
  join(import.meta.dirname, "programs", `${name}.java`),
);

const jdk = VERSIONS.map(findJdk).find((each) => each !== null) ?? null;

/** All that can happen: no more and no less must be found. */
const POSSIBLE: Readonly<Record<string, readonly number[]>> = {
  Maps$CheckThenAct: [11, 12, 21, 22],
  Maps$PutIfAbsent: [11, 22],
  Maps$ComputeIfAbsent: [111, 122],
  Maps$ComputeAside: [1, 51, 101, 151, 3000, 3001, 3050, 3051, 3101, 3151],
  Maps$Count: [0, 1, 10, 11],
  Maps$SkipListCount: [0, 1, 10, 11],
  Maps$Tree: [1000, 1001, 1010, 1011],
  Maps$Throwing: [101, 110, 111],
  Maps$Merge: [111],
  Maps$UnsteadyKey: [10, 101, 110],
  Maps$Iteration: [2, 3, 12, 13, 23, 123],
  Maps$Missed: [0, 1, 5, 15],
  Maps$MissedSorted: [0, 1, 5, 15],
  Maps$LaterOnly: [0, 1, 5, 15],
  Maps$MissedValue: [1, 2],
  Maps$MissedInDeque: [0, 1, 5, 15],
  Maps$Bulk: [0, 1, 10, 11],
  Maps$ForEachInto: [200, 210, 211],
  Maps$SkipList: [11, 21, 92],
  Maps$SkipListMerge: [15, 16, 26],
  Queues$Linked: [0, 1, 3, 10, 12, 13, 30, 31],
  Queues$Deque: [121, 321],
  Queues$Arrays: [123, 132, 312],
  Queues$Blocking: [10, 11, 120],
  Queues$BlockingDeque: [12],
  Queues$Priority: [101, 110, 111],
  Queues$Timed: [0, 1, 10, 11, 100, 101, 110, 111],
  Queues$Transfer: [1, 4, 14, 41],
  Queues$AddIfAbsent: [312, 321],
  Queues$Snapshot: [11, 12, 21, 121, 122],
  Queues$Equality: [1, 10, 11],
  Futures$Complete: [11, 22],
  Futures$Dependents: [1, 2, 12, 21, 51, 52, 152, 251, 512, 521],
  Futures$Stages: [30000, 31000, 31001, 32000, 32001, 32011, 33000, 33001, 33011, 33111],
  Futures$Combine: [42],
  Futures$AnyOf: [1, 2],
  Futures$Cancel: [1, 2],
  Futures$Impatient: [1, 2],
  Futures$Interrupted: [1, 2],
  Futures$MethodReference: [1, 2],
  Futures$Rendezvous: [213],
  Futures$Advance: [1012, 1022],
  Atomics$Update: [1111, 1211, 2111],
  Atomics$Stamped: [20, 111, 121, 131],
  Atomics$Markable: [101, 1000],
  Atomics$Adder: [3010, 3011],
  Atomics$Steps: [331, 332, 333],
};
const names = Object.keys(POSSIBLE);

/** Small enough to look at every access of the library. */
const SMALL = [
  "Maps$CheckThenAct",
  "Maps$PutIfAbsent",
  "Maps$ComputeIfAbsent",
  "Maps$UnsteadyKey",
  "Maps$Iteration",
  "Maps$Missed",
  "Maps$LaterOnly",
  "Maps$MissedInDeque",
  "Maps$ForEachInto",
  "Maps$Count",
  "Queues$Deque",
  "Queues$Blocking",
  "Queues$AddIfAbsent",
  "Queues$Snapshot",
  "Queues$Equality",
  "Futures$Complete",
  "Futures$Dependents",
  "Futures$Stages",
  "Futures$Interrupted",
  "Futures$MethodReference",
  "Atomics$Update",
  "Atomics$Stamped",
  "Atomics$Markable",
];

const numbers = ({ outcomes }: Exploration): number[] =>
  [...outcomes].map(Number).toSorted((a, b) => a - b);

describe.skipIf(jdk === null)("operations of the library as steps", () => {
  let folder = "";
  const seen = new Map<string, readonly number[]>();

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "deadwood-library-"));
    const files = readdirSync(SOURCES).map((file) => join(SOURCES, file));
    const options = ["--release", "17", "-d", folder];
    runJavac(jdk!, [...options, ...COMMON, ...files]);
    const output = execFileSync(
      join(jdk!.home, "bin", "java"),
      ["-cp", folder, "Often", `${RUNS}`, ...names],
      { encoding: "utf8" },
    );
    for (const line of output.trim().split("\n")) {
      const [, name, list] = /^([\w$]+) \[(.*)\]$/.exec(line)!;
      seen.set(name!, list!.split(", ").map(Number));
    }
  }, 5 * MINUTES);

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** Where one thread may stand for all, which states are seen depends on who sleeps. */
  const sleepless: ReadonlySet<Reduction> = new Set(REDUCTIONS.filter((name) => name !== "sleep"));

  function search(
    name: string,
    realLibrary: boolean,
    reductions: ReadonlySet<Reduction> = new Set(REDUCTIONS),
  ): Exploration {
    const { m } = machineOf({
      mainClass: "Once",
      args: [name],
      classPath: folder,
      jdk: jdk!.home,
      heapWords: 1 << 20,
      stackWords: 1 << 12,
      undo: true,
      checking: true,
      realLibrary,
      reductions,
    });
    const result = m.fieldOffset("Once", "result");
    const found = explore(m, 50_000, { ...DEFAULT_TEXTS, end: ({ H }) => `${H[result]}` });
    expect(found.isComplete).toBe(true);
    return found;
  }

  const searched = new Map<string, Exploration>();

  /** With operations of the library as steps. */
  function wholeSearch(name: string): Exploration {
    const whole = searched.get(name) ?? search(name, false);
    searched.set(name, whole);
    return whole;
  }

  test.each(names)("%s", { timeout: 2 * MINUTES }, (name) => {
    const found = numbers(wholeSearch(name));
    const missing = seen.get(name)!.filter((outcome) => !found.includes(outcome));
    expect(missing, `found ${found.join(", ")}`).toEqual([]);
    expect(found).toEqual(POSSIBLE[name]);
  });

  test.each(SMALL)("%s, access by access", { timeout: 2 * MINUTES }, (name) => {
    const whole = wholeSearch(name);
    const fine = search(name, true);
    expect(numbers(fine)).toEqual(numbers(whole));
    const { states } = search(name, false, sleepless);
    expect(states).toBeLessThanOrEqual(search(name, true, sleepless).states);
  });
});
