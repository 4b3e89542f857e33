/** The lanes and names of threads in a replay, while threads are started and renamed, and after going back. */
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { judge, Moves } from "../../../../src/search/judge.ts";
import { Recorder } from "../../../../src/search/replay/replay.ts";
import { Stop } from "../../../../src/vm/interpreter/stop.ts";
import type { Machine } from "../../../../src/vm/machine.ts";
import { rememberOutside } from "../../../../src/vm/trial.ts";
import { compiledForTests, installedJdk } from "../../../support/java.ts";
import { machineOf } from "../../../support/machine.ts";

describe.skipIf(installedJdk === null)("threads that are renamed while they run", () => {
  const compiled = compiledForTests(resolve(import.meta.dirname, "Renaming.java"));
  const machine = (): Machine =>
    machineOf({
      mainClass: "Renaming",
      classPath: compiled.folder,
      heapWords: 1 << 20,
      stackWords: 1 << 14,
      undo: true,
      checking: true,
    }).m;

  /** While the first thread that can go on does: its lane, and the names of all threads, whenever that changes. */
  function names(m: Machine, recorder: Recorder): string[] {
    const told: string[] = [];
    const moves = new Moves();
    let stop: Stop = Stop.visible;
    while (judge(m, stop, moves) === "moves") {
      stop = recorder.take(moves.stepAt(0), null);
      const all = Array.from({ length: m.threadCount }, (_, thread) => nameAt(recorder, thread));
      const line = `${recorder.steps.at(-1)!.lane}: ${all.join(", ")}`;
      if (line !== told.at(-1)) told.push(line);
    }
    return told;
  }

  const nameAt = (recorder: Recorder, lane: number): string =>
    recorder.nameOf({ ...recorder.steps[0]!, lane });

  test("are called as they are now, and no two the same", () => {
    const m = machine();
    expect(names(m, new Recorder(m, null, undefined))).toMatchInlineSnapshot(`
      [
        "0: main, worker, worker (2), last",
        "0: main, last (2), worker (2), last",
        "0: main, last (2), worker (2), worker (4)",
        "0: boss, last (2), worker (2), worker (4)",
        "1: boss, last (2), worker (2), worker (4)",
        "1: boss, at 5, worker (2), worker (4)",
        "2: boss, at 5, worker (2), worker (4)",
        "2: boss, at 5, at 7, worker (4)",
        "3: boss, at 5, at 7, at 9",
      ]
    `);
  });

  test("are called the same after going back", () => {
    const m = machine();
    const recorder = new Recorder(m, null, undefined);
    recorder.isFinal = false;
    const mark = recorder.mark();
    const once = (): string[] => {
      const outside = rememberOutside(m);
      const level = m.beginTransition(0, 0);
      const told = names(m, recorder);
      m.undoTo(level);
      outside();
      recorder.restore(mark);
      return told;
    };
    // Steps are shorter after it has been learned that the threads are asked for their names.
    once();
    const first = once();
    expect(first.length).toBeGreaterThan(5);
    expect(once()).toEqual(first);
  });
});
