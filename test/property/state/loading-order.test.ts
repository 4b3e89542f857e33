/**
 * A state has one fingerprint and one vector in every process, whatever order classes were loaded in, code was first
 * run in, and literals and class objects were made in.
 */
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { Random } from "../../../src/core/random.ts";
import { unrestrictedProgram } from "../../../src/fuzz/families/unrestricted/program.ts";
import { classesOf, textOf } from "../../../src/fuzz/generator/program.ts";
import { type Dvr, dvrOf, dynamicOf, livenessOf } from "../../../src/liveness/reductions.ts";
import type { Program } from "../../../src/program/linking/program.ts";
import { DepthFirst } from "../../../src/search/depth-first.ts";
import { BitstateStore } from "../../../src/state/stores/bitstate-store.ts";
import { CompactStore } from "../../../src/state/stores/compact-store.ts";
import { ExactStore } from "../../../src/state/stores/exact-store.ts";
import type { PartitionedVector, StateStore } from "../../../src/state/stores/store.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { STATIC_WORDS } from "../../../src/vm/memory/memory.ts";
import { compileJava, installedJdk } from "../../support/java.ts";
import { bundledPrograms, machineOf, type TestProgram } from "../../support/machine.ts";
import { exhaust } from "../../support/searches.ts";
import { isLong } from "../../support/size.ts";
import { FingerprintWalk } from "../../support/states/fingerprint-walk.ts";

const MINUTES = 60_000;
const TRANSITIONS = 6000;
const ORDERS = isLong ? 6 : 2;

const compiled =
  installedJdk === null
    ? null
    : compileJava([join(import.meta.dirname, "loading-order/Everything.java")]);
afterAll(() => compiled?.remove());

const CHECKED = {
  heapWords: 1 << 20,
  stackWords: 1 << 13,
  undo: true,
  checking: true,
} as const;

const bundled = (mainClass: string, ...args: string[]): TestProgram => ({
  ...CHECKED,
  mainClass,
  args,
  classPath: bundledPrograms(),
  jdk: null,
});

const BUNDLED: readonly TestProgram[] = [
  bundled("LostUpdate", "locked", "2", "1"),
  bundled("Timeout", "correct", "1"),
  bundled("BoundedBuffer", "correct", "1", "1", "1", "1"),
  bundled("DiningPhilosophers", "naive", "2", "1"),
];

/** One program with all that a state can hold: see the source. */
const EVERYTHING: TestProgram | null =
  compiled === null
    ? null
    : {
        ...CHECKED,
        mainClass: "Everything",
        classPath: compiled.folder,
        jdk: installedJdk!.home,
        // Room for the guards of static fields.
        heapWords: 2 * STATIC_WORDS,
      };

const PROGRAMS = EVERYTHING === null ? BUNDLED : [EVERYTHING, ...BUNDLED];
const titleOf = ({ mainClass, args = [] }: TestProgram): string => [mainClass, ...args].join(" ");

function shuffle<T>(random: Random, list: readonly T[]): T[] {
  const shuffled = [...list];
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!];
  }
  return shuffled;
}

/** A machine that knows how the program uses shared memory: what it learns goes by the order of its steps. */
function machineFor(given: TestProgram): Machine {
  const { m } = machineOf(given);
  const { whenMade: _, ...plain } = given;
  const scout = machineOf(plain).m;
  exhaust(new DepthFirst(scout, { states: 50_000, depth: 50_000 }, {}));
  m.sharing.adopt(scout.sharing.refuted);
  return m;
}

/** Names of all classes that a machine has loaded, but for those that it made itself. */
const loadedBy = ({ program }: Machine): string[] =>
  program.classes.flatMap((cls) =>
    cls === undefined || cls.isPrimitive || isMade(program, cls.name) ? [] : [cls.name],
  );

const isMade = (program: Program, name: string): boolean =>
  program.loaded(name)!.origin === "synthetic" || name.includes("$$");

/** A machine that loads the first classes of a random order before it starts. */
function disordered(given: TestProgram, names: readonly string[], random: Random, share: number) {
  const order = shuffle(random, names);
  const first = order.slice(0, Math.floor(order.length * share));
  const m = machineFor({
    ...given,
    whenMade: (program) => {
      for (const name of first) program.find(name);
    },
  });
  return { m, rest: order.slice(first.length) };
}

/** Between steps: loads a class, makes a literal or a class object, or asks for a number that nobody needs. */
const disturbance = (m: Machine, rest: string[], random: Random) => ({
  beforeStep: (): void => {
    if (random.below(4) !== 0) return;
    const name = rest.pop();
    if (name !== undefined) m.requireClass(name);
    m.intern(`literal ${random.below(100)}`);
    const cls = m.program.classes[1 + random.below(m.program.classes.length - 1)]!;
    m.mirror(cls);
    for (const method of cls.methods) m.program.numberOfMethod(method);
  },
  shuffled: (threads: readonly number[]): number[] => shuffle(random, threads),
});

