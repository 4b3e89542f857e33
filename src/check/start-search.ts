/** Creates the search that a plan describes, standing in the first state. */
import { BadUsageError } from "../core/errors.ts";
import { isOutOfMemory } from "../launch/launchable-program.ts";
import { dynamicOf, formatReductions, livenessOf } from "../liveness/reductions.ts";
import type { Search, SearchLimits, SearchSetup } from "../search/search.ts";
import { StepSurvey, type SurveyDetail } from "../search/step-survey.ts";
import { strategyNamed } from "../search/strategies.ts";
import type { StateStore } from "../state/stores/store.ts";
import { storeNamed } from "../state/stores/stores.ts";
import type { Machine } from "../vm/machine.ts";
import type { SearchPlan } from "./options.ts";
import { Stopwatch } from "./process-figures.ts";
import type { SearchReport } from "./search-report.ts";

/** A search, and the part of the report that describes it. */
export interface StartedSearch {
  readonly search: Search;
  /** The time of the code analyses so far, including the runs they needed. */
  readonly analysis: Stopwatch;
  /** Where the steps began. */
  readonly survey: StepSurvey;
  /** Describes the search so far. */
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
  detail: SurveyDetail = "sampled",
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
  const survey = new StepSurvey(machine, detail);
  const searchSetup = { ...setup, newStore, judged: properties, aside, survey, ...reductions };
  const made = strategyNamed(strategy).make(machine, limits, searchSetup, plan);
  const dvr = formatReductions(plan.dvr);
  return {
    search: made.search,
    analysis,
    survey,
    report: () => ({ strategy, properties, dvr, heapOrder, ...made.report() }),
  };
}

/** The options have been validated before; whether there is memory for them is only known here. */
function makeStore({ kind, bytes }: SearchPlan["store"]): StateStore {
  const row = storeNamed(kind);
  try {
    return row.make(bytes);
  } catch (cause) {
    if (!row.hasFixedSize || !isOutOfMemory(cause)) throw cause;
    throw new BadUsageError("there is not enough memory for --store-size", {
      cause,
      hint: "Choose a smaller size.",
    });
  }
}
