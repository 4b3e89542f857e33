/**
 * Types, lengths and elements of less than a word are live only if they are read. How many states are enough
 * is worked out without any notion of liveness: all paths are followed to their ends, and states count as one
 * if they stand at the same place and the same can follow. A search may not have fewer states, and here it has
 * to have no more.
 */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { dvrOf, livenessOf } from "../../src/liveness/reductions.ts";
import { DepthFirst } from "../../src/search/depth-first.ts";
import { enabledThreads, prepareForSteps, runStep } from "../../src/search/step.ts";
import { Stop } from "../../src/vm/interpreter/stop.ts";
import type { Machine } from "../../src/vm/machine.ts";
import { threadRecord } from "../../src/vm/memory/memory.ts";
import { T_PC } from "../../src/vm/memory/thread-record.ts";
import { compiledForTests, installedJdk } from "../support/java.ts";
import { machineOf } from "../support/machine.ts";
import { exhaust } from "../support/searches.ts";

const MINUTES = 60_000;
const STATES = 10_000;
const compiled = compiledForTests(join(import.meta.dirname, "dynamic", "Fine.java"));

const machine = (mainClass: string): Machine =>
  machineOf({
    classPath: compiled.folder,
    mainClass,
    jdk: installedJdk!.home,
    reductions: new Set(),
    undo: true,
    checking: true,
  }).m;

/** Follows all paths; the number of states that are not alike. */
function statesThatSuffice(m: Machine): number {
  const futures = new Map<string, number>();
  const detailMessage = m.fieldOffset("java/lang/Throwable", "detailMessage");
  const follow = (stop: Stop): number => {
    const thread = stop === Stop.choice ? m.thread : enabledThreads(m)[0];
    if (stop === Stop.halted || thread === undefined) {
      const message = m.uncaught === 0 ? 0 : m.H[m.uncaught + detailMessage]!;
      m.uncaught = 0;
      return numbered(`end ${message === 0 ? "well" : m.text(message)}`);
    }
    const choices = stop === Stop.choice ? Array.from({ length: m.choices }, (_, i) => i) : [-1];
    // A step may change it.
    const place = m.H[threadRecord(thread) + T_PC]!;
    const after = choices.map((choice) => {
      m.loadRegisters(thread);
      m.pushTransition(m.fp, m.sp);
      const next = follow(runStep(m, thread, choice));
      m.popTransition();
      return next;
    });
    return numbered(`${place}: ${after.join()}`);
  };
  const numbered = (future: string): number => {
    const known = futures.get(future) ?? futures.size;
    futures.set(future, known);
    return known;
  };
  prepareForSteps(m);
  follow(Stop.visible);
  return [...futures.keys()].filter((future) => !future.startsWith("end")).length;
}

function statesOf(mainClass: string, dvr: "local" | "dynamic"): number {
  const m = machine(mainClass);
  const liveness = livenessOf(dvrOf(dvr), m);
  const search = new DepthFirst(
    m,
    { states: STATES, depth: STATES },
    { liveness, dynamic: dvr === "dynamic" },
  );
  expect(exhaust(search).isComplete).toBe(true);
  return search.counts.states;
}

describe.skipIf(installedJdk === null)("no more states than differ in their futures", () => {
  test.each([
    "DeadTypes",
    "LiveTypes",
    "DeadLengths",
    "DeadFlags",
    "OldFlags",
    "DeadChars",
    "CopiedBytes",
  ])("%s", { timeout: MINUTES }, (name) => {
    const enough = statesThatSuffice(machine(name));
    expect(statesOf(name, "dynamic")).toBe(enough);
    expect(statesOf(name, "local")).toBeGreaterThan(enough);
  });
});
