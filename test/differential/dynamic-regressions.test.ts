/**
 * Traps of dynamic dead-variable reduction that random programs hardly step into,
 * each with a program that does: with the one thing taken out the search misses an
 * exception that it finds as it is.
 */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { dvrOf, livenessOf } from "../../src/liveness/reductions.ts";
import { DepthFirst } from "../../src/search/depth-first.ts";
import type { DvrEffort } from "../../src/search/reductions/effort.ts";
import { LiveFutures } from "../../src/search/reductions/live-futures.ts";
import type { Search, Slice } from "../../src/search/search.ts";
import type { Machine } from "../../src/vm/machine.ts";
import { REDUCTIONS, type Reduction } from "../../src/vm/machine-options.ts";
import { compiledForTests, installedJdk } from "../support/java.ts";
import { machineOf } from "../support/machine.ts";
import {
  DYNAMIC_MUTANTS,
  RARE_DYNAMIC_MUTANTS,
  SLEEPY,
} from "../support/mutants/dynamic-mutants.ts";
import { type Patch, patchedSearch, replaced } from "../support/mutants/mutant.ts";
import { untilFound } from "../support/searches.ts";

const MINUTES = 60_000;
const STATES = 10_000;
const SOURCE = join(import.meta.dirname, "dynamic", "Traps.java");
const compiled = compiledForTests(SOURCE);

/** What lies behind the depth limit is taken for an end. */
const shallow: Patch = replaced(
  LiveFutures.prototype,
  "arrived",
  (original) =>
    function arrived(this: LiveFutures, arrival, ...of) {
      original.call(this, arrival === "cut" ? "end" : arrival, ...of);
    },
);

interface Trap {
  readonly program: string;
  readonly about: string;
  /** What is wrong; otherwise the mutant that is about the same. */
  readonly patch?: Patch;
  readonly depth?: number;
  /** None unless they are given. */
  readonly reductions?: readonly Reduction[];
  /** "auto" unless it is given. */
  readonly effort?: DvrEffort;
}

const TRAPS: readonly Trap[] = [
  {
    program: "Gates",
    about: "gates of threads that wait are not noted",
    reductions: REDUCTIONS,
  },
  { program: "Depths", about: "states at the depth limit are complete", patch: shallow, depth: 8 },
  { program: "Ended", about: "no Thread tells that its thread has ended" },
  {
    program: "EndedOfTwo",
    about: "of those that were there from the start, which Thread has ended does not matter",
  },
  {
    program: "Swapped",
    about: "objects from the start keep their places in circles",
  },
  { program: "Circles", about: "nothing is live where a circle closes" },
  { program: "Hashes", about: "objects have no identity hash" },
  { program: "Bytes", about: "a byte replaces the word that it is in" },
  { program: "Parts", about: "an element of several in a word is read, another one is noted" },
  { program: "Casts", about: "casts do not read types" },
  { program: "Tests", about: "instanceof does not read types" },
  { program: "Receivers", about: "calls of methods of classes do not read types" },
  { program: "Interfaces", about: "calls of methods of interfaces do not read types" },
  { program: "Thrown", about: "what is thrown has no type" },
  { program: "Asked", about: "getClass does not read types" },
  { program: "Stores", about: "stores of references do not read the type of the array" },
  { program: "Lengths", about: "arrays have no length" },
  { program: "Bounds", about: "arrays have no length" },
  { program: "Identities", about: "a reference is as good as another" },
  {
    program: "Asleep",
    about: "what sleeps in a state found was followed there",
    reductions: ["private", "final", "sleep"],
  },
  {
    program: "Followed",
    about: "whoever slept in a state found was followed from the one that is known whole",
    reductions: ["private", "final", "sleep"],
  },
  {
    program: "Unread",
    about: "what a state found has read is all that one known whole reads",
    patch: replaced(LiveFutures.prototype, "unreadBy", () => () => 0),
    reductions: ["private", "final", "sleep"],
    effort: "always",
  },
  { program: "Told", about: "what is told of an exception is dead" },
];

function machine({ program, reductions = [] }: Trap): Machine {
  return machineOf({
    classPath: compiled.folder,
    mainClass: program,
    jdk: installedJdk!.home,
    reductions: new Set(reductions),
    undo: true,
    checking: true,
  }).m;
}

const searchOf = (m: Machine, depth: number, effort: DvrEffort = "auto"): DepthFirst =>
  new DepthFirst(
    m,
    { states: STATES, depth },
    { liveness: livenessOf(dvrOf("dynamic"), m), dynamic: true, effort },
  );

const DEEP = 1000;

/** The search with what the trap is about taken out. */
function wrongSearch(trap: Trap): Search {
  const { about, patch, depth = DEEP, effort } = trap;
  const m = machine(trap);
  if (patch !== undefined) return patchedSearch(patch, () => searchOf(m, depth, effort));
  const all = [...DYNAMIC_MUTANTS, ...RARE_DYNAMIC_MUTANTS];
  const mutant = all.find(({ name }) => name === `dynamic: ${about}`)!;
  return mutant.search(m, { states: STATES, depth }, []);
}

/** All exceptions that the search comes by, and how it ends. */
function found(search: Search): {
  readonly messages: readonly string[];
  readonly end: Slice["kind"];
} {
  const messages = new Set<string>();
  let told = untilFound(search);
  for (; told.kind === "violated"; told = untilFound(search)) messages.add(told.violation.message);
  return { messages: [...messages], end: told.kind };
}

describe.skipIf(installedJdk === null)("a trap", () => {
  test.each(TRAPS)("$about: $program", { timeout: MINUTES }, (trap) => {
    const { depth = DEEP, effort } = trap;
    const right = found(searchOf(machine(trap), depth, effort));
    const wrong = found(wrongSearch(trap));
    expect(wrong.end).toBe(right.end);
    expect(right.messages.length).toBeGreaterThan(0);
    expect(wrong.messages).toEqual(right.messages.slice(0, -1));
  });
});

test.skipIf(installedJdk === null)("threads that were followed are followed once", () => {
  const trap = TRAPS.find(({ program }) => program === "Followed")!;
  const right = searchOf(machine(trap), DEEP);
  const sleepy = SLEEPY.search(machine(trap), { states: STATES, depth: DEEP }, []);
  expect(found(sleepy)).toEqual(found(right));
  expect(right.counts.transitions).toBeLessThan(sleepy.counts.transitions);
});

test("whatever random programs do not find has a program of its own", () => {
  const names = new Set(TRAPS.map(({ about }) => `dynamic: ${about}`));
  expect(RARE_DYNAMIC_MUTANTS.filter(({ name }) => !names.has(name))).toEqual([]);
});
