/** Options that say how to search and what to look for, and the search that they ask for. */
import type { Command } from "commander";
import { unreachable } from "../core/assert.ts";
import { BadUsageError } from "../core/errors.ts";
import {
  DVR_KINDS,
  type Dvr,
  type DvrKind,
  dynamicOf,
  formatReductions,
  livenessOf,
} from "../liveness/reductions.ts";
import type { SearchReport, Strategy, WalkReport } from "../report/check/search-report.ts";
import { BreadthFirst } from "../search/breadth-first.ts";
import { DepthFirst } from "../search/depth-first.ts";
import { PctPicker, type Picker, UniformPicker } from "../search/pickers.ts";
import { RandomWalks } from "../search/random-walks.ts";
import { DVR_EFFORTS, type DvrEffort } from "../search/reductions/effort.ts";
import type { Search, SearchLimits, SearchSetup } from "../search/search.ts";
import { HEAP_ORDERS, type HeapOrder } from "../state/heap-order.ts";
import type { Machine } from "../vm/machine.ts";
import { REDUCTIONS, type Reduction } from "../vm/machine-options.ts";
import { parseDvr } from "./dvr-option.ts";
import { parseCount } from "./options.ts";

export interface SearchOptions {
  readonly search: string;
  readonly seed?: string;
  readonly runs?: string;
  readonly pctDepth?: string;
  readonly deadlock: boolean;
  readonly endless: boolean;
  readonly uncaught: boolean;
  readonly spuriousWakeups?: boolean;
  readonly assumeFixed?: boolean;
  readonly reduction: string;
  readonly dvr: string;
  readonly dvrEffort: string;
  readonly heapOrder: string;
}

const DEFAULT_SEED = 1;
const DEFAULT_RUNS = 1000;
const DEFAULT_PCT_DEPTH = 3;
const DEFAULT_DVR: DvrKind = "local";
const DEFAULT_EFFORT: DvrEffort = "auto";
const DEFAULT_HEAP_ORDER: HeapOrder = "canonical";
/** Beyond this the chance to find anything is nil. */
const MAX_PCT_DEPTH = 100;

export interface SearchPlan {
  readonly strategy: Strategy;
  readonly seed: number;
  readonly runs: number;
  readonly pctDepth: number;
  readonly properties: SearchReport["properties"];
  /** The parts of dead-variable reduction that were asked for. */
  readonly dvr: Dvr;
  readonly effort: DvrEffort;
  readonly heapOrder: HeapOrder;
}

export function addSearchOptions(command: Command): Command {
  return command
    .option(
      "--search <dfs|bfs|random|pct>",
      "depth-first; breadth-first, for the shortest schedule; random schedules; random priorities",
      "dfs",
    )
    .option("--seed <n>", `random numbers to use with random and pct (default: ${DEFAULT_SEED})`)
    .option("--runs <count>", `schedules of random and pct (default: ${DEFAULT_RUNS})`)
    .option(
      "--pct-depth <d>",
      `ordering constraints that pct aims at: it changes priorities d-1 times (default: ${DEFAULT_PCT_DEPTH})`,
    )
    .option(
      "--reduction <list>",
      `what threads need not show to each other, for comparison: all, none, or some of ${REDUCTIONS.join(",")}`,
      "all",
    )
    .option(
      `--dvr <${DVR_KINDS.join("|")}>`,
      "what no thread can read any more does not tell states apart: locals and operands (local), also fields (hybrid), also what the future of explored states did not read (dynamic), or all of it and what is read for nothing (full); or parts with commas, such as local,hybrid,faint",
      DEFAULT_DVR,
    )
    .option(
      `--dvr-effort <${DVR_EFFORTS.join("|")}>`,
      "do all of that whatever it costs (always), or as long as what it costs is no more than what it spares (auto)",
      DEFAULT_EFFORT,
    )
    .option(
      `--heap-order <${HEAP_ORDERS.join("|")}>`,
      "objects are told apart by how they are reached (canonical), or by when they were made (as-allocated), for comparison",
      DEFAULT_HEAP_ORDER,
    )
    .option("--spurious-wakeups", "wait, await and park may also end for no reason")
    .option(
      "--assume-fixed",
      "accept that random numbers, hash codes, environment and the like are fixed",
    )
    .option("--no-endless", "a cycle that no schedule leaves is fine")
    .option("--no-deadlock", "a deadlock is an end like others")
    .option("--no-uncaught", "an uncaught exception ends its thread only, as in Java");
}

