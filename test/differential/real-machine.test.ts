/**
 * What a real JVM does the checker must know of: programs of two or three
 * threads are run two thousand times, and every outcome seen must be among
 * those that the search finds. Where there is no JDK there is nothing to
 * compare with.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findJdk, VERSIONS } from "../conformance/support/jdks.ts";
import { explore } from "../support/explore.ts";
import { machineOf } from "../support/machine.ts";

const RUNS = Number(process.env["DEADWOOD_JVM_RUNS"] ?? 2000);
const MINUTES = 60_000;
const SOURCES = join(import.meta.dirname, "programs");

const jdk = VERSIONS.map(findJdk).find((each) => each !== null) ?? null;

/** What sequentially consistent memory allows: no more and no less must be found. */
const POSSIBLE: Readonly<Record<string, readonly number[]>> = {
  Racy: [2, 3, 4],
  Locked: [3],
  Volatile: [1, 2, 10, 11, 12],
  Peterson: [2],
  Halves: [11, 12, 21, 22],
  StoreBuffering: [1, 10, 11],
  MessagePassing: [-1, 42],
  ReadTwice: [0, 1, 2, 11, 12, 22],
  Independent: [0, 1, 10, 11, 101, 111],
  Alive: [0, 1, 10, 11],
  Publication: [3, 17, 35],
  LazyTwice: [11, 21],
  DoubleChecked: [1],
  FinalLeak: [-1, 0, 7],
  NullRace: [0, 2000],
  IndexRace: [
    110, 112, 120, 121, 130, 201, 202, 203, 210, 212, 220, 221, 230, 312, 321, 1302, 1320, 2301,
    2310,
  ],
  HandOff: [3],
  Queue: [12, 21],
  Impatient: [1, 2],
  Interrupt: [1, 2, 3],
  Order: [123, 132, 213, 231, 312, 321],
  Joined: [1, 11],
};
const names = Object.keys(POSSIBLE);

/** The outcomes on all paths. */
function explored(name: string, classPath: string): number[] {
  const { m } = machineOf({
    mainClass: "Once",
    args: [name],
    classPath,
    jdk: null,
    heapWords: 1 << 18,
    stackWords: 1 << 12,
    undo: true,
    checking: true,
  });
  const result = m.fieldOffset("Once", "result");
  const { outcomes, isComplete } = explore(m, 1_000_000, ({ H }) => `${H[result]}`);
  expect(isComplete).toBe(true);
  return [...outcomes].map(Number).toSorted((a, b) => a - b);
}

describe.skipIf(jdk === null)("outcomes seen on a JVM are among those found", () => {
  let folder = "";
  const seen = new Map<string, readonly number[]>();

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "deadwood-experiments-"));
    const files = readdirSync(SOURCES).map((file) => join(SOURCES, file));
    execFileSync(join(jdk!.home, "bin", "javac"), ["--release", "17", "-d", folder, ...files]);
    const output = execFileSync(
      join(jdk!.home, "bin", "java"),
      ["-cp", folder, "Often", `${RUNS}`, ...names],
      { encoding: "utf8" },
    );
    for (const line of output.trim().split("\n")) {
      const [, name, list] = /^(\w+) \[(.*)\]$/.exec(line)!;
      seen.set(name!, list!.split(", ").map(Number));
    }
  }, 5 * MINUTES);

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(names)("%s", { timeout: 2 * MINUTES }, (name) => {
    const found = explored(name, folder);
    const missing = seen.get(name)!.filter((outcome) => !found.includes(outcome));
    expect(missing, `found ${found.join(", ")}`).toEqual([]);
    expect(found).toEqual(POSSIBLE[name]);
  });
});
