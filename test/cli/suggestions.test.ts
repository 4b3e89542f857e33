/** What is said when a command line is almost right. */
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { ExitCode } from "../../src/core/errors.ts";
import { jarOf } from "../support/jar.ts";
import { deadwood, directoryOf, emptyClass, mainClass, print } from "./support.ts";

const project = (): string =>
  directoryOf({
    "classes/app/Main.class": mainClass(print("hello"), { name: "app/Main" }),
    "classes/app/Other.class": mainClass(print("other"), { name: "app/Other" }),
    "classes/app/Helper.class": emptyClass({ name: "app/Helper" }),
    "empty/readme.txt": "nothing to see",
    "app.jar": jarOf({ "app/Main.class": mainClass(print("hello"), { name: "app/Main" }) }),
    "library.jar": jarOf({ "app/Helper.class": emptyClass({ name: "app/Helper" }) }),
    "empty.jar": jarOf({}),
    "notes.class": "this is not a class",
  });

describe("programs", () => {
  test.each([
    { argv: ["-cp", "classes", "Main"], hint: "There is a class app.Main" },
    { argv: ["-cp", "classes", "app.Mian"], hint: "Did you mean app.Main?" },
    { argv: ["-cp", "classes", "Mian"], hint: "Did you mean app.Main?" },
    { argv: ["-cp", "classes", "main"], hint: "There" },
    { argv: ["-cp", "app.jar", "Main"], hint: "There is a class app.Main" },
    { argv: ["-cp", "classes/app", "Main"], hint: "-cp ROOT/classes app.Main" },
    { argv: ["-cp", "classes", "app.Helper"], hint: "main methods in app.Main, app.Other" },
    { argv: ["-cp", "classes", "org.shop.Checkout"], hint: "main methods in app.Main, app.Other" },
    { argv: ["-cp", "empty", "app.Main"], hint: "has no classes" },
    { argv: ["-jar", "app.jar"], hint: "Write: -cp ROOT/app.jar app.Main" },
    { argv: ["-jar", "library.jar"], hint: "No class in library.jar has a main method" },
    { argv: ["-jar", "empty.jar"], hint: "empty.jar has no classes" },
    { argv: ["app.jar"], hint: "write -jar ROOT/app.jar" },
    { argv: ["DiningPhilosopher"], hint: "Did you mean DiningPhilosophers?" },
  ])("$argv: $hint", async ({ argv, hint }) => {
    const root = project();
    const given = argv.map((word) =>
      /^(?:classes|empty|app\.jar|library)/.test(word) ? join(root, word) : word,
    );
    for (const command of ["check", "run", "explain"]) {
      const { exitCode, out, err } = await deadwood([command, ...given]);
      expect({ exitCode, out }).toEqual({ exitCode: ExitCode.badInput, out: "" });
      if (hint === "There") expect(err).toContain("app.Main");
      else expect(err.replaceAll(root, "ROOT")).toContain(hint);
      expect(err).not.toContain("internal error");
    }
  });

  test("a class that the program needs gets no such advice", async () => {
    const root = directoryOf({
      "Main.class": mainClass((code) =>
        code.emit("invokestatic", { owner: "Mein", name: "f", descriptor: "()V" }),
      ),
      "Mine.class": emptyClass({ name: "Mine" }),
    });
    const { err } = await deadwood(["check", "--no-uncaught", "-cp", root, "Main"]);
    expect(err).not.toContain("Did you mean");
  });

  test("a text file named like a class", async () => {
    const { exitCode, err } = await deadwood(["check", join(project(), "notes.class")]);
    expect(exitCode).toBe(ExitCode.badInput);
    expect(err).toMatch(/^error\[E201_BAD_CLASS_FILE\]/);
  });
});

