/**
 * The law of an explanation: what it calls dead nobody reads. Random programs
 * are stopped somewhere, everything that is dead there is overwritten, and from
 * then on the same threads must read the same cells at the same places.
 */
import { expect, test } from "vitest";
import { Random } from "../../../src/core/random.ts";
import { Explainer } from "../../../src/explain/explainer.ts";
import { FutureSearch } from "../../../src/explain/future/future-search.ts";
import type { ReachedState } from "../../../src/explain/reach-state.ts";
import { guardedProgram } from "../../../src/fuzz/families/guarded/program.ts";
import { unrestrictedProgram } from "../../../src/fuzz/families/unrestricted/program.ts";
import { textOf } from "../../../src/fuzz/generator/program.ts";
import { READ_BY_MACHINE } from "../../../src/liveness/code/machine-behaviour.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { OBJECT_HEADER } from "../../../src/vm/memory/object-layout.ts";
import { type ExploredState, explore, reachSomewhere } from "../../support/explained.ts";
import { randomMachine } from "../../support/generators/random-machines.ts";
import { sized } from "../../support/size.ts";

const MINUTES = 60_000;
const PROGRAMS = sized("DEADWOOD_EXPLAINED_PROGRAMS", 12, 40);
const MAX_STATES = 400;
const STEPS = 12;

const programOf = (seed: number) =>
  seed % 2 === 0 ? unrestrictedProgram(seed) : guardedProgram(seed, false);

/** Who reads which cell where, over all that can follow. */
const readsOf = (search: FutureSearch): string[] =>
  [
    ...new Set(
      search.graph
        .allSteps()
        .flatMap(({ step, reads }) =>
          [...reads].map(([cell, { pc }]) => `thread ${step.thread} reads ${cell} at ${pc}`),
        ),
    ),
  ].toSorted();

/** Words of objects that scheduling looks at. */
function machineWords(m: Machine, object: number): number[] {
  const thread = m.requireClass("java/lang/Thread");
  if (!m.classOf(object).isSubtypeOf(thread)) return [];
  return READ_BY_MACHINE.map(([owner, name]) => object + m.fieldOffset(owner, name));
}

/** Overwrites words of objects that nobody reads any more; how many. */
function overwrite(
  m: Machine,
  { boot }: ReachedState,
  { explainer, search }: ExploredState,
  random: Random,
): number {
  let count = 0;
  for (let object = boot.top; object < m.heapTop; object += m.wordsOf(object)) {
    const cls = m.classOf(object);
    const kept = machineWords(m, object);
    for (let offset = OBJECT_HEADER; offset < m.wordsOf(object); offset++) {
      const word = object + offset;
      const fates: string[] = [];
      explainer.cells.inRange(word * 4, word * 4 + 4, (cell) => {
        fates.push(search.graph.of(cell).kind);
      });
      if (fates.length === 0 || fates.some((fate) => fate !== "unread")) continue;
      if (kept.includes(word)) continue;
      const isReference =
        cls.component === null ? cls.referenceOffsets.includes(offset) : !cls.component.isPrimitive;
      m.H[word] = isReference ? 0 : random.next() | 0;
      count++;
    }
  }
  return count;
}

test("dead values can be anything", { timeout: 10 * MINUTES }, () => {
  let overwritten = 0;
  let explored = 0;
  for (let seed = 0; seed < PROGRAMS; seed++) {
    const program = programOf(seed);
    const [m, other] = [randomMachine(program), randomMachine(program)];
    const state = reachSomewhere(m, seed, STEPS);
    const same = reachSomewhere(other, seed, STEPS);
    if (state === null || same === null) continue;
    const plain = explore(m, state, MAX_STATES);
    if (!plain.search.graph.isWhole) continue;
    explored++;
    overwritten += overwrite(other, same, plain, new Random(seed, 1));
    // Both machines have their objects at the same addresses.
    const { cells } = plain.explainer;
    const { liveness } = new Explainer(other, same.boot, false);
    const maxStates = 4 * MAX_STATES;
    const search = new FutureSearch(other, cells, { stop: same.stop, liveness, maxStates });
    while (search.explore(1000));
    expect(readsOf(search), textOf(program)).toEqual(readsOf(plain.search));
  }
  // Guards against a law that holds because nothing was looked at.
  expect(explored).toBeGreaterThan(PROGRAMS / 3);
  expect(overwritten).toBeGreaterThan(10 * explored);
});

test("what the machine assumes of a program makes no difference", { timeout: 10 * MINUTES }, () => {
  let explored = 0;
  let stopsMore = 0;
  for (let seed = 0; seed < PROGRAMS; seed++) {
    const program = programOf(seed);
    const [m, other] = [randomMachine(program), randomMachine(program)];
    const state = reachSomewhere(m, seed, STEPS);
    const same = reachSomewhere(other, seed, STEPS);
    if (state === null || same === null) continue;
    const plain = explore(m, state, MAX_STATES);
    if (!plain.search.graph.isWhole) continue;
    // From here on every access to what is shared is a stop.
    other.sharing.assume({ fields: false, threads: false });
    const unsuspecting = explore(other, same, 20 * MAX_STATES);
    if (!unsuspecting.search.graph.isWhole) continue;
    explored++;
    if (unsuspecting.search.graph.states > plain.search.graph.states) stopsMore++;
    const { count } = plain.explainer.cells;
    const fates = ({ search }: ExploredState): string[] =>
      Array.from({ length: count }, (_, cell) => search.graph.of(cell).kind);
    expect(fates(unsuspecting), textOf(program)).toEqual(fates(plain));
  }
  expect(explored).toBeGreaterThan(PROGRAMS / 3);
  expect(stopsMore).toBeGreaterThan(explored / 4);
});
