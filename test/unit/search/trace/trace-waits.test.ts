import { describe, expect, test } from "vitest";
import { describeWaits, findCycle } from "../../../../src/search/properties/waits.ts";
import type { Place, Wait } from "../../../../src/search/trace/trace.ts";

const place: Place = {
  method: "Main.run",
  file: "Main.java",
  line: 5,
  library: null,
  isProgram: true,
};
const wait = (thread: number, owner: number, more: Partial<Wait> = {}): Wait => ({
  thread,
  owner,
  reason: "wants the monitor of A#1",
  heldSince: null,
  isIdle: false,
  place,
  ...more,
});
const nameOf = (thread: number): string => `T${thread}`;

describe("circles", () => {
  test.each([
    { what: "nobody waits", owners: [], cycle: [] },
    { what: "a chain", owners: [1, 2, -1], cycle: [] },
    { what: "two", owners: [1, 0], cycle: [0, 1] },
    { what: "a tail into a circle", owners: [1, 2, 3, 1], cycle: [1, 2, 3] },
    { what: "a thread that waits for itself", owners: [-1, 1], cycle: [1] },
  ])("$what", ({ owners, cycle }) => {
    expect(findCycle(owners.map((owner, thread) => wait(thread, owner)))).toEqual(cycle);
  });
});

describe("in words", () => {
  test("who has what is wanted, and since where", () => {
    const lines = describeWaits(
      [wait(0, 1, { heldSince: { ...place, line: 3 } }), wait(1, 0)],
      nameOf,
    );
    expect(lines).toEqual([
      "T0 wants the monitor of A#1, held by T1 since Main.java:3, at Main.java:5",
      "T1 wants the monitor of A#1, held by T0, at Main.java:5",
      "circle: T0 → T1 → T0",
    ]);
  });

  test("whoever waits for an end does not say it twice", () => {
    const lines = describeWaits([wait(0, 1, { reason: "waits for the end of T1" })], nameOf);
    expect(lines[0]).toBe("T0 waits for the end of T1, at Main.java:5");
  });

  test.each([
    { reason: "waits to be notified on A#1", last: "a wake-up is lost: nobody is left to notify" },
    { reason: "waits in Semaphore#1.acquire()", last: "nobody is left who could let them go on" },
  ])("$reason", ({ reason, last }) => {
    expect(describeWaits([wait(0, -1, { reason })], nameOf).at(-1)).toBe(last);
  });

  test("a pool that nobody shuts down", () => {
    const idle = wait(1, -1, {
      reason: "is an idle pool worker: it waits for a task",
      isIdle: true,
    });
    expect(describeWaits([idle], nameOf)).toEqual([
      "T1 is an idle pool worker: it waits for a task, at Main.java:5",
      "only idle pool workers are left: the pool is never shut down",
    ]);
  });
});
