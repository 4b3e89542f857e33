/**
 * A check as SARIF 2.1.0, which code hosts show beside the source: one result for each violation, and the
 * schedule as a code flow with one thread flow for each thread.
 */

import type { CheckReport, ReportedRace, ReportedViolation } from "../../check/check-report.ts";
import { DATA_RACE } from "../../search/properties/data-race.ts";
import { findProperty, PROPERTIES } from "../../search/properties/table.ts";
import { describePlace, type Place, type Trace } from "../../search/trace/trace.ts";
import { describeOperation } from "./operation-text.ts";

export function sarifLog(report: CheckReport): object {
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "deadwood",
            rules: PROPERTIES.map(({ kind, rule }) => ({
              id: kind,
              shortDescription: { text: rule },
            })),
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
    ruleId: DATA_RACE.kind,
    level: "warning",
    message: { text: [race.message, ...race.details].join("\n") },
    locations: first === undefined ? [] : [location(first)],
    relatedLocations: others.map((place, id) => ({ id, ...location(place) })),
    codeFlows: [{ threadFlows: threadFlows(race.trace) }],
  };
}

/**
 * Where a violation occurs: its evidence, the places that its property names, or the last operation of the
 * failing thread in the program.
 */
function placesOf({ kind, evidence, trace }: ReportedViolation): readonly Place[] {
  const named = findProperty(kind)?.locations?.(trace) ?? [];
  const places = [...evidence.map(({ place }) => place), ...named];
  return places.length > 0 ? places : lastPlaces(trace);
}

function lastPlaces(trace: Trace): Place[] {
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
