/**
 * The search stands on this: whatever a transition did, undoing it leaves no
 * word changed. Real programs run in slices; between slices some thread that
 * could run is taken for a walk of a few transitions, all of which are undone.
 * Every word must be back, and the run must go on as if nothing had happened:
 * same output, same number of instructions, same amount of heap.
 */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DeadwoodError } from "../../../src/core/errors.ts";
import { type Dice, diceOf } from "../../../src/fuzz/generator/dice.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { isEnabled } from "../../../src/vm/threads/enabled.ts";
import { runThreads } from "../../../src/vm/threads/round-robin.ts";
import { Transitions } from "../../support/states/transitions.ts";
import { machineOf, outcomeOf, type TestMachine, type TestOutcome } from "../../support/machine.ts";
import { Snapshot, whereThreadsAre } from "../../support/observers/snapshot.ts";
import { bundled, corpus, type NamedProgram } from "../../support/programs/corpus.ts";
import { sample, sized } from "../../support/size.ts";

const GROUPS = new Set([
  "arrays",
  "exceptions",
  "invoke",
  "lambdas",
  "objects",
  "opcodes",
  "streams",
  "strings",
  "threads",
]);
const OTHERS = new Set(["boxes/BigIntegers", "collections/HashMaps", "time/Dates"]);

const SEEDS = sized("DEADWOOD_UNDO_SEEDS", 1, 3);
/** Programs of millions of instructions are left alone after so many walks. */
const WALKS = 8;
/** Of both runs: who comes so far has shown enough. */
const INSTRUCTIONS = 2_000_000;
const MINUTES = 60_000;

interface Finish {
  readonly outcome: TestOutcome | string;
  readonly instructions: number;
  readonly heapWords: number;
}

/** Runs to the end, or to what is not supported. */
function finish(machine: TestMachine, slice: number, pause: () => boolean): Finish {
  const { m } = machine;
  let outcome: TestOutcome | string;
  try {
    const result = runThreads(m, { instructions: INSTRUCTIONS, pause, slice });
    outcome = outcomeOf(machine, result);
  } catch (error) {
    if (!(error instanceof DeadwoodError)) throw error;
    outcome = error.message;
  }
  return { outcome, instructions: m.instructions, heapWords: m.heapTop - m.heapStart };
}

function enabledThreads(m: Machine): number[] {
  return Array.from({ length: m.threadCount }, (_, thread) => thread).filter((thread) =>
    isEnabled(m, thread),
  );
}

/** Runs a few transitions one after the other, then undoes them in reverse order. */
function walk({ m, console }: TestMachine, transitions: Transitions, dice: Dice): void {
  const forget = console.checkpoint();
  const snapshots: Snapshot[] = [];
  const places: string[] = [];
  const depth = 1 + dice(4);
  while (snapshots.length < depth) {
    const enabled = enabledThreads(m);
    if (enabled.length === 0) break;
    snapshots.push(new Snapshot(m));
    places.push(whereThreadsAre(m));
    transitions.begin(enabled[dice(enabled.length)]!);
    try {
      transitions.run(1 + dice(dice(2) === 0 ? 30 : 3000));
    } catch (error) {
      // Refused by name: the thread stays where it is, and what it did is undone like the rest.
      if (!(error instanceof DeadwoodError)) throw error;
      break;
    }
  }
  for (let i = snapshots.length - 1; i >= 0; i--) {
    transitions.undo();
    expect(snapshots[i]!.differences(), places[i]).toEqual([]);
  }
  forget();
}

function undisturbed(program: NamedProgram, slice: number): Finish {
  const machine = machineOf({ ...program, undo: true });
  machine.m.canCollect = false;
  machine.m.stopsAtVisible = program.checking === true;
  machine.m.watches = program.checking === true;
  // What is learnt about a program is not taken back; so nothing is assumed here.
  machine.m.sharing.assume({ fields: false, threads: false });
  return finish(machine, slice, () => false);
}

function disturbed(program: NamedProgram, slice: number, dice: Dice, every: number): Finish {
  const machine = machineOf({ ...program, undo: true });
  machine.m.stopsAtVisible = program.checking === true;
  machine.m.watches = program.checking === true;
  // What is learnt about a program is not taken back; so nothing is assumed here.
  machine.m.sharing.assume({ fields: false, threads: false });
  const transitions = new Transitions(machine.m);
  let walks = 0;
  return finish(machine, slice, () => {
    if (walks < WALKS && dice(every) === 0) {
      walks++;
      walk(machine, transitions, dice);
    }
    return false;
  });
}

/** What the program does by itself, and again with walks in between. */
function check(program: NamedProgram): void {
  const slice = 97;
  const expected = undisturbed(program, slice);
  const every = Math.max(1, Math.floor(expected.instructions / slice / WALKS));
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      expect(disturbed(program, slice, diceOf(seed), every)).toEqual(expected);
    }),
    { numRuns: SEEDS, seed: 20, endOnFailure: true },
  );
}

const programs = [
  ...sample(bundled(), 16),
  ...sample(
    corpus((id, group) => GROUPS.has(group) || OTHERS.has(id)),
    70,
  ),
];

describe("undoing restores every word and the rest of the run", () => {
  test.each(programs)("$id", { timeout: 10 * MINUTES }, check);
});

const checked = programs.filter(({ id }) => /^(?:bundled|threads|objects)\//.test(id));

describe("also where threads stop in front of what others can see", () => {
  test.each(checked)("$id", { timeout: 10 * MINUTES }, (program) => {
    check({ ...program, checking: true });
  });
});
