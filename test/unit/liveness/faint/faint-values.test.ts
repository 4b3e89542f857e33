/**
 * Which fields count and which are read for nothing: one small program for each
 * thing that can be done with a value (FaintCases.java). A field that is named
 * strong must be live, one that is named faint must not, and would be if all
 * reads counted.
 */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { observe, type UsedLibrary } from "../../../../src/liveness/code/used-library.ts";
import { findFaintValues } from "../../../../src/liveness/faint/faint-values.ts";
import { LiveFields, type LiveFieldsOptions } from "../../../../src/liveness/fields/live-fields.ts";
import { enabledThreads, prepareForSteps } from "../../../../src/search/step.ts";
import { Stop } from "../../../../src/vm/interpreter/stop.ts";
import type { Machine } from "../../../../src/vm/machine.ts";
import { compileJava, installedJdk } from "../../../support/java.ts";
import { machineOf } from "../../../support/machine.ts";
import { ReadLog } from "../../../support/observers/read-log.ts";

const MINUTE = 60_000;
const SOURCE = join(import.meta.dirname, "FaintCases.java");
const STEPS = 10_000;

/** What is live in front of the first mark. */
function liveAtMark(m: Machine, live: LiveFields): number {
  const log = new ReadLog(m);
  const [thread = -1] = enabledThreads(m);
  for (let i = 0; i < STEPS; i++) {
    m.loadRegisters(thread);
    if (m.space.codeAt(m.pc).method.owner.name === "Marks") return live.ofState(m);
    log.step(thread, () => 0);
  }
  throw new Error("no mark");
}

