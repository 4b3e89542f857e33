/** The explanations of everything but exceptions, on bundled programs and on small traces. */
import { describe, expect, test } from "vitest";
import { check } from "../../../../src/check/check.ts";
import type { PropertyChoice } from "../../../../src/check/options.ts";
import type { Why } from "../../../../src/search/trace/trace.ts";
import { whyDeadlock } from "../../../../src/search/why/deadlock.ts";
import { whyBroken, whyEvidence } from "../../../../src/search/why/last-writes.ts";
import { operation, place, step, violation } from "../../report/check/fixtures.ts";

async function whyOf(
  main: string,
  args: readonly string[],
  properties: PropertyChoice = {},
): Promise<{ heading: string; facts: string[] }> {
  const report = await check(
    { main, args },
    { env: {}, directory: "/", strategy: "bfs", minimize: false, properties },
  );
  const { trace } = report.violations[0]!;
  return { heading: trace.why?.heading ?? "", facts: textsOf(trace.why, trace.threads) };
}

const textsOf = (why: Why | null, threads: readonly string[]): string[] =>
  (why?.facts ?? []).map(({ lane, text }) => (lane < 0 ? text : `${threads[lane]} ${text}`));

describe("a deadlock", () => {
  test("is its cycle: what each took, and what it waits for", async () => {
    const { heading, facts } = await whyOf("BankTransfer", ["crossed", "2", "2", "1"]);
    expect(heading).toBe("these threads wait for each other: Thread-0 → Thread-1 → Thread-0");
    expect(facts).toEqual([
      expect.stringMatching(/^Thread-0 took Account#\d$/),
      expect.stringMatching(/^Thread-0 waits for the monitor of Account#\d, held by Thread-1$/),
      expect.stringMatching(/^Thread-1 took Account#\d$/),
      expect.stringMatching(/^Thread-1 waits for the monitor of Account#\d, held by Thread-0$/),
      "main waits for the end of Thread-0",
    ]);
  });

  test("or a notification that came too early", async () => {
    const { heading, facts } = await whyOf("LostWakeup", ["lost", "1"]);
    expect(heading).toBe("lost wake-up: no thread is left to notify the waiting ones");
    expect(facts.join("\n")).toMatch(/notified \S+ before \S+ began to wait/);
  });

  test("or a signal to a condition that came too early", () => {
    const call = (name: string) => operation("call", name, null, { ...place(4), library: name });
    const steps = [step(1, [call("Condition#1.signal")]), step(0, [call("Condition#1.await")])];
    const { trace } = violation(steps, ["main", "opener"]);
    const waiting = { thread: 0, kind: "signal", target: "Condition#1", owner: -1 } as const;
    const reason = "waits to be signalled on Condition#1";
    const wait = { ...waiting, reason, heldSince: null, isIdle: false, place: place(3) };
    const why = whyDeadlock({ ...trace, waits: [wait] });
    expect(why.heading).toBe("lost wake-up: no thread is left to signal the waiting ones");
    expect(textsOf(why, ["main", "opener"])).toEqual([
      "main waits to be signalled on Condition#1",
      "opener signalled Condition#1 before main began to wait",
    ]);
  });

  test("or nobody who notifies", () => {
    const { trace } = violation([step(0, [])], ["main"]);
    const waiting = {
      thread: 0,
      kind: "notify",
      target: "Box#1",
      reason: "waits",
      owner: -1,
    } as const;
    const wait = { ...waiting, heldSince: null, isIdle: false, place: place(3) };
    const why = whyDeadlock({ ...trace, waits: [wait] });
    expect(textsOf(why, ["main"])).toEqual([
      "main waits",
      "No thread notifies Box#1 in this schedule",
    ]);
  });

  test.each([
    { isIdle: true, heading: "only idle pool workers are left: the pool is never shut down" },
    { isIdle: false, heading: "no thread is left that could wake the waiting ones" },
  ])("idle workers: $isIdle", ({ isIdle, heading }) => {
    const { trace } = violation([step(0, [])], ["main"]);
    const wait = {
      thread: 0,
      kind: "gate",
      target: "Queue#1.take",
      reason: "waits in Queue#1.take()",
      owner: -1,
      heldSince: null,
      isIdle,
      place: place(3),
    } as const;
    expect(whyDeadlock({ ...trace, waits: [wait] }).heading).toBe(heading);
  });
});

test("a livelock is what its threads read again and again", async () => {
  const { heading, facts } = await whyOf("DekkerLock", ["stubborn", "2"]);
  expect(heading).toMatch(/^the last steps repeat, and no other thread can change what they see$/);
  expect(facts.length).toBeGreaterThan(1);
  expect(facts.length).toBeLessThanOrEqual(8);
  for (const fact of facts) expect(fact).toMatch(/^Thread-\d reads \S+ = \S+$/);
});

test("a race is two accesses that nothing orders", async () => {
  const { heading, facts } = await whyOf("LostUpdate", ["racy", "2", "1"], { races: "error" });
  expect(heading).toMatch(/^nothing orders these two accesses: \S+ and \S+ hold no lock in common/);
  expect(facts).toEqual([
    expect.stringMatching(/^Thread-\d is about to (?:read|write) \S+, holding no lock$/),
    expect.stringMatching(/^Thread-\d is about to (?:read|write) \S+, holding no lock$/),
  ]);
});

describe("an invariant that is false", () => {
  const read = operation("read", "A#1.x", "1");
  const write = operation("write", "A#1.x", "2", place(4), "1");

  test("was broken by what the last step wrote", () => {
    const { trace } = violation([step(0, [read]), step(1, [read, write])], ["main", "T"]);
    expect(whyBroken(trace)?.facts).toEqual([
      { text: "writes A#1.x: 1 → 2", lane: 1, step: 1, operation: 1, place: write.place },
    ]);
  });

  test("has no explanation if that wrote nothing", () => {
    expect(whyBroken(violation([step(0, [read])], ["main"]).trace)).toBeNull();
    expect(whyBroken(violation([], ["main"]).trace)).toBeNull();
  });
});

test("what is never given back was taken in a step", () => {
  const taken = operation("call", "Lock#1.lock", null, place(7));
  const { trace } = violation([step(0, []), step(0, [taken]), step(0, [])], ["main"]);
  const why = whyEvidence([{ thread: 0, text: "takes Lock#1", place: place(7) }], trace);
  expect(why?.facts).toEqual([
    { text: "takes Lock#1", lane: 0, step: 1, operation: -1, place: place(7) },
  ]);
});
