/** Small programs on which the search once lost an outcome. */

import { describe, expect, test } from "vitest";
import { programOf } from "../../src/fuzz/families/all-families.ts";
import { compare } from "../../src/fuzz/find-differences.ts";
import { inputOf } from "../../src/fuzz/fuzz-input.ts";
import { call, getStatic, putStatic } from "../../src/fuzz/generator/bytecode.ts";
import { PLAIN_CLASSES } from "../../src/fuzz/generator/plain-classes.ts";
import { LAST, recordValue, type Statement, simple } from "../../src/fuzz/generator/statement.ts";
import { explore } from "../../src/fuzz/outcomes/collect.ts";
import { exploreByForce } from "../../src/fuzz/reference/reference-search.ts";
import { CONFIGURATIONS } from "../../src/fuzz/search-configurations.ts";
import { randomMachine } from "../support/generators/random-machines.ts";
import { installedJdk } from "../support/java.ts";
import { fuzzLibrary } from "../support/programs/fuzz-library.ts";

const read = (name: string, owner = "Main"): Statement =>
  simple(`acc <- ${owner}.${name}`, (code) => {
    getStatic(code, name, "I", owner);
    recordValue(code);
  });
const write = (name: string): Statement =>
  simple(`${name} = 1`, (code) => {
    code.emit("iconst_1");
    putStatic(code, name, "I");
  });
const verify = (name: string): Statement =>
  simple(name, (code) => {
    call(code, "invokestatic", "deadwood/Verify", name, "()V");
  });
const section = (name: string): Statement[] => [
  verify("beginAtomic"),
  read(name),
  verify("endAtomic"),
];
/** Cuts the path if what was seen last is 0. */
const ignoreZero = simple("Verify.ignoreIf(last == 0)", (code) => {
  const [other, end] = [code.label(), code.label()];
  code.emit("iload", LAST).emit("ifne", other).emit("iconst_1");
  code.emit("goto", end).mark(other);
  code.emit("iconst_0").mark(end);
  call(code, "invokestatic", "deadwood/Verify", "ignoreIf", "(Z)V");
});
const chooseUntilSet = simple("while (g0 == 0) Verify.getBoolean()", (code) => {
  const end = code.label();
  const start = code.mark();
  getStatic(code, "g0", "I").emit("ifne", end);
  call(code, "invokestatic", "deadwood/Verify", "getBoolean", "()Z").emit("pop");
  code.emit("goto", start).mark(end);
});
/** Throws if what was seen last is 0. */
const divide = simple("acc <- 1 / last", (code) => {
  code.emit("iconst_1").emit("iload", LAST).emit("idiv");
  recordValue(code);
});
const isAlive = simple("acc <- threads[1].isAlive()", (code) => {
  getStatic(code, "threads", "[LWorker;").emit("iconst_1").emit("aaload");
  call(code, "invokevirtual", "Worker", "isAlive", "()Z");
  recordValue(code);
});

function outcomes(...bodies: readonly (readonly Statement[])[]): string[] {
  const program = { seed: 0, bodies, late: [], surroundings: PLAIN_CLASSES, keepsInLocals: false };
  const found = explore(randomMachine(program), 100_000).outcomes;
  const forced = exploreByForce(randomMachine(program), 100_000);
  expect(forced.isComplete).toBe(true);
  expect(found).toEqual(forced.outcomes);
  return [...found];
}

describe("the search finds", { timeout: 60_000 }, () => {
  test("that two threads wait for each other's class to be initialised", () => {
    const found = outcomes([], [read("x", "First")], [read("x", "Second")]);
    expect(found.some((each) => each.startsWith("deadlock"))).toBe(true);
  });

  test("that a thread lives on after its last write", () => {
    // acc is (0 * 7 + r1) * 7 + alive, and r1 is the worker's 1 at its end.
    const found = outcomes([read("r1"), isAlive], [write("g0"), read("g0")]);
    expect(found.some((each) => each.includes("Main.r0=8 "))).toBe(true);
    expect(found.some((each) => each.includes("Main.r0=7 "))).toBe(true);
  });

  test("what others do in front of an atomic section", () => {
    const found = outcomes([write("g0"), ...section("g1")], [write("g1"), ...section("g0")]);
    expect(found.some((each) => /Main\.r0=1 Main\.r1=1 /.test(each))).toBe(true);
    expect(found).toHaveLength(3);
  });

  test("what follows where others have saved a path from being cut", () => {
    const found = outcomes([read("g0"), ignoreZero, write("g1")], [write("g0")]);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain("Main.g0=1 Main.g1=1 ");
  });

  test("what others do behind an exception that nobody catches", () => {
    const found = outcomes([read("g0"), divide], [write("g0")]);
    expect(found).toHaveLength(2);
  });

  test("what others do while one goes round in circles of choices", () => {
    const found = outcomes([chooseUntilSet, write("g1")], [write("g0")]);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain("Main.g0=1 Main.g1=1 ");
  });
});

test("races of natives are told by a search that begins again", { timeout: 60_000 }, () => {
  const watching = ["none@watch", "none@dynamic@watch"];
  const { differences, searched } = compare(
    inputOf(programOf({ kind: "dead-values", seed: 1222 })),
    {
      library: fuzzLibrary(),
      configurations: CONFIGURATIONS.filter(({ name }) => watching.includes(name)),
      referenceStates: 1500,
      states: 3000,
    },
  );
  const { complaints } = searched.get("none@watch")!;
  expect([...complaints].some((each) => each.startsWith("data race on Base.e: Base.copy"))).toBe(
    true,
  );
  expect(differences).toEqual([]);
});

test.skipIf(installedJdk === null)(
  "where a timed wait goes round, all searches say so",
  { timeout: 60_000 },
  () => {
    const names = ["none", "none@bfs", "default@hybrid@bfs"];
    const { differences, searched } = compare(
      inputOf(programOf({ kind: "library", seed: 10_000_260 })),
      {
        library: fuzzLibrary(),
        configurations: CONFIGURATIONS.filter(({ name }) => names.includes(name)),
        referenceStates: 1500,
        states: 3000,
      },
    );
    expect(names.map((name) => searched.get(name)?.hasLivelock)).toEqual([true, true, true]);
    expect(differences).toEqual([]);
  },
);
