/**
 * Vectors are written briefly, and where anything can be dead, boxes that are where
 * they belong go by their place. That must tell the same states apart: with all fields live there are as
 * many states, in a store of fingerprints, which are of plain words, and in one of vectors.
 */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findJdk } from "../../../../src/classfile/sources/jdk.ts";
import { guardedProgram } from "../../../../src/fuzz/families/guarded/program.ts";
import { unrestrictedProgram } from "../../../../src/fuzz/families/unrestricted/program.ts";
import { textOf } from "../../../../src/fuzz/generator/program.ts";
import { explore } from "../../../../src/fuzz/outcomes/collect.ts";
import type { FieldLiveness, LiveCells } from "../../../../src/state/live-cells.ts";
import { ExactStore } from "../../../../src/state/stores/exact-store.ts";
import type { Machine } from "../../../../src/vm/machine.ts";
import { randomMachine } from "../../../support/generators/random-machines.ts";
import { compileJava, installedJdk } from "../../../support/java.ts";
import { machineOf } from "../../../support/machine.ts";
import { bundledRuns } from "../../../support/programs/bundled-runs.ts";
import { isLong, sample } from "../../../support/size.ts";
import { FingerprintWalk } from "../../../support/states/fingerprint-walk.ts";

const PROGRAMS = isLong ? 30 : 12;
const LIMIT = 2000;
const MINUTE = 60_000;
const SOURCE = join(import.meta.dirname, "Boxed.java");

const ALL: FieldLiveness = {
  ofState: () => 0,
  isFieldLive: () => true,
  areElementsLive: () => true,
  isStaticLive: () => true,
};
const FIELDS: LiveCells = { frames: null, fields: ALL };
const SLOTS: LiveCells = { frames: { isLive: () => true }, fields: null };
const WAYS = Object.entries({ fields: FIELDS, slots: SLOTS });

const jdk = findJdk({});

/** States by fingerprints and by vectors, with boxes and without; null when there are too many. */
function statesOf(machine: () => Machine): number[] | null {
  const plain = explore(machine(), LIMIT);
  if (!plain.isComplete) return null;
  const newStore = () => new ExactStore();
  return [
    plain.states,
    explore(machine(), LIMIT, undefined, { newStore }).states,
    ...WAYS.flatMap(([, liveness]) => [
      explore(machine(), LIMIT, undefined, { liveness }).states,
      explore(machine(), LIMIT, undefined, { liveness, newStore }).states,
    ]),
  ];
}

const isSame = (states: readonly number[] | null): boolean =>
  states === null || new Set(states).size === 1;

test("random programs have as many states", { timeout: 5 * MINUTE }, () => {
  for (let seed = 0; seed < PROGRAMS; seed++) {
    const program = seed % 2 === 0 ? unrestrictedProgram(seed) : guardedProgram(seed, jdk !== null);
    expect(
      statesOf(() => randomMachine(program)),
      textOf(program),
    ).toSatisfy(isSame);
  }
});

describe("bundled programs have as many states", () => {
  for (const { program, canRun, make } of sample(bundledRuns(["first"]), 16)) {
    test.skipIf(!canRun)(program, { timeout: MINUTE }, () => {
      expect(statesOf(() => make().m)).toSatisfy(isSame);
    });
  }
});

describe.skipIf(installedJdk === null)("boxes", () => {
  let compiled = { folder: "", remove: () => {} };

  beforeAll(() => {
    compiled = compileJava([SOURCE]);
  }, MINUTE);

  afterAll(() => compiled.remove());

  const machine = (mainClass: string, reductions?: ReadonlySet<never>): Machine =>
    machineOf({
      mainClass,
      classPath: compiled.folder,
      jdk: null,
      heapWords: 1 << 18,
      stackWords: 1 << 13,
      undo: true,
      checking: true,
      ...(reductions === undefined ? {} : { reductions }),
    }).m;

  const CASES = ["LockedBox", "HashedBox", "OtherBox", "FilledBoxes", "AllBoxes", "AskedBoxes"];

  test.each(CASES)("%s: as many states", { timeout: MINUTE }, (mainClass) => {
    const states = statesOf(() => machine(mainClass));
    expect(states).not.toBeNull();
    expect(states).toSatisfy(isSame);
    expect(statesOf(() => machine(mainClass, new Set()))).toSatisfy(isSame);
  });

  test.each(CASES)("%s: what is kept is what there is", { timeout: MINUTE }, (mainClass) => {
    for (const [name, liveness] of WAYS) {
      const walk = new FingerprintWalk(machine(mainClass), liveness);
      walk.run(2000);
      expect(walk.difference, name).toBeNull();
    }
  });

  test.each(CASES)("%s: vectors without all the boxes", (mainClass) => {
    const words = (liveness: LiveCells): number => {
      const walk = new FingerprintWalk(machine(mainClass), liveness);
      walk.run(300);
      return walk.mostWords;
    };
    const all = words({ frames: null, fields: null });
    expect(words(FIELDS)).toBeLessThan(all / 2);
    expect(words(SLOTS)).toBeLessThan(all / 2);
  });
});
