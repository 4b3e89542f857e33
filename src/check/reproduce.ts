/**
 * Runs every finding of a search again on a fresh machine: what cannot be reproduced is not reported. Unless
 * the user declines, it looks for a simpler schedule first.
 */
import type { Booted, LaunchableProgram } from "../launch/launchable-program.ts";
import { SILENT } from "../launch/presets.ts";
import {
  DataRaces,
  type Race,
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
import type { CheckPlan } from "./options.ts";
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
  const { found, best, isLost } = simplest(program, violation, simpler.found, options.plan);
  const { trace } = best.replayed;
  const simplicity = isLost ? "as found" : (simpler.doubt ?? "simplest");
  const reported = reportOf(best.replayed.violation, trace, simplicity);
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

/** Runs the simpler schedule, and the known one where that is needed to tell which is better, or where the simpler one is lost. */
function simplest(
  program: LaunchableProgram,
  known: FoundViolation,
  simpler: FoundViolation,
  plan: CheckPlan,
): { found: FoundViolation; best: Rerun; isLost?: true } {
  const { settings } = plan;
  if (simpler.trace === known.trace) {
    return { found: known, best: rerun(program, known, known.trace, settings) };
  }
  const best = rerunSimpler(program, simpler, plan);
  if (best === null) {
    return { found: known, best: rerun(program, known, known.trace, settings), isLost: true };
  }
  if ((known.cycle ?? 0) === 0) return { found: simpler, best };
  // A simpler way into a livelock's cycle does not always give a simpler schedule.
  const before = rerun(program, known, known.trace, settings);
  const isBetter = isCheaper(costOf(best.replayed.trace), costOf(before.replayed.trace));
  return isBetter ? { found: simpler, best } : { found: known, best: before };
}

/** Null if the schedule cannot be run again, although simplifying found it: then the known one has to do. */
function rerunSimpler(
  program: LaunchableProgram,
  simpler: FoundViolation,
  plan: CheckPlan,
): Rerun | null {
  const { started, replayed } = replayOn(program, simpler, simpler.trace, plan.settings);
  const { violation } = replayed;
  if (violation === null || !isAsGood(violation, simpler)) return null;
  return { started, replayed: { ...replayed, violation } };
}

/** Simplifying has compared what matters; of the same failure, the names and the message may be others. */
const isAsGood = (violation: Violation, { kind, message, exception }: FoundViolation): boolean =>
  violation.kind === kind &&
  (propertyOf(kind).isReplaceable
    ? violation.exception?.className === exception?.className
    : violation.message === message);

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
  const simplerRun = replayRace(program, race, simpler);
  const run = simplerRun.found === undefined ? replayRace(program, race, known) : simplerRun;
  if (run.found === undefined) throw notReproduced(known, known.trace, run.replayed);
  const { message, variable, accesses } = run.found;
  const { trace } = run.replayed;
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
    details: raceLines(run.found),
    preemptions: preemptionsOf(trace),
    switches: switchesOf(trace.steps),
    simplicity: run === simplerRun ? (doubt ?? "simplest") : "as found",
    trace,
  };
}

/** Follows a schedule that leads to a race. */
function replayRace(
  program: LaunchableProgram,
  { message }: RepeatableRace,
  { trace, discipline }: FoundViolation,
): { found: Race | undefined; replayed: Replayed } {
  const again = new DataRaces({ isError: true, inLibrary: true, wanted: message });
  const { machine } = program.start(SILENT, discipline);
  const replayed = replay(machine, trace, null, { properties: [again], cycle: 0 });
  return { found: again.found[0], replayed };
}

function replayOn(
  program: LaunchableProgram,
  violation: FoundViolation,
  steps: readonly Step[],
  settings: PropertySettings,
): { started: Booted; replayed: Replayed } {
  const started = program.start(SILENT, violation.discipline);
  const criteria = replayCriteria(started.machine, settings, violation, started.output);
  return { started, replayed: replay(started.machine, steps, null, criteria, violation.kind) };
}

function rerun(
  program: LaunchableProgram,
  violation: FoundViolation,
  steps: readonly Step[],
  settings: PropertySettings,
): Rerun {
  const { started, replayed } = replayOn(program, violation, steps, settings);
  const found = replayed.violation;
  const isSame = found?.kind === violation.kind && found.message === violation.message;
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
