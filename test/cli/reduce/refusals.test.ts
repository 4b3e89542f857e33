/** `deadwood reduce` refuses what it cannot do, and then it has written nothing. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { ExitCode } from "../../../src/core/errors.ts";
import {
  contents,
  directoryInput,
  FINDS_NEEDLE,
  type Place,
  reduce,
  saying,
  script,
} from "./support.ts";

vi.setConfig({ testTimeout: 120_000 });

const PROGRAMS = join(import.meta.dirname, "../../../models/programs.jar");

describe("impossible requests are refused, and nothing is written", () => {
  const corrupt = (): Buffer => {
    const bytes = Buffer.from(saying("p/Bad", "needle").toBytes());
    return bytes.subarray(0, bytes.length - 3);
  };

  interface Refused {
    readonly name: string;
    readonly argv: (place: Place) => readonly string[];
    readonly message: RegExp;
    readonly hint?: RegExp;
  }

  const CASES: readonly Refused[] = [
    {
      name: "an input that is not there",
      argv: ({ root, out }) => [join(root, "nowhere.jar"), "-o", out, ...FINDS_NEEDLE],
      message: /there is no .*nowhere\.jar/,
    },
    {
      name: "a file that is no jar",
      argv: ({ input, out }) => [join(input, "notes.txt"), "-o", out, ...FINDS_NEEDLE],
      message: /notes\.txt/,
    },
    {
      name: "a directory without classes",
      argv: ({ root, out }) => [join(root, "empty"), "-o", out, ...FINDS_NEEDLE],
      message: /empty has no classes/,
    },
    {
      name: "a class that is damaged",
      argv: ({ root, out }) => [join(root, "corrupt"), "-o", out, ...FINDS_NEEDLE],
      message: /corrupt\/p\/Bad\.class/,
    },
    {
      name: "a class in the wrong place",
      argv: ({ input, out }) => [join(input, "p"), "-o", out, ...FINDS_NEEDLE],
      message: /Also\.class holds the class p\/Also/,
      hint: /directory that the packages' directories are in/,
    },
    {
      name: "no command",
      argv: ({ input, out }) => [input, "-o", out],
      message: /no command that decides whether a candidate still fails/,
      hint: /after --/,
    },
    {
      name: "no place for the result",
      argv: ({ input }) => [input, ...FINDS_NEEDLE],
      message: /no output path given/,
    },
    {
      name: "a command that does not exist",
      argv: ({ input, out }) => [input, "-o", out, "--", "no-such-tool", "{}"],
      message: /there is no command no-such-tool on the PATH/,
    },
    {
      name: "a command by a path that does not exist",
      argv: ({ root, input, out }) => [input, "-o", out, "--", join(root, "missing.sh"), "{}"],
      message: /missing\.sh does not exist/,
    },
    {
      name: "a command that may not be run",
      argv: ({ root, input, out }) => [input, "-o", out, "--", join(root, "plain.sh"), "{}"],
      message: /plain\.sh is not executable/,
      hint: /chmod \+x/,
    },
    {
      name: "a command that fails on everything",
      argv: ({ input, out }) => [input, "-o", out, "--", "sh", "no-such-script.sh", "{}"],
      message:
        /cannot tell the input from an empty directory: it says exit code \d+ of both\. It said:\n {4}.*no-such-script\.sh/,
      hint: /[Rr]un it by hand on the input/,
    },
    {
      name: "a command that fails on what it cannot read, as on the input",
      argv: ({ input, out }) => [
        input,
        "-o",
        out,
        "--",
        "sh",
        "-c",
        'if ls -A "$1" | grep -q .; then echo lost; exit 3; fi',
        "sh",
        "{}",
      ],
      message:
        /cannot tell the input from a directory whose only class file is unreadable: it says exit code 3 of both\. It said:\n {4}lost/,
    },
    {
      name: "an input that is too large",
      argv: ({ input, out }) => [input, "-o", out, "--max-input", "500", ...FINDS_NEEDLE],
      message: /in has more than 500 bytes of files when unpacked/,
      hint: /--max-input/,
    },
    {
      name: "an output below a file",
      argv: ({ root, input }) => [input, "-o", join(root, "plain.sh/out"), ...FINDS_NEEDLE],
      message: /cannot write .*plain\.sh\/out \(ENOTDIR\)/,
    },
    {
      name: "a command that is not what it should be for the input",
      argv: ({ input, out }) => [input, "-o", out, "--exit-code", "7", ...FINDS_NEEDLE],
      message: /fails on the input itself: .*0 where 7 is expected/,
    },
    {
      name: "a check of a class without a main method",
      argv: ({ input, out }) => [input, "-o", out, "--check", "deadlock", "--", "p.Fails"],
      message: /class p\.Fails has no method .*main/,
    },
    {
      name: "a check that finds nothing in the input",
      argv: ({ out }) => [PROGRAMS, "-o", `${out}.jar`, "--check", "deadlock", "--", "Hello"],
      message: /no deadlock is found in the input itself/,
      hint: /deadwood check Hello/,
    },
    {
      name: "--dot-level",
      argv: ({ input, out }) => [input, "-o", out, "--dot-level", "all", ...FINDS_NEEDLE],
      message: /--dot-level all is neither classes nor items/,
    },
    {
      name: "--same",
      argv: ({ input, out }) => [input, "-o", out, "--same", "thing", ...FINDS_NEEDLE],
      message: /--same thing is neither failure nor kind/,
    },
    {
      name: "a result in place of the input",
      argv: ({ input }) => [input, "-o", `${input}/../in`, ...FINDS_NEEDLE],
      message: /is the input itself/,
    },
    {
      name: "a result in place of a file",
      argv: ({ root, input }) => [input, "-o", join(root, "plain.sh"), ...FINDS_NEEDLE],
      message: /there is something else at .*plain\.sh/,
    },
    {
      name: "a result in place of another directory",
      argv: ({ root, input }) => [input, "-o", join(root, "corrupt"), ...FINDS_NEEDLE],
      message: /there is something else at .*corrupt/,
    },
    {
      name: "--strategy",
      argv: ({ input, out }) => [input, "-o", out, "--strategy", "best", ...FINDS_NEEDLE],
      message: /--strategy best is not one of gbr, lossy-first/,
    },
    {
      name: "--passes",
      argv: ({ input, out }) => [input, "-o", out, "--passes", "items,magic", ...FINDS_NEEDLE],
      message: /there is no pass "magic"/,
      hint: /items, bodies, merge/,
    },
    {
      name: "--keep",
      argv: ({ input, out }) => [input, "-o", out, "--keep", "p.Nobody", ...FINDS_NEEDLE],
      message: /--keep p\.Nobody: there is no such item/,
    },
    {
      name: "--cost",
      argv: ({ input, out }) => [input, "-o", out, "--cost", "lines", ...FINDS_NEEDLE],
      message: /--cost lines is neither bytes nor count/,
    },
    {
      name: "--resources",
      argv: ({ input, out }) => [input, "-o", out, "--resources", "some", ...FINDS_NEEDLE],
      message: /--resources some is not one of/,
    },
    {
      name: "--check",
      argv: ({ input, out }) => [input, "-o", out, "--check", "sanity", "--", "p.Fails"],
      message: /--check sanity is not one of/,
    },
    {
      name: "--as",
      argv: ({ input, out }) => [input, "-o", out, "--as", "zip", ...FINDS_NEEDLE],
      message: /--as zip is neither jar nor directory/,
    },
    {
      name: "--exit-code",
      argv: ({ input, out }) => [input, "-o", out, "--exit-code", "256", ...FINDS_NEEDLE],
      message: /--exit-code 256 is not an exit code/,
    },
    {
      name: "--time-limit",
      argv: ({ input, out }) => [input, "-o", out, "--time-limit", "soon", ...FINDS_NEEDLE],
      message: /--time-limit soon is not a positive number/,
    },
    {
      name: "--normalise",
      argv: ({ input, out }) => [input, "-o", out, "--normalise", "s/(/x/", ...FINDS_NEEDLE],
      message: /s\/\(\/x\//,
    },
    {
      name: "--split that matches nothing",
      argv: ({ input, out }) => [input, "-o", out, "--split", "error", ...FINDS_NEEDLE],
      message: /no line of the first run's output matches error/,
    },
    {
      name: "--persistent with a path",
      argv: ({ input, out }) => [input, "-o", out, "--persistent", ...FINDS_NEEDLE],
      message: /gets none as \{\}/,
    },
    {
      name: "--resume without a session",
      argv: ({ input, out }) => [input, "-o", out, "--resume", ...FINDS_NEEDLE],
      message: /there is no reduction in .* to continue/,
    },
  ];

  test.each(CASES)("$name", async ({ argv, message, hint }) => {
    const place = directoryInput();
    mkdirSync(join(place.root, "empty"));
    mkdirSync(join(place.root, "corrupt/p"), { recursive: true });
    writeFileSync(join(place.root, "corrupt/p/Bad.class"), corrupt());
    writeFileSync(join(place.root, "plain.sh"), "exit 0\n");
    const before = contents(place.root);
    const { exitCode, out, err } = await reduce(argv(place));
    expect({ exitCode, out }).toEqual({ exitCode: ExitCode.badInput, out: "" });
    expect(err).toMatch(message);
    if (hint !== undefined) expect(err).toMatch(hint);
    expect(err).not.toMatch(/internal error|\n\s+at /);
    expect(contents(place.root)).toEqual(before);
    expect(readdirSync(place.root).filter((name) => name.startsWith("out"))).toEqual([]);
  });

  test.each([
    ["--strategy", "best"],
    ["--cost", "lines"],
    ["--passes", "magic"],
    ["--keep", "p.Nobody"],
  ])("%s %s is noticed before anything is run", async (option, value) => {
    const { root, input, out } = directoryInput();
    const predicate = script({ root }, "tool/runs.sh", `touch ${root}/ran`);
    const { exitCode } = await reduce([input, "-o", out, option, value, "--", predicate]);
    expect(exitCode).toBe(ExitCode.badInput);
    expect(existsSync(join(root, "ran"))).toBe(false);
  });

  test("a predicate with changing answers", async () => {
    const { root, input, out } = directoryInput();
    const predicate = script(
      { root },
      "tool/flaky.sh",
      `echo x >> ${root}/runs
exit $(($(wc -l < ${root}/runs) % 2))`,
    );
    const { exitCode, err } = await reduce([input, "-o", out, "--", predicate, "{}"]);
    expect(exitCode).toBe(ExitCode.badInput);
    expect(err).toMatch(/the predicate is flaky: on the same input run 1 gave .*1, run 2 gave .*0/);
    expect(existsSync(out)).toBe(false);
    expect(existsSync(`${out}.session`)).toBe(false);
  });

  test("an existing session", async () => {
    const { input, out } = directoryInput();
    const argv = [input, "-o", out, "--passes", "none", ...FINDS_NEEDLE];
    expect((await reduce(argv)).exitCode).toBe(ExitCode.safe);
    const before = contents(out);
    const { exitCode, err } = await reduce(argv);
    expect(exitCode).toBe(ExitCode.badInput);
    expect(err).toMatch(/there is a reduction in .*out\.session already/);
    expect(err).toMatch(/--resume/);
    expect(contents(out)).toEqual(before);
  });
});
