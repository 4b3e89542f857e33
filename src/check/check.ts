/** One check, from the program to the report. */

import { loadBulkHash } from "../core/bulk-hash.ts";
import { BadUsageError } from "../core/errors.ts";
import { type Emit, type Job, startJob } from "../core/job.ts";
import {
  contextOf,
  launchOptionsOf,
  type Output,
  type ProgramLike,
} from "../launch/java-program.ts";
import { LaunchableProgram, type LaunchOptions } from "../launch/launchable-program.ts";
import { SILENT } from "../launch/presets.ts";
import { machineOptionsFor, needsModels, violationIdentity } from "../search/properties/table.ts";
import { strategyNamed } from "../search/strategies.ts";
import type { Console } from "../vm/machine-options.ts";
import type { RefutedAssumption } from "../vm/sharing/observability.ts";
import { ActiveProperties } from "./active-properties.ts";
import { assembleReport } from "./assemble-report.ts";
import type { CheckReport, ReportedRace } from "./check-report.ts";
import { type DriveEvent, driveInSlices, type FoundViolation } from "./driver.ts";
import { explorationOf } from "./exploration/measure.ts";
import { type CheckOptions, type CheckPlan, planOf } from "./options.ts";
import { cpuSeconds, now, processFigures } from "./process-figures.ts";
import { type Reproduced, reproduce, reproduceRace } from "./reproduce.ts";
import { effortSeconds, SharedEffort, type SimplifyEvent } from "./simpler-schedule.ts";
import { startSearch } from "./start-search.ts";
import type { TraceFile } from "./trace-file.ts";
import { sourcesOf } from "./trace-sources.ts";

/** What happens during a check. */
export type CheckEvent = DriveEvent | SimplifyEvent;

/** A running check. */
export interface Check extends Job<CheckEvent, CheckReport> {
  /**
   * The schedule of a violation, for replay, explain or a file. `violation` is an index in the report, by
   * default 0. Null if the report has no such violation.
   */
  trace(violation?: number): Promise<TraceFile | null>;
  /** What the search has found to be wrong with its assumptions: where its steps end depends on it. */
  discipline(): Promise<readonly RefutedAssumption[]>;
}

/**
 * Explores every schedule and every choice of a Java program.
 *
 * A violation is a result, not an error. The report rejects with a `DeadwoodError` if the program cannot be
 * found, loaded or interpreted, or if options contradict each other. An aborted check gives a report with the
 * verdict "incomplete", or "violated" if it had found a violation.
 */
export function check(program: ProgramLike, options: CheckOptions = {}): Check {
  let reproduced: readonly Reproduced[] = [];
  let discipline: readonly RefutedAssumption[] = [];
  const job = startJob<CheckEvent, CheckReport>(async (emit) => {
    const plan = planOf(options);
    // Depth-first search updates its fingerprints step by step; the others hash each state as a whole.
    if (strategyNamed(plan.search.strategy).hashesWholeStates) await loadBulkHash();
    const launched = new LaunchableProgram(
      launchOptions(program, options, plan),
      contextOf(options),
    );
    try {
      const done = await explore(launched, plan, options, emit);
      ({ reproduced, discipline } = done);
      return done.report;
    } finally {
      launched.close();
    }
  });
  const trace = async (violation = 0): Promise<TraceFile | null> => {
    await job.report;
    return reproduced[violation]?.file() ?? null;
  };
  return Object.assign(job, {
    trace,
    discipline: async () => {
      await job.report;
      return discipline;
    },
  });
}

function launchOptions(
  program: ProgramLike,
  options: CheckOptions,
  { settings, reductions }: CheckPlan,
): LaunchOptions {
  const launch = launchOptionsOf(program, "check");
  const property = needsModels(settings);
  if (property !== null && launch.library === "real") {
    throw new BadUsageError(`--property ${property} does not go with --library real`, {
      hint: "It knows the locks of the models only. Leave one of the two options out.",
    });
  }
  return {
    ...launch,
    spuriousWakeups: options.spuriousWakeups ?? false,
    assumesFixed: options.assumesFixed ?? false,
    reductions,
    machine: machineOptionsFor(settings),
  };
}

interface Explored {
  readonly report: CheckReport;
  readonly reproduced: readonly Reproduced[];
  readonly discipline: readonly RefutedAssumption[];
}

