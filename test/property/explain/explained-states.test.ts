/**
 * What an explanation says must agree with what the checker does: the objects
 * found by live references are those of the state vector, and nothing is read
 * that an analysis of the code calls dead.
 */
import { describe, expect, test } from "vitest";
import { BadUsageError, DeadwoodError } from "../../../src/core/errors.ts";
import { Random } from "../../../src/core/random.ts";
import { BootWatch } from "../../../src/explain/boot-changes.ts";
import { walkSteps } from "../../../src/explain/reach-state.ts";
import { findObjects } from "../../../src/explain/reachable-objects.ts";
import { guardedProgram } from "../../../src/fuzz/families/guarded/program.ts";
import { unrestrictedProgram } from "../../../src/fuzz/families/unrestricted/program.ts";
import { DVR_KINDS, livenessOf } from "../../../src/liveness/reductions.ts";
import { judge, Moves } from "../../../src/search/judge.ts";
import { prepareForSteps, runStep } from "../../../src/search/step.ts";
import { Canonicalizer } from "../../../src/state/vector/canonicalizer.ts";
import { Stop } from "../../../src/vm/interpreter/stop.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import type { Reduction } from "../../../src/vm/machine-options.ts";
import { explained, reachSomewhere } from "../../support/explained.ts";
import { faintMachine, faintProgram } from "../../support/generators/random-faint-programs.ts";
import { randomMachine } from "../../support/generators/random-machines.ts";
import { machineOf } from "../../support/machine.ts";
import { bundled } from "../../support/programs/corpus.ts";
import { isLong, sample } from "../../support/size.ts";

const MINUTES = 60_000;
const PROGRAMS = isLong ? 30 : 12;
const STEPS = 15;
/** Without what guards memory, which is part of vectors and of no explanation. */
const UNGUARDED: ReadonlySet<Reduction> = new Set(["private", "final", "threads"]);

/** Visits the states along a random schedule. */
function walk(
  m: Machine,
  seed: number,
  visit: (boot: BootWatch) => void,
  since: (at: number) => void,
) {
  const random = new Random(seed);
  const moves = new Moves();
  let stop: Stop = Stop.visible;
  const boot = new BootWatch(m);
  for (let i = 0; i < STEPS && judge(m, stop, moves) === "moves"; i++) {
    visit(boot);
    const { thread, choice } = moves.stepAt(random.below(moves.count));
    m.loadRegisters(thread);
    const top = m.logTop;
    m.beginTransition(m.fp, m.sp);
    stop = runStep(m, thread, choice);
    boot.note(top);
    since(top);
    if (stop === Stop.halted || stop === Stop.ignored) return;
  }
}

describe("the objects that a state has", () => {
  test.each(DVR_KINDS)(
    "are those of its vector, with --dvr %s",
    { timeout: 5 * MINUTES },
    (kind) => {
      let compared = 0;
      for (let seed = 0; seed < PROGRAMS; seed++) {
        const program = seed % 2 === 0 ? unrestrictedProgram(seed) : guardedProgram(seed, false);
        const m = randomMachine(program, UNGUARDED);
        prepareForSteps(m);
        const liveness = livenessOf(kind, m);
        const canonicalizer = new Canonicalizer(m, liveness);
        walk(
          m,
          seed,
          (boot) => {
            canonicalizer.write(0);
            const found = [...findObjects(m, boot, { liveness, all: false })];
            expect(found.filter((ref) => ref >= boot.top)).toHaveLength(canonicalizer.objects);
            compared++;
          },
          (top) => canonicalizer.noteWrites(top),
        );
      }
      expect(compared).toBeGreaterThan(PROGRAMS * 3);
    },
  );
});

describe("nothing is read that the code calls dead", () => {
  test("in programs that carry values around for nothing", { timeout: 5 * MINUTES }, () => {
    const fates = new Map<string, number>();
    for (let seed = 0; seed < 2 * PROGRAMS; seed++) {
      const program = faintProgram(seed);
      const { m } = faintMachine(program);
      const state = reachSomewhere(m, seed, STEPS);
      if (state === null) continue;
      const told = explained(m, state, 100);
      expect(told.contradictions, program.text).toEqual([]);
      for (const cell of [...told.statics, ...told.objects.flatMap(({ cells }) => cells)]) {
        const fate = `${cell.deadBy ?? "live"}${cell.read === null ? "" : ", read"}`;
        fates.set(fate, (fates.get(fate) ?? 0) + 1);
      }
    }
    // What is dead by the code is read only for nothing, and that often.
    expect([...fates.keys()].toSorted()).toEqual(
      ["dynamic", "faint", "faint, read", "hybrid", "live", "live, read", "local"].toSorted(),
    );
    expect(fates.get("faint, read")).toBeGreaterThan(PROGRAMS);
  });

  test.each(sample(bundled(), 24))("$id", { timeout: 5 * MINUTES }, (program) => {
    for (const steps of [0, 4, 9]) {
      const { m } = machineOf({ ...program, undo: true, checking: true, stackWords: 1 << 13 });
      try {
        const { contradictions } = explained(m, walkSteps(m, 1, steps), 60);
        expect(contradictions).toEqual([]);
      } catch (error) {
        // The program is over sooner, or not supported.
        if (!(error instanceof DeadwoodError)) throw error;
        expect(error instanceof BadUsageError ? steps : 1).toBeGreaterThan(0);
      }
    }
  });
});
