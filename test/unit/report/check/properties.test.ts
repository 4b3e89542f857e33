/** Races, livelocks and exit codes in all formats. */
import { describe, expect, test } from "vitest";
import type { ReportedRace } from "../../../../src/check/check-report.ts";
import { junitXml } from "../../../../src/report/check/junit.ts";
import { sarifLog } from "../../../../src/report/check/sarif.ts";
import { traceLines } from "../../../../src/report/check/schedule-text.ts";
import { reportLines } from "../../../../src/report/check/text.ts";
import { DATA_RACE } from "../../../../src/search/properties/data-race.ts";
import { PROPERTIES } from "../../../../src/search/properties/table.ts";
import { operation, PLACE, place, report, step, violation } from "./fixtures.ts";

const steps = [step(0, [operation("start", "T", null, place(3))]), step(1, [])];
const pending = [
  { thread: 0, kind: "write", target: "A#1.x", place: place(7) },
  { thread: 1, kind: "read", target: "A#1.x", place: place(9) },
] as const;
const trace = { threads: ["main", "T"], steps, waits: [], cycle: [], pending, why: null };

const race: ReportedRace = {
  message: "data race on A.x: Main.java:7 and Main.java:9",
  variable: "A.x",
  accesses: [
    { thread: "main", kind: "write", target: "A#1.x", place: place(7), locks: [] },
    { thread: "T", kind: "read", target: "A#1.x", place: place(9), locks: ["A#1"] },
  ],
  details: ["main writes <A#1.x>", "T reads <A#1.x>"],
  preemptions: 0,
  switches: 1,
  simplicity: "simplest",
  trace,
};

const raceError = violation(steps, ["main", "T"], { kind: "race", message: race.message, trace });

describe("a race that is a warning", () => {
  const given = report({ races: [race] });

  test("as text", () => {
    expect(reportLines(given, 80).slice(0, 5)).toEqual([
      "safe: no schedule violates a property",
      `warning: ${race.message}`,
      "  main writes <A#1.x>",
      "  T reads <A#1.x>",
      `note: ${DATA_RACE.caveat}`,
    ]);
  });

  test("more races than are listed", () => {
    const lines = reportLines({ ...given, hasMoreRaces: true }, 80);
    expect(lines[4]).toBe("warning: there are more data races than these");
  });

  test("as JUnit", () => {
    const xml = junitXml(given, PLACE);
    expect(xml).toContain('failures="0" errors="0"');
    expect(xml).toMatch(/<system-out>warning: data race on A\.x: [^<]*main writes &lt;A#1\.x&gt;/);
  });

  test("as SARIF", () => {
    expect(sarifLog(given, PLACE)).toMatchObject({
      runs: [
        {
          results: [
            {
              ruleId: "race",
              level: "warning",
              locations: [{ physicalLocation: { region: { startLine: 7 } } }],
              relatedLocations: [{ physicalLocation: { region: { startLine: 9 } } }],
            },
          ],
        },
      ],
    });
  });
});

describe("a race that is a violation", () => {
  const given = report({ verdict: "violated", violations: [raceError] });

  test("the report names the limits of the verdict", () => {
    expect(reportLines(given, 80)).toContain(`note: ${DATA_RACE.caveat}`);
  });

  test("is at its two accesses", () => {
    expect(sarifLog(given, PLACE)).toMatchObject({
      runs: [
        {
          results: [
            {
              ruleId: "race",
              level: "error",
              locations: [{ physicalLocation: { region: { startLine: 7 } } }],
              relatedLocations: [{ physicalLocation: { region: { startLine: 9 } } }],
            },
          ],
        },
      ],
    });
  });

  test("shows the next accesses after the schedule", () => {
    expect(traceLines(raceError, { width: 88, sources: [] }).slice(1, 4)).toEqual([
      " 1  main  Main.java:3  starts T",
      "    main  Main.java:7  is about to write A#1.x",
      "    T     Main.java:9  is about to read A#1.x",
    ]);
  });
});

test("SARIF shows a violation where its evidence is", () => {
  const evidence = [
    { thread: 1, text: "takes a lock", place: place(4) },
    { thread: 0, text: "takes another", place: place(5) },
  ];
  const found = violation(steps, ["main", "T"], { kind: "unreleased", evidence });
  expect(sarifLog(report({ verdict: "violated", violations: [found] }), PLACE)).toMatchObject({
    runs: [
      {
        results: [
          {
            ruleId: "unreleased",
            locations: [{ physicalLocation: { region: { startLine: 4 } } }],
            relatedLocations: [{ physicalLocation: { region: { startLine: 5 } } }],
          },
        ],
      },
    ],
  });
});

test("SARIF has a rule for every kind of violation", () => {
  const rules = PROPERTIES.map(({ kind }) => ({
    id: kind,
    shortDescription: { text: expect.any(String) },
  }));
  expect(sarifLog(report(), PLACE)).toMatchObject({ runs: [{ tool: { driver: { rules } } }] });
});

const reads = (lane: number) => step(lane, [operation("read", "X", "0", place(lane + 3))]);

test.each([
  { cycle: 0, says: "schedule: 3 steps, 2 switches, 0 preemptions (the simplest there is)" },
  {
    cycle: 1,
    says: "schedule: 3 steps, 2 switches, 0 preemptions; the last one repeats forever (the simplest there is)",
  },
  {
    cycle: 3,
    says: "schedule: 3 steps, 2 switches, 0 preemptions; the last 2 repeat forever (the simplest there is)",
  },
])("a schedule whose last $cycle steps repeat", ({ cycle, says }) => {
  // One step shows nothing, so that it is no row.
  const given = [...steps.slice(0, 1), reads(1), step(1, []), reads(0)];
  const found = violation(given, ["main", "T"], { kind: "endless", cycle });
  expect(reportLines(report({ verdict: "violated", violations: [found] }), 80)).toContain(says);
});

test.each([
  { codes: [0], lines: [] },
  { codes: [], lines: [] },
  { codes: [3], lines: ["exit codes: 3"] },
  { codes: [0, 1, 3], lines: ["exit codes: 0, 1, 3"] },
])("exit codes $codes", ({ codes, lines }) => {
  const all = reportLines(report({ exitCodes: codes }), 80);
  expect(all.filter((line) => line.startsWith("exit"))).toEqual(lines);
});