async function explore(
  program: LaunchableProgram,
  plan: CheckPlan,
  options: CheckOptions,
  emit: Emit<CheckEvent>,
): Promise<Explored> {
  const { settings, limits } = plan;
  const begin = now();
  const booted = program.start(consoleFor(options.output));
  const { machine, output } = booted;
  const bootedAt = now();
  const bootedCpu = cpuSeconds();
  const properties = new ActiveProperties(booted, settings);
  const isDetailed = options.details === true;
  const setup = {
    observer: options.observer ?? null,
    inspected: properties.properties,
    aside: (work: () => void) => output.mute(work),
  };
  const detail = isDetailed ? "exact" : "sampled";
  const started = startSearch(plan.search, machine, limits, setup, detail);
  const { search } = started;
  output.muteWhile(() => search.isRepeating === true);
  const result = await driveInSlices(
    search,
    limits,
    (event) => {
      if (event.type === "violation") options.observer?.violated?.();
      emit(event);
    },
    options.signal,
  );
  const searchedAt = now();
  const searchCpuSeconds = cpuSeconds() - bootedCpu;
  const violations = withCollected(result.violations, properties, limits.violations);
  const secondsPerStep = searchCpuSeconds / Math.max(1, search.counts.transitions);
  const effort = new SharedEffort(
    options.minimize === false ? 0 : effortSeconds(searchCpuSeconds),
    options.signal,
  );
  const context = { plan, secondsPerStep, emit };
  const reproduced: Reproduced[] = [];
  for (const [i, violation] of violations.entries()) {
    const share = effort.shareFor(violations.length - i);
    reproduced.push(await reproduce(program, violation, { ...context, effort: share }));
  }
  const races: ReportedRace[] = [];
  for (const [i, race] of properties.warnings.entries()) {
    const share = effort.shareFor(properties.warnings.length - i);
    races.push(await reproduceRace(program, race, { ...context, effort: share }));
  }
  const reported = reproduced.map((each) => each.reported);
  const traces = [...reported, ...races].map(({ trace }) => trace);
  const replayedAt = now();
  const used = processFigures();
  const measured = await explorationOf({
    program,
    plan: plan.search,
    started,
    properties: properties.properties,
    samples: result.samples,
    isStopped: result.limit !== null && violations.length === 0,
    searchSeconds: (searchedAt - bootedAt) / 1000,
  });
  const graph =
    isDetailed && options.signal?.aborted !== true
      ? await (await import("./exploration/record-graph.ts")).recordGraph({
          program,
          plan: plan.search,
          settings,
          discipline: violations[0]?.discipline ?? search.machine.sharing.refuted,
          violation: reported[0] ?? null,
        })
      : null;
  const exploration = graph === null ? measured : { ...measured, graph };
  const paths = isDetailed ? exploration.survey.lines.flatMap(({ path }) => path ?? []) : [];
  const thrownAt = reported.flatMap(({ exception }) => exception?.thrownAt ?? []);
  const sources = sourcesOf({ traces, frames: thrownAt, paths }, program.sourceFinder());
  const report = assembleReport({
    plan: plan.search,
    options: program.options,
    booted,
    started,
    properties,
    limit: result.limit,
    violations: reported,
    races,
    sources,
    exploration,
    seconds: {
      boot: (bootedAt - begin) / 1000,
      search: (searchedAt - bootedAt) / 1000,
      replay: (replayedAt - searchedAt) / 1000,
    },
    searchCpuSeconds,
    used,
  });
  return { report, reproduced, discipline: machine.sharing.refuted };
}

/** A checked program gets no input, because another run could not read it again. */
function consoleFor(output: Output | undefined): Console {
  if (output === undefined) return SILENT;
  return {
    write: (fd, bytes) => output(fd === 2 ? "stderr" : "stdout", bytes),
    read: () => -1,
  };
}

/** The search reports only the first of several violations in a state; this adds the others. */
function withCollected(
  found: readonly FoundViolation[],
  { collected }: ActiveProperties,
  most: number,
): FoundViolation[] {
  const known = new Set(found.map(violationIdentity));
  const others = collected.filter((violation) => !known.has(violationIdentity(violation)));
  return [...found, ...others].slice(0, most);
}
