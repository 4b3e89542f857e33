/**
 * The access log misses nothing: real programs run in short stretches, each
 * watched, and what a stretch has really read and written is compared with its
 * log. Programs run as they are, by time slices of a few instructions, and as a
 * search runs them, step by step.
 */
import { describe, expect, test } from "vitest";
import { DeadwoodError } from "../../../src/core/errors.ts";
import { Random } from "../../../src/core/random.ts";
import { enabledThreads, prepareForSteps, runStep } from "../../../src/search/step.ts";
import { Stop } from "../../../src/vm/interpreter/stop.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { runThreads } from "../../../src/vm/threads/round-robin.ts";
import { machineOf } from "../../support/machine.ts";
import { AccessWatch } from "../../support/observers/access-watch.ts";
import { bundled, corpus } from "../../support/programs/corpus.ts";
import { sized } from "../../support/size.ts";

const MINUTES = 60_000;
const SLICE = 40;
const INSTRUCTIONS = sized("DEADWOOD_WATCHED", 6000, 20_000);
const STEPS = 80;

const programs = [...bundled(), ...corpus(() => true)];
const steppedPrograms = [...bundled(), ...corpus((_, group) => group === "threads")];
const total = { reads: 0, writes: 0 };

/** What the machine does not support ends a run, as it should. */
function unlessRefused(run: () => void): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof DeadwoodError)) throw error;
  }
}

function sum(watch: AccessWatch): void {
  total.reads += watch.reads;
  total.writes += watch.writes;
  expect([...watch.findings].join("\n")).toBe("");
}

/** Takes steps of a search, of threads and with choices that the seed picks. */
function walk(m: Machine, watch: AccessWatch): void {
  const random = new Random(1);
  prepareForSteps(m);
  let stop: Stop = Stop.visible;
  for (let i = 0; i < STEPS && stop !== Stop.halted && stop !== Stop.ignored; i++) {
    const isChoice = stop === Stop.choice;
    const enabled = isChoice ? [m.thread] : enabledThreads(m);
    if (enabled.length === 0) return;
    const thread = enabled[random.below(enabled.length)]!;
    const choice = isChoice ? random.below(m.choices) : -1;
    m.loadRegisters(thread);
    m.pushTransition(m.fp, m.sp);
    watch.begin();
    try {
      stop = runStep(m, thread, choice);
    } finally {
      watch.end();
    }
    m.commit();
  }
}

describe("what a program reads and writes is in the log", () => {
  test.each(programs)("$id", { timeout: 10 * MINUTES }, (program) => {
    const { m } = machineOf(program);
    const watch = new AccessWatch(m);
    unlessRefused(() => {
      runThreads(m, {
        instructions: m.instructions + INSTRUCTIONS,
        slice: SLICE,
        beforeSlice: () => watch.begin(),
        pause: () => {
          watch.end();
          return false;
        },
      });
    });
    sum(watch);
  });

  test.each(steppedPrograms)("$id, step by step", { timeout: 10 * MINUTES }, (program) => {
    for (const reductions of [new Set([] as const), new Set(["private", "final"] as const)]) {
      const { m } = machineOf({ ...program, undo: true, checking: true, reductions });
      const watch = new AccessWatch(m);
      unlessRefused(() => walk(m, watch));
      sum(watch);
    }
  });

  test("much was seen", () => {
    expect(total.reads).toBeGreaterThan(10_000);
    expect(total.writes).toBeGreaterThan(1000);
  });
});