export function searchPlan(options: SearchOptions): SearchPlan {
  const strategy = strategyOf(options.search);
  const isWalk = strategy === "random" || strategy === "pct";
  if (!isWalk) {
    for (const [name, value] of [
      ["--seed", options.seed],
      ["--runs", options.runs],
    ] as const) {
      if (value === undefined) continue;
      throw new BadUsageError(`${name} goes with --search random or pct, not with ${strategy}`);
    }
  }
  if (options.pctDepth !== undefined && strategy !== "pct") {
    throw new BadUsageError(`--pct-depth goes with --search pct, not with ${strategy}`);
  }
  const dvr = parseDvr(options.dvr);
  if (strategy === "bfs" && dvr.has("dynamic")) {
    throw new BadUsageError(`--dvr ${options.dvr} does not go with --search bfs`, {
      hint: "What is live is known when everything behind a state has been seen: search depth-first, or with --dvr local,hybrid,faint.",
    });
  }
  const { deadlock, endless, uncaught } = options;
  return {
    strategy,
    seed: parseSeed(options.seed),
    runs: options.runs === undefined ? DEFAULT_RUNS : parseCount("--runs", options.runs),
    pctDepth: parsePctDepth(options.pctDepth),
    properties: { deadlock, endless, uncaught },
    dvr,
    effort: oneOf("--dvr-effort", options.dvrEffort, DVR_EFFORTS),
    heapOrder: oneOf("--heap-order", options.heapOrder, HEAP_ORDERS),
  };
}

/** "all", "none", or names with commas between them. */
export function parseReductions(text: string): readonly Reduction[] {
  if (text === "all") return REDUCTIONS;
  if (text === "none") return [];
  return text.split(",").map((name) => {
    const known = REDUCTIONS.find((reduction) => reduction === name);
    if (known !== undefined) return known;
    throw new BadUsageError(`--reduction ${text}: there is no reduction "${name}"`, {
      hint: `Name some of ${REDUCTIONS.join(", ")} with commas between them, or all, or none.`,
    });
  });
}

function oneOf<T extends string>(option: string, text: string, values: readonly T[]): T {
  const known = values.find((value) => value === text);
  if (known !== undefined) return known;
  throw new BadUsageError(`${option} ${text} is neither ${values.join(" nor ")}`);
}

function strategyOf(text: string): Strategy {
  if (text === "dfs" || text === "bfs" || text === "random" || text === "pct") return text;
  throw new BadUsageError(`--search ${text} is none of dfs, bfs, random and pct`);
}

export function parseSeed(text: string | undefined): number {
  if (text === undefined) return DEFAULT_SEED;
  const seed = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(seed)) {
    throw new BadUsageError(`--seed ${text} is not a whole number`, {
      hint: `Anything from 0 to ${Number.MAX_SAFE_INTEGER} will do.`,
    });
  }
  return seed;
}

function parsePctDepth(text: string | undefined): number {
  if (text === undefined) return DEFAULT_PCT_DEPTH;
  const depth = parseCount("--pct-depth", text);
  if (depth > MAX_PCT_DEPTH) {
    throw new BadUsageError(`--pct-depth ${text} is too large`, {
      hint: `Anything from 1 to ${MAX_PCT_DEPTH} will do; few bugs need more than 3.`,
    });
  }
  return depth;
}

/** A search under way, and what the report has to say about how it was done. */
export interface PlannedSearch {
  readonly search: Search;
  /** What the analyses of code so far took, and the runs that were needed for them. */
  readonly analysis: Stopwatch;
  /** Of what has been searched so far. */
  report(): Pick<
    SearchReport,
    "strategy" | "properties" | "dvr" | "heapOrder" | "treeBytes" | "walk"
  >;
}

