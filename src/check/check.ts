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
import { ActiveProperties } from "./active-properties.ts";
import { assembleReport } from "./assemble-report.ts";
import type { CheckReport } from "./check-report.ts";
import { type DriveEvent, driveInSlices, type FoundViolation } from "./driver.ts";
import { type CheckOptions, type CheckPlan, planOf } from "./options.ts";
import { cpuSeconds, now } from "./process-figures.ts";
import { type Reproduced, reproduce, reproduceRaces } from "./reproduce.ts";
import { startSearch } from "./start-search.ts";
import type { TraceFile } from "./trace-file.ts";

/** What happens during a check. */
export type CheckEvent =
  | DriveEvent
  /** Something that the user should know and the report does not contain. */
  | { readonly type: "note"; readonly text: string };

/** A check that is being done. */
export interface Check extends Job<CheckEvent, CheckReport> {
  /**
   * The schedule of a violation (by its index in the report, the first one without it), for replay,
   * explain or a file; null when the report has no such violation.
   */
  trace(violation?: number): Promise<TraceFile | null>;
}

/**
 * Explores every schedule and every choice of a Java program.
 *
 * A violation is a result, not an error. The report rejects with a `DeadwoodError` when the program
 * cannot be found, loaded or interpreted, or when options contradict each other. An aborted check
 * gives a report with the verdict "incomplete" (or "violated", if it had found something).
 */
export function check(program: ProgramLike, options: CheckOptions = {}): Check {
  let reproduced: readonly Reproduced[] = [];
  const job = startJob<CheckEvent, CheckReport>(async (emit) => {
    const plan = planOf(options);
    // The depth-first search updates its fingerprints; the others hash each state as a whole.
    if (strategyNamed(plan.search.strategy).hashesWholeStates) await loadBulkHash();
    const launched = new LaunchableProgram(
      launchOptions(program, options, plan),
      contextOf(options),
    );
    try {
      const done = await explore(launched, plan, options, emit);
      ({ reproduced } = done);
      return done.report;
    } finally {
      launched.close();
    }
  });
  const trace = async (violation = 0): Promise<TraceFile | null> => {
    await job.report;
    return reproduced[violation]?.file() ?? null;
  };
  return Object.assign(job, { trace });
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
  const started = startSearch(plan.search, machine, limits, {
    observer: options.observer ?? null,
    inspected: properties.properties,
    aside: (work) => output.mute(work),
  });
  const { search } = started;
  output.muteWhile(() => search.isRepeating === true);
  const result = await driveInSlices(search, limits, emit, options.signal);
  const searchedAt = now();
  const searchCpuSeconds = cpuSeconds() - bootedCpu;
  const violations = withCollected(result.violations, properties, limits.violations);
  const note = (text: string): void => emit({ type: "note", text });
  const reproduced = violations.map((violation) =>
    reproduce(program, violation, { settings, isMinimized: options.minimize === true, note }),
  );
  const races = reproduceRaces(program, properties.warnings);
  const report = assembleReport({
    plan: plan.search,
    options: program.options,
    booted,
    started,
    properties,
    limit: result.limit,
    violations: reproduced.map(({ reported }) => reported),
    races,
    seconds: {
      boot: (bootedAt - begin) / 1000,
      search: (searchedAt - bootedAt) / 1000,
      replay: (now() - searchedAt) / 1000,
    },
    searchCpuSeconds,
  });
  return { report, reproduced };
}

/** A checked program has no input, as another run would not find what this one has read. */
function consoleFor(output: Output | undefined): Console {
  if (output === undefined) return SILENT;
  return {
    write: (fd, bytes) => output(fd === 2 ? "stderr" : "stdout", bytes),
    read: () => -1,
  };
}

/** Of several violations in one state the search reports the first; the others count as well. */
function withCollected(
  found: readonly FoundViolation[],
  { collected }: ActiveProperties,
  most: number,
): FoundViolation[] {
  const known = new Set(found.map(violationIdentity));
  const others = collected.filter((violation) => !known.has(violationIdentity(violation)));
  return [...found, ...others].slice(0, most);
}
