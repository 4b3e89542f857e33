/** A thread that runs has nothing about it that says what it has waited for. */
import { expect, test } from "vitest";
import { DepthFirst } from "../../../../src/search/depth-first.ts";
import type { Machine } from "../../../../src/vm/machine.ts";
import { threadRecord } from "../../../../src/vm/memory/memory.ts";
import {
  F_LEFT,
  F_NOTIFIED,
  F_TIMED_OUT,
  T_FLAGS,
  T_SAVED_ENTRIES,
  T_STATUS,
  T_TARGET,
} from "../../../../src/vm/memory/thread-record.ts";
import { ThreadStatus } from "../../../../src/vm/memory/thread-status.ts";
import { machineOf } from "../../../support/machine.ts";
import { untilFound } from "../../../support/searches.ts";

const LIMITS = { states: 100_000, depth: 10_000 };

/** What is left of a wait in the record of a thread; "" when nothing is. */
function traceIn(m: Machine, record: number): string {
  const { H } = m;
  const flags = H[record + T_FLAGS]! & (F_NOTIFIED | F_TIMED_OUT | F_LEFT);
  const left = { target: H[record + T_TARGET], count: H[record + T_SAVED_ENTRIES], flags };
  return left.target === 0 && left.count === 0 && flags === 0 ? "" : JSON.stringify(left);
}

test.each([
  ["ProducerConsumer", "closing", "1", "1", "2"],
  ["ReplicatedWorkers", "correct", "2", "2"],
  ["Elevator", "careful", "1", "2"],
  ["Timeout"],
])("in any state of %s", { timeout: 60_000 }, (mainClass, ...args) => {
  const { m } = machineOf({ mainClass, args, jdk: null, undo: true, checking: true });
  const waits = new Set<number>();
  const traces = new Set<string>();
  const inspect = (): null => {
    for (let thread = 0; thread < m.threadCount; thread++) {
      const record = threadRecord(thread);
      const status = m.H[record + T_STATUS]!;
      if (status === ThreadStatus.runnable) traces.add(traceIn(m, record));
      else if (status === ThreadStatus.waiting || status === ThreadStatus.timedWaiting) {
        waits.add(thread);
      }
    }
    return null;
  };
  const search = new DepthFirst(m, LIMITS, { inspected: [{ inspect, atEnd: inspect }] });
  expect(untilFound(search).kind).toBe("done");
  expect(waits.size).toBeGreaterThan(0);
  expect([...traces]).toEqual([""]);
});