export function startSearch(
  plan: SearchPlan,
  machine: Machine,
  limits: SearchLimits,
  setup: SearchSetup,
): PlannedSearch {
  const { properties } = plan;
  const observers = (setup.inspected ?? []).flatMap((property) => property.observers ?? []);
  const analysis = new Stopwatch();
  const liveness = analysis.time(() => livenessOf(plan.dvr, machine, observers));
  const aside = (work: () => void): void => {
    if (setup.aside === undefined) analysis.time(work);
    else setup.aside(() => analysis.time(work));
  };
  const dynamic = dynamicOf(plan.dvr);
  const { effort, heapOrder } = plan;
  const canWait = effort === "auto" && dynamic !== false && liveness.fields !== null;
  const patience = canWait ? ("analysis" as const) : undefined;
  const reductions = { liveness, dynamic, effort, patience, heapOrder };
  const judged = { ...setup, judged: properties, aside, ...reductions };
  const planned = plannedSearch(plan, machine, limits, judged);
  return { ...planned, analysis };
}

/** Time of some work of the process. */
export class Stopwatch {
  cpuSeconds = 0;
  wallSeconds = 0;

  time<T>(work: () => T): T {
    const before = process.cpuUsage();
    const start = performance.now();
    try {
      return work();
    } finally {
      const { user, system } = process.cpuUsage(before);
      this.cpuSeconds += (user + system) / 1e6;
      this.wallSeconds += (performance.now() - start) / 1000;
    }
  }
}

function plannedSearch(
  plan: SearchPlan,
  machine: Machine,
  limits: SearchLimits,
  judged: SearchSetup,
): Omit<PlannedSearch, "analysis"> {
  const { strategy, properties, heapOrder } = plan;
  const dvr = formatReductions(plan.dvr);
  switch (strategy) {
    case "dfs": {
      const search = new DepthFirst(machine, limits, judged);
      const report = () => ({ strategy, properties, dvr, heapOrder, treeBytes: null, walk: null });
      return { search, report };
    }
    case "bfs": {
      const search = new BreadthFirst(machine, limits, judged);
      const report = () => ({
        strategy,
        properties,
        dvr,
        heapOrder,
        treeBytes: search.treeBytes,
        walk: null,
      });
      return { search, report };
    }
    case "random":
    case "pct":
      return startWalks(plan, machine, limits, judged);
    default:
      return unreachable(strategy);
  }
}

function startWalks(
  plan: SearchPlan,
  machine: Machine,
  limits: SearchLimits,
  setup: SearchSetup,
): Omit<PlannedSearch, "analysis"> {
  const { strategy, properties, seed, runs } = plan;
  const priorities = strategy === "pct" ? new PctPicker(plan.pctDepth) : null;
  const picker: Picker = priorities ?? new UniformPicker();
  const search = new RandomWalks(machine, limits, { seed, runs, picker }, setup);
  const report = () => ({
    strategy,
    properties,
    dvr: formatReductions(plan.dvr),
    heapOrder: plan.heapOrder,
    treeBytes: null,
    walk: walkReport(plan, search, priorities),
  });
  return { search, report };
}

function walkReport(
  plan: SearchPlan,
  walks: RandomWalks,
  priorities: PctPicker | null,
): WalkReport {
  const { seed, runs } = plan;
  const schedules = walks.counts.schedules ?? 0;
  const { distinctEnds, truncated: cut } = walks;
  const base = { seed, runs, schedules, distinctEnds, cut };
  if (priorities === null) return { ...base, pct: null };
  const { depth, threads, steps, chance } = priorities;
  // Not 1 - (1 - chance)^n: that loses small chances to rounding.
  const overallChance = -Math.expm1(schedules * Math.log1p(-chance));
  return { ...base, pct: { depth, threads, steps, chance, overallChance } };
}
