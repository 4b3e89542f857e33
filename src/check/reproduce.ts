/**
 * Runs every finding of a search again on a fresh machine: what cannot be reproduced is not reported. Unless
 * the user declines, it looks for a simpler schedule first.
 */
import type { Booted, LaunchableProgram } from "../launch/launchable-program.ts";
import { SILENT } from "../launch/presets.ts";
import {
  DataRaces,
  type RepeatableRace,
  raceLines,
  violationOf,
} from "../search/properties/data-race.ts";
import {
  type PropertySettings,
  propertyOf,
  recordSettings,
  replayCriteria,
} from "../search/properties/table.ts";
import type { Violation } from "../search/properties/violation.ts";
import { type Replayed, replay } from "../search/replay/replay.ts";
import { isCheaper, type ScheduleCost } from "../search/simplify/schedule-cost.ts";
import type { Step } from "../search/step.ts";
import { preemptionsOf, switchesOf, type Trace } from "../search/trace/trace.ts";
import type { ReportedRace, ReportedViolation, Simplicity } from "./check-report.ts";
import type { FoundViolation } from "./driver.ts";
import { type CpuEffort, type SimplerContext, simplerSchedule } from "./simpler-schedule.ts";
import { describeProgram, TRACE_FORMAT, TRACE_VERSION, type TraceFile } from "./trace-file.ts";

export interface Reproduced {
  readonly reported: ReportedViolation;
  /** Made only on request, because hashing all classes takes longer than a small search. */
  readonly file: () => TraceFile;
}

export interface ReproduceOptions extends Omit<SimplerContext, "program" | "effort"> {
  /** Null to keep the schedule that the search found. */
  readonly effort: CpuEffort | null;
}

interface Rerun {
  readonly started: Booted;
  readonly replayed: Replayed & { readonly violation: Violation };
}

export async function reproduce(
  program: LaunchableProgram,
  violation: FoundViolation,
  { effort, ...options }: ReproduceOptions,
): Promise<Reproduced> {
  const { settings } = options.plan;
  const simpler =
    effort === null
      ? { found: violation, doubt: "as found" as const }
      : await simplerSchedule(violation, { ...options, effort, program });
  const { found, best } = simplest(program, violation, simpler.found, settings);
  const { trace } = best.replayed;
  const reported = reportOf(best.replayed.violation, trace, simpler.doubt ?? "simplest");
  const { kind, message, details, cycle } = reported;
  return {
    reported,
    file: () => ({
      format: TRACE_FORMAT,
      version: TRACE_VERSION,
      program: describeProgram(program.options, best.started),
      violation: { kind, message, details, cycle },
      discipline: found.discipline,
      judgedBy: recordSettings(settings),
      trace,
    }),
  };
}

/** A violation as reports show it, after its replay. */
export const reportOf = (
  violation: Violation,
  trace: Trace,
  simplicity: Simplicity,
): ReportedViolation => ({
  kind: violation.kind,
  message: violation.message,
  details: violation.details,
  preemptions: preemptionsOf(trace),
  switches: switchesOf(trace.steps),
  simplicity,
  cycle: violation.cycle ?? 0,
  exception: violation.exception ?? null,
  evidence: violation.evidence ?? [],
  trace,
});

/** Runs the simpler schedule, and the known one where that is needed to tell which is better. */
function simplest(
  program: LaunchableProgram,
  known: FoundViolation,
  simpler: FoundViolation,
  settings: PropertySettings,
): { found: FoundViolation; best: Rerun } {
  if (simpler.trace === known.trace) {
    return { found: known, best: rerun(program, known, known.trace, settings) };
  }
  // A simpler schedule may lead to another violation of the kind, if the property allows it.
  const { isReplaceable } = propertyOf(known.kind);
  const wanted = isReplaceable ? { ...simpler, message: "" } : simpler;
  const best = rerun(program, wanted, simpler.trace, settings);
  if ((known.cycle ?? 0) === 0) return { found: simpler, best };
  // A simpler way into a livelock's cycle does not always give a simpler schedule.
  const before = rerun(program, known, known.trace, settings);
  const isBetter = isCheaper(costOf(best.replayed.trace), costOf(before.replayed.trace));
  return isBetter ? { found: simpler, best } : { found: known, best: before };
}

const costOf = (trace: Trace): ScheduleCost => ({
  preemptions: preemptionsOf(trace),
  switches: switchesOf(trace.steps),
  steps: trace.steps.length,
});

/** Adds to a race a schedule that leads to it. */
export async function reproduceRace(
  program: LaunchableProgram,
  race: RepeatableRace,
  { effort, ...options }: ReproduceOptions,
): Promise<ReportedRace> {
  const known = { ...violationOf(race), discipline: race.discipline };
  // Races are warnings: for their schedules they count as violations.
  const plan = { ...options.plan, settings: { ...options.plan.settings, races: "error" as const } };
  const context = { ...options, plan, program };
  const { found: simpler, doubt } =
    effort === null
      ? { found: known, doubt: "as found" as const }
      : await simplerSchedule(known, { ...context, effort });
  const again = new DataRaces({ isError: true, inLibrary: true, wanted: race.message });
  const { machine } = program.start(SILENT, simpler.discipline);
  const replayed = replay(machine, simpler.trace, null, { properties: [again], cycle: 0 });
  const [found] = again.found;
  if (found === undefined) throw notReproduced(known, simpler.trace, replayed);
  const { message, variable, accesses } = found;
  const { trace } = replayed;
  return {
    message,
    variable,
    accesses: accesses.map(({ thread, kind, target, place, locks }) => ({
      thread,
      kind,
      target,
      place,
      locks,
    })),
    details: raceLines(found),
    preemptions: preemptionsOf(trace),
    switches: switchesOf(trace.steps),
    simplicity: doubt ?? "simplest",
    trace,
  };
}

/** An empty message matches any message. */
function rerun(
  program: LaunchableProgram,
  violation: FoundViolation,
  steps: readonly Step[],
  settings: PropertySettings,
): Rerun {
  const started = program.start(SILENT, violation.discipline);
  const criteria = replayCriteria(started.machine, settings, violation, started.output);
  const replayed = replay(started.machine, steps, null, criteria, violation.kind);
  const found = replayed.violation;
  const isSame =
    found?.kind === violation.kind &&
    (violation.message === "" || found.message === violation.message);
  if (found === null || !isSame) throw notReproduced(violation, steps, replayed);
  return { started, replayed: { ...replayed, violation: found } };
}

const notReproduced = (
  { kind, message }: Violation,
  steps: readonly Step[],
  { violation, taken, obstacle }: Replayed,
): Error =>
  new Error(
    `internal error: the search found "${message}" (${kind}), but its schedule ` +
      `leads to ${violation === null ? "no violation" : `"${violation.message}"`} on a fresh machine ` +
      `(${taken} of ${steps.length} steps${obstacle === null ? "" : `; ${obstacle}`})`,
  );
