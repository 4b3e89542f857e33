/**
 * Every program that a whole reduction asks about, with all passes: loaded and linked by a JVM,
 * asked about by reflection, and some compiled against. None is worse than the input. The
 * command `npm run bench:reduce -- candidates` does the same with what other compilers make.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { JdkSource } from "../../../src/classfile/sources/jdk.ts";
import { Random } from "../../../src/core/random.ts";
import { Candidate } from "../../../src/reduce/files/candidate.ts";
import { readInput } from "../../../src/reduce/files/input.ts";
import type { InputClass, InputFile } from "../../../src/reduce/items/items.ts";
import type { ProgramFiles } from "../../../src/reduce/items/program-files.ts";
import { ReducibleProgram } from "../../../src/reduce/items/reducible-program.ts";
import { ALL_PASSES } from "../../../src/reduce/passes/all-passes.ts";
import { MERGE_PASS } from "../../../src/reduce/passes/merge-pass.ts";
import { reduceInPhases } from "../../../src/reduce/phases.ts";
import { runJavac } from "../../conformance/support/jdks.ts";
import { installedJdk } from "../../support/java.ts";
import { CandidateWatch, featuresOf, hasFeatures } from "../../support/reduce/candidate-watch.ts";
import { LinkCheck } from "../../support/reduce/link-check.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const SOURCE = join(import.meta.dirname, "../../../benchmarks/reduce/candidates/Java8.java");
const MOST = 60;

const filesOf = (classes: readonly InputClass[]): InputFile[] =>
  classes.map(({ path, pieces }) => ({ path, bytes: pieces.bytes }));

describe.skipIf(installedJdk === null)("no candidate is worse than the input", () => {
  let check: LinkCheck;
  let classes: readonly InputClass[];
  let libraries: JdkSource;
  const stop = new AbortController();

  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), "deadwood-candidates-"));
    runJavac(installedJdk!, ["-g", "--release", "17", "-d", folder, SOURCE]);
    ({ classes } = readInput(folder));
    rmSync(folder, { recursive: true, force: true });
    check = new LinkCheck();
    libraries = new JdkSource(installedJdk!.home);
  });
  afterAll(() => {
    check.close();
    libraries.close();
  });

  test("in a whole reduction", async () => {
    const whole = filesOf(classes);
    const all = featuresOf(whole);
    const random = new Random(1, 1);
    const wanted = Array.from({ length: 2 }, () => all[random.below(all.length)]!);
    const watch = new CandidateWatch(check);
    await watch.judge(whole, false);
    await watch.compile(whole, false);
    const answers = new Map<string, boolean>();
    const worse: string[] = [];
    const ask = async (phase: string, files: ProgramFiles): Promise<boolean> => {
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
      if (isWanted && answers.size % 8 === 0) {
        found.push(...(await watch.compile(files, mayRename)));
      }
      worse.push(...found.map((each) => `candidate ${answers.size} (${phase}): ${each}`));
      if (isWanted && found.length === 0) await watch.accept(files);
      answers.set(hash, isWanted);
      return isWanted;
    };
    await reduceInPhases(
      new ReducibleProgram({ classes, files: [] }, libraries),
      { during: (phase) => ({ ask: (files) => ask(phase, files), expect: () => {} }) },
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
  });

  test.each(["nothing", "made/Java8$Failure", "made/Java8$Level", "made/Java8$Shape"])(
    "when classes are merged and %s is missing",
    async (missing) => {
      const whole = filesOf(classes.filter(({ name }) => name !== missing));
      const watch = new CandidateWatch(check);
      await watch.judge(whole, false);
      const worse: string[] = [];
      let asked = 0;
      const merged = await MERGE_PASS.run(whole, {
        ask: async (files) => {
          const found = await watch.judge(files, false);
          worse.push(...found.map((each) => `candidate ${asked}: ${each}`));
          asked++;
          return found.length === 0;
        },
        expect: () => {},
        libraries,
        signal: new AbortController().signal,
        mustStay: () => false,
      });
      expect(worse).toEqual([]);
      expect(asked).toBeGreaterThan(0);
      expect(merged.length).toBeLessThan(whole.length);
    },
  );
});
