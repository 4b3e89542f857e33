import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { ExitCode } from "../../../src/core/errors.ts";
import { deadwood, directoryOf, type Ran } from "../support.ts";

vi.setConfig({ testTimeout: 60_000 });

const NAMES = ["json", "junit", "sarif", "dot", "trace"] as const;
const files = { json: "", junit: "", sarif: "", dot: "", trace: "" };
let ran: Ran;

beforeAll(async () => {
  const root = mkdtempSync(join(tmpdir(), "deadwood-files-"));
  const options = NAMES.flatMap((name) => [`--${name}`, join(root, name)]);
  const small = ["--heap", "4m", "--stack", "64k"];
  ran = await deadwood(["check", ...small, ...options, "DiningPhilosophers", "naive", "2", "1"]);
  for (const name of NAMES) files[name] = readFileSync(join(root, name), "utf8");
  return () => rmSync(root, { recursive: true, force: true });
}, 60_000);

describe("files of a check", () => {
  test("JSON", () => {
    const report: unknown = JSON.parse(files.json);
    expect(report).toMatchObject({
      format: "deadwood-check-report",
      version: 1,
      program: { main: "DiningPhilosophers", args: ["naive", "2", "1"] },
      verdict: "violated",
      limit: null,
      violations: [
        {
          kind: "deadlock",
          message: "deadlock: no thread can continue",
          trace: { threads: ["main", "Thread-0", "Thread-1"], cycle: [1, 2] },
        },
      ],
      totals: {
        states: expect.any(Number),
        matched: expect.any(Number),
        maxThreads: 3,
        bytesPerState: expect.any(Number),
      },
      seconds: { boot: expect.any(Number), search: expect.any(Number), replay: expect.any(Number) },
    });
  });

  test("every field of the report is documented", () => {
    const text = readFileSync(join(import.meta.dirname, "../../../docs/check-report.md"), "utf8");
    const names = new Set<string>();
    const collect = (value: unknown): void => {
      if (Array.isArray(value)) for (const item of value) collect(item);
      else if (typeof value === "object" && value !== null) {
        for (const [name, inner] of Object.entries(value)) {
          names.add(name);
          collect(inner);
        }
      }
    };
    collect(JSON.parse(files.json));
    expect(names.size).toBeGreaterThan(40);
    expect([...names].filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
  });

  test("JUnit", () => {
    expect(files.junit).toContain('<testsuites name="deadwood" tests="5" failures="1" errors="0"');
    expect(files.junit).toMatch(
      /<failure type="deadlock" message="deadlock: no thread can continue">/,
    );
    expect(files.junit.trimEnd()).toMatch(/<\/testsuites>$/);
  });

  test("SARIF", () => {
    const log: unknown = JSON.parse(files.sarif);
    expect(log).toMatchObject({
      version: "2.1.0",
      runs: [
        {
          tool: { driver: { name: "Deadwood" } },
          results: [
            {
              ruleId: "deadlock",
              level: "error",
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: {
                      uri: expect.stringMatching(/models\/programs\/DiningPhilosophers\.java$/),
                    },
                    region: { startLine: expect.any(Number) },
                  },
                },
              ],
              codeFlows: [{ threadFlows: [{}, {}, {}] }],
            },
          ],
        },
      ],
    });
  });

  test("DOT has the states of the search", () => {
    const nodes = files.dot.match(/^ {2}s\d+ \[/gm) ?? [];
    const { states } = JSON.parse(files.json).totals;
    // Ends and violations are drawn, and are not states to go on from.
    const last = files.dot.match(/doublecircle|octagon/g) ?? [];
    expect(nodes.length - last.length).toBe(states);
    expect(files.dot).toMatch(/octagon/);
  });
});

/** What these tests change in a trace file. */
interface WrittenTrace {
  readonly program: { readonly classes: Record<string, string> };
  readonly trace: { readonly steps: { thread: number; choice: unknown }[] };
}

