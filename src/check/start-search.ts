/** From a plan to a search that stands in the first state, with what the report says about how it was done. */
import { unreachable } from "../core/assert.ts";
import { BadUsageError } from "../core/errors.ts";
import { isOutOfMemory } from "../launch/launchable-program.ts";
import { dynamicOf, formatReductions, livenessOf } from "../liveness/reductions.ts";
import { BreadthFirst } from "../search/breadth-first.ts";
import { DepthFirst } from "../search/depth-first.ts";
import { PctPicker, type Picker, UniformPicker } from "../search/pickers.ts";
import { RandomWalks } from "../search/random-walks.ts";
import type { Search, SearchLimits, SearchSetup } from "../search/search.ts";
import { BitstateStore } from "../state/stores/bitstate-store.ts";
import { CompactStore } from "../state/stores/compact-store.ts";
import { ExactStore } from "../state/stores/exact-store.ts";
import type { StateStore } from "../state/stores/store.ts";
import type { Machine } from "../vm/machine.ts";
import type { SearchPlan } from "./options.ts";
import { Stopwatch } from "./process-figures.ts";
import type { SearchReport, WalkReport } from "./search-report.ts";

/** A search, and what the report says about how it was done. */
export interface StartedSearch {
  readonly search: Search;
  /** What the analyses of code have taken so far, and the runs that they needed. */
  readonly analysis: Stopwatch;
  /** About what has been searched so far. */
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
): StartedSearch {
  const { effort, heapOrder, strategy, properties } = plan;
  const observers = (setup.inspected ?? []).flatMap((property) => property.observers ?? []);
  const analysis = new Stopwatch();
  const liveness = analysis.time(() => livenessOf(plan.dvr, machine, observers));
  const aside = (work: () => void): void => {
    if (setup.aside === undefined) analysis.time(work);
    else setup.aside(() => analysis.time(work));
  };
  const dynamic = dynamicOf(plan.dvr);
  const canWait = effort === "auto" && dynamic !== false && liveness.fields !== null;
  const patience = canWait ? ("analysis" as const) : undefined;
  const reductions = { liveness, dynamic, effort, patience, heapOrder };
  const newStore = (): StateStore => makeStore(plan.store);
  const made = makeSearch(plan, machine, limits, {
    ...setup,
    newStore,
    judged: properties,
    aside,
    ...reductions,
  });
  const dvr = formatReductions(plan.dvr);
  return {
    search: made.search,
    analysis,
    report: () => ({ strategy, properties, dvr, heapOrder, ...made.report() }),
  };
}

interface MadeSearch {
  readonly search: Search;
  report(): Pick<SearchReport, "treeBytes" | "walk">;
}

function makeSearch(
  plan: SearchPlan,
  machine: Machine,
  limits: SearchLimits,
  setup: SearchSetup,
): MadeSearch {
  switch (plan.strategy) {
    case "dfs":
      return {
        search: new DepthFirst(machine, limits, setup),
        report: () => ({ treeBytes: null, walk: null }),
      };
    case "bfs": {
      const search = new BreadthFirst(machine, limits, setup);
      return { search, report: () => ({ treeBytes: search.treeBytes, walk: null }) };
    }
    case "random":
    case "pct":
      return makeWalks(plan, machine, limits, setup);
    default:
      return unreachable(plan.strategy);
  }
}

function makeWalks(
  plan: SearchPlan,
  machine: Machine,
  limits: SearchLimits,
  setup: SearchSetup,
): MadeSearch {
  const { seed, runs } = plan;
  const priorities = plan.strategy === "pct" ? new PctPicker(plan.pctDepth) : null;
  const picker: Picker = priorities ?? new UniformPicker();
  const search = new RandomWalks(machine, limits, { seed, runs, picker }, setup);
  return {
    search,
    report: () => ({ treeBytes: null, walk: walkReport(plan, search, priorities) }),
  };
}

function walkReport(
  { seed, runs }: SearchPlan,
  walks: RandomWalks,
  priorities: PctPicker | null,
): WalkReport {
  const schedules = walks.counts.schedules ?? 0;
  const { distinctEnds, truncated: cut } = walks;
  const base = { seed, runs, schedules, distinctEnds, cut };
  if (priorities === null) return { ...base, pct: null };
  const { depth, threads, steps, chance } = priorities;
  // Not 1 - (1 - chance)^n, which loses small chances to rounding.
  const overallChance = -Math.expm1(schedules * Math.log1p(-chance));
  return { ...base, pct: { depth, threads, steps, chance, overallChance } };
}

function makeStore({ kind, bytes }: SearchPlan["store"]): StateStore {
  switch (kind) {
    case "exact":
      return new ExactStore();
    case "compact":
      return new CompactStore();
    case "bitstate":
      return makeBitstate(bytes);
    default:
      return unreachable(kind);
  }
}

function makeBitstate(bytes: number): StateStore {
  try {
    return new BitstateStore(bytes);
  } catch (cause) {
    if (!isOutOfMemory(cause)) throw cause;
    throw new BadUsageError("there is not enough memory for --store-size", {
      cause,
      hint: "Choose a smaller size.",
    });
  }
}
