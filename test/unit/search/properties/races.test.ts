/**
 * Programs that share memory properly have no race; their careless brothers
 * have exactly the one that is written above each.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DepthFirst } from "../../../../src/search/depth-first.ts";
import { DataRaces, type Race } from "../../../../src/search/properties/data-race.ts";
import { compileJava, installedJdk } from "../../../support/java.ts";
import { machineOf } from "../../../support/machine.ts";
import { untilFound } from "../../../support/searches.ts";

const SOURCE = join(import.meta.dirname, "../programs", "RaceCases.java");
const MINUTE = 60_000;

interface Case {
  readonly name: string;
  readonly expected: readonly string[];
}

/** Each class with what its comment demands; marks are replaced by the numbers of their lines. */
function casesOf(source: string): Case[] {
  const lines = source.split("\n");
  const cases: Case[] = [];
  let races: string[] = [];
  lines.forEach((line, start) => {
    if (line.startsWith("// @race ")) races.push(line.slice("// @race ".length));
    const name = /^final class (\w+)/.exec(line)?.[1];
    if (name === undefined || races.length === 0) return;
    const end = lines.indexOf("}", start);
    const lineOf = (mark: string): number =>
      1 + start + lines.slice(start, end).findIndex((each) => each.endsWith(`// #${mark}`));
    const expected = races
      .filter((race) => race !== "none")
      .map((race) => race.replaceAll(/#([a-z]+) with/g, (_, mark) => `${lineOf(mark)} with`));
    cases.push({ name, expected });
    races = [];
  });
  return cases;
}

/** As the comments write it; without the kinds of access where the comment has none. */
function textOf(race: Race, isKindTold: boolean): string {
  const accesses = race.accesses.map(({ kind, place, locks }) => {
    const held = locks.length === 0 ? "no lock" : locks.join(", ");
    return `${isKindTold ? `${kind} ` : ""}${place.line} with ${held}`;
  });
  return `${race.variable}: ${accesses.join("; ")}`;
}

const cases = casesOf(readFileSync(SOURCE, "utf8"));

describe.skipIf(installedJdk === null)("data races", () => {
  let compiled = { folder: "", remove: () => {} };

  beforeAll(() => {
    compiled = compileJava([SOURCE]);
  }, MINUTE);

  afterAll(() => compiled.remove());

  function racesOf(mainClass: string, inLibrary = false): readonly Race[] {
    const { m } = machineOf({
      mainClass,
      classPath: compiled.folder,
      jdk: installedJdk!.home,
      heapWords: 1 << 18,
      stackWords: 1 << 12,
      undo: true,
      checking: true,
    });
    const races = new DataRaces({ isError: false, inLibrary });
    const explorer = new DepthFirst(m, { states: 200_000, depth: 10_000 }, { inspected: [races] });
    expect(untilFound(explorer).kind).toBe("done");
    return races.found;
  }

  test.each(cases)("$name: $expected", { timeout: MINUTE }, ({ name, expected }) => {
    const isKindTold = expected.some((race) => /: (read|write) /.test(race));
    const found = racesOf(name).map((each) => textOf(each, isKindTold));
    expect(found.toSorted()).toEqual(expected.toSorted());
  });

  test("a method reference is a call of the program's", { timeout: MINUTE }, () => {
    const [race, ...others] = racesOf("UnguardedByReference");
    expect(race).toMatchObject({
      variable: "ArrayList.size",
      accesses: [{ place: { file: "ArrayList.java" } }, { place: { file: "ArrayList.java" } }],
    });
    expect(others).toEqual([]);
  });

  test("what is the library's affair is told on request", { timeout: MINUTE }, () => {
    const found = racesOf("LazyViews", true).map((race) => textOf(race, false));
    expect(found).toEqual([
      expect.stringMatching(/^AbstractMap.keySet: (\d+) with no lock; \1 with/),
    ]);
  });
});
