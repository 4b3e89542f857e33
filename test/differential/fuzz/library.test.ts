/**
 * Random programs that use java.util.concurrent come to the same with our models and with
 * the JDK's own classes; models that are broken on purpose are found. After a change to a
 * model run thousands of them (docs/fuzz.md).
 */
import { describe, expect, test } from "vitest";
import { Campaign } from "../../../src/fuzz/campaign.ts";
import { programOf, type Task, tasksFrom } from "../../../src/fuzz/families/all-families.ts";
import { CONCURRENT_NAMES } from "../../../src/fuzz/families/concurrent/program.ts";
import type { Difference } from "../../../src/fuzz/find-differences.ts";
import { inputOf } from "../../../src/fuzz/fuzz-input.ts";
import { FuzzLibrary } from "../../../src/fuzz/fuzz-machine.ts";
import { textOf } from "../../../src/fuzz/generator/program.ts";
import { checkedOutcomes } from "../../../src/fuzz/outside-evidence.ts";
import { RealLibraryWitness } from "../../../src/fuzz/real-library.ts";
import { CONFIGURATIONS } from "../../../src/fuzz/search-configurations.ts";
import { type NativeTable, Outcome, pure } from "../../../src/vm/native-api/native-method.ts";
import { allNatives } from "../../../src/vm/natives/registry.ts";
import { type LibraryLines, libraryInput } from "../../support/generators/library-lines.ts";
import { modelLibrary } from "../../support/machine.ts";
import { fuzzLibrary, realFuzzLibrary } from "../../support/programs/fuzz-library.ts";
import { isLong, sized } from "../../support/size.ts";

const MINUTES = 60_000;
const PROGRAMS = sized("DEADWOOD_LIBRARY_PROGRAMS", 14, 1400);
const STATES = isLong ? 4000 : 1500;
const USUAL = CONFIGURATIONS.find(({ name }) => name === "default@local")!;

/** A method of the models that always gives the same, whatever it should. */
const always = (owner: string, method: string, value: number): NativeTable => ({
  ...allNatives,
  [owner]: {
    ...allNatives[owner],
    [method]: pure((m, args) => {
      m.S[args] = value;
      return Outcome.done;
    }),
  },
});

const JUC = "java/util/concurrent/";

/** Each with the first program that shows it. */
const BROKEN: readonly {
  readonly name: string;
  readonly natives: NativeTable;
  readonly task: Task;
}[] = [
  {
    name: "conditions: signals are lost",
    natives: always(
      "deadwood/internal/Gate",
      "signal(Ldeadwood/internal/Gate;Ldeadwood/internal/Gate;)V",
      0,
    ),
    task: { kind: "conditions", seed: 43 },
  },
  {
    name: "barriers: none is ever broken",
    natives: always(`${JUC}CyclicBarrier`, "isBroken()Z", 0),
    task: { kind: "barriers", seed: 17 },
  },
  {
    name: "futures: none is ever cancelled",
    natives: always(`${JUC}FutureTask`, "isCancelled()Z", 0),
    task: { kind: "futures", seed: 381 },
  },
  {
    name: "executors: none ever ends",
    natives: always(`${JUC}ThreadPoolExecutor`, "isTerminated()Z", 0),
    task: { kind: "executors", seed: 164 },
  },
  {
    name: "queues: nobody waits for what is offered",
    natives: always(`${JUC}SynchronousQueue`, "offer(Ljava/lang/Object;)Z", 0),
    task: { kind: "queues", seed: 188 },
  },
  {
    name: "timed: a latch is never waited for in vain",
    natives: always(`${JUC}CountDownLatch`, `await(JL${JUC}TimeUnit;)Z`, 1),
    task: { kind: "timed", seed: 11 },
  },
  {
    name: "interrupts: nobody was ever interrupted",
    natives: always("java/lang/Thread", "interrupted()Z", 0),
    task: { kind: "interrupts", seed: 1 },
  },
];

