/** Makes the page's data of a violation or a race. */
import type { ReportedRace, ReportedViolation } from "../../check/check-report.ts";
import { exceptionText } from "../../search/properties/exceptions.ts";
import { findProperty } from "../../search/properties/table.ts";
import { chainText } from "../../search/trace/frames-shown.ts";
import type { Trace, WhyFact } from "../../search/trace/trace.ts";
import { rowsOf, type ScheduleRow } from "../check/schedule-rows.ts";
import { scheduleSummary } from "../check/schedule-text.ts";
import { FrameTable, LockSets } from "./data-tables.ts";
import type {
  AccessData,
  EndingData,
  FactData,
  FindingData,
  RowData,
  ValueData,
  WaitData,
} from "./finding-data.ts";

/** Everything that the parts of a finding are made from. */
interface Source {
  readonly trace: Trace;
  readonly rows: readonly ScheduleRow[];
  readonly frames: FrameTable;
}

type Schedule = Pick<ReportedViolation, "trace" | "cycle" | "simplicity">;

type Finding = Pick<
  FindingData,
  "role" | "kind" | "message" | "details" | "heap" | "replay" | "schedule"
>;

/** What only the first violation has: its heap, and a way to replay it. */
export type FindingExtras = Pick<FindingData, "heap" | "replay" | "schedule">;

export const NO_EXTRAS: FindingExtras = { heap: null, replay: null, schedule: null };

export function violationData(violation: ReportedViolation, extras: FindingExtras): FindingData {
  const { kind, message, details } = violation;
  const about: Finding = {
    role: "violation",
    kind,
    message,
    details,
    ...extras,
  };
  return findingData(about, violation, (source) => [
    ...throwEnding(violation, source),
    ...waitEndings(source),
    ...repeatEnding(violation, source),
  ]);
}

export function raceData(race: ReportedRace): FindingData {
  const { message, details, trace } = race;
  const about: Finding = {
    role: "warning",
    kind: "race",
    message,
    details,
    ...NO_EXTRAS,
  };
  // The trace of a warning leads to the accesses, but does not name them.
  const pending = race.accesses.map(({ thread, kind, target, place }) => ({
    thread: trace.threads.indexOf(thread),
    kind,
    target,
    place,
  }));
  const schedule = { trace: { ...trace, pending }, cycle: 0, simplicity: "as found" } as const;
  return findingData(about, schedule, () => []);
}

function findingData(
  about: Finding,
  schedule: Schedule,
  endings: (source: Source) => readonly EndingData[],
): FindingData {
  const { trace, cycle } = schedule;
  const frames = new FrameTable();
  const locks = new LockSets(frames);
  const source: Source = { trace, rows: rowsOf(trace), frames };
  const firstRepeated = cycle === 0 ? trace.steps.length : trace.steps.length - cycle;
  return {
    ...about,
    rule: findProperty(about.kind)?.rule ?? null,
    summary: scheduleSummary(schedule, source.rows),
    threads: trace.threads,
    rows: source.rows.map((row) => rowData(row, source, locks, firstRepeated)),
    endings: [...endings(source), ...accessEndings(source)],
    waits: waitData(source),
    cycle: trace.cycle,
    accesses: accessData(source),
    why: whyData(source),
    // Last: the parts above fill the tables.
    frames: frames.frames,
    lockSets: locks.sets,
  };
}

// ---- rows ----

function rowData(
  row: ScheduleRow,
  { trace, frames }: Source,
  locks: LockSets,
  firstRepeated: number,
): RowData {
  const { number, lane, firstStep, lastStep, isPreemption, chain, texts, awaits } = row;
  return {
    number,
    lane,
    firstStep,
    lastStep,
    isPreemption,
    isRepeated: lastStep >= firstRepeated,
    frame: frames.add(row.frame),
    chain,
    texts,
    values: valuesOf(row, trace),
    holds: locks.add(trace.steps[lastStep]?.holds ?? []),
    awaits,
  };
}

