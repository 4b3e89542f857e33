/** Failures are told apart by what they are about, and not by names. */
import { describe, expect, test } from "vitest";
import { type Race, raceSignature } from "../../../../src/search/properties/data-race.ts";
import { deadlockSignature } from "../../../../src/search/properties/deadlock.ts";
import { livelockSignature } from "../../../../src/search/properties/livelock.ts";
import { uncaughtSignature } from "../../../../src/search/properties/uncaught-exception.ts";
import { waitReason } from "../../../../src/search/properties/wait-text.ts";
import type { Place, Wait, WaitKind } from "../../../../src/search/trace/trace.ts";

const place: Place = {
  method: "A.m",
  file: null,
  line: -1,
  isHelper: false,
  callers: [],
  library: null,
  isProgram: true,
};
const wait = (thread: number, kind: WaitKind, target: string | null, owner = -1): Wait => ({
  thread,
  kind,
  target,
  reason: waitReason(kind, target),
  owner,
  heldSince: null,
  isIdle: kind === "idle",
  place,
});

describe("deadlocks", () => {
  test.each<[string, readonly Wait[], string]>([
    [
      "a cycle of waits, wherever it begins, without threads that only wait for it",
      [wait(0, "join", "A#1", 1), wait(1, "monitor", "F#1", 2), wait(2, "lock", "L#1", 1)],
      "a cycle of waits: another thread waits for the lock, another thread waits for the monitor",
    ],
    [
      "a wait that keeps a monitor",
      [wait(0, "notify", "S#1"), wait(1, "monitor", "M#1", 0)],
      "another thread waits for the monitor, up to main; main waits to be notified",
    ],
    [
      "who joins, and is joined by those who join, is no part of it",
      [wait(0, "join", "A#1", 1), wait(1, "join", "B#1", 2), wait(2, "parked", null)],
      "another thread is parked",
    ],
    ["a call of the library", [wait(0, "gate", "CountDownLatch#1.await")], "main waits in await()"],
    [
      "idle workers count where there is nobody else",
      [wait(1, "idle", null)],
      "only idle pool workers are left",
    ],
    [
      "and not otherwise",
      [wait(0, "notify", "S#1"), wait(1, "idle", null)],
      "main waits to be notified",
    ],
  ])("%s", (_, waits, words) => {
    expect(deadlockSignature(waits)).toBe(words);
  });
});

describe("exceptions", () => {
  test.each([
    [0, "p.E", null, "uncaught p.E, in main"],
    [2, "p.E2", "-1 of 30", "uncaught p.E2: N of N, in another thread"],
    [0, "p.E", "A@1f2e, 2.5 s", "uncaught p.E: AN, N s, in main"],
    [
      0,
      "java.lang.NullPointerException",
      'Cannot invoke "A.m()"',
      "uncaught java.lang.NullPointerException, in main",
    ],
    [
      0,
      "java.lang.ClassCastException",
      "class A cannot be cast to class B",
      "uncaught java.lang.ClassCastException, in main",
    ],
    [0, "p.E", "two\nlines", "uncaught p.E: two\nlines, in main"],
  ])("thread %d: %s %s", (thread, className, message, words) => {
    expect(
      uncaughtSignature({ className, message, thrownAt: null, frames: [], thrownIn: null }, thread),
    ).toBe(words);
  });
});

test("an endless cycle: who goes round, and not who led there", () => {
  const trace = [0, 3, 1, 0, 1].map((thread) => ({ thread, choice: -1 }));
  expect(livelockSignature({ trace, cycle: 2 })).toBe("endless cycle of main and 1 other thread");
});

test("a race: the sort of variable, and who has a lock", () => {
  const access = (number: number, locks: readonly string[]): Race["accesses"][0] => ({
    number,
    thread: `T${number}`,
    kind: "write",
    target: "A#1.f",
    place,
    locks,
  });
  const accesses = [access(2, ["L#1"]), access(0, [])] as const;
  expect(raceSignature({ sort: "int field", accesses })).toBe(
    "data race on int field: another thread with a lock, main with no lock",
  );
});
