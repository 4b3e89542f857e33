/** The reports of a check are written however it ends: with a verdict, with an error, or by a signal. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { ExitCode } from "../../../src/core/errors.ts";
import { junitErrors, sarifErrors, xmllint } from "../../support/schemas/validators.ts";
import { deadwood, directoryOf, mainClass } from "../support.ts";

vi.setConfig({ testTimeout: 60_000 });

const SMALL = ["--heap", "4m", "--stack", "64k"];

interface Reports {
  readonly json: unknown;
  readonly sarif: unknown;
  readonly junit: string;
  readonly summary: string;
}

const optionsFor = (root: string): string[] =>
  ["json", "sarif", "junit", "summary"].flatMap((name) => [`--${name}`, join(root, name)]);

const reportsIn = (root: string): Reports => ({
  json: JSON.parse(readFileSync(join(root, "json"), "utf8")),
  sarif: JSON.parse(readFileSync(join(root, "sarif"), "utf8")),
  junit: readFileSync(join(root, "junit"), "utf8"),
  summary: readFileSync(join(root, "summary"), "utf8"),
});

describe("after an error", () => {
  test.each([
    { what: "an unknown program", words: ["NoSuchProgram", "x"], code: "E301_CLASS_NOT_FOUND" },
    {
      what: "options that contradict each other",
      words: ["--seed", "3", "LostUpdate"],
      code: "E102_BAD_USAGE",
    },
    { what: "a bad size", words: ["--heap", "many", "LostUpdate"], code: "E102_BAD_USAGE" },
  ])("all reports say what is wrong: $what", async ({ words, code }) => {
    const root = directoryOf({ json: "the report of an earlier run" });
    const ran = await deadwood(["check", ...optionsFor(root), "--annotations", "github", ...words]);
    expect(ran.exitCode).toBe(ExitCode.badInput);
    const reports = reportsIn(root);
    const [, message] = new RegExp(`^error\\[${code}\\]: (.*)$`, "m").exec(ran.err) ?? [];
    expect(message).toBeTruthy();
    expect(reports.json).toMatchObject({
      format: "deadwood-check-report",
      version: 1,
      verdict: "error",
      program: { words: words.filter((word) => !/^--|^3$|^many$/.test(word)) },
      error: { code, message, exitCode: 2 },
    });
    expect(sarifErrors(reports.sarif)).toEqual([]);
    expect(reports.sarif).toMatchObject({
      runs: [
        {
          invocations: [
            {
              executionSuccessful: false,
              exitCode: 2,
              toolExecutionNotifications: [{ level: "error", descriptor: { id: code } }],
            },
          ],
          results: [],
        },
      ],
    });
    expect(reports.junit).toContain(`<error type="${code}"`);
    if (xmllint !== null) expect(junitErrors(reports.junit)).toEqual([]);
    expect(reports.summary).toContain(`(${code})`);
    expect(ran.out).toMatch(new RegExp(`^::error title=Deadwood%3A ${code}::`));
  });

  test("in the middle of a search, too", async () => {
    const root = directoryOf({
      "Main.class": mainClass((code) =>
        code.emit("invokestatic", { owner: "Main", name: "missing", descriptor: "()V" }),
      ),
    });
    const ran = await deadwood(["check", ...SMALL, ...optionsFor(root), "-cp", root, "Main"]);
    const { json, sarif } = reportsIn(root);
    if (ran.exitCode === ExitCode.badInput) expect(json).toMatchObject({ verdict: "error" });
    else expect(json).toMatchObject({ verdict: "violated" });
    expect(sarifErrors(sarif)).toEqual([]);
  });

  test("a report that cannot be written is said before the search, and nothing is written", async () => {
    const root = directoryOf({});
    const bad = join(root, "missing/report.xml");
    const argv = ["check", "--json", join(root, "json"), "--junit", bad, "LostUpdate"];
    const ran = await deadwood(argv);
    expect(ran).toMatchObject({ exitCode: ExitCode.badInput, out: "" });
    expect(ran.err).toMatch(
      /^error\[E501_OUTPUT_UNWRITABLE\]: cannot write .*missing\/report\.xml/,
    );
    expect(readdirSync(root)).toEqual([]);
  });

  test("--annotations takes the names of servers", async () => {
    const ran = await deadwood(["check", "--annotations", "gitlab", "LostUpdate"]);
    expect(ran.exitCode).toBe(ExitCode.badInput);
    expect(ran.err).toMatch(/^error\[E102_BAD_USAGE\]: --annotations gitlab/);
  });
});

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "after %s all reports say what was known",
  async (signal) => {
    const root = directoryOf({});
    const argv = [
      "check",
      ...SMALL,
      ...optionsFor(root),
      "DiningPhilosophers",
      "ordered",
      "7",
      "9",
    ];
    const ran = await deadwood(argv, { interruptAtFlush: 3, signal });
    const limit = signal === "SIGINT" ? "Ctrl-C" : signal;
    expect(ran.exitCode).toBe(ExitCode.incomplete);
    const reports = reportsIn(root);
    expect(reports.json).toMatchObject({ verdict: "incomplete", limit });
    expect(sarifErrors(reports.sarif)).toEqual([]);
    expect(reports.sarif).toMatchObject({
      runs: [{ invocations: [{ executionSuccessful: false, exitCode: 3 }] }],
    });
    expect(reports.junit).toMatch(
      new RegExp(`<error type="incomplete" message="incomplete: stopped at ${limit}`),
    );
    expect(reports.summary).toContain(`| Stopped at | ${limit} |`);
  },
);

describe("paths", () => {
  test("are relative to the repository, wherever the check runs in it", async () => {
    const root = directoryOf({ "app/src/Main.java": "x" });
    mkdirSync(join(root, ".git"));
    const app = join(root, "app");
    writeFileSync(join(app, "src/Main.java"), `${"\n".repeat(6)}  boom();\n`);
    const thrower = mainClass((code) => code.emit("aconst_null").emit("athrow"));
    mkdirSync(join(app, "out"));
    writeFileSync(join(app, "out/Main.class"), thrower.toBytes());
    const argv = [...optionsFor(root), "--annotations", "github", "-cp", join(app, "out"), "Main"];
    const ran = await deadwood(["check", ...SMALL, ...argv], { directory: app });
    expect(ran.exitCode).toBe(ExitCode.violated);
    expect(reportsIn(root).sarif).toMatchObject({
      runs: [
        {
          results: [
            {
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: "app/src/Main.java" },
                    region: { startLine: 7, snippet: { text: "boom();" } },
                  },
                },
              ],
            },
          ],
        },
      ],
    });
    expect(reportsIn(root).junit).toContain('file="app/src/Main.java"');
    expect(ran.out).toContain("\n::error file=app/src/Main.java,line=7,title=Deadwood%3A");
  });
});

test("a summary is added to what the file has", async () => {
  const root = directoryOf({ summary: "before\n" });
  const argv = ["check", ...SMALL, "--quiet", "--summary", join(root, "summary")];
  await deadwood([...argv, "DiningPhilosophers", "ordered", "2", "1"]);
  await deadwood([...argv, "DiningPhilosophers", "naive", "2", "1"]);
  const text = readFileSync(join(root, "summary"), "utf8");
  expect(text).toMatch(/^before\n### ✅ [^#]*### ❌ /);
});

test("a check without report options writes no file", async () => {
  const root = directoryOf({});
  await deadwood(["check", ...SMALL, "DiningPhilosophers", "naive", "2", "1"], { directory: root });
  expect(readdirSync(root)).toEqual([]);
  expect(existsSync(join(root, "json"))).toBe(false);
});
