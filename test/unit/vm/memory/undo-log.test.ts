/** What the undo log keeps of a transition, and that going back needs no more. */
import { describe, expect, test } from "vitest";
import { Random } from "../../../../src/core/random.ts";
import { HEAP_BASE } from "../../../../src/vm/memory/memory.ts";
import { UndoableMemory } from "../../../../src/vm/memory/undo-log.ts";

function memory(): UndoableMemory {
  const m = new UndoableMemory({ heapWords: 64, stackWords: 64 }, HEAP_BASE);
  m.heapTop = HEAP_BASE + 16;
  return m;
}

const AT = HEAP_BASE;

describe("the log of words", () => {
  test("keeps the first value of each word that changed", () => {
    const m = memory();
    m.pushTransition(0, 0);
    m.setWord(AT, 1);
    m.setWord(AT + 1, 2);
    m.setWord(AT, 3);
    m.setWord(AT + 1, 0);
    m.compactLog(m.transitionStart);
    expect([...m.wordLog.subarray(0, m.logTop)]).toEqual([AT, 0]);
    m.popTransition();
    expect([...m.H.subarray(AT, AT + 2)]).toEqual([0, 0]);
    expect(m.logTop).toBe(0);
  });

  test.each([3, 12, 13, 40])("is the same for few entries and for many: %i", (entries) => {
    const m = memory();
    const random = new Random(entries);
    for (let round = 0; round < 200; round++) {
      m.pushTransition(0, 0);
      const before = m.H.slice(AT, AT + 8);
      const order: number[] = [];
      for (let i = 0; i < entries; i++) {
        const at = random.below(8);
        if (!order.includes(at)) order.push(at);
        m.setWord(AT + at, random.below(3));
      }
      const since = m.transitionStart;
      m.compactLog(since);
      const kept = order.filter((at) => m.H[AT + at] !== before[at]);
      const log = [...m.wordLog.subarray(since, m.logTop)];
      expect(log).toEqual(kept.flatMap((at) => [AT + at, before[at]]));
      if (round % 2 === 0) continue;
      m.popTransition();
      expect(m.H.slice(AT, AT + 8)).toEqual(before);
    }
  });

  test("leaves earlier transitions alone", () => {
    const m = memory();
    m.pushTransition(0, 0);
    m.setWord(AT, 1);
    m.compactLog(m.transitionStart);
    m.pushTransition(0, 0);
    m.setWord(AT, 0);
    m.compactLog(m.transitionStart);
    expect([...m.wordLog.subarray(0, m.logTop)]).toEqual([AT, 0, AT, 1]);
    m.popTransition();
    expect(m.H[AT]).toBe(1);
    m.popTransition();
    expect(m.H[AT]).toBe(0);
  });
});

/** Words less that are kept when a stack of words 1, 2, 3 … has been written to and ends at `sp`; goes back. */
function saving(sp: number, write: (S: Int32Array) => void): number {
  const m = memory();
  for (let i = 0; i < 20; i++) m.S[i] = i + 1;
  m.pushTransition(4, 20);
  write(m.S);
  const before = m.transitionBytes;
  m.compactStack(sp);
  const after = m.transitionBytes;
  expect(after).toBeLessThanOrEqual(before);
  // What is above the end is anybody's.
  m.S.fill(-1, Math.max(sp, 4), 30);
  m.popTransition();
  expect([...m.S.subarray(0, 20)]).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  return (before - after) / 4;
}

describe("saved stack words", () => {
  test("that have not changed are not kept", () => {
    expect(saving(20, () => undefined)).toBe(18);
  });

  test("that have changed are", () => {
    const saved = saving(20, (S) => {
      S[7] = 0;
      S[9] = 0;
      S[17] = 0;
    });
    // Two runs, one of them over a gap.
    expect(saved).toBe(18 - (3 + 2) - (1 + 2));
  });

  test("above the new end of the stack are, changed or not", () => {
    expect(saving(10, () => undefined)).toBe(18 - (10 + 2));
    expect(saving(0, () => undefined)).toBe(0);
  });

  test("of several frames", () => {
    const m = memory();
    for (let i = 0; i < 20; i++) m.S[i] = i + 1;
    m.pushTransition(14, 20);
    m.S[15] = 0;
    m.saveFramesDownTo(8);
    m.S[9] = 0;
    m.saveFramesDownTo(2);
    m.S[3] = 0;
    m.compactStack(10);
    m.S.fill(-1, 10);
    m.popTransition();
    expect([...m.S.subarray(0, 20)]).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  });
});

test("a transition that is taken back leaves no object and no exit code", () => {
  const m = memory();
  const top = m.heapTop;
  m.pushTransition(0, 0);
  m.heapTop += 8;
  m.exitCode = 3;
  m.popTransition();
  expect(m.heapTop).toBe(top);
  expect(m.exitCode).toBe(0);
  expect(m.undoLimit).toBe(top);
});
