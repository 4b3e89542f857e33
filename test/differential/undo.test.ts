/** A search leaves no trace: when it is done, the machine is as it was, to the word. */
import { expect, test } from "vitest";
import { unrestrictedProgram } from "../../src/fuzz/families/unrestricted/program.ts";
import { textOf } from "../../src/fuzz/generator/program.ts";
import { DepthFirst } from "../../src/search/depth-first.ts";
import { randomMachine } from "../support/generators/random-machines.ts";
import { Snapshot } from "../support/observers/snapshot.ts";
import { exhaust } from "../support/searches.ts";

const PROGRAMS = 60;
/** Counts what was done, and says whose turn was last: not part of a state. */
const ASIDE = /^(?:instructions|thread):/;

test("a complete search restores every word", { timeout: 600_000 }, () => {
  let complete = 0;
  for (let seed = 500; seed < 500 + PROGRAMS; seed++) {
    const program = unrestrictedProgram(seed);
    const m = randomMachine(program);
    const explorer = new DepthFirst(m, { states: 5000, depth: 100_000 });
    const before = new Snapshot(m);
    if (!exhaust(explorer, 500).isComplete) continue;
    complete++;
    const changes = before.differences().filter((line) => !ASIDE.test(line));
    expect(changes, textOf(program)).toEqual([]);
  }
  expect(complete).toBeGreaterThan(PROGRAMS / 2);
});
