/**
 * Pools, timers and what threads offer: each trial is run many times on a real
 * JVM, and every outcome seen there must be among those that the search finds;
 * and the search must find all that can happen and nothing else.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { explore } from "../../src/fuzz/outcomes/collect.ts";
import { DEFAULT_TEXTS } from "../../src/fuzz/outcomes/outcomes.ts";
import { findJdk, type Jdk, runJavac, VERSIONS } from "../conformance/support/jdks.ts";
import { machineOf } from "../support/machine.ts";
import { isLong, sample } from "../support/size.ts";

const RUNS = isLong ? 30 : 15;
const MINUTES = 60_000;
const SOURCES = join(import.meta.dirname, "pools");

const jdks = VERSIONS.map(findJdk).filter((jdk) => jdk !== null);

/** All outcomes there are. Time is abstract: a delay may be over at any moment, also at once. */
const POSSIBLE: Readonly<Record<string, readonly number[]>> = {
  race: [1, 2],
  oneWorker: [2],
  whoRuns: [1, 2],
  workerRuns: [2],
  concurrent: [0, 10, 11],
  exception: [1],
  cancel: [1, 2],
  completer: [2],
  managedBlock: [3],
  streamSum: [6],
  streamRace: [1, 2],
  supply: [5],
  submitters: [123, 132, 213, 231, 312, 321],
  compensation: [2],
  nested: [7],
  ownWorkers: [71],
  streamInPool: [3],
  quiescence: [0, 1, 2],
  stop: [11, 12],
  sameDelay: [12],
  twoThreads: [12, 21],
  byDelay: [123],
  afterSleep: [12, 21],
  cancelled: [1, 2, 3],
  policy: [1, 2],
  periodic: [11],
  timerOrder: [12],
  timerCancel: [1, 2],
  timerPeriod: [11],
  onTimeout: [1, 2],
  orTimeout: [1],
  interruptSleep: [0, 1],
  interruptWait: [1],
  interruptJoin: [1],
  interruptLock: [1],
  interruptCondition: [1],
  interruptOthers: [4],
  interruptQueues: [3],
  interruptRare: [4],
  interruptPark: [1],
  timedJoin: [0, 1],
  states: [1205, 1305],
  waitingStates: [111, 114, 115, 131, 134, 135, 311, 314, 315, 331, 334, 335],
  handlers: [123],
  locals: [1756],
  groups: [10, 20],
  daemons: [1],
  updaters: [221, 222],
  cancelSeenInside: [0, 1, 2, 3],
  cancelSeenOutside: [2, 4, 5, 6, 7],
  nowhere: [0, 1],
  prestarted: [0, 1],
  afterExecuteThrows: [2],
  dueAtShutdown: [2],
  delayedAtShutdown: [0, 1, 3],
  droppedAtShutdown: [1],
  scheduledAtShutdown: [1, 2],
  allInTheCaller: [11, 20],
};
const names = Object.keys(POSSIBLE);
/** Most are much the same on all JDKs: those after the first are asked about some, except in a long run. */
const namesFor = (jdk: Jdk): readonly string[] => (jdk === jdks[0] ? names : sample(names, 12));

/** The outcomes on all paths. */
function explored(name: string, classPath: string, jdk: Jdk): number[] {
  const { m } = machineOf({
    mainClass: "TrialOnce",
    args: [name],
    classPath,
    jdk: jdk.home,
    undo: true,
    checking: true,
  });
  const result = m.fieldOffset("TrialOnce", "result");
  const { outcomes, isComplete } = explore(m, 500_000, {
    ...DEFAULT_TEXTS,
    end: ({ H }) => `${H[result]}`,
  });
  expect(isComplete).toBe(true);
  expect([...m.approximations]).toEqual([]);
  return [...outcomes].map(Number).toSorted((a, b) => a - b);
}

describe.each(jdks)("outcomes seen on Java $version are among those found", (jdk) => {
  let folder = "";
  const seen = new Map<string, readonly number[]>();

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "deadwood-pools-"));
    const files = readdirSync(SOURCES).map((file) => join(SOURCES, file));
    runJavac(jdk, ["--release", "17", "-d", folder, ...files]);
    const output = execFileSync(
      join(jdk.home, "bin", "java"),
      ["-cp", folder, "TrialOften", `${RUNS}`, ...namesFor(jdk)],
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

  test.each(namesFor(jdk))("%s", { timeout: 2 * MINUTES }, (name) => {
    const found = explored(name, folder, jdk);
    const missing = seen.get(name)!.filter((outcome) => !found.includes(outcome));
    expect(missing, `found ${found.join(", ")}`).toEqual([]);
    expect(found).toEqual(POSSIBLE[name]);
  });
});