describe.skipIf(installedJdk === null)("faint values", () => {
  let compiled = { folder: "", remove: () => {} };

  beforeAll(() => {
    compiled = compileJava([SOURCE]);
  }, MINUTE);

  afterAll(() => compiled.remove());

  function machine(mainClass: string, usesJdk = false): Machine {
    const { m } = machineOf({
      mainClass,
      classPath: compiled.folder,
      ...(usesJdk ? {} : { jdk: null }),
      heapWords: usesJdk ? 1 << 22 : 1 << 18,
      stackWords: 1 << 13,
      undo: true,
      checking: true,
    });
    prepareForSteps(m);
    return m;
  }

  /** Names of the program's own fields that are live, and of elements. */
  function ask(mainClass: string, options: LiveFieldsOptions, usesJdk = false): string[] {
    const m = machine(mainClass, usesJdk);
    const live = new LiveFields(m, options);
    expect(live.openedBy).toBeNull();
    const set = liveAtMark(m, live);
    return live.sets
      .facts(set)
      .map((fact) => live.graph.facts.name(fact))
      .filter((name) => !/^(?:java|deadwood)\//.test(name) || name.includes("/Atomic"))
      .map((name) => name.replace(/:.*/, "").replace(/^.*\.(?=[\w$]+$)/, ""));
  }

  const starting = (names: readonly string[], prefix: string): string[] =>
    names.filter((name) => name.startsWith(prefix)).toSorted();

  /** Strong fields are live with and without, faint ones without. */
  function expectSplit(mainClass: string, invariant: string | null = null): void {
    const invariants =
      invariant === null ? {} : { invariants: [invariantOf(mainClass, invariant)] };
    const all = ask(mainClass, invariants);
    const counting = ask(mainClass, { ...invariants, faint: true });
    expect(starting(counting, "strong")).toEqual(starting(all, "strong"));
    expect(starting(counting, "faint")).toEqual([]);
    expect(all.some((name) => /^(?:strong|faint)/.test(name))).toBe(true);
  }

  const invariantOf = (mainClass: string, key: string) =>
    machine(mainClass).requireClass(mainClass).methodsByKey.get(key)!;

  test.each([
    ["Counters", 9, 0],
    ["Conversions", 4, 0],
    ["Dividends", 2, 2],
    ["Elements", 0, 3],
    ["Arguments", 3, 1],
    ["Results", 3, 1],
    ["LateResults", 0, 2],
    ["Targets", 3, 2],
    ["Lambdas", 3, 2],
    ["Log", 1, 0],
    ["Chains", 2, 3],
    ["Recursions", 1, 1],
    ["Branches", 0, 11],
    ["Dereferences", 1, 9],
    ["Sizes", 0, 4],
    ["Locks", 0, 1],
    ["Thrown", 0, 1],
    ["Types", 0, 4],
    ["Ends", 0, 1],
    ["Output", 0, 3],
    ["Naps", 0, 1],
    ["Messages", 0, 2],
    ["Workers", 2, 2],
    ["Initializers", 2, 1],
    ["Handlers", 1, 2],
  ] as const)("%s", (mainClass, faint, strong) => {
    const all = ask(mainClass, {});
    expect(starting(all, "faint")).toHaveLength(faint);
    expect(starting(all, "strong")).toHaveLength(strong);
    expectSplit(mainClass);
  });

  test("elements that are only counted do not count, whatever their index does", () => {
    expect(ask("Elements", {})).toContain("elements of J[]");
    expect(ask("Elements", { faint: true })).not.toContain("elements of J[]");
  });

  test("what natives copy counts only if somebody reads copies, how much they copy always", () => {
    const copies = ask("Copies", { faint: true });
    expect(copies).not.toContain("elements of J[]");
    expect(copies).not.toContain("faintCloned");
    expect(copies).toContain("strongCopied");
    expect(copies).not.toContain("faintElement");
    expect(copies).not.toContain("faintPart");
    const copied = ask("CopiedArrays", { faint: true });
    expect(copied).not.toContain("elements of S[]");
    expect(copied).not.toContain("faintElement");
    const read = ask("ReadCopies", { faint: true });
    expect(read).toContain("elements of J[]");
    expect(read).toContain("strongCloned");
    expect(read).toContain("strongElement");
    expect(read).toContain("strongPart");
  });

  test("what an invariant depends on counts, and what it returns", () => {
    expectSplit("Watched", "isFine()Z");
    expectSplit("Returned", "isFine()Z");
  });

  /** What a program uses of the JDK when it runs to its end. */
  function observed(mainClass: string): UsedLibrary {
    const m = machine(mainClass, true);
    const log = new ReadLog(m);
    const [thread = -1] = enabledThreads(m);
    while (enabledThreads(m).includes(thread)) {
      if (log.step(thread, () => 0).stop === Stop.halted) break;
    }
    return observe(m);
  }

  test("what is only added to an atomic variable does not count", () => {
    const seen = observed("Atomics");
    const all = ask("Atomics", { observed: seen }, true);
    const counting = ask("Atomics", { observed: seen, faint: true }, true);
    // Each of the two classes has one.
    expect(all.filter((name) => name === "value")).toHaveLength(2);
    expect(counting.filter((name) => name === "value")).toHaveLength(1);
    expect(starting(all, "faint")).toEqual(["faintAdded", "faintSet"]);
    expect(starting(counting, "faint")).toEqual([]);
    expect(starting(counting, "strong")).toEqual(["strongAdded", "strongCounter", "strongLimit"]);
  });

  test("an atomic variable that is compared counts, and all that was added to it", () => {
    const counting = ask("Compared", { observed: observed("Compared"), faint: true }, true);
    expect(counting).toContain("value");
    expect(starting(counting, "strong")).toEqual([
      "strongAdded",
      "strongCounter",
      "strongExpected",
      "strongNext",
    ]);
  });

  /** Which fields of Chains count when nothing else is known of the machine than this. */
  function countedInChains(always: string): string[] {
    const { graph } = new LiveFields(machine("Chains"));
    const cls = graph.world.find("Chains")!;
    const factOf = (name: string): number =>
      graph.facts.number(cls.fields.find((field) => field.name === name)!);
    const faint = findFaintValues(graph, always === "" ? [] : [factOf(always)])!;
    return cls.fields.map(({ name }) => name).filter((name) => faint.countsFact(factOf(name)));
  }

  test("what the machine reads by itself counts, and all that leads to it", () => {
    const strong = ["strongFirst", "strongSecond", "strongLast"];
    expect(countedInChains("")).toEqual(strong);
    expect(countedInChains("faintLast")).toEqual([...strong, "faintFirst", "faintLast"]);
  });

  test("nothing is faint where something may read anything", () => {
    const { graph } = new LiveFields(machine("Chains"));
    expect(findFaintValues(graph, [])).not.toBeNull();
    graph.graph.addEverything(graph.nodeOf(graph.options.main)!);
    expect(findFaintValues(graph, [])).toBeNull();
  });

  test("nothing is faint in an open world", () => {
    const { graph } = new LiveFields(machine("Chains"));
    graph.open("some native");
    expect(findFaintValues(graph, [])).toBeNull();
  });

  test("with reflection nothing is faint", () => {
    const live = new LiveFields(machine("Reflective"), { faint: true });
    expect(live.openedBy).not.toBeNull();
    expect(live.faint).toBeNull();
  });
});
