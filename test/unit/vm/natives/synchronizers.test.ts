/**
 * The models of java.util.concurrent under exploration: for small programs the
 * set of all that can happen is known, and for most of them it is found again
 * with the JDK's own classes in place of the models.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type ClassSource, parseClassPath } from "../../../../src/classfile/sources/class-path.ts";
import { findJdk } from "../../../../src/classfile/sources/jdk.ts";
import { Program } from "../../../../src/program/linking/program.ts";
import { DepthFirst } from "../../../../src/search/depth-first.ts";
import { bootMachine } from "../../../../src/vm/boot.ts";
import type { Machine } from "../../../../src/vm/machine.ts";
import { STATIC_BASE } from "../../../../src/vm/memory/memory.ts";
import { allNatives } from "../../../../src/vm/natives/registry.ts";
import { runThreads } from "../../../../src/vm/threads/round-robin.ts";
import { runJavac } from "../../../conformance/support/jdks.ts";
import { modelLibrary } from "../../../support/machine.ts";
import { endsOf } from "../../../support/search-ends.ts";

vi.setConfig({ testTimeout: 120_000 });

const SOURCE = join(import.meta.dirname, "synchronizers", "Scenarios.java");
const LIMITS = { states: 400_000, depth: 100_000 };

const jdk = findJdk({});
let classes = "";

beforeAll(() => {
  if (jdk === null) return;
  classes = mkdtempSync(join(tmpdir(), "deadwood-synchronizers-"));
  runJavac(jdk, ["-g", "-d", classes, SOURCE]);
});

afterAll(() => {
  if (classes !== "") rmSync(classes, { recursive: true });
});

/** The models without those of java.util.concurrent. */
const withoutModels: ClassSource = {
  find: (name) => (name.startsWith("java/util/concurrent/") ? null : modelLibrary().find(name)),
  describe: () => "the models, without java.util.concurrent",
};

interface Found {
  /** What `result` is at the ends of paths, and "deadlock". */
  readonly outcomes: readonly (number | string)[];
  readonly states: number;
}

function machineFor(scenario: string, models: ClassSource, checking: boolean): Machine {
  const featureVersion = jdk!.featureVersion;
  const program = new Program({
    models,
    jdk: jdk!.source,
    application: parseClassPath(classes, { featureVersion }),
    featureVersion,
  });
  return bootMachine(
    program,
    {
      heapWords: 1 << 22,
      stackWords: 1 << 16,
      console: { write: () => {}, read: () => -1 },
      assertions: true,
      epochMillis: 0,
      properties: [],
      natives: allNatives,
      undo: checking,
      checking,
    },
    "Scenarios",
    [scenario],
  );
}

function explore(scenario: string, models: ClassSource): Found {
  const m = machineFor(scenario, models, true);
  const explorer = new DepthFirst(m, LIMITS);
  const outcomes = endsOf<number | string>(
    explorer,
    (violation) => violation?.message.replace(/: no thread.*/, "") ?? resultOf(m),
  );
  return {
    outcomes: [...outcomes].toSorted((a, b) => String(a).localeCompare(String(b))),
    states: explorer.counts.states,
  };
}

function resultOf(m: Machine): number {
  const field = m.requireClass("Scenarios").fields.find(({ name }) => name === "result");
  return m.H[STATIC_BASE + field!.offset]!;
}

/** All that can happen, by scenario. */
const EXPECTED: Readonly<Record<string, readonly (number | string)[]>> = {
  order: [1212],
  tryLock: [1, 2],
  timedLock: [1, 2],
  interruptedLock: [1, 2],
  signal: [1],
  // The interrupt comes first or the signal does, as far as the waiting thread can tell.
  signalOrInterrupt: [11, 14],
  timedAwait: [10, 11, 12],
  latch: [11, 21],
  semaphore: [21],
  barrier: [33],
  barrierInterrupted: [11, 22],
  readerBehindWriter: [1, "deadlock"],
  stamped: [1, 2, 3],
  cancel: [1, 7],
  queue: [123, 132, 312],
  exchange: [12],
  handover: [11, 20],
  pool: [101, 11],
  poolLeftAlone: ["deadlock"],
};

describe.skipIf(jdk === null)("what can happen", () => {
  for (const [scenario, outcomes] of Object.entries(EXPECTED)) {
    test(scenario, () => {
      expect(explore(scenario, modelLibrary()).outcomes).toEqual(outcomes);
    });
  }
});

/**
 * Left out: what takes the JDK's classes too many states, and what has to do
 * with time (they read a clock that stands still).
 */
const COMPARED = ["order", "tryLock", "semaphore", "readerBehindWriter", "stamped", "cancel"];

describe.skipIf(jdk === null)("the same as with the JDK's own classes, in fewer states", () => {
  for (const scenario of COMPARED) {
    test(scenario, () => {
      const real = explore(scenario, withoutModels);
      const modelled = explore(scenario, modelLibrary());
      expect(modelled.outcomes).toEqual(real.outcomes);
      expect(modelled.states).toBeLessThan(real.states);
    });
  }
});

describe.skipIf(jdk === null)("a plain run, whatever the time slices", () => {
  for (const [scenario, outcomes] of Object.entries(EXPECTED)) {
    test(scenario, () => {
      for (const slice of [1, 7, 50]) {
        const m = machineFor(scenario, modelLibrary(), false);
        const result = runThreads(m, { instructions: 10_000_000, pause: () => false, slice });
        expect(outcomes).toContain(result === "finished" ? resultOf(m) : result);
      }
    });
  }
});
