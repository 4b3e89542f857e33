/**
 * Sleeping threads and components that are not complete, on random automata:
 * all states are visited, and the traps that are found are those that there
 * are. The search is made of the checker's parts (test/support/sleeping-search.ts),
 * so that thousands of state spaces can be compared;
 * test/differential/sleep-sets-with-cycles does the same with fewer, and the whole checker.
 *
 *   DEADWOOD_AUTOMATA=500000 DEADWOOD_FIRST_SEED=3000
 */
import { describe, expect, test } from "vitest";
import {
  type AutomataGraph,
  automataText,
  graphOf,
  NEEDS_TO_GO_ON_AGAIN,
  randomAutomata,
} from "../../support/generators/random-automata.ts";
import { sized } from "../../support/size.ts";
import { type SleepingSearch, searchAutomata } from "../../support/sleeping-search.ts";

const FIRST = Number(process.env["DEADWOOD_FIRST_SEED"] ?? 0);
const AUTOMATA = sized("DEADWOOD_AUTOMATA", 800, 3000);
const MAX_STATES = 300;
const MINUTES = 60_000;

/** What is wrong with a search, by the book; null when nothing is. */
function mistakeOf(search: SleepingSearch, { edges, traps }: AutomataGraph): string | null {
  if (search.states !== edges.size) return `${search.states} of ${edges.size} states`;
  const wrong = search.traps.filter((state) => !traps.some((trap) => trap.has(state)));
  if (wrong.length > 0) return `no traps: ${wrong.join(" ")}`;
  const missed = traps.filter((trap) => !search.traps.some((state) => trap.has(state)));
  if (missed.length > 0) return `${missed.length} traps missed`;
  // Each is finished once.
  return search.traps.length === traps.length ? null : "traps found twice";
}

test("all states are visited, and traps are those that there are", {
  timeout: 30 * MINUTES,
}, () => {
  const total = { searched: 0, traps: 0, again: 0, woken: 0, taken: 0, all: 0 };
  for (let seed = FIRST; seed < FIRST + AUTOMATA; seed++) {
    const automata = randomAutomata(seed);
    const graph = graphOf(automata, MAX_STATES);
    if (graph === null) continue;
    const search = searchAutomata(automata);
    expect(mistakeOf(search, graph), `seed ${seed}\n${automataText(automata)}`).toBeNull();
    total.searched++;
    total.traps += graph.traps.length;
    total.again += search.again;
    total.woken += search.woken;
    total.taken += search.transitions;
    for (const targets of graph.edges.values()) total.all += targets.length;
  }
  // Guards against automata in which nothing of this happens.
  expect(total.searched).toBeGreaterThan(AUTOMATA / 2);
  expect(total.traps).toBeGreaterThan(total.searched / 4);
  expect(total.again).toBeGreaterThan(total.searched);
  expect(total.woken).toBeGreaterThan(total.searched);
  expect(total.taken).toBeLessThan(total.all);
});

describe("what is left out is missed:", () => {
  test.each(NEEDS_TO_GO_ON_AGAIN)("going on again, with seed %i", (seed) => {
    const automata = randomAutomata(seed);
    const graph = graphOf(automata, 10 * MAX_STATES)!;
    expect(mistakeOf(searchAutomata(automata), graph)).toBeNull();
    expect(mistakeOf(searchAutomata(automata, "again"), graph)).toMatch(/^\d+ of \d+ states$/);
  });

  test("waking those who sleep in what may be a trap", () => {
    const mistakes = Array.from({ length: 100 }, (_, seed) => {
      const automata = randomAutomata(seed);
      const graph = graphOf(automata, MAX_STATES);
      return graph === null ? null : mistakeOf(searchAutomata(automata, "wake"), graph);
    });
    expect(mistakes.some((mistake) => mistake?.startsWith("no traps: ") === true)).toBe(true);
  });
});
