/**
 * The heap's limit is about live objects: a program that holds nine tenths of its heap runs, one
 * that wants more than there is gets an OutOfMemoryError, whatever garbage either makes on the way;
 * in a run as in every kind of search, and again when the schedule is replayed.
 */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { dvrOf, dynamicOf, livenessOf } from "../../../src/liveness/reductions.ts";
import { BreadthFirst } from "../../../src/search/breadth-first.ts";
import { DepthFirst } from "../../../src/search/depth-first.ts";
import { UniformPicker } from "../../../src/search/pickers.ts";
import { ENDS_ONLY } from "../../../src/search/properties/property.ts";
import { RandomWalks } from "../../../src/search/random-walks.ts";
import { replay } from "../../../src/search/replay/replay.ts";
import type { Search, SearchSetup } from "../../../src/search/search.ts";
import { BitstateStore } from "../../../src/state/stores/bitstate-store.ts";
import { ExactStore } from "../../../src/state/stores/exact-store.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { compiledForTests, installedJdk } from "../../support/java.ts";
import { machineOf, runToEnd, type TestProgram } from "../../support/machine.ts";
import { exhaust, firstViolation, untilFound } from "../../support/searches.ts";
import { simplified } from "../../support/simplified.ts";

const FOLDER = join(import.meta.dirname, "heap");
const compiled = compiledForTests(join(FOLDER, "HeapUser.java"), join(FOLDER, "SlidingTiles.java"));

const MINUTE = 60_000;
const HEAP_WORDS = 1 << 16;
const LIMITS = { states: 20_000, depth: 1_000_000 };
const OUT_OF_MEMORY = "uncaught exception: java.lang.OutOfMemoryError: Java heap space";

const program = (...args: readonly string[]): TestProgram => ({
  mainClass: "HeapUser",
  args,
  classPath: compiled.folder,
  jdk: null,
  heapWords: HEAP_WORDS,
  spaceWords: 1 << 24,
  stackWords: 1 << 13,
});

const searched = (...args: readonly string[]): Machine =>
  machineOf({ ...program(...args), undo: true, checking: true }).m;

const dvr = (kind: "local" | "hybrid" | "dynamic" | "full", m: Machine): SearchSetup => ({
  liveness: livenessOf(kind, m),
  dynamic: dynamicOf(dvrOf(kind)),
});

const SEARCHES: Readonly<Record<string, (m: Machine) => Search>> = {
  "depth-first": (m) => new DepthFirst(m, LIMITS),
  "depth-first, local": (m) => new DepthFirst(m, LIMITS, dvr("local", m)),
  "depth-first, dynamic": (m) => new DepthFirst(m, LIMITS, dvr("dynamic", m)),
  "depth-first, full": (m) => new DepthFirst(m, LIMITS, dvr("full", m)),
  "depth-first, exact": (m) =>
    new DepthFirst(m, LIMITS, { ...dvr("hybrid", m), newStore: () => new ExactStore() }),
  "depth-first, bitstate": (m) =>
    new DepthFirst(m, LIMITS, { newStore: () => new BitstateStore(1 << 16) }),
  "breadth-first": (m) => new BreadthFirst(m, LIMITS, dvr("hybrid", m)),
  walks: (m) => new RandomWalks(m, LIMITS, { seed: 1, runs: 3, picker: new UniformPicker() }),
};

/** How the heap is used, garbage of so many times its size, and the searches: none takes long. */
const SHAPES = [
  ["once", "100", ["depth-first, full", "breadth-first", "walks"]],
  ["choices", "100", Object.keys(SEARCHES)],
  ["threads", "10", ["depth-first", "depth-first, local", "depth-first, full", "walks"]],
] as const;

const noteOf = (search: Search): string | null =>
  search.heapMargin?.note(search.counts.maxThreads) ?? null;

describe.skipIf(installedJdk === null)("a heap", () => {
  describe.each(SHAPES)("used %s", (shape, times, names) => {
    test.each(names)("%s", { timeout: 2 * MINUTE }, (name) => {
      const search = SEARCHES[name]!;
      const roomy = search(searched(shape, "90", times));
      expect(exhaust(roomy)).toEqual({ isComplete: name !== "walks", violations: [] });
      expect(noteOf(roomy)).toBeNull();
      const narrow = search(searched(shape, "110", times));
      expect(firstViolation(narrow)?.message).toBe(OUT_OF_MEMORY);
    });
  });

  // Choices need a search.
  test.each(SHAPES.filter(([shape]) => shape !== "choices"))(
    "used %s in a run",
    { timeout: MINUTE },
    (shape, times) => {
      expect(runToEnd(machineOf(program(shape, "90", times)))).toMatchObject({
        exitCode: 0,
        stderr: "",
      });
      const { stderr } = runToEnd(machineOf(program(shape, "110", times)));
      expect(stderr).toMatch(/java\.lang\.OutOfMemoryError: Java heap space/);
    },
  );

  test("that is too small is so again", { timeout: 2 * MINUTE }, () => {
    const search = new DepthFirst(searched("threads", "110", "10"), LIMITS);
    const { violations } = exhaust(search);
    const { kind, message, trace } = violations[0]!;
    const again = (): Machine => {
      const m = searched("threads", "110", "10");
      m.sharing.adopt(search.machine.sharing.refuted);
      return m;
    };
    expect(replay(again(), trace).violation?.message).toBe(OUT_OF_MEMORY);
    const goal = { kind, message, steps: trace, criteria: ENDS_ONLY };
    const { steps } = simplified(again(), goal, 2000);
    expect(replay(again(), steps).violation?.message).toBe(OUT_OF_MEMORY);
  });

  test("that is nearly full may hide an error where states differ in what is dead", {
    timeout: MINUTE,
  }, () => {
    const search = new DepthFirst(searched("threads", "97", "10"), LIMITS);
    expect(exhaust(search).violations).toEqual([]);
    expect(noteOf(search)).toMatch(/took up to 0\.2 of the 0\.3 MB of --heap/);
  });

  test("that is not full does not make room for a path that is too long", () => {
    const { m } = machineOf({
      ...program("choices", "50", "100"),
      undo: true,
      checking: true,
      spaceWords: HEAP_WORDS,
    });
    const search = new DepthFirst(m, LIMITS);
    const end = untilFound(search);
    expect(end).toMatchObject({
      kind: "limit",
      limit: expect.stringContaining("for the objects of one path"),
    });
  });

  test("has room for a long game", { timeout: 2 * MINUTE }, () => {
    const { m } = machineOf({
      mainClass: "SlidingTiles",
      args: ["3", "3"],
      classPath: compiled.folder,
      heapWords: 1 << 16,
      spaceWords: 1 << 24,
      stackWords: 1 << 13,
      undo: true,
      checking: true,
    });
    const search = new DepthFirst(m, { states: 12_000, depth: 1_000_000 }, dvr("local", m));
    expect(exhaust(search)).toEqual({ isComplete: false, violations: [] });
    expect(search.counts.maxDepth).toBeGreaterThan(8000);
  });
});
