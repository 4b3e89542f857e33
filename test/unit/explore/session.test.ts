/** What a session does with commands: branches, checks, jumps, files, and what it says of states. */
import { describe, expect, test } from "vitest";
import { replay } from "../../../src/check/replay.ts";
import { StateViews } from "../../../src/explore/state-view.ts";
import { checked, sessionOf, sessionOfTrace, sessionWith } from "../../support/explored.ts";

/** Each philosopher takes the first fork; the threads are 1, 2 and 3. */
const DEADLOCK = [0, 1, 2, 3, 1, 2, 3];

async function philosophers() {
  const session = await sessionOf("DiningPhilosophers", "naive");
  const views = new StateViews(session);
  const take = async (...threads: readonly number[]) => {
    for (const thread of threads) await session.perform({ do: "step", thread, choice: -1 });
    return await views.view(0);
  };
  return { session, views, take };
}

describe("a session", () => {
  test("says what each step would do, before it is taken", async () => {
    const { take } = await philosophers();
    const view = await take(0, 1, 2, 3, 1, 2);
    const last = view.moves.find(({ name }) => name === "Thread-2");
    expect(last?.texts).toEqual(["locks Fork#3"]);
    expect(last?.violation).toEqual({
      kind: "deadlock",
      message: "deadlock: no thread can continue",
    });
    expect(view.states.find(({ name }) => name === "Thread-0")).toMatchObject({
      status: "waits",
      holds: [{ target: "Fork#1", place: "DiningPhilosophers.java:30" }],
      awaits: "waits for the monitor of Fork#2, held by Thread-1",
    });
  });

  test("comes to the deadlock, goes back and branches off", async () => {
    const { session, views, take } = await philosophers();
    const dead = await take(...DEADLOCK);
    expect(dead.end?.kind).toBe("deadlock");
    expect(dead.moves).toEqual([]);
    expect(dead.path?.why?.heading).toContain("wait for each other");
    await session.perform({ do: "go", to: 5 });
    const back = await views.view(dead.revision);
    expect(back).toMatchObject({ at: 5, length: 7, path: null, end: null });
    const branched = await take(1);
    expect(branched).toMatchObject({ at: 6, length: 6 });
    expect(branched.path?.rows.flatMap(({ texts }) => texts)).toContain("locks Fork#2");
  });

  test("knows a state again that it has come to otherwise", async () => {
    const { session, views, take } = await philosophers();
    await take(0, 1, 2);
    await session.perform({ do: "go", to: 1 });
    const view = await take(2);
    const other = view.moves.find(({ name }) => name === "Thread-0");
    expect(other?.leadsTo.inSession).toBe(true);
    await session.perform({ do: "step", thread: 1, choice: -1 });
    expect((await views.view(0)).known.inSession).toBe(true);
  });

  test("a step that cannot be taken is refused", async () => {
    const { session, views, take } = await philosophers();
    await take(0);
    for (const [thread, choice] of [
      [0, -1],
      [17, -1],
      [1, 3],
    ] as const) {
      await session.perform({ do: "step", thread, choice });
      const { at, notice } = await views.view(0);
      expect(at).toBe(1);
      expect(notice).toMatch(/cannot be taken: /);
    }
  });

  test("runs a thread to a lock, and until it waits", async () => {
    const { session, views, take } = await philosophers();
    await take(0);
    const run = { do: "run", seed: 1 } as const;
    await session.perform({ ...run, thread: 1, until: "lock" });
    const held = await views.view(0);
    expect(held.states[1]?.holds.map(({ target }) => target)).toEqual(["Fork#1"]);
    await session.perform({ ...run, thread: 2, until: "lock" });
    await session.perform({ ...run, thread: 1, until: "blocked" });
    const view = await views.view(0);
    expect(view.states[1]?.awaits).toContain("Fork#2, held by Thread-1");
    await session.perform({ ...run, thread: 0, until: "end" });
    expect((await views.view(0)).moves).toEqual([]);
  });

  test("a random run is that of its seed", async () => {
    const one = await sessionOf("BoundedBuffer", "if");
    const other = await sessionOf("BoundedBuffer", "if");
    for (const session of [one, other]) {
      await session.perform({ do: "run", thread: 0, until: "end", seed: 5 });
      await session.correctSteps();
    }
    expect(one.live.depth).toBeGreaterThan(5);
    expect(one.live.steps).toEqual(other.live.steps);
  });

  test("takes choices of the program", async () => {
    const session = await sessionOf("QueensByChoice", "search", "3");
    const views = new StateViews(session);
    let view = await views.view(0);
    for (let i = 0; i < 5 && (view.moves[0]?.choice ?? -1) < 0; i++) {
      await session.perform({ do: "step", thread: 0, choice: -1 });
      view = await views.view(0);
    }
    expect(view.moves.map(({ choice }) => choice)).toEqual([0, 1, 2]);
    await session.perform({ do: "step", thread: 0, choice: 2 });
    expect((await views.view(0)).at).toBe(view.at + 1);
  });
});

