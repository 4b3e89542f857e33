/** What passes make of a program is valid, and does what it was kept for. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { readClass } from "../../../src/classfile/reading/reader.ts";
import { JdkSource } from "../../../src/classfile/sources/jdk.ts";
import { readInput } from "../../../src/reduce/files/input.ts";
import { bytesOf, inputOf, type ProgramFiles } from "../../../src/reduce/items/program-files.ts";
import { ReducibleProgram } from "../../../src/reduce/items/reducible-program.ts";
import { BODIES_PASS } from "../../../src/reduce/passes/bodies-pass.ts";
import { ITEMS_PASS } from "../../../src/reduce/passes/items-pass.ts";
import type { PassContext } from "../../../src/reduce/passes/pass.ts";
import { RENAME_PASS } from "../../../src/reduce/passes/rename-pass.ts";
import { compileJava, installedJdk } from "../../support/java.ts";
import { LinkCheck } from "../../support/reduce/link-check.ts";
import { outputOf } from "../../support/reduce/output.ts";

// A JVM and a compiler take as long as they take.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const SHAPES = join(import.meta.dirname, "Shapes.java");
const MAIN = "shapes/Shapes.class";

const methodOf = (files: ProgramFiles, path: string, name: string) => {
  const file = files.find((each) => each.path === path);
  if (file === undefined) return undefined;
  return readClass(file.bytes, path).methods.find((method) => method.name === name);
};

describe.skipIf(installedJdk === null)("passes", () => {
  let check: LinkCheck;
  let files: ProgramFiles;
  /** What passes have foreseen to be asked. */
  const foreseen: ProgramFiles[] = [];
  const context = (ask: (files: ProgramFiles) => boolean): PassContext => ({
    ask: (asked) => Promise.resolve(ask(asked)),
    expect: (programs) => {
      for (const program of programs) foreseen.push(program);
    },
    libraries: new JdkSource(installedJdk!.home),
    signal: new AbortController().signal,
    mustStay: () => false,
  });

  beforeAll(() => {
    const { folder, remove } = compileJava([SHAPES]);
    files = readInput(folder).classes.map(({ path, pieces }) => ({ path, bytes: pieces.bytes }));
    remove();
    check = new LinkCheck();
  });
  afterAll(() => check.close());

  test("names: everything can be called otherwise, and runs as before", async () => {
    const before = outputOf(files, "shapes.Shapes");
    const asked: ProgramFiles[] = [];
    const renamed = await RENAME_PASS.run(
      files,
      context((candidate) => {
        asked.push(candidate);
        return true;
      }),
    );
    expect(asked.length).toBe(1);
    expect(bytesOf(renamed)).toBeLessThan(bytesOf(files) * 0.95);
    expect(renamed.every(({ path }) => !path.includes("/"))).toBe(true);
    expect(await check.problemsOf(renamed)).toEqual([]);
    const main = renamed.find(({ path, bytes }) =>
      readClass(bytes, path).methods.some(
        ({ name, descriptor }) => name === "main" || descriptor === "([Ljava/lang/String;)V",
      ),
    )!;
    // The launcher knows "main" by its name, and enums are looked up by those of theirs.
    const isKnown = (candidate: ProgramFiles): boolean =>
      ["main", "values", "valueOf"].every((name) =>
        candidate.some(({ path }) => methodOf(candidate, path, name)),
      ) && candidate.some(({ bytes }) => Buffer.from(bytes).includes("RED"));
    const kept = await RENAME_PASS.run(files, context(isKnown));
    expect(main).toBeDefined();
    const started = kept.find(({ path }) => methodOf(kept, path, "main") !== undefined)!;
    const lines = outputOf(kept, started.path.slice(0, -".class".length)).split("\n");
    // Strings have lost their text, and classes their names; numbers are what they were.
    expect(lines.length).toBe(before.split("\n").length);
    expect(await check.problemsOf(kept)).toEqual([]);
  });

  test("items: none that is left can go", async () => {
    const isWanted = (candidate: ProgramFiles): boolean =>
      (methodOf(candidate, MAIN, "pick")?.code?.bytes.length ?? 0) > 10;
    const small = await ITEMS_PASS.run(files, context(isWanted));
    expect(isWanted(small)).toBe(true);
    expect(await check.problemsOf(small)).toEqual([]);
    expect(bytesOf(small)).toBeLessThan(bytesOf(files) / 4);
    let asked = 0;
    const again = await ITEMS_PASS.run(
      small,
      context((candidate) => {
        asked++;
        return isWanted(candidate);
      }),
    );
    expect(asked).toBeGreaterThan(5);
    expect(bytesOf(again)).toBe(bytesOf(small));
  });

  test("items: flags go last, at once where they can, and are not asked about where they cannot", async () => {
    const libraries = new JdkSource(installedJdk!.home);
    // As it is written, without what nobody uses.
    const whole = new ReducibleProgram(inputOf(files), libraries).apply({ has: () => true });
    const isWhole = (candidate: ProgramFiles): boolean =>
      candidate.length === whole.length && bytesOf(candidate) === bytesOf(whole);
    const flagsIn = (program: ProgramFiles): number[] =>
      program.flatMap(({ path, bytes }) => {
        const { accessFlags, fields, methods } = readClass(bytes, path);
        return [...fields, ...methods].map((member) => member.accessFlags).concat(accessFlags);
      });
    const flagged: ProgramFiles[] = [];
    const small = await ITEMS_PASS.run(
      whole,
      context((candidate) => {
        if (isWhole(candidate)) flagged.push(candidate);
        return isWhole(candidate);
      }),
    );
    // Fields lose that they are final one by one, among other items.
    const left = flagsIn(small);
    expect(flagsIn(whole).filter((flags, i) => flags !== left[i]).length).toBeGreaterThan(30);
    expect(await check.problemsOf(small)).toEqual([]);
    let asked = 0;
    const again = await ITEMS_PASS.run(
      small,
      context((candidate) => {
        if (isWhole(candidate)) asked++;
        return isWhole(candidate);
      }),
    );
    expect(asked).toBe(0);
    expect(again).toBe(small);
    expect(flagged.at(-1)).toBe(small);
  });

  test("bodies: what is asked about is valid, and what is wanted stays", async () => {
    const calls = (candidate: ProgramFiles): boolean => {
      const method = methodOf(candidate, MAIN, "loop")!;
      return method.code!.bytes.includes(0x61); // ladd
    };
    const asked: ProgramFiles[] = [];
    const small = await BODIES_PASS.run(
      files,
      context((candidate) => {
        asked.push(candidate);
        return calls(candidate);
      }),
    );
    const lengthIn = (program: ProgramFiles): number =>
      methodOf(program, MAIN, "loop")!.code!.bytes.length;
    expect(lengthIn(small)).toBeLessThan(lengthIn(files) * 0.6);
    expect(methodOf(small, MAIN, "describe")!.code!.bytes.length).toBe(2);
    expect(await check.problemsOf(small)).toEqual([]);
    expect(foreseen.length).toBeGreaterThan(asked.length / 4);
    // Some of those on the way, which the same check has let pass.
    for (let i = 0; i < asked.length; i += Math.ceil(asked.length / 25)) {
      expect(await check.problemsOf(asked[i]!), `candidate ${i}`).toEqual([]);
    }
  });
});
