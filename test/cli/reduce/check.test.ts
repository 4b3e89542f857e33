/** `deadwood reduce --check`: the result fails as the input did, and not in another way of the same kind. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import type { CheckReport } from "../../../src/check/check-report.ts";
import { ZipArchive } from "../../../src/classfile/sources/zip.ts";
import { ExitCode } from "../../../src/core/errors.ts";
import { Candidate, readJar } from "../../../src/reduce/files/candidate.ts";
import { deadwood, directoryOf, mainClass } from "../support.ts";
import { names, reduce } from "./support.ts";

vi.setConfig({ testTimeout: 240_000 });

/** A bundled program, and one that has nothing to do with it. */
function inputWith(program: string): { root: string; input: string; out: string } {
  const zip = ZipArchive.open(join(import.meta.dirname, "../../../models/programs.jar"));
  const files: Record<string, Uint8Array> = {};
  for (const name of zip.names()) {
    if (name.startsWith(program) || /^WordCount\b/.test(name))
      files[`in/${name}`] = zip.read(name)!;
  }
  zip.close();
  expect(Object.keys(files).length).toBeGreaterThan(2);
  const root = directoryOf(files);
  return { root, input: join(root, "in"), out: join(root, "out") };
}

async function checked(
  classPath: string,
  root: string,
  argv: readonly string[],
): Promise<CheckReport> {
  const json = join(root, "report.json");
  const options = ["--all-errors", "--json", json, "-cp", classPath];
  await deadwood(["check", ...options, ...argv]);
  return JSON.parse(readFileSync(json, "utf8"));
}

/** Some schedule ends well: to end with exit code 0 can be found fault with. */
async function hasCleanEnd(
  classPath: string,
  root: string,
  words: readonly string[],
): Promise<boolean> {
  const { violations } = await checked(classPath, root, ["--exit-codes", "99", ...words]);
  return violations.some(({ kind }) => kind === "exit-code");
}

describe("the failure stays the same", () => {
  const CASES = [
    {
      kind: "assertion",
      words: ["LostUpdate", "racy", "2", "1"],
      failure:
        "uncaught java.lang.AssertionError: N, not N, in main; not on all schedules; with at least 1 preemption",
      message: /^uncaught exception: java\.lang\.AssertionError: \d+, not \d+$/,
      preemptions: 1,
      threads: 3,
    },
    {
      kind: "deadlock",
      words: ["NestedMonitor", "nested", "1"],
      failure:
        "deadlock: another thread waits for the monitor, up to main; main waits to be notified; not on all schedules",
      message: /^deadlock/,
      preemptions: 0,
      threads: 2,
    },
  ];

  test.each(CASES)("$kind: $words.0", async ({ kind, words, failure, ...expected }) => {
    const { root, input, out } = inputWith(words[0]!);
    const options = ["--check", kind, "--passes", "items"];
    const ran = await reduce([input, "-o", out, ...options, "--", ...words]);
    expect({ exitCode: ran.exitCode, err: ran.err }).toEqual({
      exitCode: ExitCode.safe,
      err: `failure: ${failure}\n`,
    });
    expect(names(out).filter((name) => name.startsWith("WordCount"))).toEqual([]);
    // Each deadlock is reported; which comes first says nothing.
    const [first] = (await checked(out, root, words)).violations.toSorted(
      (a, b) => a.preemptions - b.preemptions,
    );
    expect(first?.message).toMatch(expected.message);
    expect(first?.preemptions).toBe(expected.preemptions);
    expect(first?.trace.threads.length).toBe(expected.threads);
    if (kind === "deadlock") expect(first?.trace.waits).toHaveLength(2);
    expect(await hasCleanEnd(out, root, words)).toBe(true);
  });

  test("--same kind: any failure of that kind is enough", async () => {
    const { root, input, out } = inputWith("LostUpdate");
    const words = ["LostUpdate", "racy", "2", "1"];
    const options = ["--check", "assertion", "--same", "kind"];
    const ran = await reduce([input, "-o", out, ...options, "--", ...words]);
    expect({ exitCode: ran.exitCode, err: ran.err }).toEqual({ exitCode: ExitCode.safe, err: "" });
    const [first] = (await checked(out, root, words)).violations;
    expect(first?.message).toMatch(/AssertionError/);
    expect(first?.trace.threads).toHaveLength(1);
  });

  test("--normalise: parts of the message are ignored", async () => {
    const { root, input, out } = inputWith("PetersonLock");
    const words = ["PetersonLock", "swapped", "1"];
    const options = ["--check", "assertion", "--passes", "rename", "--quiet"];
    const rule = ["--normalise", "s/Error: .*, in/Error, in/"];
    const text = async (more: readonly string[], to: string): Promise<string> => {
      const argv = [input, "-o", to, ...options, ...more, "--", ...words];
      expect(await reduce(argv)).toMatchObject({ exitCode: ExitCode.safe, err: "" });
      return (await checked(to, root, words)).violations[0]?.message ?? "";
    };
    expect(await text([], out)).toBe(
      "uncaught exception: java.lang.AssertionError: two threads inside",
    );
    // Strings lose their text where nothing depends on it.
    expect(await text(rule, `${out}-2`)).toBe("uncaught exception: java.lang.AssertionError: ");
  });
});

test("the program's resources are there, and stay if the failure needs them", async () => {
  const readsWord = mainClass((code) => {
    code.pushString("a/word.txt").emit("invokestatic", {
      owner: "java/lang/ClassLoader",
      name: "getSystemResourceAsStream",
      descriptor: "(Ljava/lang/String;)Ljava/io/InputStream;",
    });
    code.emit("invokevirtual", { owner: "java/io/InputStream", name: "read", descriptor: "()I" });
    // An array of that many elements, less one than there must be.
    code
      .emit("bipush", 119)
      .emit("isub")
      .emit("newarray", 10)
      .emit("iconst_0")
      .emit("iaload")
      .emit("pop");
  });
  const program = new Candidate([
    { path: "Main.class", bytes: readsWord.toBytes() },
    { path: "a/word.txt", bytes: Buffer.from("word") },
    { path: "a/other.txt", bytes: Buffer.from("none") },
  ]);
  const root = directoryOf({ "in.jar": program.toJar("deflated") });
  const [input, out] = [join(root, "in.jar"), join(root, "out.jar")];
  const ran = await reduce([input, "-o", out, "--check", "uncaught", "--", "Main"]);
  expect(ran.err).toContain("uncaught java.lang.ArrayIndexOutOfBoundsException");
  expect(ran.exitCode).toBe(ExitCode.safe);
  expect(readJar(out).files.map(({ path }) => path)).toContain("a/word.txt");
  expect(readJar(out).files.map(({ path }) => path)).not.toContain("a/other.txt");
  const env = { PATH: process.env["PATH"] ?? "" };
  const again = await deadwood(["check", "--heap", "4m", "-cp", out, "Main"], { env });
  expect(again.err).toBe("");
  expect(again.out).toContain("java.lang.ArrayIndexOutOfBoundsException");
});
