/**
 * Records the states of a program for a drawing, in a search of its own: breadth-first, so that the states near the
 * start come first, and without sleep sets, so that no step between two states is missing. The first search needs
 * neither. It is done on request only, and stops at a number of states and after a time.
 */

import { loadBulkHash } from "../../core/bulk-hash.ts";
import { DeadwoodError } from "../../core/errors.ts";
import { isOutOfMemory, type LaunchableProgram } from "../../launch/launchable-program.ts";
import { SILENT } from "../../launch/presets.ts";
import { livenessOf } from "../../liveness/reductions.ts";
import { statesOn } from "../../search/graph/schedule-states.ts";
import { type StateGraphData, StateGraphRecorder } from "../../search/graph/state-graph.ts";
import type { PropertySettings } from "../../search/properties/table.ts";
import { strategyNamed } from "../../search/strategies.ts";
import { nameOfThread } from "../../search/trace/object-names.ts";
import type { RefutedAssumption } from "../../vm/sharing/observability.ts";
import { ActiveProperties } from "../active-properties.ts";
import type { ReportedViolation } from "../check-report.ts";
import { isLast, slices } from "../driver.ts";
import type { SearchPlan } from "../options.ts";
import { now } from "../process-figures.ts";
import { startSearch } from "../start-search.ts";

/** The largest number of states; a drawing of more shows nothing. */
const MOST_STATES = 4000;
const MOST_MILLISECONDS = 3000;
const SLICE = 256;

export interface GraphRequest {
  readonly program: LaunchableProgram;
  readonly plan: SearchPlan;
  readonly settings: PropertySettings;
  /** What the search learned about the use of shared memory: it says where steps end. */
  readonly discipline: readonly RefutedAssumption[];
  readonly violation: ReportedViolation | null;
}

/** Null if there is no memory left for another machine, or if a schedule comes to something that cannot be run. */
export async function recordGraph(request: GraphRequest): Promise<StateGraphData | null> {
  await loadBulkHash();
  try {
    return record(request);
  } catch (error) {
    if (isOutOfMemory(error) || error instanceof DeadwoodError) return null;
    throw error;
  }
}

function record(request: GraphRequest): StateGraphData {
  const { program, plan, settings, discipline, violation } = request;
  const booted = program.start(SILENT, discipline);
  const { machine } = booted;
  const properties = new ActiveProperties(booted, settings);
  const recorder = new StateGraphRecorder(MOST_STATES, (thread) => nameOfThread(machine, thread));
  const { excludes } = strategyNamed("bfs");
  const dvr = new Set([...plan.dvr].filter((part) => !excludes.includes(part)));
  const { search } = startSearch(
    { ...plan, strategy: "bfs", dvr, store: { ...plan.store, kind: "compact" } },
    machine,
    { states: MOST_STATES, depth: Number.POSITIVE_INFINITY },
    { observer: recorder, inspected: properties.properties },
  );
  let isEnded = false;
  const end = now() + MOST_MILLISECONDS;
  for (const slice of slices(search, SLICE)) {
    if (slice.kind === "violated") recorder.markViolated();
    isEnded = slice.kind === "done";
    if (isLast(slice) || now() > end) break;
  }
  if (violation === null) return recorder.graph(null, isEnded);
  const again = program.start(SILENT, machine.sharing.refuted).machine;
  const observers = properties.properties.flatMap((property) => property.observers ?? []);
  return recorder.graph(
    statesOn(again, violation.trace.steps, {
      liveness: livenessOf(dvr, again, observers),
      heapOrder: plan.heapOrder,
      judged: plan.properties,
    }),
    isEnded,
  );
}
