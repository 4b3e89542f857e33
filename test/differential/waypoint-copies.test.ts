/** A copy brings a machine back to where it was, to the word, and can be undone like a step. */
import { expect, test } from "vitest";
import { Random } from "../../src/core/random.ts";
import { unrestrictedProgram } from "../../src/fuzz/families/unrestricted/program.ts";
import { textOf } from "../../src/fuzz/generator/program.ts";
import { judge, Moves } from "../../src/search/judge.ts";
import { prepareForSteps, runStep } from "../../src/search/step.ts";
import { Stop } from "../../src/vm/interpreter/stop.ts";
import type { Machine } from "../../src/vm/machine.ts";
import { applySnapshot, takeSnapshot } from "../../src/vm/memory/snapshot.ts";
import { randomMachine } from "../support/generators/random-machines.ts";
import { Snapshot } from "../support/observers/snapshot.ts";

const PROGRAMS = 100;
/** How the machine got there, and whose turn was last: not part of a state. */
const ASIDE = /^(?:instructions|thread|undoLimit|undoEntries|frameLow|pending):/;

const differences = (copy: Snapshot): string[] =>
  copy.differences().filter((line) => !ASIDE.test(line));

/** Takes random steps; false when there is nothing to copy any more. */
function walk(m: Machine, random: Random, steps: number): boolean {
  const moves = new Moves();
  let stop: Stop = Stop.visible;
  for (let i = 0; i < steps; i++) {
    if (judge(m, stop, moves) !== "moves") return i > 0 && stop !== Stop.halted;
    const { thread, choice } = moves.stepAt(random.below(moves.count));
    m.loadRegisters(thread);
    m.beginTransition(m.fp, m.sp);
    stop = runStep(m, thread, choice);
  }
  return stop !== Stop.halted;
}

test("to a state and back", { timeout: 300_000 }, () => {
  let copied = 0;
  for (let seed = 300; seed < 300 + PROGRAMS; seed++) {
    const program = unrestrictedProgram(seed);
    const m = randomMachine(program);
    prepareForSteps(m);
    const { logTop, heapTop } = m;
    const start = new Snapshot(m);
    m.loadRegisters(0);
    const first = m.beginTransition(m.fp, m.sp);
    const random = new Random(seed);
    if (!walk(m, random, 1 + random.below(40))) continue;
    const there = new Snapshot(m);
    const copy = takeSnapshot(m, logTop, heapTop);
    m.undoTo(first);
    expect(differences(start), textOf(program)).toEqual([]);
    m.loadRegisters(0);
    const mark = m.beginTransition(m.fp, m.sp);
    applySnapshot(m, copy);
    expect(differences(there), textOf(program)).toEqual([]);
    m.undoTo(mark);
    expect(differences(start), textOf(program)).toEqual([]);
    copied++;
  }
  expect(copied).toBeGreaterThan(PROGRAMS / 2);
});
