/** Programs in which two classes have become one are valid, and do what they were kept for. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { JdkSource } from "../../../src/classfile/sources/jdk.ts";
import { Random } from "../../../src/core/random.ts";
import { readInput } from "../../../src/reduce/files/input.ts";
import type { InputClass } from "../../../src/reduce/items/items.ts";
import { bytesOf, type ProgramFiles } from "../../../src/reduce/items/program-files.ts";
import { MERGE_KINDS, possibleMerges } from "../../../src/reduce/merging/candidates.ts";
import { MergeableProgram } from "../../../src/reduce/merging/merge-program.ts";
import { MERGE_PASS } from "../../../src/reduce/passes/merge-pass.ts";
import type { PassContext } from "../../../src/reduce/passes/pass.ts";
import { compileJava, installedJdk } from "../../support/java.ts";
import { LinkCheck } from "../../support/reduce/link-check.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const SOURCES = ["Merges.java", "Shapes.java"].map((name) => join(import.meta.dirname, name));
const MAIN = "merges.Merges";
const STEPS = 25;

const filesOf = ({ classes }: MergeableProgram): ProgramFiles =>
  classes.map(({ path, pieces }) => ({ path, bytes: pieces.bytes }));

/** What a program prints; null when it ends with an exception. */
function output(files: ProgramFiles, main: string): string | null {
  const folder = mkdtempSync(join(tmpdir(), "deadwood-merge-"));
  try {
    for (const { path, bytes } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), bytes);
    }
    const java = join(installedJdk!.home, "bin", "java");
    return execFileSync(java, ["-Xverify:all", "-cp", folder, main], { stdio: "pipe" }).toString();
  } catch {
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe.skipIf(installedJdk === null)("merged classes", () => {
  let check: LinkCheck;
  let classes: readonly InputClass[];
  let libraries: JdkSource;

  beforeAll(() => {
    libraries = new JdkSource(installedJdk!.home);
    const { folder, remove } = compileJava(SOURCES);
    ({ classes } = readInput(folder));
    remove();
    check = new LinkCheck();
  });
  afterAll(() => check.close());

  test("each by itself is linked by a JVM", async () => {
    const program = new MergeableProgram(classes, libraries);
    const kinds = new Set<string>();
    for (const merge of possibleMerges(classes)) {
      const merged = program.merge(merge);
      if (typeof merged === "string") continue;
      kinds.add(merge.kind);
      expect(merged.classes.length).toBe(classes.length - 1);
      const problems = await check.problemsOf(filesOf(merged));
      expect(problems, JSON.stringify(merge)).toEqual([]);
    }
    expect([...kinds].toSorted()).toEqual([...MERGE_KINDS].toSorted());
  });

  test.each([1, 2, 3])("some, one after the other (%i)", async (seed) => {
    const random = new Random(seed, 0);
    let program = new MergeableProgram(classes, libraries);
    for (let step = 0; step < STEPS; step++) {
      const merges = possibleMerges(program.classes);
      const merge = merges[random.below(merges.length)]!;
      const merged = program.merge(merge);
      if (typeof merged === "string") continue;
      const problems = await check.problemsOf(filesOf(merged));
      expect(problems, JSON.stringify(merge)).toEqual([]);
      program = merged;
    }
    expect(program.classes.length).toBeLessThan(classes.length - 5);
  });

  test("the pass: the program prints what it did", async () => {
    const files = filesOf(
      new MergeableProgram(
        classes.filter(({ name }) => name.startsWith("merges/")),
        libraries,
      ),
    );
    const before = output(files, MAIN);
    expect(before).toMatch(/^wuffwuffanimal4\n9 /);
    let asked = 0;
    const context: PassContext = {
      ask: (candidate) => {
        asked++;
        return Promise.resolve(output(candidate, MAIN) === before);
      },
      expect: () => {},
      libraries,
      signal: new AbortController().signal,
      mustStay: () => false,
    };
    const small = await MERGE_PASS.run(files, context);
    expect(asked).toBeGreaterThan(0);
    expect(output(small, MAIN)).toBe(before);
    expect(await check.problemsOf(small)).toEqual([]);
    expect(small.length).toBeLessThan(files.length - 4);
    expect(bytesOf(small)).toBeLessThan(bytesOf(files) * 0.85);
    // Nothing else may be made of what must stay.
    const kept = "merges.Merges$Numbers.sum()I";
    const mustStay = (name: string): boolean => name === kept || kept.startsWith(`${name}.`);
    const some = await MERGE_PASS.run(files, {
      ...context,
      ask: () => Promise.resolve(true),
      mustStay,
    });
    expect(some.map(({ path }) => path)).toContain("merges/Merges$Numbers.class");
    expect(some.length).toBeLessThan(files.length - 4);
  });
});
