/**
 * SARIF of every bundled program with a violation: valid by the schema and by GitHub's rules, small, and with the
 * rows that the terminal shows.
 */
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { check } from "../../../../src/check/check.ts";
import type { CheckReport } from "../../../../src/check/check-report.ts";
import { failedCheck } from "../../../../src/check/failed-check.ts";
import { BadUsageError } from "../../../../src/core/errors.ts";
import { junitXml } from "../../../../src/report/check/junit.ts";
import { render } from "../../../../src/report/check/render.ts";
import { sarifLog } from "../../../../src/report/check/sarif.ts";
import { shownRows } from "../../../../src/report/check/schedule-text.ts";
import { bundledProgramList } from "../../../programs/manifest.ts";
import {
  githubErrors,
  junitErrors,
  type SarifLog,
  type SarifResult,
  sarifErrors,
  xmllint,
} from "../../../support/schemas/validators.ts";
import { sample } from "../../../support/size.ts";
import { operation, PLACE, place, report, step, violation } from "./fixtures.ts";

const ROOT = resolve(import.meta.dirname, "../../../..");
const MAX_BYTES = 100_000;

const logOf = (given: CheckReport, at = { directory: ROOT, root: ROOT }): SarifLog =>
  JSON.parse(JSON.stringify(sarifLog(given, at)));
const resultOf = (log: SarifLog): SarifResult => log.runs[0]!.results[0]!;

const violated = sample(
  bundledProgramList().flatMap(({ name, needsJdk, runs }) =>
    runs
      .filter((run) => !needsJdk && run.needsJdk !== true && run.verdict !== "safe")
      .map(({ args }) => ({ title: [name, ...args].join(" "), name, args })),
  ),
  20,
);

describe.each(violated)("$title", ({ name, args }) => {
  test("has valid reports", async () => {
    const found = await check({ main: name, args }, { env: {}, directory: ROOT });
    expect(found.verdict).toBe("violated");
    const log = logOf(found);
    expect(sarifErrors(log)).toEqual([]);
    expect(githubErrors(log)).toEqual([]);
    expect(render(found, "sarif", { directory: ROOT }).length).toBeLessThan(MAX_BYTES);
    const result = resultOf(log);
    const primary = result.locations[0]!.physicalLocation!;
    expect(primary.artifactLocation.uri).toBe(`models/programs/${name}.java`);
    expect(primary.region!.snippet!.text).not.toBe("");
    const { selected } = shownRows(found.violations[0]!, { width: 120, sources: found.sources });
    const steps = result.codeFlows.flatMap(({ threadFlows }) =>
      threadFlows.flatMap(({ locations }) => locations.map((each) => each.executionOrder)),
    );
    const numbers = selected.map((row) => row.number);
    expect(steps).toEqual(expect.arrayContaining(numbers));
    if (xmllint !== null) {
      expect(junitErrors(junitXml(found, { directory: ROOT, root: ROOT }))).toEqual([]);
    }
  });
});

/** A deadlock of two threads, whose lines are those of `Main.java` from `first` on. */
function deadlockAt(first: number): CheckReport {
  const at = (line: number) => place(first + line, { method: "p.Main.run" });
  const found = violation(
    [
      step(0, [operation("enter", "Fork#1", null, at(0))]),
      step(1, [operation("enter", "Fork#2", null, at(0))], { isPreemption: true }),
    ],
    ["main", "T"],
  );
  const wait = { kind: "monitor", isIdle: false, heldSince: at(0) } as const;
  const waits = [
    { ...wait, thread: 0, owner: 1, target: "Fork#2", reason: "waits for Fork#2", place: at(1) },
    { ...wait, thread: 1, owner: 0, target: "Fork#1", reason: "waits for Fork#1", place: at(1) },
  ];
  const text = `${"\n".repeat(first - 1)}  lock(a[0]);\n  lock(b);\n`;
  return report({
    verdict: "violated",
    violations: [
      {
        ...found,
        trace: {
          ...found.trace,
          waits,
          cycle: [0, 1],
          why: {
            heading: "they wait",
            facts: [
              { text: "took a[0]", lane: 0, step: 0, operation: 0, place: at(0) },
              { text: "waits for b", lane: 0, step: -1, operation: -1, place: at(1) },
            ],
          },
        },
      },
    ],
    sources: [{ path: "p/Main.java", location: "src main/p/Main.java", text }],
  });
}

