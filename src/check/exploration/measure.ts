/** Puts together what is known about a search that has ended. */
import { LimitReachedError } from "../../core/errors.ts";
import { isOutOfMemory, type LaunchableProgram } from "../../launch/launchable-program.ts";
import { SILENT } from "../../launch/presets.ts";
import { dynamicOf } from "../../liveness/reductions.ts";
import { type Growth, measureGrowth } from "../../search/growth/growth.ts";
import type { StateProperty } from "../../search/properties/property.ts";
import type { Search } from "../../search/search.ts";
import { strategyNamed } from "../../search/strategies.ts";
import type { SearchPlan } from "../options.ts";
import { now } from "../process-figures.ts";
import type { StartedSearch } from "../start-search.ts";
import type { Exploration, ReductionEffect, SearchSample } from "./exploration.ts";
import { lineSurvey } from "./line-survey.ts";

export interface EndedSearch {
  readonly program: LaunchableProgram;
  readonly plan: SearchPlan;
  readonly started: StartedSearch;
  readonly properties: readonly StateProperty[];
  readonly samples: readonly SearchSample[];
  /** The search was stopped before it had found a violation. */
  readonly isStopped: boolean;
  readonly searchSeconds: number;
}

export function explorationOf(ended: EndedSearch): Exploration {
  const { started, samples, isStopped, plan } = ended;
  const { search, survey } = started;
  return {
    samples,
    survey: lineSurvey(search.machine, survey),
    reductions: reductionEffects(search, plan),
    frontier: isStopped ? (search.frontier ?? null) : null,
    growth: isStopped && strategyNamed(plan.strategy).storesStates ? growthOf(ended) : null,
  };
}

/** Following a schedule takes this share of the search's time, between these bounds in seconds. */
const GROWTH_SHARE = 0.1;
const GROWTH_LEAST = 0.3;
const GROWTH_MOST = 2;

/** Null if there is no memory left for another machine. */
function growthOf({
  program,
  plan,
  started,
  properties,
  searchSeconds,
}: EndedSearch): Growth | null {
  const { search } = started;
  const end =
    now() + 1000 * Math.min(GROWTH_MOST, Math.max(GROWTH_LEAST, searchSeconds * GROWTH_SHARE));
  try {
    const { machine } = program.start(SILENT, search.machine.sharing.refuted);
    return measureGrowth(machine, search.trace, {
      dvr: plan.dvr,
      observers: properties.flatMap((property) => property.observers ?? []),
      isOver: () => now() > end,
    });
  } catch (error) {
    if (isOutOfMemory(error) || error instanceof LimitReachedError) return null;
    throw error;
  }
}

function reductionEffects(search: Search, { dvr }: SearchPlan): ReductionEffect[] {
  const { machine, counts, leftOut } = search;
  const inUse = machine.options.reductions;
  const effects: ReductionEffect[] = [
    { reduction: "states", what: "steps that led to a known state", count: counts.matched },
  ];
  if (leftOut !== undefined && inUse?.has("sleep") === true) {
    const what = "steps of sleeping threads, which another order of the same steps covers";
    effects.push({ reduction: "sleep", what, count: leftOut.asleep });
  }
  if (leftOut !== undefined && inUse?.has("threads") === true) {
    const what = "states in which one thread stood for all, because no other could notice its step";
    effects.push({ reduction: "threads", what, count: leftOut.represented });
  }
  for (const [reduction, what] of UNCOUNTED) {
    if (inUse?.has(reduction) === true) effects.push({ reduction, what, count: null });
  }
  for (const part of dvr) {
    if (dynamicOf(new Set([part])) !== false) continue;
    effects.push({
      reduction: `dvr ${part}`,
      what: "states that differ in dead values only",
      count: null,
    });
  }
  if (counts.dynamic !== undefined) {
    const what = "visits of states that are like a visited one in all that is read later";
    effects.push({ reduction: "dvr dynamic", what, count: Math.round(counts.dynamic.gains) });
  }
  return effects;
}

const UNCOUNTED = [
  ["private", "scheduling points at accesses to objects that one thread alone can reach"],
  ["final", "scheduling points at reads of final fields"],
  ["discipline", "scheduling points at accesses that keep to a lock, or to one thread"],
] as const;
