/**
 * The ways to search that the fuzzer compares: a line of the table below is one
 * of them. Whatever a configuration leaves out or cuts off, it must find the
 * outcomes that the others find; some also promise to visit as many states as
 * another one. A new reduction is tried by adding lines.
 */
import { livenessOf } from "../liveness/dvr.ts";
import { BreadthFirst } from "../search/breadth-first.ts";
import { Explorer } from "../search/explorer.ts";
import type { Search, SearchLimits, SearchSetup } from "../search/search.ts";
import { CompactStore } from "../state/stores/compact-store.ts";
import { ExactStore } from "../state/stores/exact-store.ts";
import type { StateStore } from "../state/stores/store.ts";
import type { Machine } from "../vm/machine.ts";
import { type MachineOptions, REDUCTIONS, type Reduction } from "../vm/machine-options.ts";

export interface Configuration {
  readonly name: string;
  /** The machine is booted with these, besides what all have. */
  readonly machine: Partial<MachineOptions>;
  readonly search: (m: Machine, limits: SearchLimits) => Search;
  /** Another configuration, which has as many states. */
  readonly sameStatesAs?: string;
  /** Tried unless the user names others. */
  readonly isUsual?: boolean;
}

type Strategy = new (m: Machine, limits: SearchLimits, setup?: SearchSetup) => Search;

/** A line of the table: what differs from a depth-first search that keeps fingerprints. */
interface Line extends Pick<Configuration, "name" | "sameStatesAs" | "isUsual"> {
  readonly reductions: readonly Reduction[];
  readonly strategy?: Strategy;
  readonly newStore?: () => StateStore;
  /** Whatever else the search is given. */
  readonly setup?: (m: Machine) => SearchSetup;
}

function configuration(line: Line): Configuration {
  const { reductions, strategy: SearchClass = Explorer, newStore = compact, setup, ...rest } = line;
  return {
    ...rest,
    machine: { reductions: new Set(reductions) },
    search: (m, limits) => new SearchClass(m, limits, { newStore, ...setup?.(m) }),
  };
}

const compact = (): StateStore => new CompactStore();
const exact = (): StateStore => new ExactStore();

/** All sets of reductions, the smaller ones first. */
const SUBSETS: readonly (readonly Reduction[])[] = Array.from(
  { length: 1 << REDUCTIONS.length },
  (_, bits) => REDUCTIONS.filter((_name, i) => ((bits >> i) & 1) !== 0),
).toSorted((a, b) => a.length - b.length);

export const nameOfSet = (set: readonly Reduction[]): string =>
  set.length === 0 ? "none" : set.length === REDUCTIONS.length ? "default" : set.join("+");

const USUAL = new Set([
  "none",
  "sleep",
  "private+final",
  "private+final+discipline",
  "private+final+discipline+sleep",
  "default",
]);

/** Sleeping leaves out steps and no states, unless one thread may stand for all: then it depends on the order. */
function subset(set: readonly Reduction[]): Configuration {
  const isShorter = set.includes("sleep") && !set.includes("threads");
  const awake = set.filter((each) => each !== "sleep");
  const name = nameOfSet(set);
  return configuration({
    name,
    reductions: set,
    ...(isShorter ? { sameStatesAs: nameOfSet(awake) } : {}),
    isUsual: USUAL.has(name),
  });
}

const none = { reductions: [], sameStatesAs: "none" } as const;
const all = { reductions: REDUCTIONS };
const bfs = { strategy: BreadthFirst };
/** Dead fields are left out by no configuration: what is in them at the end is part of an outcome here. */
const local = { setup: (m: Machine) => ({ liveness: livenessOf("local", m) }) };

/** "default@local" is what `deadwood check` does when nothing is said. */
export const CONFIGURATIONS: readonly Configuration[] = [
  ...SUBSETS.map(subset),
  configuration({ name: "none@bfs", ...none, ...bfs, isUsual: true }),
  configuration({ name: "none@exact", ...none, newStore: exact }),
  configuration({ name: "none@bfs@exact", ...none, ...bfs, newStore: exact }),
  configuration({ name: "none@local", reductions: [], ...local, isUsual: true }),
  configuration({ name: "default@local", ...all, ...local, isUsual: true }),
  configuration({ name: "default@bfs", ...all, ...bfs, isUsual: true }),
  configuration({ name: "default@exact", ...all, newStore: exact, isUsual: true }),
  configuration({ name: "default@bfs@exact", ...all, ...bfs, newStore: exact }),
];