describe("warnings", () => {
  test("a missing entry of the class path", async () => {
    const root = project();
    const path = [join(root, "classes"), "/no/such/place", "/nor/this/*"].join(delimiter);
    const { exitCode, err } = await deadwood(["check", "--quiet", "-cp", path, "app.Main"]);
    expect(exitCode).toBe(ExitCode.safe);
    expect(err).toBe(
      "warning: --class-path: there is no /no/such/place; this entry is skipped\n" +
        "warning: --class-path: there is no /nor/this/*; this entry is skipped\n",
    );
  });

  test("no entry is missing", async () => {
    const path = ["", join(project(), "classes"), join(project(), "*")].join(delimiter);
    expect(await deadwood(["run", "-cp", path, "app.Main"])).toMatchObject({ err: "" });
    expect(await deadwood(["run", "Hello"], { env: { CLASSPATH: "" } })).toMatchObject({ err: "" });
  });

  test("an entry of CLASSPATH is missing", async () => {
    const { err } = await deadwood(["run", "Hello"], { env: { CLASSPATH: "/no/such" } });
    expect(err).toContain("warning: CLASSPATH: there is no /no/such");
  });

  test.each([
    { command: "check", words: ["--max-states", "5"], named: "--max-states is an argument of" },
    { command: "check", words: ["--max-states=5"], named: "--max-states is an argument of" },
    { command: "run", words: ["-cp", "x"], named: "-cp is an argument of" },
    {
      command: "check",
      words: ["--quiet", "--trace", "x"],
      named: "--quiet and --trace are arguments of Hello",
    },
  ])("an option after the program: $words", async ({ command, words, named }) => {
    const { exitCode, err } = await deadwood([command, "Hello", ...words]);
    expect(exitCode).toBe(ExitCode.safe);
    expect(err).toContain(`warning: ${named}`);
  });

  test("arguments that are no options of the command", async () => {
    const argv = ["run", "Hello", "--size", "-x", "3", "--max-states"];
    expect(await deadwood(argv)).toMatchObject({ err: "" });
  });
});

describe("commands, options and their values", () => {
  test.each([
    { argv: ["chek", "Hello"], hint: "Did you mean deadwood check Hello?" },
    { argv: ["Hello", "3"], hint: "deadwood check Hello 3" },
    { argv: ["frobnicate"], hint: "deadwood --help lists the commands" },
    { argv: ["--quiet"], hint: "Options follow the command" },
    { argv: ["check", "--max-stats", "5", "Hello"], hint: "Did you mean --max-states?" },
    { argv: ["check", "--max-stats=5", "Hello"], hint: "Did you mean --max-states?" },
    { argv: ["run", "-classpth", "x", "Hello"], hint: "Did you mean -classpath?" },
    { argv: ["run", "--max-states", "5", "Hello"], hint: "--max-states is an option of check." },
    { argv: ["run", "-Xint", "Hello"], hint: "-Xmx" },
    { argv: ["reduce", "--strateg", "gbr", "in.jar"], hint: "Did you mean --strategy?" },
    { argv: ["check", "--zzz", "Hello"], hint: "deadwood check --help" },
    { argv: ["check", "--search", "dsf", "Hello"], hint: "Did you mean --search dfs?" },
    { argv: ["check", "--store", "exct", "Hello"], hint: "Did you mean --store exact?" },
    { argv: ["check", "--dvr", "hybird", "Hello"], hint: "Did you mean hybrid?" },
    { argv: ["check", "--reduction", "private,slep", "Hello"], hint: "Did you mean sleep?" },
    { argv: ["check", "--library", "modle", "Hello"], hint: "Did you mean --library model?" },
    { argv: ["check", "--races", "wran", "Hello"], hint: "Did you mean --races warn?" },
    { argv: ["fuzz", "--kind", "synchronisd"], hint: "families" },
  ])("$argv", async ({ argv, hint }) => {
    const { exitCode, out, err } = await deadwood(argv);
    expect({ exitCode, out }).toEqual({ exitCode: ExitCode.badInput, out: "" });
    expect(err).toMatch(/^error\[E102_BAD_USAGE\]: /);
    expect(err).toContain(hint);
  });
});