describe("a result", () => {
  const log = logOf(deadlockAt(3), PLACE);
  const result = resultOf(log);

  test("has the path from the root of the repository, the line, and its text", () => {
    expect(githubErrors(log)).toEqual([]);
    expect(result.locations).toMatchObject([
      {
        physicalLocation: {
          artifactLocation: { uri: "app/src%20main/p/Main.java", uriBaseId: "%SRCROOT%" },
          region: {
            startLine: 4,
            startColumn: 3,
            endLine: 4,
            endColumn: 11,
            snippet: { text: "lock(b);" },
          },
        },
      },
    ]);
    expect(log.runs[0]!.originalUriBaseIds).toMatchObject({
      "%SRCROOT%": { uri: "file:///repository/" },
    });
    expect(log.runs[0]!.invocations[0]).toMatchObject({
      workingDirectory: { uri: "file:///repository/app/" },
    });
  });

  test("links the facts of its message to their places", () => {
    expect(result.message.text).toBe(
      "deadlock: no thread can continue\nthey wait:\n- main [took a\\[0\\]](1)\n- main [waits for b](2)",
    );
    expect(result.relatedLocations.map(({ id, message }) => [id, message?.text])).toEqual([
      [1, "main took a[0]"],
      [2, "main waits for b"],
    ]);
  });

  test("has a thread flow for each thread, with the numbers of the rows", () => {
    const flows = result.codeFlows[0]!.threadFlows.map(({ message, locations }) => [
      message.text,
      locations.map((each) => [each.executionOrder, each.location.message?.text]),
    ]);
    expect(flows).toEqual([
      ["main", [[1, "1. main: locks Fork#1"]]],
      ["T", [[2, "2. T: locks Fork#2 (preempts the thread before)"]]],
    ]);
  });

  test("outside the repository has an absolute path", () => {
    const given = deadlockAt(3);
    const sources = [{ ...given.sources[0]!, location: "/elsewhere/p/Main.java" }];
    const other = logOf({ ...given, sources }, PLACE);
    expect(githubErrors(other)).toEqual([]);
    expect(resultOf(other).locations[0]!.physicalLocation!.artifactLocation).toEqual({
      uri: "file:///elsewhere/p/Main.java",
    });
  });

  test("without a source, or with one in a jar, has the path of its package", () => {
    const given = deadlockAt(3);
    for (const sources of [
      [],
      [{ ...given.sources[0]!, location: "/a-sources.jar!/p/Main.java" }],
    ]) {
      const other = logOf({ ...given, sources }, PLACE);
      expect(githubErrors(other)).toEqual([]);
      expect(resultOf(other).locations[0]!.physicalLocation!.artifactLocation.uri).toBe(
        "p/Main.java",
      );
    }
  });

  test("has a place even if the program has no lines", () => {
    const bare = violation([], [], { kind: "exit-code" });
    const other = logOf(report({ verdict: "violated", violations: [bare] }), PLACE);
    expect(sarifErrors(other)).toEqual([]);
    expect(githubErrors(other)).toEqual([]);
  });
});

