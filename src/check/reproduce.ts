/**
 * Runs every finding of a search again on a fresh machine: what cannot be reproduced is not reported. On
 * request it looks for a simpler schedule.
 */
import { count } from "../core/numbers.ts";
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
import { simplify } from "../search/simplify/simplify.ts";
import type { Step } from "../search/step.ts";
import { preemptionsOf, switchesOf, type Trace } from "../search/trace/trace.ts";
import type { ReportedRace, ReportedViolation } from "./check-report.ts";
import type { FoundViolation } from "./driver.ts";
import { describeProgram, TRACE_FORMAT, TRACE_VERSION, type TraceFile } from "./trace-file.ts";

/** Minimising stops after this many steps. */
const MINIMIZE_BUDGET = 400_000;
const DOUBTS = {
  budget: `stopped after ${count(MINIMIZE_BUDGET)} steps`,
  assumption: "gave up schedules that break an assumption about the program",
} as const;

export interface Reproduced {
  readonly reported: ReportedViolation;
  /** Made only on request, because hashing all classes takes longer than a small search. */
  readonly file: () => TraceFile;
}

export interface ReproduceOptions {
  readonly settings: PropertySettings;
  readonly isMinimized: boolean;
  /** Is called with a sentence for the user about what could not be done. */
  readonly note: (text: string) => void;
}

interface Rerun {
  readonly started: Booted;
  readonly replayed: Replayed & { readonly violation: Violation };
}

export function reproduce(
  program: LaunchableProgram,
  violation: FoundViolation,
  { settings, isMinimized, note }: ReproduceOptions,
): Reproduced {
  let best = rerun(program, violation, violation.trace, settings);
  if (isMinimized) best = minimized(program, violation, best, settings, note);
  const { trace } = best.replayed;
  const reported = reportOf(best.replayed.violation, trace);
  const { kind, message, details, cycle } = reported;
  return {
    reported,
    file: () => ({
      format: TRACE_FORMAT,
      version: TRACE_VERSION,
      program: describeProgram(program.options, best.started),
      violation: { kind, message, details, cycle },
      discipline: violation.discipline,
      judgedBy: recordSettings(settings),
      trace,
    }),
  };
}

/** A violation as reports show it, after its replay. */
export const reportOf = (violation: Violation, trace: Trace): ReportedViolation => ({
  kind: violation.kind,
  message: violation.message,
  details: violation.details,
  preemptions: preemptionsOf(trace),
  switches: switchesOf(trace.steps),
  cycle: violation.cycle ?? 0,
  exception: violation.exception ?? null,
  evidence: violation.evidence ?? [],
  trace,
});

function minimized(
  program: LaunchableProgram,
  violation: FoundViolation,
  known: Rerun,
  settings: PropertySettings,
  note: (text: string) => void,
): Rerun {
  const { machine, output } = program.start(SILENT, violation.discipline);
  const { kind, message, trace, observed = null } = violation;
  const criteria = replayCriteria(machine, settings, violation, output);
  const goal = { kind, message, steps: trace, criteria, observed };
  const { steps, doubt } = simplify(machine, goal, MINIMIZE_BUDGET);
  if (doubt !== null) note(`--minimize ${DOUBTS[doubt]}; a simpler schedule may exist`);
  const { isReplaceable } = propertyOf(kind);
  const found = rerun(
    program,
    isReplaceable ? { ...violation, message: "" } : violation,
    steps,
    settings,
  );
  // A simpler way into a livelock's cycle does not always give a simpler schedule.
  return isCheaper(costOf(found.replayed.trace), costOf(known.replayed.trace)) ? found : known;
}

const costOf = (trace: Trace): ScheduleCost => ({
  preemptions: preemptionsOf(trace),
  switches: switchesOf(trace.steps),
  steps: trace.steps.length,
});

/** Adds to each race a schedule that leads to it. */
export function reproduceRaces(
  program: LaunchableProgram,
  races: readonly RepeatableRace[],
): ReportedRace[] {
  return races.map((race) => {
    const again = new DataRaces({ isError: true, inLibrary: true, wanted: race.message });
    const { machine } = program.start(SILENT, race.discipline);
    const replayed = replay(machine, race.trace, null, { properties: [again], cycle: 0 });
    const [found] = again.found;
    if (found === undefined) throw notReproduced(violationOf(race), race.trace, replayed);
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
      trace,
    };
  });
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
