/**
 * Collections in the middle of a search move what the step under way has made,
 * and must change nothing else. Searches are made with a heap that says "full"
 * at random allocations and that is collected after every step, however little
 * there is to be found. What is left behind is poisoned, so that a reference
 * nobody forwarded is noticed at its first use. States, transitions and
 * violations must be those of the undisturbed search, in every way to search;
 * and afterwards the machine must be as it was, word by word.
 */
import { describe, expect, test } from "vitest";
import { unrestrictedProgram } from "../../../src/fuzz/families/unrestricted/program.ts";
import { type Dice, diceOf } from "../../../src/fuzz/generator/dice.ts";
import { textOf } from "../../../src/fuzz/generator/program.ts";
import { livenessOf } from "../../../src/liveness/reductions.ts";
import { BreadthFirst } from "../../../src/search/breadth-first.ts";
import { DepthFirst } from "../../../src/search/depth-first.ts";
import type { Search, SearchSetup } from "../../../src/search/search.ts";
import { ExactStore } from "../../../src/state/stores/exact-store.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { randomMachine } from "../../support/generators/random-machines.ts";
import { Snapshot } from "../../support/observers/snapshot.ts";
import { bundledRuns } from "../../support/programs/bundled-runs.ts";
import { exhaust, kindsOf } from "../../support/searches.ts";

const POISON = -559038737;
const MINUTE = 60_000;
const LIMITS = { states: 1500, depth: 1_000_000 };
const SEEDS = Number(process.env["DEADWOOD_COLLECTION_SEEDS"] ?? 20);
/** Counts what was done, and says whose turn was last: not part of a state. */
const ASIDE = /^(?:instructions|thread):/;

/** Makes about one in `gap` allocations fail the first time it is tried; the answer says how often objects have moved. */
function stress(m: Machine, dice: Dice, gap: number): () => number {
  const { room } = m;
  let moves = 0;
  const poisoned = (collect: () => void): void => {
    const before = m.heapTop;
    collect();
    if (m.heapTop === before) return;
    moves++;
    m.H.fill(POISON, m.heapTop, before);
  };
  const collectStep = room.collectStep.bind(room);
  room.collectStep = () => poisoned(collectStep);
  const endStep = room.endStep.bind(room);
  room.endStep = () => {
    room.collectStep();
    endStep();
  };
  const allocate = m.allocate.bind(m);
  let left = dice(2 * gap);
  let failedAt = 0;
  m.allocate = (words) => {
    const now = m.instructions + m.executed;
    if (left-- > 0 || now === failedAt) return allocate(words);
    left = dice(2 * gap);
    failedAt = now;
    m.wantsCollection = true;
    room.wantedWords = words;
    return 0;
  };
  return () => moves;
}

const dynamic = (m: Machine): Search =>
  new DepthFirst(m, LIMITS, { liveness: livenessOf("local", m), dynamic: true });

const WAYS: readonly ((m: Machine) => Search)[] = [
  (m) => new DepthFirst(m, LIMITS),
  dynamic,
  (m) => new DepthFirst(m, LIMITS, exact(m)),
  (m) => new BreadthFirst(m, LIMITS, { liveness: livenessOf("hybrid", m) }),
];

const exact = (m: Machine): SearchSetup => ({
  liveness: livenessOf("local", m),
  newStore: () => new ExactStore(),
});

function outcome(search: Search, isDynamic: boolean): object {
  const { violations, isComplete } = exhaust(search);
  // What it remembers of states that it came by lately goes by addresses, so it may find fewer again.
  if (isDynamic) return { isComplete, kinds: kindsOf(violations) };
  const { states, matched, transitions, ends, maxDepth, instructions } = search.counts;
  const found = violations.map(({ kind, message, trace }) => ({ kind, message, trace }));
  return { isComplete, states, matched, transitions, ends, maxDepth, instructions, found };
}

/** How often objects have moved. */
function compare(make: () => Machine, way: (m: Machine) => Search, seed: number): number {
  const expected = outcome(way(make()), way === dynamic);
  const m = make();
  const moves = stress(m, diceOf(seed * 7919), 24);
  const search = way(m);
  const before = new Snapshot(m);
  const found = outcome(search, way === dynamic);
  expect(found).toEqual(expected);
  if ("isComplete" in found && found.isComplete === true) {
    expect(before.differences().filter((line) => !ASIDE.test(line))).toEqual([]);
  }
  return moves();
}

describe("collections change nothing", () => {
  const runs = bundledRuns(["first"]).filter(({ canRun }) => canRun);
  test.each(runs)("$name", { timeout: 5 * MINUTE }, ({ make, name }) => {
    const seed = name.length;
    compare(() => make().m, WAYS[seed % WAYS.length]!, seed);
  });

  test("random programs", { timeout: 10 * MINUTE }, () => {
    let moves = 0;
    for (let seed = 1; seed <= SEEDS; seed++) {
      const program = unrestrictedProgram(seed);
      try {
        moves += compare(() => randomMachine(program), WAYS[seed % WAYS.length]!, seed);
      } catch (error) {
        throw new Error(`seed ${seed}:\n${textOf(program)}`, { cause: error });
      }
    }
    expect(moves).toBeGreaterThan(SEEDS);
  });
});