test("where deadlocks are allowed, one is the end of a path", async () => {
  const session = await sessionWith({ deadlock: false }, "DiningPhilosophers", "naive");
  for (const thread of DEADLOCK) await session.perform({ do: "step", thread, choice: -1 });
  const { end, moves } = await new StateViews(session).view(0);
  expect(end).toEqual({ kind: "end", message: "no thread can continue, which is allowed" });
  expect(moves).toEqual([]);
});

describe("the check of a session", () => {
  test("its violation becomes the path, and states along it lead to it", async () => {
    const { session, views } = await philosophers();
    await checked(session);
    const { check } = await views.view(0);
    expect(check).toMatchObject({ status: "done", violations: [{ kind: "deadlock" }] });
    await session.perform({ do: "jump", violation: 0 });
    const end = await views.view(0);
    expect(end.end?.kind).toBe("deadlock");
    for (let at = 0; at < end.length; at++) {
      await session.perform({ do: "go", to: at });
      const { known } = await views.view(0);
      expect(known, `state ${at}`).toMatchObject({ byCheck: true, leadsToViolation: true });
    }
    await session.perform({ do: "jump", violation: 3 });
    expect((await views.view(0)).notice).toContain("no such violation");
  });

  test("of a safe program no state leads to a violation", async () => {
    const session = await sessionOf("DiningPhilosophers", "ordered", "2", "1");
    await checked(session);
    const views = new StateViews(session);
    for (let i = 0; i < 6; i++) {
      const { moves, known, check } = await views.view(0);
      expect(check.headline).toMatch(/^safe/);
      expect(known.leadsToViolation).toBe(false);
      expect(
        moves.every(({ leadsTo, violation }) => !leadsTo.leadsToViolation && violation === null),
      ).toBe(true);
      const [first] = moves;
      if (first === undefined) break;
      await session.perform({ do: "step", thread: first.thread, choice: first.choice });
    }
    expect(session.live.depth).toBeGreaterThan(3);
  });

  test("can be stopped, and a program that cannot be checked says so", async () => {
    const session = await sessionOf("DiningPhilosophers", "ordered", "5", "5");
    await session.perform({ do: "check" });
    await new Promise((resolve) => setTimeout(resolve, 20));
    await session.perform({ do: "stop" });
    while (!session.check.isOver) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(session.check.view.headline).toMatch(/^incomplete/);
  });
});

describe("a path in a file", () => {
  test("is replayed to the violation that it ends in", async () => {
    const { session, take } = await philosophers();
    await take(...DEADLOCK);
    const file = session.traceFile();
    const report = await replay(file);
    expect(report).toMatchObject({ reproduced: true, violation: { kind: "deadlock" } });
    expect(report.violation?.trace.steps).toEqual(file.trace.steps);
  });

  test("is explored again from its end, and without a violation it is followed to its end", async () => {
    const { session, take } = await philosophers();
    await take(0, 1, 2);
    const file = session.traceFile();
    const report = await replay(file);
    expect(report).toMatchObject({ violation: null, stepsTaken: 3, obstacle: null });
    const again = await sessionOfTrace(file);
    expect(again.live.standing.key).toBe(session.live.standing.key);
    await again.perform({ do: "go", to: 1 });
    expect(again.live.depth).toBe(1);
  });
});
