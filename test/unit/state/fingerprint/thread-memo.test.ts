/** Hashes of threads that are remembered: under which conditions one is found, and that none is found wrongly. */
import { expect, test } from "vitest";
import { Random } from "../../../../src/core/random.ts";
import { ThreadMemo } from "../../../../src/state/fingerprint/thread-memo.ts";
import { threadRecord } from "../../../../src/vm/memory/memory.ts";
import {
  T_FLAGS,
  T_SAVED_ENTRIES,
  T_SECTION,
  T_SP,
  T_STATUS,
  T_TARGET,
} from "../../../../src/vm/memory/thread-record.ts";
import { ThreadStatus } from "../../../../src/vm/memory/thread-status.ts";
import { StateBench } from "../../../support/states/hand-made-states.ts";

test("a thread is found again as long as version, record and stack are the same", () => {
  const { m } = new StateBench();
  const memo = new ThreadMemo(m);
  const record = threadRecord(1);
  expect(memo.recall(1, 5)).toBe(false);
  memo.keep(11, 12, 13, false);
  expect(memo.recall(1, 5)).toBe(true);
  expect([memo.high, memo.low, memo.threads]).toEqual([11, 12, 13]);
  expect(memo.recall(1, 6)).toBe(false);
  expect(memo.recall(2, 5)).toBe(false);
  for (const word of [T_FLAGS, T_TARGET, T_SECTION]) {
    m.H[record + word]! ^= 1;
    expect(memo.recall(1, 5), `word ${word} of the record`).toBe(false);
    m.H[record + word]! ^= 1;
  }
  for (let at = m.stackWords; at < m.H[record + T_SP]!; at++) {
    m.S[at]! ^= 1;
    expect(memo.recall(1, 5), `word ${at} of the stack`).toBe(false);
    m.S[at]! ^= 1;
  }
  expect(memo.recall(1, 5)).toBe(true);
});

test("threads that differ in their flags or in a count only are known beside each other", () => {
  const { m } = new StateBench();
  const memo = new ThreadMemo(m);
  const record = threadRecord(1);
  const change = (word: number): void => {
    m.H[record + word]! ^= 1;
  };
  expect(memo.recall(1, 5)).toBe(false);
  memo.keep(11, 12, 13, false);
  for (const word of [T_FLAGS, T_SAVED_ENTRIES]) {
    change(word);
    expect(memo.recall(1, 5)).toBe(false);
    memo.keep(21, 22, 23, false);
    change(word);
    expect(memo.recall(1, 5), `word ${word} of the record`).toBe(true);
    expect([memo.high, memo.low, memo.threads]).toEqual([11, 12, 13]);
  }
});

test("a thread with objects of its own is not kept, and not looked for for a while", () => {
  const { m } = new StateBench();
  const memo = new ThreadMemo(m);
  expect(memo.recall(1, 5)).toBe(false);
  memo.keep(11, 12, 13, true);
  expect(memo.recall(1, 5)).toBe(false);
  // Not looked for: there is nothing to keep then either.
  memo.keep(11, 12, 13, false);
  expect(memo.recall(1, 5)).toBe(false);
  let kept = 0;
  for (; !memo.recall(1, 5) && kept < 1000; kept++) memo.keep(11, 12, 13, false);
  expect(kept).toBeLessThan(100);
});

test("a thread that has ended, or has a long stack, is not kept", () => {
  const { m } = new StateBench();
  const memo = new ThreadMemo(m);
  const record = threadRecord(1);
  m.H[record + T_STATUS] = ThreadStatus.terminated;
  expect(memo.recall(1, 5)).toBe(false);
  memo.keep(11, 12, 13, false);
  expect(memo.recall(1, 5)).toBe(false);
  m.H[record + T_STATUS] = ThreadStatus.runnable;
  m.H[record + T_SP] = m.stackWords + 1000;
  expect(memo.recall(1, 5)).toBe(false);
  memo.keep(11, 12, 13, false);
  expect(memo.recall(1, 5)).toBe(false);
});

test("what is found is always what was kept, also where there is little room", () => {
  const { m } = new StateBench();
  const memo = new ThreadMemo(m, 1 << 10);
  const rng = new Random(7);
  const known = new Map<string, number>();
  let found = 0;
  for (let i = 0; i < 20_000; i++) {
    const thread = rng.below(3);
    const version = rng.below(3);
    const values = [rng.below(3), rng.below(3)];
    const at = thread * m.stackWords;
    m.S[at] = values[0]!;
    m.S[at + 1] = values[1]!;
    const key = [thread, version, ...values].join(" ");
    if (memo.recall(thread, version)) {
      found++;
      expect([memo.high, memo.low, memo.threads]).toEqual([known.get(key), 0, 3]);
    } else {
      known.set(key, i);
      memo.keep(i, 0, 3, false);
    }
  }
  expect(found).toBeGreaterThan(100);
});