/** Each with an outcome that the JDK's own classes have, and the models did not. */
const FOUND: readonly {
  readonly name: string;
  readonly program: LibraryLines;
  readonly outcome: RegExp;
}[] = [
  {
    name: "a thread looks for the end of a task, and is interrupted when that has come",
    program: {
      objects: [["task", "FutureTask", "new(runnable, item)"]],
      threads: [["task.get() object"], ["task.run() void", "thread.interrupt() void"]],
    },
    outcome: /^end .*r0=11 /,
  },
  {
    name: "a task that another thread has is cancelled before that thread begins",
    program: {
      objects: [["task", "FutureTask", "new(runnable, item)"]],
      threads: [["task.run() void"], ["task.run() void", "task.cancel(boolean 0) boolean"]],
      tasks: [["n++"]],
    },
    outcome: /^end (?:Main.t\w+=#\d )*Main.r1=1 /,
  },
  {
    name: "who waits for a condition has the lock to read, too",
    program: {
      objects: [
        ["rw", "ReentrantReadWriteLock", "new()"],
        ["rd", "ReentrantReadWriteLock$ReadLock", "rw.readLock()"],
        ["wr", "ReentrantReadWriteLock$WriteLock", "rw.writeLock()"],
        ["cond", "Condition", "wr.newCondition()"],
      ],
      threads: [
        [
          [
            "wr.lock() void",
            "wr.unlock() void",
            "rd.tryLock() boolean",
            "cond.await(long 1, unit) boolean",
          ],
          "rw.getReadLockCount() int",
        ],
        ["wr.tryLock() boolean"],
      ],
    },
    outcome: /^end .*r0=50 /,
  },
  {
    name: "who wants a stamped lock within a time waits behind other readers",
    program: {
      objects: [["sl", "StampedLock", "new()"]],
      threads: [
        [
          ["sl.writeLock() stamp", "sl.unlock(stamp) void", "n++"],
          "sl.tryReadLock(long 1, unit) stamp",
        ],
        [["sl.readLock() stamp", "sl.unlock(stamp) void", "acc <- n"]],
      ],
    },
    outcome: /^end .*r0=7 Main.r1=8 /,
  },
  {
    name: "who is interrupted hands over what it offers all the same",
    program: {
      objects: [["q", "LinkedTransferQueue", "new()"]],
      threads: [
        ["thread.interrupt() void", "q.tryTransfer(item, long 1, unit) boolean"],
        ["q.poll() object"],
      ],
    },
    outcome: /^end .*r0=1 Main.r1=1 /,
  },
  {
    name: "who is interrupted hands over without a queue",
    program: {
      objects: [["q", "SynchronousQueue", "new()"]],
      threads: [
        ["thread.interrupt() void", "q.offer(item, long 1, unit) boolean"],
        ["q.poll() object"],
      ],
    },
    outcome: /^end .*r0=1 Main.r1=1 /,
  },
  {
    name: "the action of a barrier waits for its own barrier",
    program: {
      objects: [["barrier", "CyclicBarrier", "new(int 2, runnable)"]],
      threads: [["barrier.await(long 1, unit) int"], ["barrier.await() int"]],
      tasks: [["barrier.await() int"]],
    },
    outcome: /^end .*r0=12 Main.r2=14 /,
  },
];

const { jdk } = fuzzLibrary();

function campaignWith(library: FuzzLibrary): Campaign {
  const real = new RealLibraryWitness({
    library: realFuzzLibrary(),
    configuration: USUAL,
    states: STATES,
  });
  return new Campaign({
    library,
    configurations: [],
    referenceStates: 1,
    states: 1,
    comparesSearches: false,
    hearing: { witnesses: [real], configuration: USUAL, states: STATES },
  });
}

const differencesOf = (campaign: Campaign, task: Task): readonly Difference[] =>
  campaign.check(inputOf(programOf(task))).differences;

describe.skipIf(jdk === null)("models and the JDK's own classes", () => {
  test("random programs come to the same", { timeout: 60 * MINUTES }, () => {
    const campaign = campaignWith(fuzzLibrary());
    for (const task of tasksFrom(0, PROGRAMS, CONCURRENT_NAMES)) {
      const found = campaign.run(task);
      if (found !== null) expect(found.comparison.differences, textOf(found.program)).toEqual([]);
    }
    const { programs, librarySearched, libraryCompared, libraryComplete } = campaign.totals;
    expect(librarySearched).toBe(programs);
    // What nobody can finish would say nothing.
    expect(libraryCompared).toBeGreaterThan(programs / 2);
    expect(libraryComplete).toBeGreaterThan(programs / 4);
  });

  describe("a broken model is found", () => {
    test.each(BROKEN)("$name", { timeout: MINUTES }, ({ natives, task }) => {
      const broken = new FuzzLibrary(modelLibrary(), jdk, { natives });
      const kinds = differencesOf(campaignWith(broken), task).map((each) => each.kind);
      expect(kinds.some((kind) => kind === "unmodelled" || kind === "invented")).toBe(true);
      expect(differencesOf(campaignWith(fuzzLibrary()), task)).toEqual([]);
    });
  });

  describe("what once differed", () => {
    test.each(FOUND)("$name", { timeout: MINUTES }, ({ program, outcome }) => {
      const input = libraryInput(program);
      const models = checkedOutcomes(input, fuzzLibrary(), USUAL, STATES);
      expect(models.isComplete).toBe(true);
      expect([...models.outcomes]).toContainEqual(expect.stringMatching(outcome));
      expect(campaignWith(fuzzLibrary()).check(input).differences).toEqual([]);
    });
  });
});
