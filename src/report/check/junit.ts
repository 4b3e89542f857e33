/**
 * A check as JUnit XML, so that build servers show it with the tests: one test suite, with a test case for each
 * property that was checked and one for the search itself.
 *
 * An `incomplete` check is one `error`, that of the search: Jenkins, GitLab and Surefire's readers count errors
 * as failures, and would show a build with `skipped` alone as passed, which a search that did not end has not.
 * The properties that such a search, or one that ended at a violation, found nothing wrong with are `skipped`:
 * they have neither passed nor failed. A reader that knows one failure for each test case (Jenkins) sees all of
 * them, because each further violation of a property has a test case of its own.
 */
import type { CheckReport, ReportedViolation } from "../../check/check-report.ts";
import { type CheckOutcome, type FailedCheck, programText } from "../../check/failed-check.ts";
import { toolVersion } from "../../core/version.ts";
import { DATA_RACE } from "../../search/properties/data-race.ts";
import { type PropertyKind, propertyOf } from "../../search/properties/table.ts";
import { primaryFrame } from "./result-places.ts";
import { traceLines } from "./schedule-text.ts";
import { type ReportPlace, SourceLinks } from "./source-links.ts";
import { raceWarnings, totalLines, verdictLine } from "./text.ts";

const WIDTH = 120;

interface TestCase {
  readonly name: string;
  readonly seconds: number;
  /** The source file that it is about, for servers that link to it. */
  readonly file: string | null;
  readonly result: "passed" | "failure" | "error" | "skipped";
  readonly type: string;
  readonly message: string;
  readonly body: string;
  readonly output: readonly string[];
}

export function junitXml(outcome: CheckOutcome, place: ReportPlace): string {
  const cases = outcome.verdict === "error" ? [errorCase(outcome)] : casesOf(outcome, place);
  const className =
    outcome.verdict === "error"
      ? (outcome.program.words[0] ?? "deadwood check")
      : outcome.program.main;
  const counts = `tests="${cases.length}" failures="${countOf(cases, "failure")}" errors="${countOf(cases, "error")}" skipped="${countOf(cases, "skipped")}" time="${secondsOf(cases)}"`;
  const name = escaped(`deadwood check ${programText(outcome)}`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="deadwood" ${counts}>`,
    `  <testsuite name="${name}" ${counts}>`,
    "    <properties>",
    ...propertiesOf(outcome).map(
      ([key, value]) => `      <property name="${key}" value="${escaped(value)}"/>`,
    ),
    "    </properties>",
    ...cases.flatMap((each) => caseLines(each, className)),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

const countOf = (cases: readonly TestCase[], result: TestCase["result"]): number =>
  cases.filter((each) => each.result === result).length;

const secondsOf = (cases: readonly TestCase[]): string =>
  cases.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(3);

function propertiesOf(outcome: CheckOutcome): (readonly [string, string])[] {
  const common = [
    ["deadwood.version", toolVersion()],
    ["deadwood.verdict", outcome.verdict],
  ] as const;
  if (outcome.verdict === "error") return [...common];
  const { limit, search, totals, store } = outcome;
  return [
    ...common,
    ["deadwood.limit", limit ?? "none"],
    ["deadwood.search", search.strategy],
    ["deadwood.store", store.kind],
    ["deadwood.dvr", search.dvr],
    ["deadwood.states", String(totals.states)],
    ["deadwood.transitions", String(totals.transitions)],
    ["deadwood.depth", String(totals.maxDepth)],
  ];
}

// ---- test cases ----

const PASSED: Omit<TestCase, "name"> = {
  seconds: 0,
  file: null,
  result: "passed",
  type: "",
  message: "",
  body: "",
  output: [],
};

const errorCase = ({ error }: FailedCheck): TestCase => ({
  ...PASSED,
  name: "search",
  result: "error",
  type: error.code,
  message: error.message,
  body: error.hint === null ? error.message : `${error.message}\n${error.hint}`,
});

const casesOf = (report: CheckReport, place: ReportPlace): TestCase[] => [
  searchCase(report),
  ...report.search.checked.flatMap((kind) => propertyCases(kind, report, place)),
];

function searchCase(report: CheckReport): TestCase {
  const { boot, search, replay } = report.seconds;
  const common = {
    ...PASSED,
    name: "search",
    seconds: boot + search + replay,
    output: [verdictLine(report), ...totalLines(report)],
  };
  if (report.verdict === "safe") return common;
  if (report.verdict === "incomplete") {
    const message = verdictLine(report);
    return { ...common, result: "error", type: "incomplete", message, body: message };
  }
  return { ...common, result: "skipped", message: "a violation was found, so it need not end" };
}

function propertyCases(kind: PropertyKind, report: CheckReport, place: ReportPlace): TestCase[] {
  const name = `no ${propertyOf(kind).title}`;
  const found = report.violations.filter((violation) => violation.kind === kind);
  const output = kind === DATA_RACE.kind ? raceWarnings(report) : [];
  if (found.length > 0) {
    return found.map((violation, i) => ({
      ...failureOf(violation, report, place),
      name: i === 0 ? name : `${name} (${i + 1})`,
      output,
    }));
  }
  if (report.verdict === "safe") return [{ ...PASSED, name, output }];
  const why = report.verdict === "violated" ? "the search found another violation" : "incomplete";
  return [{ ...PASSED, name, result: "skipped", message: `not decided: ${why}`, output }];
}

function failureOf(
  violation: ReportedViolation,
  { sources, program }: CheckReport,
  place: ReportPlace,
): Omit<TestCase, "name"> {
  const frame = primaryFrame(violation, program.main);
  return {
    ...PASSED,
    file: new SourceLinks(sources, place).path(frame),
    result: "failure",
    type: violation.kind,
    message: violation.message,
    body: [
      violation.message,
      ...violation.details,
      "",
      ...traceLines(violation, { width: WIDTH, sources }),
    ].join("\n"),
  };
}

// ---- XML ----

function caseLines(each: TestCase, className: string): string[] {
  const { name, seconds, file, result, type, message, body, output } = each;
  const where = file === null ? "" : ` file="${escaped(file)}"`;
  const start = `    <testcase classname="${escaped(className)}" name="${escaped(name)}"${where} time="${seconds.toFixed(3)}"`;
  const inner = [
    ...(result === "skipped" ? [`      <skipped message="${escaped(message)}"/>`] : []),
    ...(result === "failure" || result === "error"
      ? [
          `      <${result} type="${escaped(type)}" message="${escaped(message)}">${escaped(body, false)}</${result}>`,
        ]
      : []),
    ...(output.length === 0
      ? []
      : [`      <system-out>${escaped(output.join("\n"), false)}</system-out>`]),
  ];
  return inner.length === 0 ? [`${start}/>`] : [`${start}>`, ...inner, "    </testcase>"];
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // A reader turns these into spaces in an attribute, and a return into a line feed everywhere.
  "\n": "&#10;",
  "\r": "&#13;",
  "\t": "&#9;",
};

/** Escapes text for XML 1.0, which cannot represent most control characters and lone surrogates. */
function escaped(text: string, isAttribute = true): string {
  return text
    .replaceAll(isAttribute ? /[&<>"\n\r\t]/g : /[&<>"\r]/g, (char) => ENTITIES[char] ?? char)
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\u{fffd}");
}
