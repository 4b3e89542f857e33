/** Puts together what is known about a search that has ended. */
import type { LaunchableProgram } from "../../launch/launchable-program.ts";
import { dynamicOf } from "../../liveness/reductions.ts";
import type { StateProperty } from "../../search/properties/property.ts";
import type { Search } from "../../search/search.ts";
import { strategyNamed } from "../../search/strategies.ts";
import type { SearchPlan } from "../options.ts";
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

export async function explorationOf(ended: EndedSearch): Promise<Exploration> {
  const { started, samples, isStopped, plan } = ended;
  const { search, survey } = started;
  // What a complete search does not need is not loaded.
  const isFollowed = isStopped && strategyNamed(plan.strategy).storesStates;
  const growth = isFollowed ? (await import("./follow-path.ts")).growthOf(ended) : null;
  return {
    samples,
    survey: lineSurvey(search.machine, survey),
    reductions: reductionEffects(search, plan),
    frontier: isStopped ? (search.frontier ?? null) : null,
    growth,
  };
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
