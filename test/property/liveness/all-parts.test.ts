/**
 * With `--dvr-effort always` all parts of dead-variable reduction together have at most as many states as each of
 * them, and as none; with `auto` hardly more than `local`. Objects that are known by when they were made
 * make as many states as those that are known by how they are reached, or more. And nothing else changes.
 *
 * Over a few random and bundled programs here, and in a long run over 2,000 random ones, and all that are bundled,
 * also in larger runs.
 */
import { describe, expect, test } from "vitest";
import {
  mayNeedJdk,
  programOf,
  type Task,
  tasksFrom,
  USUAL_NAMES,
} from "../../../src/fuzz/families/all-families.ts";
import { inputOf } from "../../../src/fuzz/fuzz-input.ts";
import { type DvrPart, dynamicOf, livenessOf } from "../../../src/liveness/reductions.ts";
import { DepthFirst } from "../../../src/search/depth-first.ts";
import type { DvrEffort } from "../../../src/search/reductions/effort.ts";
import type { HeapOrder } from "../../../src/state/heap-order.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { bundledRuns } from "../../support/programs/bundled-runs.ts";
import { fuzzLibrary } from "../../support/programs/fuzz-library.ts";
import { exhaust, kindsOf } from "../../support/searches.ts";
import { isLong, sample } from "../../support/size.ts";

const FIRST = Number(process.env["DEADWOOD_FIRST_SEED"] ?? 0);
const PROGRAMS = Number(process.env["DEADWOOD_PROGRAMS"] ?? (isLong ? 2000 : 14));
/** States of `none` above which a program is left out. */
const LIMIT = isLong ? 4000 : 1500;
const GENEROUS = (isLong ? 120 : 5) * 60_000;

const TRAPS: readonly Task[] = [
  // Random schedules refute more of what is assumed about threads than a search does.
  { kind: "unrestricted", seed: 21 },
  // Many states are equal for what the code says, and not by their live parts.
  { kind: "unrestricted", seed: 216 },
];

interface Way {
  readonly parts: readonly DvrPart[];
  readonly effort?: DvrEffort;
  readonly heapOrder?: HeapOrder;
}

const NONE: Way = { parts: [] };
const LOCAL: Way = { parts: ["local"] };
const PARTS: readonly Way[] = [
  LOCAL,
  { parts: ["local", "hybrid"] },
  { parts: ["local", "hybrid", "faint"] },
  { parts: ["local", "dynamic"] },
];
const FULL: Way = { parts: ["local", "hybrid", "faint", "dynamic"] };
const ALLOCATED = { heapOrder: "as-allocated" } as const;

interface Found {
  readonly states: number;
  readonly kinds: readonly string[];
}

/** Null when it is too large. */
function search(
  m: Machine,
  { parts, effort = "always", heapOrder = "canonical" }: Way,
): Found | null {
  const dvr = new Set(parts);
  const explorer = new DepthFirst(
    m,
    { states: LIMIT, depth: 1_000_000 },
    {
      liveness: livenessOf(dvr, m),
      dynamic: dynamicOf(dvr),
      effort,
      heapOrder,
      ...(effort === "auto" ? { patience: "analysis" } : {}),
    },
  );
  const { isComplete, violations } = exhaust(explorer);
  return isComplete ? { states: explorer.counts.states, kinds: kindsOf(violations) } : null;
}

/** False when the program is too large. */
function checkLaws(make: () => Machine): boolean {
  const of = (way: Way): Found => {
    const found = search(make(), way);
    expect(found, JSON.stringify(way)).not.toBeNull();
    return found!;
  };
  const none = search(make(), NONE);
  if (none === null) return false;
  const full = of(FULL);
  expect(full.kinds).toEqual(none.kinds);
  expect(full.states).toBeLessThanOrEqual(none.states);
  for (const part of PARTS) {
    const found = of(part);
    expect(found.kinds).toEqual(none.kinds);
    expect(found.states).toBeLessThanOrEqual(none.states);
    expect(full.states, JSON.stringify(part)).toBeLessThanOrEqual(found.states);
    if (part !== LOCAL) continue;
    const auto = of({ ...FULL, effort: "auto" });
    expect(auto.kinds).toEqual(none.kinds);
    expect(auto.states).toBeLessThanOrEqual(found.states * 1.01);
  }
  for (const way of [NONE, FULL]) {
    const allocated = search(make(), { ...way, ...ALLOCATED });
    if (allocated === null) continue;
    expect(allocated.kinds).toEqual(none.kinds);
    expect(allocated.states).toBeGreaterThanOrEqual((way === NONE ? none : full).states);
  }
  return true;
}

describe("all parts of dead-variable reduction together", () => {
  const library = fuzzLibrary();
  const canRun = ({ kind }: Task): boolean => library.jdk !== null || !mayNeedJdk(kind);
  const tasks = [...tasksFrom(FIRST, PROGRAMS, USUAL_NAMES), ...TRAPS].filter(canRun);

  test(`in ${tasks.length} random programs`, { timeout: GENEROUS }, () => {
    let compared = 0;
    for (const task of tasks) {
      const input = inputOf(programOf(task));
      try {
        if (checkLaws(() => library.machineOf(input))) compared++;
      } catch (error) {
        throw new Error(`${task.kind} ${task.seed}`, { cause: error });
      }
    }
    expect(compared).toBeGreaterThan(tasks.length / 2);
  });

  const which = isLong ? (["first", "last"] as const) : (["first"] as const);
  const runs = sample(
    bundledRuns(which).filter(({ canRun: can }) => can),
    12,
  );
  test(`in ${runs.length} runs of bundled programs`, { timeout: GENEROUS }, () => {
    let compared = 0;
    for (const { name, make } of runs) {
      try {
        if (checkLaws(() => make().m)) compared++;
      } catch (error) {
        throw new Error(name, { cause: error });
      }
    }
    expect(compared).toBeGreaterThan(runs.length / 2);
  });
});
