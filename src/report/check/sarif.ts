/**
 * A check as SARIF 2.1.0, which code hosts and editors show beside the source: one result for each violation, and
 * the schedule as a code flow with one thread flow for each thread. The rows of the schedule have the numbers that
 * they have on the terminal.
 *
 * GitHub takes only files that follow rules of its own besides the schema's (test/unit/report/check/sarif.test.ts
 * lists them): each result has a physical location with a relative path, and arrays are not too long.
 */

import {
  type CheckReport,
  type ReportedRace,
  type ReportedViolation,
  uncovered,
} from "../../check/check-report.ts";
import { type CheckOutcome, exitCodeOf, type FailedCheck } from "../../check/failed-check.ts";
import { isInterruptName } from "../../core/interrupts.ts";
import { toolVersion } from "../../core/version.ts";
import { DATA_RACE } from "../../search/properties/data-race.ts";
import { exceptionText } from "../../search/properties/exceptions.ts";
import { PROPERTIES } from "../../search/properties/table.ts";
import { shownFrame } from "../../search/trace/frames-shown.ts";
import type { Frame, Trace, WhyFact } from "../../search/trace/trace.ts";
import { fingerprint } from "./fingerprint.ts";
import { primaryFrame, relatedFacts } from "./result-places.ts";
import type { ScheduleRow } from "./schedule-rows.ts";
import { shownRows } from "./schedule-text.ts";
import { type ReportPlace, SourceLinks } from "./source-links.ts";
import { verdictLine } from "./text.ts";
import { rowOf } from "./why-text.ts";

/** The name that the paths of results refer to the repository by. */
const ROOT = "%SRCROOT%";
/** As on a terminal whose width is not known: which rows fit depends on it. */
const WIDTH = 120;
/** A message of an exception may be of any length; code hosts show the beginning. */
const MAX_MESSAGE = 4000;

export function sarifLog(outcome: CheckOutcome, place: ReportPlace): object {
  const links = new SourceLinks(outcome.verdict === "error" ? [] : outcome.sources, place);
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "Deadwood",
            semanticVersion: toolVersion(),
            rules: PROPERTIES.map(rule),
            notifications: [notificationRule(outcome)],
          },
        },
        invocations: [invocation(outcome, links)],
        originalUriBaseIds: {
          [ROOT]: {
            uri: links.rootUri,
            description: { text: "The root of the repository that was checked." },
          },
        },
        columnKind: "utf16CodeUnits",
        results: outcome.verdict === "error" ? [] : resultsOf(outcome, links),
      },
    ],
  };
}

// ---- the tool and its run ----

const rule = ({ kind, title, rule: text, help }: (typeof PROPERTIES)[number]): object => ({
  id: kind,
  // The schema's readers want a name that differs from the identifier, or none.
  ...(title === kind ? {} : { name: pascalCase(title) }),
  shortDescription: { text },
  fullDescription: { text: `${text} ${help}` },
  help: { text: help, markdown: `**${text}**\n\n${help}` },
  defaultConfiguration: { level: "error" },
  properties: {
    tags: ["concurrency", "correctness"],
    // Every violation was reproduced; an access that races may do no harm.
    precision: kind === DATA_RACE.kind ? "high" : "very-high",
    "problem.severity": "error",
  },
});

