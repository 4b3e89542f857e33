/**
 * A collection moves every object and must change nothing else. Real programs
 * run with a heap that says "full" at random allocations, in the middle of
 * whatever allocates: instructions, exceptions, natives that are then called
 * again. What is left behind is poisoned, so that a reference nobody forwarded
 * is noticed at its first use. The output, the exit code and the number of
 * instructions must be those of the undisturbed run.
 */
import { describe, expect, test } from "vitest";
import { DeadwoodError } from "../../../src/core/errors.ts";
import { type Dice, diceOf } from "../../../src/fuzz/generator/dice.ts";
import { HEAP_BASE } from "../../../src/vm/memory/memory.ts";
import { machineOf, runToEnd, type TestMachine, type TestOutcome } from "../../support/machine.ts";
import { bundled, corpus, type NamedProgram } from "../../support/programs/corpus.ts";
import { sample, sized } from "../../support/size.ts";

/** Programs whose outcome is about the size of the heap, or that take too long for this. */
const EXCLUDED = new Set(["exceptions/Exhaustion", "arith/DoubleEdges", "strings/FormatFloats"]);

const SEEDS = sized("DEADWOOD_COLLECTION_SEEDS", 1, 3);
const HEAP_WORDS = 1 << 19;
const POISON = -559038737;
/** A native that needs more allocations than this in one call would never get through. */
const PATIENCE = 5000;
const MINUTES = 60_000;

interface Finish {
  readonly outcome: TestOutcome | string;
  readonly instructions: number;
}

function finish(machine: TestMachine): Finish {
  const outcome = settle(() => runToEnd(machine, 30_000_000));
  return { outcome, instructions: machine.m.instructions };
}

function settle(run: () => TestOutcome): TestOutcome | string {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof DeadwoodError)) throw error;
    return error.message;
  }
}

/** Makes about one in `gap` allocations fail the first time it is tried. */
function stress({ m }: TestMachine, dice: Dice, gap: number): void {
  const allocate = m.allocate.bind(m);
  const poison = (): void => {
    const other = m.heapStart === HEAP_BASE ? HEAP_BASE + m.heapWords : HEAP_BASE;
    m.H.fill(POISON, other, other + m.heapWords);
  };
  let left = dice(2 * gap);
  let since = 0;
  let failedAt = 0;
  let collections = m.collections;
  m.allocate = (words) => {
    if (m.collections !== collections) {
      collections = m.collections;
      poison();
    }
    since++;
    // Not twice for one instruction: it has to get through some time.
    if (left-- > 0 || (m.pc === failedAt && since < PATIENCE)) return allocate(words);
    left = dice(2 * gap);
    since = 0;
    failedAt = m.pc;
    m.wantsCollection = true;
    // No collection comes too soon after the last.
    m.topAfterCollection = 0;
    return 0;
  };
}

const programs: readonly NamedProgram[] = [
  ...sample(bundled(), 16),
  ...sample(
    corpus((id) => !EXCLUDED.has(id)),
    80,
  ),
];

describe("collections change nothing", () => {
  test.each(programs)("$id", { timeout: 10 * MINUTES }, (program) => {
    const expected = finish(machineOf({ ...program, heapWords: HEAP_WORDS }));
    const gap = Math.max(4, Math.ceil(expected.instructions / 8000));
    for (let seed = 1; seed <= SEEDS; seed++) {
      const machine = machineOf({ ...program, heapWords: HEAP_WORDS });
      stress(machine, diceOf(seed * 7919), gap);
      expect(finish(machine), `seed ${seed}`).toEqual(expected);
      expect(machine.m.collections).toBeGreaterThan(0);
    }
  });
});
