import { describe, expect, test } from "vitest";
import { failedCheck } from "../../../../src/check/failed-check.ts";
import { BadUsageError } from "../../../../src/core/errors.ts";
import { githubAnnotations } from "../../../../src/report/check/annotations.ts";
import { StateGraph } from "../../../../src/report/check/dot.ts";
import { junitXml } from "../../../../src/report/check/junit.ts";
import { sarifLog } from "../../../../src/report/check/sarif.ts";
import { markdownSummary } from "../../../../src/report/check/summary.ts";
import { reportLines, verdictLine } from "../../../../src/report/check/text.ts";
import { junitErrors, xmllint } from "../../../support/schemas/validators.ts";
import { operation, PLACE, place, report, step, violation } from "./fixtures.ts";

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
  const cases = (xml: string): string[] =>
    [...xml.matchAll(/<testcase [^>]* name="([^"]*)"[^>]*?(?:\/>|>\s*<(\w+))/g)].map(
      ([, name, outcome]) => `${name}: ${outcome === "system" ? "passed" : (outcome ?? "passed")}`,
    );

  test("each property of a safe program passes", () => {
    const xml = junitXml(report(), PLACE);
    expect(xml).toContain('tests="5" failures="0" errors="0" skipped="0" time="1.750"');
    expect(xml).toContain('name="deadwood check p.Main &lt;a&gt; &quot;b&quot;"');
    expect(cases(xml)).toEqual([
      "search: passed",
      "no deadlock: passed",
      "no uncaught exception: passed",
      "no livelock: passed",
      "no data race: passed",
    ]);
  });

  test("an incomplete search is an error, and decides nothing", () => {
    const xml = junitXml(report({ verdict: "incomplete", limit: "5 states" }), PLACE);
    expect(xml).toContain('tests="5" failures="0" errors="1" skipped="4"');
    expect(cases(xml)[0]).toBe("search: error");
    expect(xml).toMatch(/<error type="incomplete" message="incomplete: stopped at 5 states/);
  });

  test("each violation is a failure of its own", () => {
    const given = { verdict: "violated", violations: [deadlock, deadlock] } as const;
    const xml = junitXml(report(given), PLACE);
    expect(xml).toContain('tests="6" failures="2" errors="0" skipped="4"');
    expect(cases(xml).slice(0, 4)).toEqual([
      "search: skipped",
      "no deadlock: failure",
      "no deadlock (2): failure",
      "no uncaught exception: skipped",
    ]);
    expect(xml).toContain('file="p/Main.java"');
    expect(xml).toMatch(/main {2}Main\.java:7 {2}locks A#1/);
  });

  test("a check that failed is an error with its code", () => {
    const failed = failedCheck(["p.Nope"], new BadUsageError("no such thing", { hint: "Try." }));
    const xml = junitXml(failed, PLACE);
    expect(xml).toContain('tests="1" failures="0" errors="1" skipped="0"');
    expect(xml).toContain('<error type="E102_BAD_USAGE" message="no such thing">');
  });

  const bad = violation([], [], { message: "a\u0000b\u001bc\ud800d & <e>\n\r" });

  test("characters that XML cannot hold are replaced, and lines of attributes kept", () => {
    const xml = junitXml(report({ verdict: "violated", violations: [bad] }), PLACE);
    expect(xml).toContain('message="a\ufffdb\ufffdc\ufffdd &amp; &lt;e&gt;&#10;&#13;"');
  });

  test.skipIf(xmllint === null).each([
    ["safe", report()],
    ["incomplete", report({ verdict: "incomplete", limit: "5 states" })],
    ["violated", report({ verdict: "violated", violations: [bad, deadlock] })],
    ["error", failedCheck(["<&>"], new Error("a bug\u0001"))],
  ] as const)("of a check that is %s is valid", (_, given) => {
    expect(junitErrors(junitXml(given, PLACE))).toEqual([]);
  });

  test.skipIf(xmllint === null)("the schema sees what is wrong", () => {
    const xml = junitXml(report(), PLACE);
    expect(junitErrors(xml.replace('tests="5"', ""))).not.toEqual([]);
    expect(junitErrors(xml.replaceAll("no livelock", "no deadlock"))).not.toEqual([]);
  });
});

describe("annotations", () => {
  const found = violation([step(0, [operation("enter", "A#1", null, place(7))])], ["main"], {
    kind: "uncaught",
    message: "50%: a,b\r\nc",
  });

  test("escape what ends a property or a line", () => {
    const given = report({
      verdict: "violated",
      violations: [found],
      sources: [{ path: "p/Main.java", location: "a,b:c%/p/Main.java", text: "" }],
    });
    expect(githubAnnotations(given, PLACE)).toEqual([
      "::error file=app/a%2Cb%3Ac%25/p/Main.java,line=7,title=Deadwood%3A uncaught exception::50%25: a,b%0D%0Ac",
    ]);
  });

  test("of an incomplete check and of one that failed", () => {
    const given = report({ verdict: "incomplete", limit: "5 states" });
    expect(githubAnnotations(given, PLACE)).toEqual([
      expect.stringMatching(
        /^::warning title=Deadwood%3A p\.Main <a> "b"::incomplete: stopped at 5/,
      ),
    ]);
    const failed = failedCheck(["x"], new BadUsageError("no such thing", { hint: "Try this." }));
    expect(githubAnnotations(failed, PLACE)).toEqual([
      "::error title=Deadwood%3A E102_BAD_USAGE::no such thing%0ATry this.",
    ]);
  });

  test("are as many as GitHub shows, and say that there are more", () => {
    const given = report({
      verdict: "violated",
      violations: Array.from({ length: 14 }, () => found),
    });
    const lines = githubAnnotations(given, PLACE);
    expect(lines).toHaveLength(10);
    expect(lines[9]).toBe(
      "::error title=Deadwood::5 more errors: the reports of the check have all of them",
    );
  });

  test("of a safe check are none", () => {
    expect(githubAnnotations(report(), PLACE)).toEqual([]);
  });
});

describe("the Markdown summary", () => {
  test("has the verdict, figures, and the schedule as code", () => {
    const text = markdownSummary(report({ verdict: "violated", violations: [deadlock] }));
    expect(text).toMatch(/^### ❌ Deadwood: `p\.Main <a> "b"`\n\n\*\*violated\*\*: deadlock: no/);
    expect(text).toContain("| States | 12,345 |\n");
    expect(text).toMatch(
      /```text\nschedule: 1 step,.*\n.*main {2}Main\.java:7 {2}locks A#1\n```\n/,
    );
    expect(text.endsWith("\n\n")).toBe(true);
  });

  test("is not changed by what the program says", () => {
    const found = violation([], [], { message: "<b>*x*</b>\n# y", details: ["```", "</details>"] });
    const text = markdownSummary(report({ verdict: "violated", violations: [found] }));
    expect(text).toContain("**violated**: \\<b\\>\\*x\\*\\</b\\> \\# y\n");
    expect(text).toContain("````text\n```\n</details>\n");
  });

  test("of a check that failed says what to do", () => {
    const failed = failedCheck(["x"], new BadUsageError("no such thing", { hint: "Try this." }));
    expect(markdownSummary(failed)).toBe(
      "### ❌ Deadwood: `x`\n\n**error**: no such thing (E102_BAD_USAGE)\n\nTry this.\n\n",
    );
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
    const log = sarifLog(report({ verdict: "violated", violations: [found] }), PLACE);
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
    expect(sarifLog(report({ violations: [found] }), PLACE)).toMatchObject({
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
