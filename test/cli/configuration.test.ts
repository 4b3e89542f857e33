/** deadwood.json: what it sets, that the command line wins, and what is said about mistakes. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { allCommands } from "../../src/cli/all-commands.ts";
import { configurationSchema } from "../../src/cli/configuration/schema.ts";
import { settingsFor } from "../../src/cli/configuration/settings.ts";
import { DeadwoodError, ExitCode } from "../../src/core/errors.ts";
import { readLocatedJson } from "../../src/core/located-json.ts";
import { ROOT } from "./built.ts";
import { deadwood, directoryOf, mainClass, print, type Ran } from "./support.ts";

const USING = "note: using the options in deadwood.json\n";

/** Runs a command where this file is. */
function withFile(file: unknown, argv: readonly string[]): Promise<Ran> {
  const text = typeof file === "string" ? file : JSON.stringify(file);
  return deadwood(argv, { directory: directoryOf({ "deadwood.json": text }) });
}

describe("options", () => {
  test("are taken from the working directory, and a line says so", async () => {
    const { exitCode, out, err } = await withFile({ deadlock: false, output: "show" }, [
      "check",
      "DiningPhilosophers",
      "naive",
      "2",
      "1",
    ]);
    expect({ exitCode, err }).toEqual({ exitCode: ExitCode.safe, err: USING });
    expect(out).toContain("deadlocks are allowed");
  });

  test("quiet leaves out the line", async () => {
    const ran = await withFile({ quiet: true }, ["check", "Hello"]);
    expect(ran).toEqual({
      exitCode: ExitCode.safe,
      out: "safe: no schedule violates a property\n",
      err: "",
    });
  });

  test("of a section are for that command, and go before the others", async () => {
    const file = { maxStates: 3, check: { maxStates: 100_000 }, maxInstructions: 10 };
    const checked = await withFile(file, ["check", "LostUpdate", "racy"]);
    expect(checked.exitCode).toBe(ExitCode.violated);
    expect((await withFile(file, ["run", "Hello"])).exitCode).toBe(ExitCode.incomplete);
    const other = { ...file, run: { maxInstructions: 1_000_000 } };
    expect((await withFile(other, ["run", "Hello"])).exitCode).toBe(ExitCode.safe);
  });

  test("on the command line win", async () => {
    const argv = ["check", "--max-states", "100000", "LostUpdate", "racy"];
    expect((await withFile({ maxStates: 3 }, argv)).exitCode).toBe(ExitCode.violated);
    const asserts = ["check", "--enable-assertions", "Hello"];
    expect((await withFile({ disableAssertions: true }, asserts)).exitCode).toBe(ExitCode.safe);
    expect((await withFile({ quiet: true }, ["check", "--verbose", "Hello"])).err).toContain(
      "note: configuration: deadwood.json",
    );
  });

  test("are ignored with --no-config", async () => {
    expect(await withFile("not even JSON", ["check", "--no-config", "Hello"])).toMatchObject({
      exitCode: ExitCode.safe,
      err: "",
    });
  });

  test("come from another file with --config, whose paths are relative to it", async () => {
    const directory = directoryOf({
      "project/settings.json": JSON.stringify({ classPath: ["lib/x.jar", "out"], program: "Main" }),
      "project/out/Main.class": mainClass(print("found")),
      "project/lib/x.jar": readFileSync(join(ROOT, "models/programs.jar")),
      "deadwood.json": "broken",
    });
    const ran = await deadwood(["run", "--config", "project/settings.json"], { directory });
    expect(ran).toEqual({
      exitCode: ExitCode.safe,
      out: "found\n",
      err: "note: using the options in project/settings.json\n",
    });
  });

  test("reach the checks of a comparison", async () => {
    const directory = directoryOf({
      "deadwood.json": JSON.stringify({
        program: "LostUpdate",
        args: ["racy", 2, 1],
        compare: { configurations: "none", rounds: 1, maxStates: 4 },
      }),
    });
    const { out } = await deadwood(["compare"], { directory });
    expect(out).toContain("LostUpdate racy 2 1");
    expect(out).toMatch(/incomplete|maxStates|max-states|limit/);
  });
});

describe("the program", () => {
  const file = { program: "DiningPhilosophers", args: ["ordered", 2, 1] };

  test("comes from the file if the command line names none", async () => {
    expect((await withFile(file, ["check"])).exitCode).toBe(ExitCode.safe);
    expect((await withFile({ check: file, program: "Nope" }, ["check"])).exitCode).toBe(
      ExitCode.safe,
    );
  });

  test("of the command line goes without the arguments in the file", async () => {
    const { exitCode, out } = await withFile(file, ["run", "Hello"]);
    expect({ exitCode, out }).toEqual({ exitCode: 0, out: "Hello, World!\n" });
    const withJar = await withFile({ ...file, jar: "/no/such.jar" }, ["run", "Hello"]);
    expect(withJar.exitCode).toBe(0);
  });

  test("system properties may be an object", async () => {
    const directory = directoryOf({ "deadwood.json": '{"define": {"a": "b=c", "n": 1}}' });
    const { err } = await deadwood(["run", "--verbose", "Hello"], { directory });
    expect(err).toContain("note: program: Hello");
  });
});

