/**
 * The ways to search, one row each: what `--search` takes, what `--help` says about it, which options and
 * reductions go with it, and how it is made. A new strategy is a new row.
 */
import type { DvrPart } from "../liveness/reductions.ts";
import type { Machine } from "../vm/machine.ts";
import { BreadthFirst } from "./breadth-first.ts";
import { DepthFirst } from "./depth-first.ts";
import { PctPicker, UniformPicker } from "./pickers.ts";
import { RandomWalks } from "./random-walks.ts";
import type { Search, SearchLimits, SearchSetup } from "./search.ts";
import { type WalkReport, walkReport } from "./walk-report.ts";

/** What strategies can be told; those that a strategy does not name in its row, it ignores. */
export interface StrategyOptions {
  readonly seed: number;
  /** Schedules to follow. */
  readonly runs: number;
  /** Ordering constraints aimed at. */
  readonly pctDepth: number;
}

export const STRATEGY_DEFAULTS: StrategyOptions = { seed: 1, runs: 1000, pctDepth: 3 };

/** A search, and what it alone has to say in the report. */
export interface MadeSearch {
  readonly search: Search;
  report(): {
    /** Bytes of the tree of states, where there is one. */
    readonly treeBytes: number | null;
    readonly walk: WalkReport | null;
  };
}

interface StrategyRow {
  readonly name: string;
  readonly about: string;
  readonly options: readonly (keyof StrategyOptions)[];
  /** Parts of dead-variable reduction that it cannot do. */
  readonly excludes: readonly DvrPart[];
  /** It compares states: it can be complete, and its states can be drawn. */
  readonly storesStates: boolean;
  /** It hashes each state as a whole, instead of keeping a fingerprint up to date. */
  readonly hashesWholeStates: boolean;
  make(m: Machine, limits: SearchLimits, setup: SearchSetup, options: StrategyOptions): MadeSearch;
}

export const STRATEGIES = [
  {
    name: "dfs",
    about: "depth-first",
    options: [],
    excludes: [],
    storesStates: true,
    hashesWholeStates: false,
    make: (m, limits, setup) => ({
      search: new DepthFirst(m, limits, setup),
      report: () => ({ treeBytes: null, walk: null }),
    }),
  },
  {
    name: "bfs",
    about: "breadth-first (shortest schedules)",
    options: [],
    // What is live is known when everything behind a state has been seen.
    excludes: ["dynamic"],
    storesStates: true,
    hashesWholeStates: true,
    make: (m, limits, setup) => {
      const search = new BreadthFirst(m, limits, setup);
      return { search, report: () => ({ treeBytes: search.treeBytes, walk: null }) };
    },
  },
  {
    name: "random",
    about: "random",
    options: ["seed", "runs"],
    excludes: [],
    storesStates: false,
    hashesWholeStates: true,
    make: (m, limits, setup, { seed, runs }) => {
      const search = new RandomWalks(m, limits, { seed, runs, picker: new UniformPicker() }, setup);
      return {
        search,
        report: () => ({ treeBytes: null, walk: walkReport(search, { seed, runs }, null) }),
      };
    },
  },
  {
    name: "pct",
    about: "random priorities",
    options: ["seed", "runs", "pctDepth"],
    excludes: [],
    storesStates: false,
    hashesWholeStates: true,
    make: (m, limits, setup, { seed, runs, pctDepth }) => {
      const picker = new PctPicker(pctDepth);
      const search = new RandomWalks(m, limits, { seed, runs, picker }, setup);
      return {
        search,
        report: () => ({ treeBytes: null, walk: walkReport(search, { seed, runs }, picker) }),
      };
    },
  },
] as const satisfies readonly StrategyRow[];

export type StrategyName = (typeof STRATEGIES)[number]["name"];

export const STRATEGY_NAMES: readonly StrategyName[] = STRATEGIES.map(({ name }) => name);

export const strategyNamed = (name: StrategyName): StrategyRow =>
  STRATEGIES.find((each) => each.name === name)!;

/** "random or pct": the strategies that an option goes with. */
export const strategiesWith = (option: keyof StrategyOptions): string =>
  STRATEGIES.filter((row: StrategyRow) => row.options.includes(option))
    .map(({ name }) => name)
    .join(" or ");
