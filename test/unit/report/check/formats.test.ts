import { describe, expect, test } from "vitest";
import { StateGraph } from "../../../../src/report/check/dot.ts";
import { junitXml } from "../../../../src/report/check/junit.ts";
import { sarifLog } from "../../../../src/report/check/sarif.ts";
import { reportLines, verdictLine } from "../../../../src/report/check/text.ts";
import { operation, place, report, step, violation } from "./fixtures.ts";

const deadlock = violation([step(0, [operation("enter", "A#1", null, place(7))])], ["main"]);

describe("text", () => {
  test.each([
    { given: report(), line: "safe: no schedule violates a property" },
    {
      given: report({ verdict: "incomplete", limit: "10 s" }),
      line: "incomplete: stopped at 10 s with 12,345 states, depth 3; no violation so far",
    },
    {
      given: report({ verdict: "violated", violations: [deadlock] }),
      line: "violated: deadlock: no thread can continue",
    },
    {
      given: report({ verdict: "violated", violations: [deadlock, deadlock, deadlock] }),
      line: "violated: deadlock: no thread can continue (and 2 other violations)",
    },
  ])("$line", ({ given, line }) => {
    expect(verdictLine(given)).toBe(line);
    expect(reportLines(given, 80)[0]).toBe(line);
  });

  test("totals", () => {
    const given = report({ verdict: "incomplete", approximations: ["something is left out"] });
    expect(reportLines(given, 80)).toEqual([
      "incomplete: no violation in the states that were explored, but something is left out",
      "states 12345 new, 1 matched; transitions 2, depth 3, ends 4, threads 6",
      "instructions 5; store compact, 13.3 bytes a state, 20.6 words a state; peak memory 100 MB",
      "time 0.50 s to load, 1.25 s to search (7,000 states/s)",
    ]);
  });

  test("a violation found before a limit ended the search", () => {
    const lines = reportLines(
      report({
        verdict: "violated",
        violations: [deadlock],
        limit: "Ctrl-C",
        approximations: ["something is left out"],
      }),
      80,
    );
    expect(lines).toContain("the search is incomplete: stopped at Ctrl-C");
    expect(lines).toContain("note: something is left out");
    expect(lines).toContain("schedule: 1 step, 0 switches, 0 preemptions (the simplest there is)");
  });
});

describe("JUnit", () => {
  test("a safe program passes", () => {
    const xml = junitXml(report());
    expect(xml).toContain('<testsuites tests="1" failures="0" errors="0" time="1.750">');
    expect(xml).toContain('name="p.Main &lt;a&gt; &quot;b&quot;"');
    expect(xml).not.toMatch(/<failure|<error/);
  });

  test("an incomplete check is an error", () => {
    const xml = junitXml(report({ verdict: "incomplete", limit: "5 states" }));
    expect(xml).toContain('failures="0" errors="1"');
    expect(xml).toMatch(/<error message="incomplete: stopped at 5 states/);
  });

  test("characters that XML cannot hold are replaced", () => {
    const bad = violation([], [], { message: "a\u0000b\u001bc\ud800d & <e>" });
    const xml = junitXml(report({ verdict: "violated", violations: [bad] }));
    expect(xml).toContain('message="a\ufffdb\ufffdc\ufffdd &amp; &lt;e&gt;"');
  });
});

const at = (line: number) => ({
  physicalLocation: {
    artifactLocation: { uri: "p/Main.java" },
    region: { startLine: line },
  },
});

describe("SARIF", () => {
  test("threads of the wait cycle come first, the package is part of the path", () => {
    const wait = {
      kind: "notify",
      target: "A#1",
      reason: "",
      heldSince: null,
      isIdle: false,
    } as const;
    const found = violation([], ["main", "A", "B"], {
      trace: {
        threads: ["main", "A", "B"],
        steps: [],
        waits: [
          { ...wait, thread: 0, owner: 1, place: place(30) },
          { ...wait, thread: 1, owner: 2, place: place(10) },
          { ...wait, thread: 2, owner: 1, place: place(11) },
        ],
        cycle: [1, 2],
        pending: [],
        why: null,
      },
    });
    const log = sarifLog(report({ verdict: "violated", violations: [found] }));
    expect(log).toMatchObject({
      runs: [
        { results: [{ locations: [at(10)], relatedLocations: [at(11), at(30)], level: "error" }] },
      ],
    });
  });

  test("an exception is where its thread was last", () => {
    const found = violation(
      [step(0, [operation("read", "A.x", "1", place(7)), operation("read", "A.x", "1", place(9))])],
      ["main"],
      { kind: "uncaught" },
    );
    expect(sarifLog(report({ violations: [found] }))).toMatchObject({
      runs: [
        {
          results: [
            {
              ruleId: "uncaught",
              locations: [{ physicalLocation: { region: { startLine: 9 } } }],
              codeFlows: [{ threadFlows: [{ locations: [{ executionOrder: 1 }, {}] }] }],
            },
          ],
        },
      ],
    });
  });
});

describe("DOT", () => {
  test("nodes and edges along paths that go back", () => {
    const graph = new StateGraph(10);
    graph.arrived("new", 0, 0, -1, 1, 1);
    graph.arrived("new", 1, 0, -1, 2, 2);
    graph.arrived("end", 2, 1, -1, 2, 2);
    graph.arrived("matched", 1, 1, -1, 2, 2);
    graph.arrived("violated", 1, 2, 3, 2, 2);
    const dot = graph.toDot();
    expect(dot.match(/^ {2}s\d+ \[.*\];$/gm)).toHaveLength(4);
    expect(dot.match(/s\d+ -> s\d+ \[.*\];/g)).toEqual([
      's0 -> s1 [label="T0"];',
      's1 -> s2 [label="T1"];',
      's0 -> s1 [label="T1"];',
      's0 -> s3 [label="T2: 3"];',
    ]);
    expect(dot).not.toContain("left out");
  });

  test("states beyond the limit are left out, and the graph says so", () => {
    const graph = new StateGraph(2);
    for (let i = 0; i < 5; i++) graph.arrived("new", i, 0, -1, i, i);
    expect(graph.toDot()).toContain('label="3 more states are not shown"');
    expect(graph.toDot().match(/->/g)).toHaveLength(1);
  });
});