/** Of the states of the first walk those that the second does not have, or not with that fingerprint; a few will do. */
const missing = (first: FingerprintWalk, second: FingerprintWalk): string[] =>
  [...first.prints]
    .flatMap(([vector, print]) => (second.prints.get(vector) === print ? [] : [vector]))
    .slice(0, 3);

describe("fingerprints and vectors of all states", () => {
  for (const program of PROGRAMS) {
    test(`of ${titleOf(program)}`, { timeout: 5 * MINUTES }, () => {
      const walk = new FingerprintWalk(machineFor(program));
      expect(walk.run(TRANSITIONS)).toBe(true);
      expect(walk.difference).toBeNull();
      const names = loadedBy(walk.m);
      expect(names.length).toBeGreaterThan(50);
      for (let seed = 0; seed < ORDERS; seed++) {
        const random = new Random(seed);
        const { m, rest } = disordered(program, names, random, random.below(101) / 100);
        const other = new FingerprintWalk(m);
        other.disturbance = disturbance(m, rest, random);
        expect(other.run(2 * TRANSITIONS)).toBe(true);
        expect(other.difference).toBeNull();
        expect(idsOf(m)).not.toEqual(idsOf(walk.m));
        expect(missing(walk, other)).toEqual([]);
        expect(other.states).toBe(walk.states);
      }
    });
  }

  test("of random programs", { timeout: 5 * MINUTES }, () => {
    let complete = 0;
    for (let seed = 5000; seed < 5000 + 20 * ORDERS; seed++) {
      const random = unrestrictedProgram(seed);
      const program = {
        ...CHECKED,
        mainClass: "Main",
        classes: classesOf(random),
        heapWords: 1 << 16,
        stackWords: 1 << 12,
      };
      const walk = new FingerprintWalk(machineFor(program));
      if (!walk.run(TRANSITIONS / 6)) continue;
      complete++;
      const numbers = new Random(seed);
      const { m, rest } = disordered(program, loadedBy(walk.m), numbers, numbers.below(2));
      const other = new FingerprintWalk(m);
      other.disturbance = disturbance(m, rest, numbers);
      other.run(TRANSITIONS);
      expect(missing(walk, other), textOf(random)).toEqual([]);
      expect(other.states, textOf(random)).toBe(walk.states);
    }
    expect(complete).toBeGreaterThan(5);
  });
});

/** What distinguishes the numberings of two machines. */
const idsOf = ({ program }: Machine): (string | undefined)[] =>
  program.classes.map((cls) => cls?.name);

/** Keeps what a store is asked about, in the order of the numbers and not of the visits. */
function recording(store: StateStore, into: Set<string>): StateStore {
  if (store.needsVector) {
    const visit = store.visitVector.bind(store);
    store.visitVector = (state: PartitionedVector, asleep: number) => {
      const { vector, ends, parts } = state;
      into.add(vector.subarray(0, ends[parts - 1]).join(" "));
      return visit(state, asleep);
    };
  } else {
    const visit = store.visit.bind(store);
    store.visit = (high: number, low: number, asleep: number) => {
      into.add(`${high} ${low}`);
      return visit(high, low, asleep);
    };
  }
  return store;
}

/** All that a search asks its store about, and the number of its states. */
function searched(m: Machine, newStore: () => StateStore, dvr: Dvr) {
  const asked = new Set<string>();
  const search = new DepthFirst(
    m,
    { states: 50_000, depth: 50_000 },
    {
      newStore: () => {
        asked.clear();
        return recording(newStore(), asked);
      },
      liveness: livenessOf(dvr, m, []),
      dynamic: dynamicOf(dvr),
      effort: "always",
    },
  );
  const { isComplete } = exhaust(search);
  expect(isComplete).toBe(true);
  return { asked: [...asked].toSorted(), states: search.counts.states };
}

describe("what stores are asked by searches", () => {
  const STORES: readonly (readonly [string, () => StateStore])[] = [
    ["exact", () => new ExactStore()],
    ["compact", () => new CompactStore()],
    ["bitstate", () => new BitstateStore(1 << 20)],
  ];
  const WAYS = ["none", "local", "hybrid", "full"] as const;

  for (const program of PROGRAMS.slice(0, 2)) {
    for (const [name, newStore] of STORES) {
      for (const way of WAYS) {
        test(`of ${titleOf(program)}, ${name}, ${way}`, { timeout: 2 * MINUTES }, () => {
          const m = machineFor(program);
          const expected = searched(m, newStore, dvrOf(way));
          const names = loadedBy(m);
          // Analyses go by which classes are loaded, so all orders here are of the same classes.
          const [first, second] = [1, 2].map((seed) => {
            const { m: other } = disordered(program, names, new Random(seed), 1);
            return searched(other, newStore, dvrOf(way));
          });
          expect(second).toEqual(first);
          if (way === "none") expect(first).toEqual(expected);
        });
      }
    }
  }
});
