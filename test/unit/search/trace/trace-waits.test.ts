import { describe, expect, test } from "vitest";
import { describeWaits } from "../../../../src/search/properties/deadlock.ts";
import { waitReason } from "../../../../src/search/properties/wait-text.ts";
import { findCycle } from "../../../../src/search/properties/waits.ts";
import type { Place, Wait, WaitKind } from "../../../../src/search/trace/trace.ts";

const place: Place = {
  method: "Main.run",
  file: "Main.java",
  line: 5,
  isHelper: false,
  callers: [],
  library: null,
  isProgram: true,
};
const wait = (thread: number, owner: number, more: Partial<Wait> = {}): Wait => ({
  thread,
  owner,
  kind: "monitor",
  target: "A#1",
  reason: "waits for the monitor of A#1",
  heldSince: null,
  isIdle: false,
  place,
  ...more,
});
const as = (kind: WaitKind, target: string | null): Partial<Wait> => ({
  kind,
  target,
  reason: waitReason(kind, target),
  isIdle: kind === "idle",
});
const nameOf = (thread: number): string => `T${thread}`;

describe("cycles of waits", () => {
  test.each([
    { what: "nobody waits", owners: [], cycle: [] },
    { what: "a chain", owners: [1, 2, -1], cycle: [] },
    { what: "two", owners: [1, 0], cycle: [0, 1] },
    { what: "a tail into a cycle", owners: [1, 2, 3, 1], cycle: [1, 2, 3] },
    { what: "a thread that waits for itself", owners: [-1, 1], cycle: [1] },
  ])("$what", ({ owners, cycle }) => {
    expect(findCycle(owners.map((owner, thread) => wait(thread, owner)))).toEqual(cycle);
  });
});

describe("in words", () => {
  test("which thread holds it, and where it acquired it", () => {
    const lines = describeWaits(
      [wait(0, 1, { heldSince: { ...place, line: 3 } }), wait(1, 0)],
      nameOf,
    );
    expect(lines).toEqual([
      "T0 waits for the monitor of A#1, held by T1 since Main.java:3, at Main.java:5",
      "T1 waits for the monitor of A#1, held by T0, at Main.java:5",
      "cycle of waits: T0 → T1 → T0",
    ]);
  });

  test("a wait for a thread's end names it once", () => {
    const lines = describeWaits([wait(0, 1, as("join", "T1"))], nameOf);
    expect(lines[0]).toBe("T0 waits for the end of T1, at Main.java:5");
  });

  test.each([
    {
      kind: "notify",
      target: "A#1",
      line: "T0 waits to be notified on A#1, at Main.java:5",
      last: "lost wake-up: no thread is left to notify the waiting ones",
    },
    {
      kind: "signal",
      target: "Condition#1",
      line: "T0 waits to be signalled on Condition#1, at Main.java:5",
      last: "lost wake-up: no thread is left to signal the waiting ones",
    },
    {
      kind: "gate",
      target: "Semaphore#1.acquire",
      line: "T0 waits in Semaphore#1.acquire(), at Main.java:5",
      last: "no thread is left that could wake the waiting ones",
    },
  ] as const)("$kind", ({ kind, target, line, last }) => {
    expect(describeWaits([wait(0, -1, as(kind, target))], nameOf)).toEqual([line, last]);
  });

  test.each([
    ["class", "A", "T0 waits for class A to be initialised, which is up to T1, at Main.java:5"],
    ["class", null, "T0 waits for a class to be initialised, which is up to T1, at Main.java:5"],
    ["lock", "L#1", "T0 waits for the lock L#1, held by T1, at Main.java:5"],
  ] as const)("%s %s with an owner", (kind, target, line) => {
    expect(describeWaits([wait(0, 1, as(kind, target))], nameOf)[0]).toBe(line);
  });

  test("a pool that is never shut down", () => {
    const idle = wait(1, -1, as("idle", null));
    expect(describeWaits([idle], nameOf)).toEqual([
      "T1 is an idle pool worker: it waits for a task, at Main.java:5",
      "only idle pool workers are left: the pool is never shut down",
    ]);
  });
});
