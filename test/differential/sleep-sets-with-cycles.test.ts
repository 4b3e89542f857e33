/**
 * Sleeping threads in programs that go round and round. Where a state is met
 * again in which threads sleep that would not by the way it was met now, the
 * search has to go on from it once more, in the middle of a component that is
 * not complete: this must neither lose a state nor find a trap that is none.
 * Random automata (test/support/generators/random-automata.ts) do that often. They are
 * explored as programs, with and without sleeping.
 *
 *   DEADWOOD_PROGRAMS=1000 DEADWOOD_FIRST_SEED=10000
 */
import { afterEach, describe, expect, test, vi } from "vitest";
import { DepthFirst } from "../../src/search/depth-first.ts";
import { DepthFirstStack } from "../../src/search/depth-first-stack.ts";
import { CompactStore } from "../../src/state/stores/compact-store.ts";
import type { Reduction } from "../../src/vm/machine-options.ts";
import {
  type Automata,
  automataClasses,
  automataText,
  graphOf,
  NEEDS_TO_GO_ON_AGAIN,
  randomAutomata,
} from "../support/generators/random-automata.ts";
import { machineOf } from "../support/machine.ts";
import { untilFound } from "../support/searches.ts";
import { sized } from "../support/size.ts";

const FIRST = Number(process.env["DEADWOOD_FIRST_SEED"] ?? 0);
const PROGRAMS = sized("DEADWOOD_PROGRAMS", 8, 25);
/** States of the automata that are looked at, by the book. */
const LIMIT = 400;
const MINUTES = 60_000;
/** Without those that let one thread stand for all: then all states are visited. */
const AWAKE: readonly Reduction[] = ["private", "final"];

interface Searched {
  readonly states: number;
  readonly transitions: number;
  /** Endless cycles that were reported. */
  readonly traps: number;
}

/** As if no thread had been asleep at the first visit of any state. */
class Forgetful extends CompactStore {
  override visit(high: number, low: number, asleep: number): number {
    return Math.min(0, super.visit(high, low, asleep));
  }
}

function search(
  automata: Automata,
  reductions: readonly Reduction[],
  newStore = () => new CompactStore(),
): Searched {
  const { m } = machineOf({
    mainClass: "Main",
    classes: automataClasses(automata),
    jdk: null,
    heapWords: 1 << 16,
    stackWords: 1 << 12,
    undo: true,
    checking: true,
    reductions: new Set(reductions),
  });
  const explorer = new DepthFirst(m, { states: 1_000_000, depth: 1_000_000 }, { newStore });
  let traps = 0;
  while (untilFound(explorer).kind === "violated") traps++;
  const { states, transitions } = explorer.counts;
  return { states, transitions, traps };
}

const asleep = (automata: Automata): Searched => search(automata, [...AWAKE, "sleep"]);

afterEach(() => {
  vi.restoreAllMocks();
});

test("random automata have the same states and traps", { timeout: 30 * MINUTES }, () => {
  const again = vi.spyOn(DepthFirstStack.prototype, "pushAgain");
  const wake = vi.spyOn(DepthFirstStack.prototype, "wake");
  const total = { searched: 0, trapped: 0, taken: 0, all: 0 };
  for (let seed = FIRST; seed < FIRST + PROGRAMS; seed++) {
    const automata = randomAutomata(seed);
    const graph = graphOf(automata, LIMIT);
    if (graph === null) continue;
    const text = `seed ${seed}\n${automataText(automata)}`;
    const full = search(automata, AWAKE);
    const short = asleep(automata);
    expect([short.states, short.traps], text).toEqual([full.states, full.traps]);
    // A thread that is left alone stops anywhere, so that a trap of the automata may be several of the program's.
    expect(full.traps > 0, text).toBe(graph.traps.length > 0);
    total.searched++;
    if (full.traps > 0) total.trapped++;
    total.taken += short.transitions;
    total.all += full.transitions;
  }
  // Guards against automata in which nothing of this happens.
  const woken = wake.mock.results.filter(({ value }) => value === true).length;
  expect(total.searched).toBeGreaterThan(PROGRAMS / 2);
  expect(total.trapped).toBeGreaterThan(total.searched / 10);
  expect(again.mock.calls.length).toBeGreaterThan(100 * total.searched);
  expect(woken).toBeGreaterThan(10 * total.searched);
  expect(total.taken).toBeLessThan(total.all);
});

describe("where a state can be reached only by going on again", () => {
  test.each(NEEDS_TO_GO_ON_AGAIN)("seed %i", { timeout: 5 * MINUTES }, (seed) => {
    const automata = randomAutomata(seed);
    const full = search(automata, AWAKE);
    expect(asleep(automata)).toMatchObject({ states: full.states, traps: full.traps });
    const forgetful = search(automata, [...AWAKE, "sleep"], () => new Forgetful());
    expect(forgetful.states).toBeLessThan(full.states);
  });
});