describe("the fingerprint", () => {
  const printOf = (given: CheckReport): string =>
    resultOf(logOf(given, PLACE)).partialFingerprints["deadwood/v1"] ?? "";

  test("stays when lines move and objects have other numbers", () => {
    const print = printOf(deadlockAt(3));
    expect(print).toMatch(/^[0-9a-f]{16}:1$/);
    expect(printOf(deadlockAt(40))).toBe(print);
    const text = JSON.stringify(deadlockAt(3)).replaceAll("Fork#", "Fork#1");
    expect(printOf(JSON.parse(text))).toBe(print);
  });

  test("does not depend on hash codes and numbers in messages", () => {
    const withMessage = (message: string): CheckReport => {
      const given = deadlockAt(3);
      return { ...given, violations: given.violations.map((each) => ({ ...each, message })) };
    };
    const print = printOf(withMessage("A@1f2e3d failed 17 times at B.java:9"));
    expect(printOf(withMessage("A@77aabbcc failed 1,204 times at B.java:10"))).toBe(print);
    expect(printOf(withMessage("A@1f2e3d failed 17 times at C.java:9"))).not.toBe(print);
  });

  test("tells methods, variables and messages from each other", () => {
    const changes = [
      ["p.Main.run", "p.Main.stop"],
      ["Fork#", "Spoon#"],
      ["no thread can continue", "something else"],
    ] as const;
    const prints = changes.map(([from, to]) =>
      printOf(JSON.parse(JSON.stringify(deadlockAt(3)).replaceAll(from, to))),
    );
    expect(new Set([...prints, printOf(deadlockAt(3))]).size).toBe(4);
  });

  test("counts equal ones", () => {
    const [found] = deadlockAt(3).violations;
    const log = logOf({ ...deadlockAt(3), violations: [found!, found!] }, PLACE);
    const prints = log.runs[0]!.results.map((each) => each.partialFingerprints["deadwood/v1"]);
    expect(prints.map((print) => print!.slice(-2))).toEqual([":1", ":2"]);
  });
});

describe("the invocation", () => {
  const of = (log: SarifLog) => log.runs[0]!.invocations[0]!;

  test("of a safe check says nothing", () => {
    const log = logOf(report(), PLACE);
    expect(sarifErrors(log)).toEqual([]);
    expect(of(log)).toMatchObject({
      executionSuccessful: true,
      exitCode: 0,
      toolExecutionNotifications: [],
    });
  });

  test.each([
    ["10 s", true],
    ["SIGTERM", false],
  ])("of a search that ended at %s has a warning", (limit, executionSuccessful) => {
    const log = logOf(report({ verdict: "incomplete", limit }), PLACE);
    expect(sarifErrors(log)).toEqual([]);
    expect(of(log)).toMatchObject({
      executionSuccessful,
      exitCode: 3,
      toolExecutionNotifications: [
        { level: "warning", message: { text: expect.stringContaining(`stopped at ${limit}`) } },
      ],
    });
  });

  test("of a check that failed has the error", () => {
    const failed = failedCheck(["Nope"], new BadUsageError("no such thing", { hint: "Try this." }));
    const log: SarifLog = JSON.parse(JSON.stringify(sarifLog(failed, PLACE)));
    expect(sarifErrors(log)).toEqual([]);
    expect(githubErrors(log)).toEqual([]);
    expect(log.runs[0]!.results).toEqual([]);
    expect(of(log)).toMatchObject({
      executionSuccessful: false,
      exitCode: 2,
      toolExecutionNotifications: [
        {
          descriptor: { id: "E102_BAD_USAGE" },
          level: "error",
          message: { text: "no such thing\nTry this." },
        },
      ],
    });
  });
});

test("the validators see what is wrong", () => {
  const log = sarifLog(deadlockAt(3), PLACE);
  expect(sarifErrors({ ...log, version: "2.0.0" })).not.toEqual([]);
  const text = JSON.stringify(log);
  const worse: SarifLog = JSON.parse(
    text.replaceAll("app/src%20main", "/app").replace('"ruleIndex":0', '"ruleIndex":1'),
  );
  expect(githubErrors(worse)).toEqual(
    expect.arrayContaining(["deadlock: unknown rule", "deadlock: the path /app/p/Main.java"]),
  );
});