function valuesOf({ operations }: ScheduleRow, trace: Trace): ValueData[] {
  return operations.flatMap(([step, at]) => {
    const operation = trace.steps[step]?.operations[at];
    if (operation === undefined || operation.value === null) return [];
    const { kind, target, before, value, place } = operation;
    // What the library reads and writes for the program has names that the program does not know.
    if (place.library !== null) return [];
    return kind === "read" || kind === "write" || kind === "update"
      ? [{ kind, target, before, value }]
      : [];
  });
}

// ---- what comes after the last row ----

function throwEnding({ exception }: ReportedViolation, { trace, frames }: Source): EndingData[] {
  const last = trace.steps.at(-1);
  if (exception === null || last === undefined) return [];
  const { thrownAt } = exception;
  const frame = thrownAt === null ? frames.addPlace(last.place) : frames.add(thrownAt);
  const text = `throws ${exceptionText(exception)}`;
  return [{ lane: last.lane, frame, chain: null, text, kind: "throw" }];
}

const waitEndings = ({ trace, frames }: Source): EndingData[] =>
  trace.waits.map(({ thread, reason, place }) => ({
    lane: thread,
    frame: frames.addPlace(place),
    chain: chainText(place),
    text: reason,
    kind: "wait",
  }));

/** The threads that run in a livelock's cycle, where each begins it again. */
function repeatEnding({ cycle }: ReportedViolation, { trace, frames }: Source): EndingData[] {
  const first = trace.steps.length - cycle;
  const round = cycle === 0 ? [] : trace.steps.slice(first);
  const lanes = new Set(round.map(({ lane }) => lane));
  return [...lanes].flatMap((lane) => {
    const begin = round.find((step) => step.lane === lane);
    if (begin === undefined) return [];
    const { place } = begin;
    const text = "begins the same steps again, without end";
    return [{ lane, frame: frames.addPlace(place), chain: chainText(place), text, kind: "repeat" }];
  });
}

const accessEndings = ({ trace, frames }: Source): EndingData[] =>
  trace.pending.map(({ thread, kind, target, place }) => ({
    lane: thread,
    frame: frames.addPlace(place),
    chain: chainText(place),
    text: `is about to ${kind} ${target}`,
    kind: "access",
  }));

// ---- explanations ----

const waitData = ({ trace, frames }: Source): WaitData[] =>
  trace.waits.map(({ thread, reason, target, owner, place, heldSince, isIdle }) => ({
    lane: thread,
    reason,
    target,
    owner,
    frame: frames.addPlace(place),
    heldSince: heldSince === null ? null : frames.addPlace(heldSince),
    isIdle,
  }));

const accessData = ({ trace, frames }: Source): AccessData[] =>
  trace.pending.map(({ thread, kind, target, place }) => ({
    lane: thread,
    kind,
    target,
    frame: frames.addPlace(place),
    chain: chainText(place),
    locks:
      trace.steps.findLast(({ lane }) => lane === thread)?.holds.map((lock) => lock.target) ?? [],
  }));

function whyData({ trace, rows, frames }: Source): FindingData["why"] {
  if (trace.why === null) return null;
  const { heading, facts } = trace.why;
  return {
    heading,
    facts: facts.map((fact): FactData => {
      const { text, lane, place } = fact;
      const name = lane < 0 ? "" : `${trace.threads[lane] ?? "?"} `;
      const isShown = place?.isProgram === true;
      return {
        text: `${name}${text}`,
        lane,
        row: rowIndexOf(fact, rows),
        frame: isShown ? frames.addPlace(place) : null,
        chain: place === null ? null : chainText(place),
      };
    }),
  };
}

/** -1 for how things stand at the end. What no row shows, such as a write inside the library, belongs to the row before it. */
function rowIndexOf({ step, operation }: WhyFact, rows: readonly ScheduleRow[]): number {
  if (step < 0) return -1;
  const exact = rows.findIndex(({ operations }) =>
    operations.some(([s, o]) => s === step && (operation < 0 || o === operation)),
  );
  return exact >= 0 ? exact : rows.findLastIndex(({ firstStep }) => firstStep <= step);
}
