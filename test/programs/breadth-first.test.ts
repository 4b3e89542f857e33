/**
 * A breadth-first search of the bundled programs has the same verdicts as a
 * depth-first one, livelocks included: those it finds when all states have
 * been seen, and shows a shortest way in.
 */
import { describe, expect, test } from "vitest";
import { ALL_PROPERTIES } from "../../src/search/judge.ts";
import { BreadthFirst } from "../../src/search/breadth-first.ts";
import { ENDLESS_MESSAGE } from "../../src/search/properties/livelock.ts";
import { DepthFirst } from "../../src/search/depth-first.ts";
import { replayCriteria } from "../../src/search/properties/table.ts";
import { replay } from "../../src/search/replay/replay.ts";
import type { Machine } from "../../src/vm/machine.ts";
import { machineOf } from "../support/machine.ts";
import { exhaust } from "../support/searches.ts";
import { bundledProgramList } from "./manifest.ts";
import { sample } from "../support/size.ts";

const TIMEOUT = 60_000;
/** Larger spaces take too long for a test. */
const LIMITS = { states: 20_000, depth: 1_000_000 };

const machine = (mainClass: string, args: readonly string[]): Machine =>
  machineOf({
    mainClass,
    args,
    jdk: null,
    heapWords: 1 << 18,
    stackWords: 1 << 14,
    undo: true,
    checking: true,
  }).m;

const runs = bundledProgramList().flatMap(({ name, needsJdk, runs: all }) =>
  all
    .filter((run) => !needsJdk && run.needsJdk !== true)
    .map((run) => ({ title: [name, ...run.args].join(" "), name, ...run })),
);

describe("programs that go round for ever", () => {
  const endless = runs.filter(({ verdict }) => verdict === "endless");

  test("there are some", () => expect(endless.length).toBeGreaterThan(0));

  test.each(endless)("$title", { timeout: TIMEOUT }, ({ name, args }) => {
    const search = new BreadthFirst(machine(name, args), LIMITS);
    const { isComplete, violations } = exhaust(search);
    expect(isComplete).toBe(true);
    expect([...new Set(violations.map(({ kind }) => kind))]).toEqual(["endless"]);
    const [violation] = violations;
    expect(violation).toMatchObject({ message: ENDLESS_MESSAGE });
    expect(violation!.details).toContainEqual(expect.stringMatching(/ repeats /));
    // No way in is shorter.
    const deep = exhaust(new DepthFirst(machine(name, args), LIMITS)).violations;
    const lead = ({ trace, cycle }: (typeof deep)[number]): number => trace.length - (cycle ?? 0);
    expect(lead(violation!)).toBeLessThanOrEqual(Math.min(...deep.map(lead)));
    const m = machine(name, args);
    m.sharing.adopt(search.machine.sharing.refuted);
    const recorded = {
      kind: "endless",
      message: ENDLESS_MESSAGE,
      cycle: violation!.cycle ?? 0,
    };
    const settings = { invariants: [], exitCodes: null };
    const criteria = replayCriteria(m, settings, recorded, { isMuffled: false });
    expect(replay(m, violation!.trace, null, criteria).violation).toMatchObject(recorded);
  });

  test.each(endless)("$title, if they may", { timeout: TIMEOUT }, ({ name, args }) => {
    const judged = { ...ALL_PROPERTIES, endless: false };
    const search = new BreadthFirst(machine(name, args), LIMITS, { judged });
    expect(exhaust(search)).toEqual({ isComplete: true, violations: [] });
    const kept = new BreadthFirst(machine(name, args), LIMITS);
    exhaust(kept);
    expect(search.treeBytes).toBeLessThan(kept.treeBytes);
  });
});

describe("programs that always end", () => {
  const safe = sample(
    runs.filter(({ verdict }) => verdict === "safe"),
    30,
  );
  let complete = 0;

  test.each(safe)("$title", { timeout: TIMEOUT }, ({ name, args }) => {
    const search = new BreadthFirst(machine(name, args), LIMITS);
    const { isComplete, violations } = exhaust(search);
    expect(violations).toEqual([]);
    if (isComplete) complete++;
  });

  test("most are small enough", () => expect(complete).toBeGreaterThan(safe.length / 2));
});
