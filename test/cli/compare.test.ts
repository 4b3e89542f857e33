/** `deadwood compare` as users run it: every check is a process of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { zipSync } from "fflate";
import { beforeAll, describe, expect, test } from "vitest";
import { findJdk } from "../../src/classfile/sources/jdk.ts";
import { startCheck } from "../../src/compare/check-process.ts";
import type { Comparison } from "../../src/compare/comparison.ts";
import { configurationNames } from "../../src/compare/configurations.ts";
import { pageDataIn } from "../support/read-page.ts";
import { BUILD_TIMEOUT, ROOT, requireBuild } from "./built.ts";
import { deadwood, directoryOf, mainClass, type Ran } from "./support.ts";

beforeAll(requireBuild, BUILD_TIMEOUT);

const SECONDS = 60_000;
const jdk = findJdk({});

const compare = (argv: readonly string[]): Promise<Ran> => deadwood(["compare", ...argv]);

const readJson = (file: string): Comparison => JSON.parse(readFileSync(file, "utf8"));

describe("a program", { timeout: SECONDS }, () => {
  test("is measured under each configuration and reported in every format", async () => {
    const directory = directoryOf({});
    const [csv, json, html] = ["c.csv", "c.json", "c.html"].map((name) => join(directory, name));
    const { exitCode, out, err } = await compare([
      "--configurations",
      "none,unreduced,exact",
      "--rounds",
      "2",
      "--csv",
      csv!,
      "--json",
      json!,
      "--html",
      html!,
      "--races",
      "off",
      "LostUpdate",
      "locked",
      "2",
      "2",
    ]);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
    expect(out).toMatch(/^1 program under 3 configurations, medians of 2 rounds/);
    expect(out).toMatch(/LostUpdate locked 2 2 +none +[\d,]+ +100% /);
    const written = readJson(json!);
    expect(written).toMatchObject({
      format: "deadwood-comparison",
      version: 1,
      base: "none",
      rounds: 2,
      options: ["--dvr-effort", "always", "--races", "off"],
      problems: [],
      configurations: [{ name: "none" }, { name: "unreduced" }, { name: "exact" }],
    });
    const [none, unreduced, exact] = written.programs[0]!.results;
    expect(none).toMatchObject({ outcome: "safe", rounds: 2, percent: { states: 100 } });
    expect(unreduced!.figures!.states).toBeGreaterThan(none!.figures!.states);
    expect(exact!.figures!.states).toBe(none!.figures!.states);
    expect(none!.figures!.cpuSeconds).toBeGreaterThan(none!.figures!.searchCpuSeconds);
    // By the clock since the process began, not since anything else did.
    expect(none!.figures!.wallSeconds).toBeGreaterThan(0);
    expect(none!.figures!.wallSeconds).toBeLessThan(60);
    expect(none!.figures!.vectorBytes).toBeGreaterThan(0);
    expect(readFileSync(csv!, "utf8").split("\r\n")).toHaveLength(1 + 3 + 1);
    expect(pageDataIn(readFileSync(html!, "utf8"))).toMatchObject({
      rounds: 2,
      base: 0,
      isInterrupted: false,
      wholePrograms: 1,
      headline: { word: "verdicts agree" },
      programs: [{ name: "LostUpdate locked 2 2", results: [{ outcome: "safe" }, {}, {}] }],
      provenance: {
        command: expect.stringMatching(/^deadwood compare .* LostUpdate locked 2 2$/),
        machine: { node: process.version },
      },
    });
  });

  test("that configurations disagree on gives exit code 1", async () => {
    const { exitCode, out } = await compare([
      "--rounds",
      "1",
      "--configuration",
      "blind=--no-deadlock",
      "DiningPhilosophers",
      "naive",
      "2",
      "1",
    ]);
    expect(exitCode).toBe(1);
    expect(out).toContain(
      "!! DISAGREEMENT: DiningPhilosophers naive 2 1: safe under blind, but violated under none: deadlock",
    );
  });

  test("that is violated under all of them is not a disagreement", async () => {
    const { exitCode, out } = await compare([
      "--rounds",
      "1",
      "--configurations",
      "none,exact",
      "DiningPhilosophers",
      "naive",
      "2",
      "1",
    ]);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/exact .* VIOLATED$/m);
    expect(out).not.toContain("!");
  });

  test("that a limit ends gives exit code 3", async () => {
    const { exitCode, out } = await compare([
      "--rounds",
      "1",
      "--configurations",
      "none,unreduced",
      "--max-states",
      "20",
      "LostUpdate",
      "locked",
      "2",
      "1",
    ]);
    expect(exitCode).toBe(3);
    expect(out).toContain(
      "! incomplete: LostUpdate locked 2 1: incomplete under unreduced: 20 states",
    );
  });

  test("that does not exist gives exit code 2 and the message of check", async () => {
    const { exitCode, out } = await compare([
      "--rounds",
      "3",
      "--configurations",
      "none,exact",
      "NoSuch",
    ]);
    expect(exitCode).toBe(2);
    expect(out).toMatch(
      /!! ERROR: NoSuch: no result under none, exact: error\[E301_CLASS_NOT_FOUND\]/,
    );
  });

  test("options that check refuses are reported", async () => {
    const { exitCode, out } = await compare([
      "--rounds",
      "1",
      "--configuration",
      "odd=--store nowhere",
      "Hello",
    ]);
    expect(exitCode).toBe(2);
    expect(out).toContain(
      "no result under odd: error[E102_BAD_USAGE]: --store nowhere is not one of exact, compact, bitstate",
    );
  });

  test.skipIf((jdk?.javac ?? null) === null)(
    "may be a source file, which is compiled once; its classes are removed",
    async () => {
      const directory = directoryOf({
        "p/Tiny.java":
          "package p; class Tiny { public static void main(String[] a) { assert a.length == 2; } }",
      });
      const { exitCode, out } = await deadwood(
        [
          "compare",
          "--rounds",
          "1",
          "--configurations",
          "none,exact",
          join(directory, "p/Tiny.java"),
          "x",
          "y",
        ],
        { env: { JAVA_HOME: jdk!.home } },
      );
      expect(out).toMatch(/Tiny\.java x y +none .* safe$/m);
      expect(exitCode).toBe(0);
      expect(existsSync(join(directory, "p/Tiny.class"))).toBe(false);
    },
  );
});

test("options of check go to every check as they were given", { timeout: SECONDS }, async () => {
  const json = join(directoryOf({}), "c.json");
  const own = ["--rounds", "1", "--configurations", "none", "--json", json];
  const given = ["-Da=1", "-da", "-Db=x y", "--no-endless", "--max-states", "500", "-Xss128k"];
  const { exitCode } = await compare([...own, ...given, "Hello"]);
  expect(exitCode).toBe(0);
  expect(
    readJson(json)
      .options.join("|")
      .split(/\|(?=--)/)
      .toSorted(),
  ).toEqual([
    "--define|a=1",
    "--define|b=x y",
    "--disable-assertions",
    "--dvr-effort|always",
    "--max-states|500",
    "--no-endless",
    "--stack|128k",
  ]);
});

test("reductions work at full effort, unless --dvr-effort auto is given", {
  timeout: SECONDS,
}, async () => {
  const json = join(directoryOf({}), "c.json");
  const program = ["LinkedListRace", "locked", "2", "5"];
  const own = ["--rounds", "1", "--json", json];
  const always = await compare([...own, "--configurations", "full,auto", ...program]);
  expect(always.exitCode).toBe(0);
  const [full, auto] = readJson(json).programs[0]!.results;
  expect(full!.notes).toEqual([]);
  expect(auto!.notes[0]).toMatchObject({ part: "dynamic", what: "given up" });
  expect(always.out).toMatch(/, auto: dvr: dynamic stopped after [\d,]+ states: it cost/);
  expect(always.out).toMatch(/LinkedListRace locked 2 5 +\d+ +3\n/);
  const asked = ["--dvr-effort", "auto", "--configurations", "full", ...program];
  expect((await compare([...own, ...asked])).exitCode).toBe(0);
  const written = readJson(json);
  expect(written.options).toEqual(["--dvr-effort", "auto"]);
  expect(written.programs[0]!.results[0]!.notes).toEqual(auto!.notes);
});

test("a jar is called by its name", { timeout: SECONDS }, async () => {
  const manifest = "Manifest-Version: 1.0\r\nMain-Class: Main\r\n\r\n";
  const classFile = mainClass(() => {}).toBytes();
  const files = { "META-INF/MANIFEST.MF": Buffer.from(manifest), "Main.class": classFile };
  const directory = directoryOf({ "tool.jar": zipSync(files) });
  const jar = join(directory, "tool.jar");
  const { exitCode, out } = await compare([
    "--rounds",
    "1",
    "--configurations",
    "none",
    "-jar",
    jar,
    "argument",
  ]);
  expect(out).toMatch(/^tool\.jar argument +none .* safe$/m);
  expect(exitCode).toBe(0);
});

test("check accepts every named configuration", {
  timeout: SECONDS,
}, async () => {
  const names = configurationNames();
  const { exitCode, out } = await compare([
    "--rounds",
    "1",
    "--configurations",
    names.join(),
    "Hello",
  ]);
  expect(out).not.toContain("!");
  expect(exitCode).toBe(0);
});

describe("sets of programs", { timeout: SECONDS }, () => {
  test("come from a file with their expected verdicts", async () => {
    const directory = directoryOf({
      "set.json": JSON.stringify([
        { program: "Hello" },
        { program: "LostUpdate", args: ["racy", "2", "1"], label: "lost", expected: "safe" },
      ]),
    });
    const { exitCode, out } = await compare([
      "--rounds",
      "1",
      "--configurations",
      "none",
      "--set",
      join(directory, "set.json"),
    ]);
    expect(exitCode).toBe(1);
    expect(out).toMatch(/^lost: LostUpdate racy 2 1 +none .* VIOLATED$/m);
    expect(out).toContain("known to be safe, but violated under none");
  });

  test.each([
    ["{}", "is not a list of programs"],
    ["[]", "is not a list of programs"],
    ['[{"args": []}]', '{"args":[]} is not a program'],
    ['[{"program": "P", "args": [1]}]', "is not a program"],
    ['[{"program": "P", "expected": "perhaps"}]', "is not a program"],
    ['[{"program": "P", "args": ["\\u0000"]}]', "is not a program"],
    ['[{"program": "P\\u0000"}]', "is not a program"],
    ["[", "cannot read"],
  ])("%s is refused", async (text, message) => {
    const directory = directoryOf({ "set.json": text });
    const { exitCode, err } = await compare(["--set", join(directory, "set.json")]);
    expect(exitCode).toBe(2);
    expect(err).toContain(message);
  });
});

describe("contradictory options are refused before anything runs", () => {
  test.each([
    [[], "compare needs exactly one of: a program, --all, --set"],
    [["--all", "Hello"], "compare needs exactly one of: a program, --all, --set"],
    [["--all", "--set", "thesis"], "compare needs exactly one of: a program, --all, --set"],
    [["--set", "nothing"], 'unknown set "nothing"'],
    [["--configurations", "none,fancy", "Hello"], 'unknown configuration "fancy"'],
    [["--configurations", "none,none", "Hello"], 'the configuration "none" is given twice'],
    [["--configuration", "fancy", "Hello"], "is not of the form name=options"],
    [["--rounds", "0", "Hello"], "--rounds 0 is not a positive whole number"],
    [["--json", "/no/such/place/c.json", "Hello"], "cannot write /no/such/place/c.json"],
    [["--dot", "g.dot", "Hello"], "unknown option"],
  ])("%j", async (argv, message) => {
    const { exitCode, err, out } = await compare(argv);
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: "" });
    expect(err).toContain(message);
  });
});

describe("Ctrl-C", { timeout: SECONDS }, () => {
  test("ends the current check and its process", async () => {
    const file = join(directoryOf({}), "report.json");
    const argv = ["--reduction", "none", "AlarmClock", "correct", "9", "9"];
    const check = startCheck(argv, file, {});
    setTimeout(() => check.stop(), 300);
    // Told only when the process is gone.
    expect(await check.done).toBe("stopped");
    expect(existsSync(file)).toBe(false);
  });

  test("prints the results so far, writes the page, and leaves no other files behind", async () => {
    const temporary = directoryOf({});
    const html = join(directoryOf({}), "c.html");
    const program = ["AlarmClock", "correct", "9", "9"];
    const argv = ["--configurations", "unreduced", "--html", html, ...program];
    const child = spawn(process.execPath, [join(ROOT, "bin/deadwood.js"), "compare", ...argv], {
      env: { TMPDIR: temporary },
      stdio: ["ignore", "pipe", "ignore"],
    });
    let out = "";
    child.stdout.on("data", (data: Buffer) => {
      out += data.toString();
    });
    const closed = once(child, "close");
    // A place for reports is made just before the first check.
    while (readdirSync(temporary).length === 0) await sleep(20);
    await sleep(100);
    child.kill("SIGINT");
    const [code] = await closed;
    expect({ code, out }).toEqual({ code: 3, out: expect.stringContaining("stopped by Ctrl-C") });
    expect(readdirSync(temporary)).toEqual([]);
    expect(pageDataIn(readFileSync(html, "utf8"))).toMatchObject({
      isInterrupted: true,
      programs: [{ results: [null] }],
    });
  });
});
