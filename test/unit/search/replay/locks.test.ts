/**
 * Where a replay looks for the locks that threads hold is all that there is: after every step of random schedules,
 * a search of the whole heap finds the same, in the same order.
 */
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { Random } from "../../../../src/core/random.ts";
import { judge, Moves } from "../../../../src/search/judge.ts";
import { heldLocks, lockOfGate } from "../../../../src/search/properties/held-locks.ts";
import { KEEPS_LOCKS } from "../../../../src/search/replay/lock-history.ts";
import { Recorder } from "../../../../src/search/replay/replay.ts";
import { Stop } from "../../../../src/vm/interpreter/stop.ts";
import type { Machine } from "../../../../src/vm/machine.ts";
import { compiledForTests, installedJdk } from "../../../support/java.ts";
import { machineOf, type TestProgram } from "../../../support/machine.ts";

const SEEDS = 6;
const MOST_STEPS = 400;

const machineFor = (program: TestProgram): Machine =>
  machineOf({ heapWords: 1 << 20, stackWords: 1 << 14, undo: true, checking: true, ...program }).m;

interface Seen {
  /** Steps after which the history has asked what their thread holds. */
  readonly asked: number;
  /** So many locks were held by one thread at most. */
  readonly most: number;
  readonly kinds: ReadonlySet<string>;
  readonly collections: number;
}

/** Compares after each step of random schedules. */
function compare(program: TestProgram): Seen {
  let asked = 0;
  let most = 0;
  let collections = 0;
  const kinds = new Set<string>();
  for (let seed = 1; seed <= SEEDS; seed++) {
    const random = new Random(seed);
    const m = machineFor(program);
    const recorder = new Recorder(m, null, undefined);
    const moves = new Moves();
    let stop: Stop = Stop.visible;
    for (let i = 0; i < MOST_STEPS && judge(m, stop, moves) === "moves"; i++) {
      const step = moves.stepAt(random.below(moves.count));
      stop = recorder.take(step, null);
      const held = compareState(m, recorder);
      const { holds, operations } = recorder.steps.at(-1)!;
      if (operations.some(({ kind }) => !KEEPS_LOCKS.has(kind))) {
        asked++;
        const own = heldLocks(m, step.thread).map(({ object }) => recorder.names.object(object));
        expect(new Set(holds.map(({ target }) => target))).toEqual(new Set(own));
      }
      most = Math.max(most, held.length);
      for (const kind of held) kinds.add(kind);
    }
    collections += m.collections;
  }
  return { asked, most, kinds, collections };
}

/** What all threads hold, by kind, of the thread that holds most. */
function compareState(m: Machine, { locks }: Recorder): string[] {
  let most: string[] = [];
  for (let thread = 0; thread < m.threadCount; thread++) {
    const searched = heldLocks(m, thread);
    expect(heldLocks(m, thread, locks.index)).toEqual(searched);
    for (const { object } of searched) {
      expect(lockOfGate(m, object, locks.index)).toBe(lockOfGate(m, object));
    }
    if (searched.length > most.length) most = searched.map(({ kind }) => kind);
  }
  return most;
}

describe("bundled programs", () => {
  test.each([
    { program: "DiningPhilosophers naive 3 2", kinds: ["monitor"] },
    { program: "BankTransfer crossed 2 2 1", kinds: ["monitor"] },
    { program: "NestedMonitor nested", kinds: ["monitor"] },
    { program: "BoundedBuffer notify 1 2 2 1", kinds: [] },
    { program: "SleepingBarber", kinds: [] },
    { program: "ReadersWriters", kinds: [] },
    { program: "VirtualServer", kinds: [] },
  ])("$program", ({ program, kinds }) => {
    const [mainClass = "", ...args] = program.split(" ");
    const seen = compare({ mainClass, args });
    expect(seen.asked).toBeGreaterThan(SEEDS);
    expect([...seen.kinds]).toEqual(kinds);
  });
});

describe.skipIf(installedJdk === null)("every kind of lock", () => {
  const compiled = compiledForTests(resolve(import.meta.dirname, "Locking.java"));
  const compareCase = (name: string, more: Partial<TestProgram> = {}): Seen =>
    compare({ mainClass: "Locking", args: [name], classPath: compiled.folder, ...more });

  test.each([
    { name: "readWrite", kinds: ["lock", "monitor", "read lock"] },
    { name: "semaphore", kinds: ["lock"] },
    // A stamp belongs to no thread.
    { name: "stamped", kinds: [] },
    { name: "condition", kinds: ["lock"] },
    { name: "wait", kinds: ["monitor"] },
    { name: "kept", kinds: ["lock", "read lock"] },
  ])("$name", ({ name, kinds }) => {
    const seen = compareCase(name);
    expect(seen.asked).toBeGreaterThan(SEEDS);
    expect([...seen.kinds].toSorted()).toEqual(kinds);
  });

  test.each(["monitors", "locks"])("more %s than a thread's record lists", (name) => {
    expect(compareCase(name).most).toBeGreaterThan(4);
  });

  test("locks that move, and others that are collected", () => {
    expect(compareCase("garbage").collections).toBeGreaterThan(SEEDS);
  });

  test.each(["locks", "readWrite", "condition"])("the JDK's own: %s", (name) => {
    expect(compareCase(name, { hidesModels: true }).kinds).toContain("lock");
  });
});
