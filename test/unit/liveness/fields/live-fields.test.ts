/** Which fields are live where: one small program for each thing that can go wrong (LiveCases.java). */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EVERYTHING } from "../../../../src/liveness/code/fact-sets.ts";
import {
  type Grain,
  observe,
  type UsedLibrary,
} from "../../../../src/liveness/code/used-library.ts";
import { LiveFields, type LiveFieldsOptions } from "../../../../src/liveness/fields/live-fields.ts";
import { enabledThreads, prepareForSteps } from "../../../../src/search/step.ts";
import { Stop } from "../../../../src/vm/interpreter/stop.ts";
import type { Machine } from "../../../../src/vm/machine.ts";
import { compileJava, installedJdk } from "../../../support/java.ts";
import { machineOf } from "../../../support/machine.ts";
import { ReadLog } from "../../../support/observers/read-log.ts";

const MINUTE = 60_000;
const SOURCE = join(import.meta.dirname, "LiveCases.java");
/** Of the programs that look up classes by name. */
const FOUND = ["ahead", "after", "other"];

/** By mark: the set in the state in front of it. */
function marksOf(m: Machine, live: LiveFields): Map<number, number> {
  const log = new ReadLog(m);
  const marks = new Map<number, number>();
  let [thread = -1] = enabledThreads(m);
  while (thread >= 0) {
    m.loadRegisters(thread);
    const { method } = m.space.codeAt(m.pc);
    if (method.owner.name === "Marks") marks.set(m.S[m.fp]!, live.ofState(m));
    const { stop } = log.step(thread, () => 0);
    if (stop === Stop.halted) break;
    const enabled = enabledThreads(m);
    if (!enabled.includes(thread)) thread = enabled[0] ?? -1;
  }
  return marks;
}

