/**
 * Every program that a whole reduction asks about, with all passes: loaded and linked by a JVM,
 * asked about by reflection, and some compiled against. None is worse than the input. The
 * command `npm run bench:reduce -- candidates` does the same with what other compilers make.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { JdkSource } from "../../src/classfile/jdk.ts";
import { Random } from "../../src/core/random.ts";
import { readInput } from "../../src/reduce/input.ts";
import type { InputFile } from "../../src/reduce/model/items.ts";
import { ReducibleProgram } from "../../src/reduce/model/program.ts";
import { ALL_PASSES } from "../../src/reduce/passes/all-passes.ts";
import { Candidate } from "../../src/reduce/predicate/candidate.ts";
import { reduceProgram } from "../../src/reduce/reduce.ts";
import { installedJdk } from "../support/java.ts";
import { CandidateWatch, featuresOf, hasFeatures } from "../support/reduce/candidate-watch.ts";
import { LinkCheck } from "../support/reduce/link-check.ts";

vi.setConfig({ testTimeout: 240_000 });

const SOURCE = join(import.meta.dirname, "../../benchmarks/reduce/candidates/Java8.java");
/** What is not there when the program is reduced: classes that some are below of, name or throw. */
const MISSING = /Java8\$(Failure|Level)\.class$/;
const MOST = 90;

test.skipIf(installedJdk === null).each([
  { name: "a whole program", seed: 1, isThere: () => true },
  {
    name: "a program that lacks some of its classes",
    seed: 2,
    isThere: ({ path }: InputFile) => !MISSING.test(path),
  },
])("$name", async ({ seed, isThere }) => {
  const folder = mkdtempSync(join(tmpdir(), "deadwood-candidates-"));
  const check = new LinkCheck();
  try {
    const javac = join(installedJdk!.home, "bin", "javac");
    execFileSync(javac, ["-g", "--release", "17", "-d", folder, SOURCE], { stdio: "pipe" });
    const input = readInput(folder);
    const classes = input.classes.filter((each) => isThere({ ...each, bytes: each.pieces.bytes }));
    const whole = classes.map(({ path, pieces }) => ({ path, bytes: pieces.bytes }));
    const all = featuresOf(whole);
    const random = new Random(seed, 1);
    const wanted = Array.from({ length: 2 }, () => all[random.below(all.length)]!);
    const watch = new CandidateWatch(check);
    await watch.judge(whole, false);
    await watch.compile(whole, false);
    const stop = new AbortController();
    const answers = new Map<string, boolean>();
    const worse: string[] = [];
    const ask = async (phase: string, files: readonly InputFile[]): Promise<boolean> => {
      const { hash } = new Candidate(files);
      const known = answers.get(hash);
      if (known !== undefined) return known;
      if (answers.size >= MOST) {
        stop.abort();
        return false;
      }
      const isWanted = hasFeatures(files, wanted);
      const mayRename = phase === "rename";
      const found = await watch.judge(files, mayRename);
      if (isWanted && answers.size % 8 === 0)
        found.push(...(await watch.compile(files, mayRename)));
      worse.push(...found.map((each) => `candidate ${answers.size} (${phase}): ${each}`));
      if (isWanted && found.length === 0) await watch.accept(files);
      answers.set(hash, isWanted);
      return isWanted;
    };
    const libraries = new JdkSource(installedJdk!.home);
    await reduceProgram(
      new ReducibleProgram({ classes, files: [] }, libraries),
      { during: (phase) => ({ ask: (files) => ask(phase, files), foresee: () => {} }) },
      {
        strategy: "gbr",
        cost: "bytes",
        passes: ALL_PASSES,
        libraries,
        signal: stop.signal,
        mustStay: () => false,
      },
    );
    expect(worse).toEqual([]);
    expect(answers.size).toBeGreaterThan(MOST / 2);
  } finally {
    check.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
