/** Configurations of Java Pathfinder: what is taken over, and that everything else is named. */
import { readFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { jpfSettings } from "../../src/cli/configuration/jpf.ts";
import { JPF_KEYS, jpfKeyFor } from "../../src/cli/configuration/jpf-keys.ts";
import { ExitCode } from "../../src/core/errors.ts";
import { ROOT } from "./built.ts";
import { deadwood, directoryOf, mainClass, print } from "./support.ts";

/** The settings of `files["main.jpf"]`. */
function settingsOf(files: Readonly<Record<string, string>>) {
  const directory = directoryOf(files);
  const { options, program, args, warnings } = jpfSettings("main.jpf", directory, (path) =>
    readFileSync(path, "utf8"),
  );
  const relative = (text: string): string => text.replaceAll(`${directory}/`, "");
  return {
    options: Object.fromEntries(
      [...options].map(([name, value]) => [
        name,
        typeof value === "string"
          ? relative(value)
          : typeof value === "boolean"
            ? value
            : value.map(relative),
      ]),
    ),
    program,
    args,
    warnings: warnings.map(relative),
  };
}

const NOTHING = { options: {}, program: null, args: null, warnings: [] };

describe("keys", () => {
  test("the table in the documents is that of the code", () => {
    const text = readFileSync(join(ROOT, "docs/configuration.md"), "utf8");
    const rows = text.split("\n").filter((line) => line.startsWith("| `"));
    expect(rows).toEqual(JPF_KEYS.map(({ key, meaning }) => `| \`${key}\` | ${meaning} |`));
  });

  test("each key has a row, and an exact name goes before a pattern", () => {
    for (const { key } of JPF_KEYS) {
      expect(jpfKeyFor(key.replace("*", "x"))?.key).toBe(key);
    }
    expect(jpfKeyFor("jpf-core.classpath")?.key).toBe("*.classpath");
    expect(jpfKeyFor("listener.autoload")).toBe(null);
    expect(jpfKeyFor(".classpath")).toBe(null);
  });

  test.each([
    ["target = app.Main", { program: "app.Main" }],
    ["target.args = 2, 4;1", { args: ["2", "4", "1"] }],
    ["target.entry = main([Ljava/lang/String;)V", {}],
    ["search.class = gov.nasa.jpf.search.DFSearch", { options: { search: "dfs" } }],
    ["search.class = .search.heuristic.BFSHeuristic", { options: { search: "bfs" } }],
    [
      "search.class=RandomSearch\nsearch.RandomSearch.path_limit=50\ncg.seed=7",
      { options: { search: "random", runs: "50", seed: "7" } },
    ],
    ["cg.seed = 7", {}],
    ["search.multiple_errors = yes", { options: { allErrors: true } }],
    ["search.multiple_errors = false", {}],
    ["search.depth_limit = 30", { options: { maxDepth: "30" } }],
    ["search.depth_limit = -1", {}],
    ["search.properties = gov.nasa.jpf.vm.NotDeadlockedProperty", { options: { uncaught: false } }],
    ["search.properties =", { options: { deadlock: false, uncaught: false } }],
    ["vm.por = false", { options: { reduction: "none" } }],
    ["vm.por = true", {}],
    ["vm.storage.class = gov.nasa.jpf.vm.FullStateSet", { options: { store: "exact" } }],
    ["vm.disable_assertions = *", { options: { disableAssertions: true } }],
    ["vm.tree_output = on", { options: { output: "show" } }],
    ["listener = .listener.PreciseRaceDetector", { options: { races: "error" } }],
    ["listener=.listener.DeadlockAnalyzer,.listener.TraceStorer", {}],
    ["budget.max_time = 1500", { options: { maxSeconds: "1.5" } }],
    ["budget.max_state = 10\nbudget.max_depth = 0", { options: { maxStates: "10" } }],
    ["cg.enumerate_random = false", {}],
    ["report.console.finished = result\nlog.level=info\nvm.gc=true", {}],
    ["classpath = null\nclasspath = nil", {}],
  ])("%s", (text, expected) => {
    expect(settingsOf({ "main.jpf": text })).toEqual({ ...NOTHING, ...expected });
  });

  test.each([
    ["# first\nsymbolic.dp = choco", "main.jpf:2: symbolic.dp is not known and has no effect"],
    ["lisener = x", "did you mean listener?"],
    ["listener = my.Listener", "main.jpf:1: listener = my.Listener: there is no listener Listener"],
    ["cg.enumerate_random = true", "random numbers have fixed values"],
    ["search.class = my.Search", "searches depth-first instead"],
    ["search.properties = my.Property", "there is no property Property"],
    ["target.entry = start()V", "a program starts with its main method"],
    ["vm.disable_assertions = app.*", "for all classes or for none"],
    ["search.depth_limit = deep", "it is not a number"],
    ["budget.max_time = 1:30", "it is not a number of milliseconds"],
    ["@using = jpf-aprop", "main.jpf:1: @using = jpf-aprop has no effect"],
  ])("%s gets a warning: %s", (text, warning) => {
    const { warnings } = settingsOf({ "main.jpf": text });
    expect(warnings.join("\n")).toContain(warning);
    expect(warnings).toHaveLength(1);
  });
});

describe("paths, variables and other files", () => {
  test("paths are found beside the file, and variables are replaced", () => {
    const files = {
      "main.jpf": [
        "root = ${config_path}/out",
        "classpath = ${root};lib/*,nowhere",
        "classpath+ = ,${root}/more",
        "+classpath = first.jar;",
        "sourcepath = src",
        "app.classpath = ${config_path}/out",
      ].join("\n"),
      "out/more/x": "",
      "lib/x": "",
      "src/x": "",
      "first.jar": "",
    };
    expect(settingsOf(files)).toEqual({
      ...NOTHING,
      options: {
        classPath: ["first.jar", "out", "lib/*", "nowhere", "out/more", "out"].join(delimiter),
        source: ["src"],
      },
    });
  });

  test("other files are included, beside the one that names them", () => {
    const files = {
      "main.jpf":
        "a = 1\n@include = ${config_path}/common/base.jpf\n@include_if = ?a?x.jpf\n@include_unless = ?a?y.jpf\ntarget = Second\n@requires = a,target",
      "common/base.jpf": "target = First\n@include = deep.jpf",
      "common/deep.jpf": "vm.por = false",
      "x.jpf": "search.multiple_errors = true",
    };
    expect(settingsOf(files)).toMatchObject({
      program: "Second",
      options: { reduction: "none", allErrors: true },
    });
  });

  test.each([
    ["@include = none.jpf", "main.jpf:1: there is no"],
    ["\n@include = main.jpf", "includes itself"],
    ["@requires = jpf-core", "main.jpf:1: the key jpf-core is required"],
    ["@include_if = x.jpf", "needs a condition"],
  ])("%s is an error: %s", (text, message) => {
    expect(() => settingsOf({ "main.jpf": text })).toThrow(message);
  });
});

describe("a check of a .jpf file", () => {
  test("runs its target with its arguments and options", async () => {
    const directory = directoryOf({
      "main.jpf": "target = DiningPhilosophers\ntarget.args = naive,2,1\nfoo = 1\n",
      "deadwood.json": '{"races": "off", "deadlock": true, "maxStates": 100000}',
    });
    const { exitCode, err } = await deadwood(["check", "main.jpf"], { directory });
    expect(exitCode).toBe(ExitCode.violated);
    expect(err).toBe(
      "warning: main.jpf:3: foo is not known and has no effect\nnote: using the options in deadwood.json\n",
    );
  });

  test("lets the command line win, and wins over deadwood.json", async () => {
    const directory = directoryOf({
      "main.jpf": "target = DiningPhilosophers\ntarget.args = naive,2,1\nsearch.properties =\n",
      "deadwood.json": '{"deadlock": true, "quiet": true}',
    });
    const checked = await deadwood(["check", "main.jpf"], { directory });
    expect(checked.exitCode).toBe(ExitCode.safe);
    const other = await deadwood(["check", "main.jpf", "ordered", "2", "1"], { directory });
    expect(other.exitCode).toBe(ExitCode.safe);
    expect(other.out).not.toBe("");
  });

  test("finds classes beside the file", async () => {
    const directory = directoryOf({
      "config/main.jpf": "target = Main\nclasspath = ../out",
      "out/Main.class": mainClass(print("beside")),
    });
    expect(await deadwood(["run", "config/main.jpf"], { directory })).toMatchObject({
      exitCode: 0,
      out: "beside\n",
    });
    expect(resolve(directory, "out")).toContain("out");
  });

  test.each([
    [{ "main.jpf": "classpath = x" }, 'main.jpf names no program: it has no key "target"'],
    [{}, "there is no main.jpf"],
  ])("%j: %s", async (files, message) => {
    const directory = directoryOf(files);
    const { exitCode, err } = await deadwood(["check", "main.jpf"], { directory });
    expect(exitCode).toBe(ExitCode.badInput);
    expect(err).toContain(message);
  });
});
