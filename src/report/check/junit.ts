/** A check as JUnit XML with one test case, so that build servers show it with the tests. */
import type { CheckReport } from "../../check/check-report.ts";
import { traceLines } from "./schedule-text.ts";
import { raceWarnings, verdictLine } from "./text.ts";

const WIDTH = 120;

export function junitXml(report: CheckReport): string {
  const { boot, search, replay } = report.seconds;
  const time = (boot + search + replay).toFixed(3);
  const failures = report.verdict === "violated" ? 1 : 0;
  const errors = report.verdict === "incomplete" ? 1 : 0;
  const name = escaped([report.program.main, ...report.program.args].join(" "));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites tests="1" failures="${failures}" errors="${errors}" time="${time}">`,
    `  <testsuite name="deadwood check" tests="1" failures="${failures}" errors="${errors}" time="${time}">`,
    `    <testcase classname="${escaped(report.program.main)}" name="${name}" time="${time}">`,
    ...outcome(report),
    ...warnings(report),
    "    </testcase>",
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function outcome(report: CheckReport): string[] {
  if (report.verdict === "incomplete") {
    return [`      <error message="${escaped(verdictLine(report))}"/>`];
  }
  return report.violations.map((violation) => {
    const body = [
      ...violation.details,
      "",
      ...traceLines(violation, { width: WIDTH, sources: report.sources }),
    ].join("\n");
    return `      <failure type="${escaped(violation.kind)}" message="${escaped(violation.message)}">${escaped(body)}</failure>`;
  });
}

/** Data races that do not count as failures. */
function warnings(report: CheckReport): string[] {
  const lines = raceWarnings(report);
  return lines.length === 0 ? [] : [`      <system-out>${escaped(lines.join("\n"))}</system-out>`];
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Escapes text for XML 1.0, which cannot represent most control characters and lone surrogates. */
function escaped(text: string): string {
  return text
    .replaceAll(/[&<>"]/g, (char) => ENTITIES[char] ?? char)
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\u{fffd}");
}