function named(m: Machine, live: LiveFields): string[][] {
  const marks = marksOf(m, live);
  return [...marks.keys()]
    .toSorted((a, b) => a - b)
    .map((mark) => {
      const set = marks.get(mark)!;
      if (set === EVERYTHING) return ["everything"];
      const names = live.sets.facts(set).map((fact) => live.graph.facts.name(fact));
      return names.filter((name) => !/^(?:java|deadwood)\//.test(name)).map(shortName);
    });
}

const shortName = (name: string): string => name.replace(/:.*/, "").replace(/^.*\.(?=[\w$]+$)/, "");
const only = (lists: readonly string[][], names: readonly string[]): string[][] =>
  lists.map((list) => names.filter((name) => list.includes(name)));

describe.skipIf(installedJdk === null)("live fields", () => {
  let compiled = { folder: "", remove: () => {} };

  beforeAll(() => {
    compiled = compileJava([SOURCE]);
  }, MINUTE);

  afterAll(() => compiled.remove());

  function machine(mainClass: string, toleratesUncaught = false): Machine {
    const { m } = machineOf({
      mainClass,
      classPath: compiled.folder,
      jdk: null,
      heapWords: 1 << 18,
      stackWords: 1 << 13,
      undo: true,
      checking: !toleratesUncaught,
    });
    prepareForSteps(m);
    return m;
  }

  /** Names of live fields of the program's own classes, and kinds of live elements, by mark. */
  function ask(mainClass: string, options: LiveFieldsOptions = {}): string[][] {
    const m = machine(mainClass);
    const live = new LiveFields(m, { reportReads: false, ...options });
    return named(m, live);
  }

  /** What a program uses that has run to its end. */
  function used(mainClass: string): UsedLibrary {
    const m = machine(mainClass);
    marksOf(m, new LiveFields(m));
    return observe(m, "methods");
  }

  const readsError = (mainClass: string): boolean => {
    const m = machine(mainClass);
    const live = new LiveFields(m, { reportReads: false });
    const set = marksOf(m, live).get(0)!;
    return live.sets.facts(set).some((fact) => live.graph.facts.name(fact).includes("System.err"));
  };

  test("a field lives up to its last read", () => {
    expect(only(ask("Straight"), ["early", "late", "never", "field"])).toEqual([
      ["early", "late", "field"],
      ["late", "field"],
      ["field"],
      ["field"],
      [],
    ]);
  });

  test("in a loop everything in it is still to come", () => {
    expect(only(ask("Loops"), ["first", "second"])).toEqual([
      ["first", "second"],
      ["first", "second"],
      [],
    ]);
  });

  test("a frame below the top may go on in a handler, however far below", () => {
    expect(only(ask("Handlers"), ["handled", "handledFurtherUp", "before"])).toEqual([
      ["handled", "handledFurtherUp"],
      ["handled"],
      [],
      [],
    ]);
  });

  test("an instruction that may throw leads to its handlers", () => {
    expect(only(ask("Throwing"), ["handled", "numbers"])).toEqual([
      ["handled", "numbers"],
      ["handled"],
      [],
    ]);
  });

  test("the first use of a class reads what its initialiser reads", () => {
    const names = ["byNew", "byGet", "byPut", "byCall", "bySuper"];
    expect(only(ask("Initializers"), names)).toEqual([
      names,
      names.slice(1),
      names.slice(2),
      names.slice(3),
      names.slice(4),
      [],
      [],
    ]);
  });

  test.each(["Initializing", "MainBelow"])(
    "while the classes above are initialised, a class's own initialiser is to come: %s",
    (mainClass) => {
      expect(only(ask(mainClass), ["readBelow"])).toEqual([["readBelow"], []]);
    },
  );

  test("what an initialisation has interrupted is read after it", () => {
    expect(only(ask("Interrupted"), ["value"])).toEqual([["value"], []]);
  });

  test("a call may run methods of classes that have objects, and no others", () => {
    expect(only(ask("Dispatch"), ["used", "unused"])).toEqual([["used"], []]);
  });

  test("who starts a thread reads what the thread will read, until it runs", () => {
    expect(only(ask("Threads"), ["ofThread", "afterJoin"])).toEqual([
      ["ofThread", "afterJoin"],
      ["afterJoin"],
      ["afterJoin"],
    ]);
  });

  test("lambdas read what they have captured and what their body reads", () => {
    const [first, second] = only(ask("Lambdas"), ["inBody", "arg$1"]);
    expect(first).toEqual(["inBody", "arg$1"]);
    expect(second).toEqual([]);
  });

  test("natives read what they declare, of arrays that they are called with", () => {
    const all = ask("Natives").map((list) => list.filter((name) => name.startsWith("elements")));
    expect(all[0]).toContain("elements of C[]");
    expect(all[0]).not.toContain("elements of J[]");
    expect(all[1]).toEqual([]);
  });

  test("a clone is no read", () => {
    expect(only(ask("Copies"), ["elements of J[]", "copied"])).toEqual([[], [], []]);
  });

  test("a copy is read where somebody reads it", () => {
    const elements = ["elements of I[]", "elements of L[]"];
    // Nobody knows yet whether references have to be looked at.
    const [ints, both] = [["elements of I[]"], ["elements of I[]", "elements of L[]"]];
    expect(only(ask("Copying"), elements)).toEqual([both, ints, ints, []]);
    const m = machine("Copying");
    const live = new LiveFields(m, { observed: used("Copying"), reportReads: false });
    expect(only(named(m, live), elements)).toEqual([ints, ints, ints, []]);
    expect(live.brokenBy(m)).toBeNull();
  });

  test("a copy that looks at elements is noticed", () => {
    const observed = used("Fitting");
    expect(observed.checksElements).toBe(true);
    const m = machine("Fitting");
    const options = { observed: { ...observed, checksElements: false }, reportReads: false };
    const live = new LiveFields(m, options);
    expect(named(m, live).map((list) => list.includes("everything"))).toEqual([false, true, true]);
    expect(live.brokenBy(m)).toContain("arraycopy");
    const again = machine("Fitting");
    const aware = new LiveFields(again, { observed, reportReads: false });
    const known = only(named(again, aware), ["elements of L[]"]);
    expect(known).toEqual([["elements of L[]"], ["elements of L[]"], []]);
    expect(aware.brokenBy(again)).toBeNull();
  });

  test("what an invariant reads is always live", () => {
    const m = machine("Watched");
    const method = m.requireClass("Watched").methodsByKey.get("isFine()Z")!;
    const live = new LiveFields(m, { invariants: [method], reportReads: false });
    expect(only(named(m, live), ["watched", "other"])).toEqual([["watched", "other"], ["watched"]]);
  });

  test("with reflection everything is live", () => {
    expect(ask("Reflective")).toEqual([["everything"], ["everything"]]);
  });

  test("nothing of the kind is foreseen of what was not observed, until it happens", () => {
    const m = machine("Reflective");
    const live = new LiveFields(m, { observed: observe(m), reportReads: false });
    expect(live.openedBy).toBeNull();
    expect(live.brokenBy(m)).toBeNull();
    const [first, second] = named(m, live);
    expect(first).not.toEqual(["everything"]);
    expect(second).toEqual(["everything"]);
    expect(live.brokenBy(m)).not.toBeNull();
  });

  /** What is said at marks by an analysis that knows what a run has used. */
  function askWhenSeen(mainClass: string, grain: Grain = "methods"): string[][] {
    const seen = machine(mainClass);
    marksOf(seen, new LiveFields(seen));
    const m = machine(mainClass);
    const live = new LiveFields(m, { observed: observe(seen, grain), reportReads: false });
    const sets = named(m, live);
    expect(live.brokenBy(m)).toBeNull();
    return sets;
  }

  test("a class that was looked up by name keeps nothing alive", () => {
    const [before, behind, last] = askWhenSeen("LookedUp");
    expect(before).toEqual(["everything"]);
    expect(only([behind!, last!], FOUND)).toEqual([["after"], []]);
  });

  test("one that is looked up by a constant is what is initialised", () => {
    const [before, behind, last] = askWhenSeen("LookedUpByConstant");
    expect(only([before!, behind!, last!], FOUND)).toEqual([["ahead", "after"], ["after"], []]);
  });

  test.each(["methods", "classes"] as const)(
    "what was made by reflection is called like anything else, by %s",
    (grain) => {
      const [before, behind, last] = askWhenSeen("MadeByReflection", grain);
      expect(before).toEqual(["everything"]);
      expect(only([behind!, last!], FOUND)).toEqual([["after", "other"], ["after"]]);
    },
  );

  test("a class that nobody has looked up so far is not reckoned with", () => {
    const m = machine("MadeByReflection");
    const seen = machine("LookedUp");
    marksOf(seen, new LiveFields(seen));
    const live = new LiveFields(m, { observed: observe(seen), reportReads: false });
    expect(named(m, live).at(-1)).toEqual(["everything"]);
    expect(live.brokenBy(m)).not.toBeNull();
  });

  test("an uncaught exception reads what its report tells, where that counts", () => {
    expect(only(ask("Uncaught"), ["code", "elements of C[]"])).toEqual([[]]);
    const told = only(ask("Uncaught", { reportReads: true }), ["code", "elements of C[]"]);
    expect(told).toEqual([["elements of C[]"]]);
  });

  test("where the run goes on after it, its stack trace is printed", () => {
    const m = machine("Uncaught", true);
    const live = new LiveFields(m, { reportReads: false });
    expect(only(named(m, live), ["code", "elements of C[]"])).toEqual([
      ["code", "elements of C[]"],
    ]);
  });

  test("a handler of the program's for uncaught exceptions is run", () => {
    expect(only(ask("Catching"), ["inHandler"])).toEqual([["inHandler"]]);
  });

  test("such a handler may throw, which is told on standard error", () => {
    expect(readsError("Catching")).toBe(true);
    expect(readsError("Uncaught")).toBe(false);
  });

  test("shutdown hooks run when all else has ended", () => {
    expect(only(ask("Hooks"), ["inHook"])).toEqual([["inHook"]]);
  });

  test("the values of an enum are read from its static array", () => {
    expect(only(ask("Color"), ["$VALUES", "ordinal"])).toEqual([["$VALUES"], []]);
  });

  test("the machine's classes stay as they are", () => {
    const m = machine("Lambdas");
    const before = [m.program.classes.length, m.program.methods.length, m.program.statics.words];
    const live = new LiveFields(m);
    expect(live.openedBy).toBeNull();
    expect([m.program.classes.length, m.program.methods.length, m.program.statics.words]).toEqual(
      before,
    );
  });
});
