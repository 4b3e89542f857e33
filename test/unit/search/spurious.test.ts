/** Threads that wake up for no reason: everything that may then happen, and nothing else. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { findJdk } from "../../../src/classfile/sources/jdk.ts";
import { BreadthFirst } from "../../../src/search/breadth-first.ts";
import { DepthFirst } from "../../../src/search/depth-first.ts";
import { PctPicker, UniformPicker } from "../../../src/search/pickers.ts";
import { RandomWalks } from "../../../src/search/random-walks.ts";
import { replay } from "../../../src/search/replay/replay.ts";
import type { Search } from "../../../src/search/search.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { STATIC_BASE } from "../../../src/vm/memory/memory.ts";
import { runJavac } from "../../conformance/support/jdks.ts";
import { machineOf } from "../../support/machine.ts";
import { endsOf } from "../../support/search-ends.ts";
import { firstViolation } from "../../support/searches.ts";

vi.setConfig({ testTimeout: 60_000 });

const SOURCE = join(import.meta.dirname, "spurious", "Waits.java");
const LIMITS = { states: 100_000, depth: 100_000 };

const jdk = findJdk({});
let classes = "";

beforeAll(() => {
  if (jdk === null) return;
  classes = mkdtempSync(join(tmpdir(), "deadwood-spurious-"));
  runJavac(jdk, ["-g", "-d", classes, SOURCE]);
});

afterAll(() => {
  if (classes !== "") rmSync(classes, { recursive: true });
});

const machineFor = (way: string, spuriousWakeups: boolean): Machine =>
  machineOf({
    mainClass: "Waits",
    args: [way],
    classPath: classes,
    heapWords: 1 << 18,
    stackWords: 1 << 14,
    undo: true,
    checking: true,
    spuriousWakeups,
  }).m;

/** What `result` is at the ends, and "deadlock". */
function outcomes(search: Search): (number | string)[] {
  const found = endsOf<number | string>(
    search,
    (violation) => violation?.message.replace(/: no thread.*/, "") ?? resultOf(search.machine),
  );
  return [...found].toSorted((a, b) => String(a).localeCompare(String(b)));
}

function resultOf(m: Machine): number {
  const field = m.requireClass("Waits").fields.find(({ name }) => name === "result");
  return m.H[STATIC_BASE + field!.offset]!;
}

interface Expected {
  readonly way: string;
  readonly usually: readonly (number | string)[];
  readonly spuriously: readonly (number | string)[];
}

const WAYS: readonly Expected[] = [
  { way: "wait", usually: [1], spuriously: [1, 2] },
  { way: "waitLoop", usually: [1], spuriously: [1] },
  { way: "await", usually: [1], spuriously: [1, 2] },
  { way: "awaitLoop", usually: [1], spuriously: [1] },
  { way: "awaitUninterruptibly", usually: [1], spuriously: [1, 2] },
  // In time, though nobody has signalled: 12.
  { way: "awaitFor", usually: [11, 21, 22], spuriously: [11, 12, 21, 22] },
  { way: "awaitNanos", usually: [11, 21, 22], spuriously: [11, 12, 21, 22] },
  // The signal finds nobody, or one of two: who then waits does so for ever.
  { way: "awaitTwo", usually: ["deadlock"], spuriously: [2, "deadlock"] },
  { way: "park", usually: [1], spuriously: [1, 2] },
  { way: "parkLoop", usually: [1], spuriously: [1] },
  { way: "forgotten", usually: ["deadlock"], spuriously: ["deadlock"] },
  { way: "forgottenAwait", usually: ["deadlock"], spuriously: ["deadlock"] },
  { way: "forgottenPark", usually: ["deadlock"], spuriously: ["deadlock"] },
  { way: "daemon", usually: [1], spuriously: [1] },
  { way: "join", usually: [1], spuriously: [1] },
  { way: "latch", usually: [1], spuriously: [1] },
  { way: "barrier", usually: [1], spuriously: [1] },
  { way: "handover", usually: [1], spuriously: [1] },
];

describe.skipIf(jdk === null)("all that may happen", () => {
  test.each(WAYS)("$way", ({ way, usually, spuriously }) => {
    expect(outcomes(new DepthFirst(machineFor(way, false), LIMITS))).toEqual(usually);
    expect(outcomes(new DepthFirst(machineFor(way, true), LIMITS))).toEqual(spuriously);
    expect(outcomes(new BreadthFirst(machineFor(way, true), LIMITS))).toEqual(spuriously);
  });

  test("where deadlocks are no error, threads go on that can only wake up by themselves", () => {
    const judged = { deadlock: false, endless: false };
    const search = (isOn: boolean): DepthFirst =>
      new DepthFirst(machineFor("forgotten", isOn), LIMITS, { judged });
    const off = search(false);
    const on = search(true);
    expect(outcomes(off)).toEqual([0]);
    expect(outcomes(on)).toEqual([0]);
    expect(on.counts.transitions).toBeGreaterThan(off.counts.transitions);
  });
});

describe.skipIf(jdk === null)("a schedule with such a wake-up", () => {
  test("replays on a machine that has them, and on no other", () => {
    expect(firstViolation(new DepthFirst(machineFor("naive", false), LIMITS))).toBeNull();
    const searched = machineFor("naive", true);
    const { trace } = firstViolation(new DepthFirst(searched, LIMITS))!;
    const again = (spuriousWakeups: boolean): Machine => {
      const m = machineFor("naive", spuriousWakeups);
      m.sharing.adopt(searched.sharing.refuted);
      return m;
    };
    expect(replay(again(true), trace)).toMatchObject({
      obstacle: null,
      violation: { kind: "uncaught", message: expect.stringContaining("not ready") },
    });
    expect(replay(again(false), trace)).toMatchObject({
      obstacle: "main cannot run",
      violation: null,
    });
  });

  test("is found by random schedules, too", () => {
    for (const picker of [new UniformPicker(), new PctPicker(2)]) {
      const m = machineFor("wait", true);
      const walks = new RandomWalks(m, LIMITS, { seed: 1, runs: 500, picker });
      const results = new Set<number>();
      while (walks.advance(1).kind !== "limit") {
        results.add(resultOf(m));
      }
      expect(results).toEqual(new Set([0, 1, 2]));
    }
  });
});