const replay = async (text: string, options: readonly string[] = []): Promise<Ran> => {
  const root = directoryOf({ "t.json": text });
  return await deadwood(["replay", ...options, join(root, "t.json")]);
};
const changed = (change: (file: WrittenTrace) => void): string => {
  const file: WrittenTrace = JSON.parse(files.trace);
  change(file);
  return JSON.stringify(file);
};

describe("replay", () => {
  test("reproduces the violation", async () => {
    const again = await replay(files.trace);
    expect(again).toMatchObject({ exitCode: ExitCode.violated, err: "" });
    const schedule = ran.out.slice(0, ran.out.indexOf("\nstates "));
    for (const line of again.out.split("\n")) expect(schedule).toContain(line);
    expect(again.out).toContain("why: these threads wait for each other: ");
  });

  test("--verbose shows all steps, as it does for check", async () => {
    const rows = (text: string): number => text.match(/^ *!?\d+ {2}/gm)?.length ?? 0;
    const short = await replay(files.trace);
    const long = await replay(files.trace, ["--verbose"]);
    expect(rows(short.out)).toBeGreaterThan(2);
    expect(rows(long.out)).toBeGreaterThan(rows(short.out));
    expect(long.out).toContain("  cycle of waits: ");
    expect(short.out).not.toContain("  cycle of waits: ");
  });

  test("step by step", async () => {
    const again = await replay(files.trace, ["--step"]);
    expect(again.out).toMatch(/^1 main at .*\n/);
    expect(again.out).toMatch(/^ {4}DiningPhilosophers\.java:\d+ locks Fork#1$/m);
    expect(again.exitCode).toBe(ExitCode.violated);
  });

  test("warns about changed classes", async () => {
    const text = changed(({ program }) => {
      program.classes["DiningPhilosophers"] = "0".repeat(64);
    });
    const again = await replay(text);
    expect(again.exitCode).toBe(ExitCode.violated);
    expect(again.err).toBe(
      "warning: classes changed since the trace was written: DiningPhilosophers\n",
    );
  });

  test("reports a schedule that ends without a violation", async () => {
    const text = changed(({ trace }) => {
      trace.steps.pop();
    });
    const again = await replay(text);
    expect(again.exitCode).toBe(ExitCode.incomplete);
    expect(again.out).toMatch(/^not reproduced: no violation after (\d+) of \1 steps\n/);
  });

  test("reports a step that is not possible", async () => {
    const text = changed(({ trace }) => {
      trace.steps[0]!.thread = 2;
    });
    const again = await replay(text);
    expect(again.exitCode).toBe(ExitCode.incomplete);
    expect(again.out).toMatch(/after 0 of \d+ steps: thread 2 has not been started\n/);
  });

  test.each([
    { what: "no JSON", text: "{" },
    { what: "another format", text: '{"format":"x"}' },
    { what: "a later version", text: '{"format":"deadwood-trace","version":9}' },
    {
      what: "no steps",
      text: '{"format":"deadwood-trace","version":1,"program":{},"violation":{},"trace":{}}',
    },
  ])("refuses $what", async ({ text }) => {
    const again = await replay(text);
    expect(again).toMatchObject({ exitCode: ExitCode.badInput, out: "" });
    expect(again.err).toMatch(/^error\[E102_BAD_USAGE\]: .*t\.json is not a trace: /);
  });

  test("refuses damaged steps", async () => {
    const text = changed(({ trace }) => {
      trace.steps[1]!.choice = "no";
    });
    expect((await replay(text)).err).toMatch(
      /is not a trace: trace\.steps\[1\]\.choice is not a whole number from -1 on/,
    );
  });

  test("a missing file", async () => {
    const again = await deadwood(["replay", "/no/such/trace.json"]);
    expect(again.exitCode).toBe(ExitCode.badInput);
    expect(again.err).toMatch(/^error\[E101_INPUT_UNREADABLE\]/);
  });
});