const pascalCase = (text: string): string =>
  text
    .split(/[ ,-]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

const INCOMPLETE = "incomplete";
const INCOMPLETE_HELP =
  "A limit or a signal ended the search, or it had to leave something out. Nothing was found in what it covered.";
const ERROR_HELP = "Nothing was checked. The message says what is wrong and what to do about it.";

/** What a notification of this run refers to. GitHub wants as much of it as of a rule. */
function notificationRule(outcome: CheckOutcome): object {
  const isError = outcome.verdict === "error";
  const text = isError
    ? "The check ended with an error."
    : "The check does not cover everything that the program can do.";
  const help = isError ? ERROR_HELP : INCOMPLETE_HELP;
  return {
    id: isError ? outcome.error.code : INCOMPLETE,
    shortDescription: { text },
    fullDescription: { text: `${text} ${help}` },
    help: { text: help, markdown: `**${text}**\n\n${help}` },
    defaultConfiguration: { level: isError ? "error" : "warning" },
  };
}

function invocation(outcome: CheckOutcome, links: SourceLinks): object {
  const isError = outcome.verdict === "error";
  const interrupt = isError || outcome.limit === null ? null : outcome.limit;
  const isInterrupted = interrupt !== null && isInterruptName(interrupt);
  return {
    executionSuccessful: !isError && !isInterrupted,
    exitCode: exitCodeOf(outcome),
    exitCodeDescription: outcome.verdict,
    workingDirectory: { uri: links.directoryUri },
    toolExecutionNotifications: isError ? [errorNotification(outcome)] : incompleteness(outcome),
    properties: { verdict: outcome.verdict, limit: isError ? null : outcome.limit },
  };
}

const errorNotification = ({ error }: FailedCheck): object => ({
  descriptor: { id: error.code, index: 0 },
  level: "error",
  message: { text: error.hint === null ? error.message : `${error.message}\n${error.hint}` },
});

/** One notification if states were left out, with all that is known of why. */
function incompleteness(report: CheckReport): object[] {
  const reasons = uncovered(report);
  if (report.verdict !== "incomplete" && report.limit === null && reasons.length === 0) return [];
  const line =
    report.verdict === "incomplete"
      ? verdictLine(report)
      : `the search is incomplete${report.limit === null ? "" : `: stopped at ${report.limit}`}`;
  return [
    {
      descriptor: { id: INCOMPLETE, index: 0 },
      level: "warning",
      message: { text: [...new Set([line, ...reasons])].join("\n") },
    },
  ];
}

// ---- results ----

function resultsOf(report: CheckReport, links: SourceLinks): object[] {
  const seen = new Map<string, number>();
  const numbered = (print: string): string => {
    const count = (seen.get(print) ?? 0) + 1;
    seen.set(print, count);
    return `${print}:${count}`;
  };
  const shown = [
    ...report.violations.map((violation) => ({ violation, level: "error" })),
    ...report.races.map((race) => ({ violation: asViolation(race), level: "warning" })),
  ];
  return shown.map(({ violation, level }) => {
    const frame = primaryFrame(violation, report.program.main);
    return {
      ruleId: violation.kind,
      ruleIndex: PROPERTIES.findIndex(({ kind }) => kind === violation.kind),
      level,
      message: { text: cut(messageOf(violation)) },
      locations: [location(frame, links)],
      relatedLocations: related(violation, links),
      // The action that uploads SARIF to GitHub adds GitHub's own "primaryLocationLineHash" and
      // complains about any other value of that name.
      partialFingerprints: { "deadwood/v1": numbered(fingerprint(violation, frame)) },
      codeFlows: [codeFlow(violation, report, links)],
    };
  });
}

/** A race that is a warning has the same parts as one that is a violation. */
export const asViolation = (race: ReportedRace): ReportedViolation => ({
  kind: DATA_RACE.kind,
  message: race.message,
  details: race.details,
  preemptions: race.preemptions,
  switches: race.switches,
  simplicity: race.simplicity,
  cycle: 0,
  exception: null,
  evidence: [],
  trace: race.trace,
});

/** The violation, and why it happened; each fact is a link to its place. */
function messageOf(violation: ReportedViolation): string {
  const { message, details, trace } = violation;
  if (trace.why === null) return [message, ...details].join("\n");
  const ids = new Map<WhyFact, number>(relatedFacts(violation).map((fact, i) => [fact, i + 1]));
  const lines = trace.why.facts.map((fact) => {
    const who = fact.lane < 0 ? "" : `${trace.threads[fact.lane] ?? ""} `;
    const id = ids.get(fact);
    return `- ${who}${id === undefined ? fact.text : `[${linkText(fact.text)}](${id})`}`;
  });
  return [message, `${trace.why.heading}:`, ...lines].join("\n");
}

/** Brackets and backslashes would end the text of a link. */
const linkText = (text: string): string => text.replaceAll(/[[\]\\]/g, String.raw`\$&`);

const cut = (text: string): string =>
  text.length <= MAX_MESSAGE ? text : `${text.slice(0, MAX_MESSAGE)}…`;

function related(violation: ReportedViolation, links: SourceLinks): object[] {
  const { trace } = violation;
  return relatedFacts(violation).map(({ text, lane, place }, i) => ({
    id: i + 1,
    ...location(
      shownFrame(place),
      links,
      text === "" ? undefined : `${lane < 0 ? "" : `${trace.threads[lane]} `}${text}`,
    ),
  }));
}

function location(frame: Frame, links: SourceLinks, text?: string): object {
  const uri = links.uri(frame);
  return {
    ...(uri === null ? {} : { physicalLocation: physical(uri, frame, links) }),
    logicalLocations: [{ fullyQualifiedName: frame.method, kind: "function" }],
    ...(text === undefined ? {} : { message: { text: cut(text) } }),
  };
}

function physical(uri: string, frame: Frame, links: SourceLinks): object {
  const isRelative = !/^[a-z]+:/i.test(uri);
  const region = links.region(frame);
  return {
    artifactLocation: { uri, ...(isRelative ? { uriBaseId: ROOT } : {}) },
    region:
      region === null
        ? { startLine: Math.max(1, frame.line) }
        : {
            startLine: region.startLine,
            startColumn: region.startColumn,
            endLine: region.startLine,
            endColumn: region.endColumn,
            snippet: { text: region.text },
          },
  };
}

// ---- the schedule ----

function codeFlow(violation: ReportedViolation, report: CheckReport, links: SourceLinks): object {
  const { trace } = violation;
  const { rows, selected } = shownRows(violation, { width: WIDTH, sources: report.sources });
  const telling = tellingRows(trace, rows);
  const flows = new Map<number, object[]>();
  for (const row of selected) {
    const locations = flows.get(row.lane) ?? [];
    flows.set(row.lane, locations);
    locations.push({
      executionOrder: row.number,
      importance: telling.has(row.number) || row.isPreemption ? "essential" : "important",
      location: location(row.frame, links, rowText(trace, row)),
    });
  }
  end(violation, rows, flows, links);
  const left = rows.length - selected.length;
  return {
    message: {
      text: `Steps are numbered in the order in which they happen${left === 0 ? "" : `; ${left} of ${rows.length} that say less are left out`}.`,
    },
    threadFlows:
      flows.size === 0
        ? [emptyFlow(violation, report, links)]
        : [...flows].map(([lane, locations]) => ({
            id: String(lane),
            message: { text: trace.threads[lane] ?? `thread ${lane}` },
            locations,
          })),
  };
}

/** The schema wants a location, also if no step shows in the program. */
const emptyFlow = (
  violation: ReportedViolation,
  report: CheckReport,
  links: SourceLinks,
): object => ({
  id: "0",
  message: { text: "no step of this schedule shows in the program" },
  locations: [
    { location: location(primaryFrame(violation, report.program.main), links, violation.message) },
  ],
});

function tellingRows(trace: Trace, rows: readonly ScheduleRow[]): Set<number> {
  const facts = trace.why?.facts ?? [];
  return new Set(facts.flatMap((fact) => rowOf(fact, rows)?.number ?? []));
}

/** "3. Thread-0: writes Account#1.balance: 100 → 40" */
function rowText(trace: Trace, row: ScheduleRow): string {
  const name = trace.threads[row.lane] ?? `thread ${row.lane}`;
  const chain = row.chain === null ? "" : `${row.chain}: `;
  const preempts = row.isPreemption ? " (preempts the thread before)" : "";
  return `${row.number}. ${name}: ${chain}${row.texts.join("; ")}${preempts}`;
}

/** What follows the last row: the exception, or the accesses of a race. */
function end(
  { exception, trace }: ReportedViolation,
  rows: readonly ScheduleRow[],
  flows: Map<number, object[]>,
  links: SourceLinks,
): void {
  const add = (lane: number, frame: Frame, text: string): void => {
    const name = trace.threads[lane] ?? `thread ${lane}`;
    flows.set(lane, [
      ...(flows.get(lane) ?? []),
      {
        executionOrder: rows.length + 1,
        importance: "essential",
        location: location(frame, links, `${name}: ${text}`),
      },
    ]);
  };
  const last = trace.steps.at(-1);
  const thrownAt = exception?.thrownAt ?? null;
  if (exception !== null && thrownAt !== null && last !== undefined) {
    add(last.lane, thrownAt, `throws ${exceptionText(exception)}`);
  }
  for (const { thread, kind, target, place } of trace.pending) {
    add(thread, shownFrame(place), `is about to ${kind} ${target}`);
  }
}
