/**
 * A check as workflow commands of GitHub Actions: lines that a job prints, and that GitHub shows as annotations
 * beside the source.
 */
import type { ReportedViolation } from "../../check/check-report.ts";
import { type CheckOutcome, programText } from "../../check/failed-check.ts";
import { plural } from "../../core/numbers.ts";
import { findProperty } from "../../search/properties/table.ts";
import { primaryFrame } from "./result-places.ts";
import { asViolation } from "./sarif.ts";
import { type ReportPlace, SourceLinks } from "./source-links.ts";
import { verdictLine } from "./text.ts";

/** GitHub shows so many errors of a step, and as many warnings; it drops the rest without a word. */
const MAX_OF_LEVEL = 10;

type Level = "error" | "warning";

export function githubAnnotations(outcome: CheckOutcome, place: ReportPlace): string[] {
  if (outcome.verdict === "error") {
    const { code, message, hint } = outcome.error;
    const text = hint === null ? message : `${message}\n${hint}`;
    return [command("error", { title: `Deadwood: ${code}` }, text)];
  }
  const { violations, races, program } = outcome;
  const links = new SourceLinks(outcome.sources, place);
  const one = (level: Level) => (violation: ReportedViolation) =>
    annotation(level, violation, program.main, links);
  const isIncomplete = outcome.verdict === "incomplete";
  const title = `Deadwood: ${programText(outcome)}`;
  return [
    ...bounded("error", violations.map(one("error"))),
    ...bounded(
      "warning",
      // First: it says what the others are worth.
      [
        ...(isIncomplete ? [command("warning", { title }, verdictLine(outcome))] : []),
        ...races.map((race) => one("warning")(asViolation(race))),
      ],
    ),
  ];
}

function bounded(level: Level, lines: readonly string[]): readonly string[] {
  if (lines.length <= MAX_OF_LEVEL) return lines;
  const left = lines.length - MAX_OF_LEVEL + 1;
  const more = `${plural(left, `more ${level}`)}: the reports of the check have all of them`;
  return [...lines.slice(0, MAX_OF_LEVEL - 1), command(level, { title: "Deadwood" }, more)];
}

function annotation(
  level: Level,
  violation: ReportedViolation,
  main: string,
  links: SourceLinks,
): string {
  const frame = primaryFrame(violation, main);
  const file = links.path(frame);
  const { why, threads } = violation.trace;
  const text = [
    violation.message,
    ...(why === null
      ? violation.details
      : [
          `${why.heading}:`,
          ...why.facts.map(({ lane, text: fact }) =>
            lane < 0 ? fact : `${threads[lane] ?? ""} ${fact}`,
          ),
        ]),
  ].join("\n");
  const title = `Deadwood: ${findProperty(violation.kind)?.title ?? violation.kind}`;
  const line = frame.line < 1 ? {} : { line: String(frame.line) };
  return command(level, { ...(file === null ? {} : { file, ...line }), title }, text);
}

/** "::error file=a.java,line=3,title=t::message" */
function command(
  level: Level,
  properties: Readonly<Record<string, string>>,
  message: string,
): string {
  const words = Object.entries(properties).map(
    ([key, value]) => `${key}=${escapedProperty(value)}`,
  );
  return `::${level} ${words.join(",")}::${escapedMessage(message)}`;
}

const escapedMessage = (text: string): string =>
  text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

const escapedProperty = (text: string): string =>
  escapedMessage(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
