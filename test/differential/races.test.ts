/**
 * Accesses that a search without any reduction brings side by side must be
 * brought side by side by the checker's, and no others: for random programs
 * both find the same races.
 */
import { describe, expect, test } from "vitest";
import { unrestrictedProgram } from "../../src/fuzz/families/unrestricted/program.ts";
import { type RandomProgram, shrink, textOf } from "../../src/fuzz/generator/program.ts";
import { DEFAULT_TEXTS } from "../../src/fuzz/outcomes/outcomes.ts";
import { exploreByForce } from "../../src/fuzz/reference/reference-search.ts";
import { DepthFirst } from "../../src/search/depth-first.ts";
import { PendingAccesses } from "../../src/search/properties/pending-accesses.ts";
import { fieldOfAddress } from "../../src/search/properties/variables.ts";
import type { Machine } from "../../src/vm/machine.ts";
import { BY_FIELD, PLAIN } from "../../src/vm/native-api/memory-access.ts";
import { randomMachine } from "../support/generators/random-machines.ts";
import { exhaust } from "../support/searches.ts";
import { sized } from "../support/size.ts";

const FIRST = Number(process.env["DEADWOOD_FIRST_SEED"] ?? 0);
const PROGRAMS = sized("DEADWOOD_PROGRAMS", 40, 120);
/** States of the reference search; what it has found by then must have been found too. */
const LIMIT = Number(process.env["DEADWOOD_FORCE_STATES"] ?? 1500);
const GROUP = 40;
const MINUTES = 60_000;

/** The races in a state, by the two instructions. */
function racesAt(m: Machine, into: Set<string>): void {
  const accesses = new PendingAccesses();
  accesses.collect(m);
  const { count, threads, pcs, objects, from, to, isWrite, modes } = accesses;
  const isPlain = (at: number): boolean =>
    modes[at] === PLAIN ||
    (modes[at] === BY_FIELD && fieldOfAddress(m, objects[at]!, from[at]!)?.isVolatile !== true);
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++) {
      if (threads[a] === threads[b] || (isWrite[a]! | isWrite[b]!) === 0) continue;
      if (from[a]! >= to[b]! || from[b]! >= to[a]! || !(isPlain(a) || isPlain(b))) continue;
      into.add([pcs[a]!, pcs[b]!].toSorted((x, y) => x - y).join(" "));
    }
  }
}

interface Found {
  /** Races that only one of the two searches finds. */
  readonly differences: readonly string[];
  readonly races: number;
}

function compare(program: RandomProgram): Found {
  const m = randomMachine(program);
  const checked = new Set<string>();
  const property = {
    inspect: (machine: Machine) => {
      racesAt(machine, checked);
      return null;
    },
  };
  const explorer = new DepthFirst(
    m,
    { states: 100_000, depth: 1_000_000 },
    { inspected: [property] },
  );
  // The second search runs on the same machine, where all code is where it was.
  if (!exhaust(explorer).isComplete) return { differences: [], races: 0 };
  const forced = new Set<string>();
  const { isComplete } = exploreByForce(m, LIMIT, DEFAULT_TEXTS, (machine) =>
    racesAt(machine, forced),
  );
  const lost = [...forced].filter((race) => !checked.has(race));
  const extra = [...checked].filter((race) => !forced.has(race));
  const nameOf = (race: string): string =>
    race
      .split(" ")
      .map(
        (pc) =>
          `${m.space.codeAt(Number(pc)).method.toString()} at ${m.space.offsetAt(Number(pc))}`,
      )
      .join(" and ");
  return {
    differences: [
      ...lost.map((race) => `lost: ${nameOf(race)}`),
      ...(isComplete ? extra.map((race) => `impossible: ${nameOf(race)}`) : []),
    ],
    races: checked.size,
  };
}

describe("races are those of a search without any reduction", () => {
  const groups = Array.from({ length: Math.ceil(PROGRAMS / GROUP) }, (_, i) => FIRST + i * GROUP);
  test.each(groups)("seeds from %i on", { timeout: 10 * MINUTES }, (first) => {
    let races = 0;
    for (let seed = first; seed < Math.min(first + GROUP, FIRST + PROGRAMS); seed++) {
      const program = unrestrictedProgram(seed);
      const found = compare(program);
      races += found.races;
      if (found.differences.length === 0) continue;
      const smallest = shrink(program, (smaller) => compare(smaller).differences.length > 0);
      expect(compare(smallest).differences, textOf(smallest)).toEqual([]);
    }
    // Guards against a comparison of nothing with nothing.
    expect(races).toBeGreaterThan(0);
  });
});
