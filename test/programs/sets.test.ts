/** The sets of programs that comparisons are made with: they name what there is, at sizes worth measuring. */
import { describe, expect, test } from "vitest";
import { Jar } from "../../src/classfile/sources/jar.ts";
import { findJdk } from "../../src/classfile/sources/jdk.ts";
import { allBundled, programSet } from "../../src/compare/program-sets.ts";
import { DepthFirst } from "../../src/search/depth-first.ts";
import { bundledPrograms, machineOf } from "../support/machine.ts";
import { bundledProgramList } from "./manifest.ts";
import { untilFound } from "../support/searches.ts";

const jdk = findJdk({});
const manifest = new Map(bundledProgramList().map((program) => [program.name, program]));

/** The kinds of program in tables 4.3 to 4.5 of the thesis. */
const KINDS = [
  "AlarmClock",
  "CLIF",
  "Cache4J",
  "CoCoME",
  "DeOS",
  "Elevator",
  "FTDemo",
  "LinkedList",
  "ProdConsumer",
  "RepWorkers",
  "SimpleJBB",
];

describe("the thesis's kinds of program", () => {
  const set = programSet("thesis");

  test("are all there, and nothing else", () => {
    expect(set.map(({ label }) => label)).toEqual(KINDS);
  });

  for (const { words, label } of set) {
    const [name = "", ...args] = words;
    const needsJdk = manifest.get(name)?.needsJdk ?? false;
    test.skipIf(needsJdk && jdk === null)(
      `${label} is safe and has a thousand to a hundred thousand states`,
      { timeout: 120_000 },
      () => {
        const { m } = machineOf({
          mainClass: name,
          args,
          jdk: needsJdk ? jdk!.home : null,
          undo: true,
          checking: true,
        });
        const explorer = new DepthFirst(m, { states: 100_000, depth: 100_000 });
        expect(untilFound(explorer)).toEqual({ kind: "done" });
        expect(explorer.counts.states).toBeGreaterThan(1000);
      },
    );
  }
});

test("the same kinds are there at larger sizes", () => {
  const set = programSet("thesis-large");
  expect(set.map(({ label }) => label)).toEqual(KINDS);
  expect(set.map(({ words }) => words[0])).toEqual(programSet("thesis").map(({ words }) => words[0]));
  expect(new Set(set.map(({ expected }) => expected))).toEqual(new Set(["safe"]));
});

test("most programs are there at several sizes, in the way that is safe", () => {
  const set = programSet("sizes");
  const names = new Map<string, number>();
  for (const { words, expected } of set) {
    const [name = "", variant] = words;
    names.set(name, (names.get(name) ?? 0) + 1);
    expect(expected).toBe("safe");
    const runs = manifest.get(name)?.runs ?? [];
    const known = runs.filter(({ verdict, args }) => verdict === "safe" && args[0] === variant);
    expect(known, words.join(" ")).not.toHaveLength(0);
  }
  expect(names.size).toBeGreaterThan(30);
  expect(Math.max(...names.values())).toBe(3);
  expect(new Set(set.map(({ words }) => words.join(" "))).size).toBe(set.length);
});

test("programs that use the library name classes of java.util", () => {
  const set = programSet("library");
  expect(new Set(set.map(({ expected }) => expected))).toEqual(new Set(["safe"]));
  const jar = Jar.open(bundledPrograms(), 17);
  const names = jar.classNames();
  for (const { words } of set) {
    const own = names.filter((name) => name.split("$")[0] === words[0]);
    const uses = own.some((name) => Buffer.from(jar.find(name)!.bytes).includes("java/util/"));
    expect(uses, words[0]).toBe(true);
  }
  jar.close();
});

test("all bundled programs are those of the manifest, as a check without arguments has them", () => {
  const all = allBundled();
  expect(all.map(({ words }) => words[0])).toEqual([...manifest.keys()]);
  expect(new Set(all.map(({ expected }) => expected))).toEqual(new Set(["safe"]));
});