const WRONG: readonly (readonly [string, string])[] = [
  ['{"maxStates": "5"}', "deadwood.json:1:15: maxStates is not a number"],
  [
    '{"max-states": 5}',
    "deadwood.json:1:2: there is no option max-states\n  hint: Did you mean maxStates?",
  ],
  ['{"maxStats": 5}', "Did you mean maxStates?"],
  ['{"noDeadlock": true}', 'Write "deadlock": false instead.'],
  ['{"chekc": {}}', "Did you mean check?"],
  ['{"check": true}', 'deadwood.json:1:11: "check" is the section of a command'],
  ['{"check": {"racse": "warn"}}', "deadwood.json:1:12: there is no option check.racse"],
  ['{"check": {"rounds": 1}}', "there is no option check.rounds"],
  ['{"check": {\n  "search": "dsf"}}', 'deadwood.json:2:13: check.search: "dsf" is not one of dfs'],
  ['{"reduction": ["private", "fnal"]}', "Did you mean final?"],
  ['{"quiet": "yes"}', "quiet is neither true nor false"],
  ['{"classPath": {"a": 1}}', "classPath is not a text"],
  ['{"classPath": ["a", ["b"]]}', "deadwood.json:1:21: classPath[1] is not a text"],
  ['{"program": 3}', "program is not a text"],
  ['{"args": "a b"}', "args is not a list"],
  ['{"heap": [1]}', "heap is not a number or a text such as 512m"],
  ['{"define": [true]}', "define[0] is not a text"],
  ['{"config": "other.json"}', "there is no option config"],
  ['{"help": true}', "there is no option help"],
  ["[]", "deadwood.json:1:1: the file is not a JSON object"],
  ["", "deadwood.json:1:1: expected a value, found the end of the file"],
  ['{\n  "quiet": true,\n}', 'deadwood.json:2:16: "," before "}"'],
  ['{"fuzz": {"program": 3}}', "fuzz.program is not a text"],
];

describe("mistakes", () => {
  test.each(WRONG)("%s: %s", async (text, message) => {
    const { exitCode, out, err } = await withFile(text, ["check", "Hello"]);
    expect({ exitCode, out }).toEqual({ exitCode: ExitCode.badInput, out: "" });
    expect(err).toContain(message);
    expect(err).toMatch(/^error\[E102_BAD_USAGE\]/);
  });

  test("a file that is missing, a directory, or too large", async () => {
    const directory = directoryOf({ "large.json": " ".repeat(2 ** 20 + 1) });
    mkdirSync(join(directory, "folder"));
    for (const [name, message] of [
      ["none.json", "there is no none.json"],
      ["folder", "folder is a directory"],
      ["large.json", "too large"],
    ] as const) {
      const { exitCode, err } = await deadwood(["check", "--config", name, "Hello"], { directory });
      expect(exitCode).toBe(ExitCode.badInput);
      expect(err).toContain(message);
    }
  });

  test("nothing is written when the file is wrong", async () => {
    const directory = directoryOf({ "deadwood.json": '{"maxStates": 0, "json": "report.json"}' });
    const { exitCode } = await deadwood(["check", "Hello"], { directory });
    expect(exitCode).toBe(ExitCode.badInput);
    expect(() => readFileSync(join(directory, "report.json"))).toThrow(/ENOENT/);
    writeFileSync(join(directory, "deadwood.json"), '{"json": "report.json"}');
    expect((await deadwood(["check", "Hello"], { directory })).exitCode).toBe(ExitCode.safe);
    expect(readFileSync(join(directory, "report.json"), "utf8")).toContain("deadwood");
    rmSync(join(directory, "report.json"));
  });
});

describe("the schema", () => {
  const commands = allCommands();
  const schema = configurationSchema(commands);
  const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema);

  test("is the one that is shipped", () => {
    const shipped: unknown = JSON.parse(readFileSync(join(ROOT, "deadwood.schema.json"), "utf8"));
    expect(shipped).toEqual(schema);
  });

  const accepts = (text: string): boolean => {
    try {
      for (const command of commands) {
        settingsFor(readLocatedJson(text), command, { name: "x", folder: null }, commands);
      }
      return true;
    } catch (error) {
      if (error instanceof DeadwoodError) return false;
      throw error;
    }
  };

  const RIGHT = [
    "{}",
    '{"$schema": "./node_modules/deadwood/deadwood.schema.json"}',
    '{"program": "app.Main", "args": ["a", 1], "classPath": ["a", "b"], "check": {"races": "error"}}',
    '{"deadlock": false, "maxStates": 5, "maxSeconds": 1.5, "heap": "64m", "stack": 262144}',
    '{"reduction": "private,final", "dvr": ["local", "hybrid"], "define": {"a": 1}}',
    '{"reduce": {"check": "deadlock", "explain": "x"}, "explain": {"all": true}}',
    '{"fuzz": {"programs": 3, "out": "found"}, "compare": {"all": true}}',
  ];
  const SYNTAX = /expected a value|before "}"/;

  test.each(RIGHT)("accepts %s", (text) => {
    expect(accepts(text)).toBe(true);
    expect(validate(JSON.parse(text)), JSON.stringify(validate.errors)).toBe(true);
  });

  test.each(WRONG.filter(([, message]) => !SYNTAX.test(message)))("refuses %s", (text) => {
    expect(accepts(text)).toBe(false);
    expect(validate(JSON.parse(text))).toBe(false);
  });
});
