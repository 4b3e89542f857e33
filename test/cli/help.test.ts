/** The help: its overview, its pages, and that its examples do what they say. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { allCommands } from "../../src/cli/all-commands.ts";
import { START_HERE } from "../../src/cli/help.ts";
import { RARE_NAMES } from "../../src/cli/rare-names.ts";
import { ExitCode } from "../../src/core/errors.ts";
import { ANSI } from "../../src/report/ansi-style.ts";
import { PLAIN } from "../../src/report/style.ts";
import { jarOf } from "../support/jar.ts";
import { BUILD_TIMEOUT, ROOT, requireBuild } from "./built.ts";
import { deadwood, directoryOf, mainClass } from "./support.ts";

const commands = allCommands();

describe("the overview", () => {
  test("shows every command below a heading", async () => {
    const { out } = await deadwood(["--help"]);
    for (const { name, about, group } of commands) {
      expect(out).toMatch(new RegExp(`^  ${name} +${about.slice(0, 20)}`, "m"));
      expect(out).toContain(`\n${group}\n`);
    }
    expect(commands.map(({ group }) => group)).not.toContain("");
    expect(out.split("\n").length).toBeLessThan(45);
    for (const line of out.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  });

  test("is what deadwood says without arguments, as an error", async () => {
    const { out } = await deadwood(["--help"]);
    expect(await deadwood([])).toEqual({ exitCode: ExitCode.badInput, out: "", err: out });
  });

  test("lists the rare commands last, as they are loaded", () => {
    const names = commands.map(({ name }) => name);
    expect(names.slice(-RARE_NAMES.length)).toEqual(RARE_NAMES);
  });

  test.each(["--version", "-V"])("%s is that of the package", async (option) => {
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    expect(await deadwood([option])).toEqual({
      exitCode: ExitCode.safe,
      out: `deadwood ${version}\n`,
      err: "",
    });
  });
});

describe.each(commands)("the help of $name", ({ name, options, examples }) => {
  test("groups all options and fits on a terminal", async () => {
    const { out } = await deadwood([name, "--help"]);
    for (const { flags, group } of options) {
      expect(group).toMatch(/^[A-Z].*:$/);
      expect(out).toContain(`\n${group}\n`);
      expect(out).toContain(`  ${flags}`);
    }
    // Lists of words cannot be broken.
    const long = out.split("\n").filter((line) => line.length > 80 && !/^ +\S+$/.test(line));
    expect(long.filter((line) => !line.startsWith("  deadwood "))).toEqual([]);
    expect(examples.length).toBeGreaterThan(0);
  });
});

test("colours change nothing but colours", async () => {
  for (const argv of [["--help"], ["check", "--help"], ["check", "LostUpdate", "racy"], ["chek"]]) {
    const plain = await deadwood(argv);
    const colored = await deadwood(argv, { style: ANSI });
    for (const stream of ["out", "err"] as const) {
      // oxlint-disable-next-line no-control-regex
      const stripped = colored[stream].replaceAll(/\u001b\[\d+m/g, "");
      expect(withoutFigures(stripped)).toBe(withoutFigures(plain[stream]));
      expect(plain[stream]).not.toContain("\u001b");
    }
    expect(colored.out + colored.err).toContain("\u001b[");
    expect(await deadwood(argv, { style: PLAIN })).toMatchObject({ exitCode: plain.exitCode });
  }
});

const withoutFigures = (text: string): string => text.replaceAll(/[\d.,]+/g, "0");

/** The exit code of each example, and so what it finds. */
const ENDS: Readonly<Record<string, number>> = {
  "deadwood check DiningPhilosophers naive": ExitCode.violated,
  "deadwood check -cp build/classes app.Main": ExitCode.violated,
  "deadwood check -cp build/classes app.Main 3": ExitCode.violated,
  "deadwood check --trace bug.json -jar app.jar": ExitCode.violated,
  "deadwood check --search pct --runs 200 BoundedBuffer": ExitCode.incomplete,
  "deadwood run Hello": ExitCode.safe,
  "deadwood run -cp build/classes -Dsize=3 app.Hello": ExitCode.safe,
  "deadwood replay bug.json": ExitCode.violated,
  "deadwood replay --step bug.json": ExitCode.violated,
  "deadwood explain --step -1 bug.json": ExitCode.safe,
  "deadwood explain --after 8 --only dead LostUpdate racy": ExitCode.safe,
  "deadwood compare --rounds 1 LostUpdate racy": ExitCode.safe,
  "deadwood compare --configurations none,full --csv figures.csv LostWakeup": ExitCode.safe,
  "deadwood reduce app.jar -o small.jar --check deadlock -- app.Main": ExitCode.safe,
  "deadwood reduce app.jar -o small.jar -- sh fails.sh {}": ExitCode.safe,
  "deadwood fuzz --programs 3": ExitCode.safe,
  "deadwood doctor": ExitCode.safe,
  "deadwood doctor -cp build/classes app.Main": ExitCode.safe,
  "deadwood completion bash": ExitCode.safe,
};

describe("the examples", () => {
  const lines = [
    ...START_HERE.map(({ line }) => line),
    ...commands.flatMap(({ examples }) => examples.map(({ line }) => line)),
  ];

  beforeAll(requireBuild, BUILD_TIMEOUT);

  test("are those that are tried here", () => {
    expect([...new Set(lines)].toSorted()).toEqual(Object.keys(ENDS).toSorted());
  });

  test.each(Object.entries(ENDS))("%s", { timeout: 60_000 }, (line, exitCode) => {
    const directory = projectForExamples();
    if (line.includes("bug.json") && !line.includes("--trace")) {
      start(["check", "--quiet", "--trace", "bug.json", "-jar", "app.jar"], directory);
    }
    const [tool, ...words] = line.split(" ");
    expect(tool).toBe("deadwood");
    const { status, stderr } = start(words, directory);
    expect({ status, stderr }).toMatchObject({ status: exitCode });
    expect(stderr).not.toMatch(/error|warning/);
  });
});

const start = (words: readonly string[], directory: string) =>
  spawnSync(process.execPath, [join(ROOT, "bin/deadwood.js"), ...words], {
    cwd: directory,
    encoding: "utf8",
  });

/** A project with a main class that waits forever. */
function projectForExamples(): string {
  const main = mainClass(
    (code) => {
      code.pushClass("app/Main").emit("monitorenter").pushClass("app/Main");
      code.emit("invokevirtual", { owner: "java/lang/Object", name: "wait", descriptor: "()V" });
    },
    { name: "app/Main" },
  );
  const hello = mainClass(() => {}, { name: "app/Hello" });
  return directoryOf({
    "build/classes/app/Main.class": main,
    "build/classes/app/Hello.class": hello,
    "app.jar": jarOf({ "app/Main.class": main, "app/Hello.class": hello }, [
      "Main-Class: app.Main",
    ]),
    "fails.sh": 'if grep -q app/Main "$1"; then exit 1; else exit 0; fi\n',
  });
}
