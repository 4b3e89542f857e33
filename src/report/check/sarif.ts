/**
 * A check as SARIF 2.1.0, which code hosts show beside the source: one result for each violation, and the
 * schedule as a code flow with one thread flow for each thread.
 */

import type { CheckReport, ReportedRace, ReportedViolation } from "../../check/check-report.ts";
import { describePlace, type Place, type Trace, type Wait } from "../../search/trace/trace.ts";
import { describeOperation } from "./schedule-text.ts";

const RULES = [
  { id: "deadlock", text: "No thread can continue, and the program has not ended." },
  { id: "uncaught", text: "An uncaught exception ends a thread." },
  { id: "endless", text: "The program repeats a cycle of states that no schedule leads out of." },
  { id: "invariant", text: "An invariant of the program does not hold." },
  { id: "exit-code", text: "The program ends with an exit code that is not allowed." },
  {
    id: "race",
    text: "Two threads access the same variable, at least one writes, and nothing orders the accesses.",
  },
];

export function sarifLog(report: CheckReport): object {
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "deadwood",
            rules: RULES.map(({ id, text }) => ({ id, shortDescription: { text } })),
          },
        },
        invocations: [
          {
            executionSuccessful: true,
            properties: { verdict: report.verdict, limit: report.limit },
          },
        ],
        results: [...report.violations.map(result), ...report.races.map(raceResult)],
      },
    ],
  };
}

function result(violation: ReportedViolation): object {
  const places = placesOf(violation);
  return {
    ruleId: violation.kind,
    level: "error",
    message: { text: [violation.message, ...violation.details].join("\n") },
    locations: places.slice(0, 1).map((place) => location(place)),
    relatedLocations: places.slice(1).map((place, id) => ({ id, ...location(place) })),
    codeFlows: [{ threadFlows: threadFlows(violation.trace) }],
  };
}

/** A race that is reported as a warning. */
function raceResult(race: ReportedRace): object {
  const [first, ...others] = race.accesses.map(({ place }) => place);
  return {
    ruleId: "race",
    level: "warning",
    message: { text: [race.message, ...race.details].join("\n") },
    locations: first === undefined ? [] : [location(first)],
    relatedLocations: others.map((place, id) => ({ id, ...location(place) })),
    codeFlows: [{ threadFlows: threadFlows(race.trace) }],
  };
}

/**
 * Where a violation occurs: the waiting threads, the accesses of a race, or the last operation of the failing
 * thread in the program.
 */
function placesOf({ trace }: ReportedViolation): Place[] {
  if (trace.waits.length > 0) {
    // The threads of the wait cycle come first. A thread that only joins another one is last.
    const rank = (wait: Wait): number =>
      trace.cycle.includes(wait.thread) ? 0 : wait.owner < 0 && !wait.isIdle ? 1 : 2;
    return trace.waits
      .filter((wait) => wait.place.isProgram)
      .toSorted((a, b) => rank(a) - rank(b))
      .map((wait) => wait.place);
  }
  if (trace.pending.length > 0) return trace.pending.map(({ place }) => place);
  const last = trace.steps.at(-1);
  if (last === undefined) return [];
  const places = [last.place, ...last.operations.map((operation) => operation.place)];
  return places.filter((place) => place.isProgram).slice(-1);
}

function location(place: Place, text?: string): object {
  const region = place.line < 1 ? {} : { region: { startLine: place.line } };
  return {
    physicalLocation: { artifactLocation: { uri: uriOf(place) }, ...region },
    logicalLocations: [{ fullyQualifiedName: place.method, kind: "function" }],
    ...(text === undefined ? {} : { message: { text } }),
  };
}

/** The path of the source file below its source root; the package is part of the method's name. */
function uriOf(place: Place): string {
  const packages = place.method.split(".").slice(0, -2);
  return [...packages, place.file ?? describePlace(place)].map(encodeURIComponent).join("/");
}

function threadFlows(trace: Trace): object[] {
  const flows = new Map<number, object[]>();
  trace.steps.forEach((step, i) => {
    const locations = flows.get(step.lane) ?? [];
    flows.set(step.lane, locations);
    for (const operation of step.operations) {
      if (!operation.place.isProgram) continue;
      locations.push({
        executionOrder: i + 1,
        location: location(operation.place, describeOperation(operation)),
      });
    }
  });
  return [...flows]
    .filter(([, locations]) => locations.length > 0)
    .map(([lane, locations]) => ({
      id: String(lane),
      message: { text: trace.threads[lane] ?? "" },
      locations,
    }));
}
