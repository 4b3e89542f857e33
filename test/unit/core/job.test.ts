import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { abortText, type Emit, type Job, pause, startJob } from "../../../src/core/job.ts";

type Event =
  | { readonly type: "progress"; readonly at: number }
  | { readonly type: "found"; readonly name: string };

const jobOf = (work: (emit: Emit<Event>) => Promise<number>): Job<Event, number> => startJob(work);

const failure = new Error("the work failed");
const failing = (): Job<Event, number> =>
  jobOf(async (emit) => {
    emit({ type: "found", name: "before" });
    await pause();
    throw failure;
  });

async function eventsOf(job: Job<Event, number>): Promise<Event[]> {
  const events: Event[] = [];
  for await (const event of job) events.push(event);
  return events;
}

describe("a job", () => {
  test("does its work once, however often it is awaited and iterated", async () => {
    let runs = 0;
    const job = jobOf(async (emit) => {
      runs++;
      emit({ type: "found", name: "a" });
      await pause();
      return 7;
    });
    expect(await Promise.all([job, job.report, eventsOf(job), eventsOf(job)])).toEqual([
      7,
      7,
      [{ type: "found", name: "a" }],
      [{ type: "found", name: "a" }],
    ]);
    expect(runs).toBe(1);
  });

  test("starts after the present task, so that what it throws is a rejection", async () => {
    let hasStarted = false;
    const job = jobOf(() => {
      hasStarted = true;
      throw failure;
    });
    expect(hasStarted).toBe(false);
    await expect(job.report).rejects.toBe(failure);
    expect(hasStarted).toBe(true);
  });

  test("gives its report where it is returned from an async function", async () => {
    const returning = async (): Promise<number> => jobOf(async () => 7);
    expect(await returning()).toBe(7);
  });

  test("keeps every finding and the newest progress for a reader that comes late", async () => {
    const job = jobOf(async (emit) => {
      for (let at = 0; at < 100; at++) {
        emit({ type: "progress", at });
        if (at % 10 === 0) emit({ type: "found", name: `${at}` });
      }
      return 0;
    });
    await job;
    const events = await eventsOf(job);
    expect(events.filter(({ type }) => type === "found")).toHaveLength(10);
    expect(events.filter(({ type }) => type === "progress")).toEqual([
      { type: "progress", at: 99 },
    ]);
  });

  test("does not wait for a reader that is slow", async () => {
    let done = 0;
    const job = jobOf(async (emit) => {
      for (; done < 50; done++) {
        emit({ type: "progress", at: done });
        await pause();
      }
      return done;
    });
    const seen: number[] = [];
    for await (const event of job) {
      if (event.type !== "progress") continue;
      seen.push(event.at);
      if (seen.length === 1) await job;
    }
    expect(done).toBe(50);
    expect(seen).toHaveLength(2);
    expect(seen.at(-1)).toBe(49);
  });

  test("lets a reader leave", async () => {
    const job = jobOf(async (emit) => {
      emit({ type: "found", name: "a" });
      await pause();
      return 7;
    });
    for await (const _ of job) break;
    expect(await job).toBe(7);
  });

  test("names what aborted it", () => {
    const controller = new AbortController();
    controller.abort("Ctrl-C");
    expect(abortText(controller.signal)).toBe("Ctrl-C");
    expect(abortText(AbortSignal.abort())).toBe("aborted");
  });
});

describe("a job that fails", () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => {
    unhandled.push(reason);
  };
  let others: NodeJS.UnhandledRejectionListener[] = [];

  beforeEach(() => {
    unhandled.length = 0;
    others = process.listeners("unhandledRejection");
    process.removeAllListeners("unhandledRejection");
    process.on("unhandledRejection", note);
  });
  afterEach(() => {
    process.off("unhandledRejection", note);
    for (const other of others) process.on("unhandledRejection", other);
  });

  test("throws in an iteration, which is enough to have handled it", async () => {
    const seen: Event[] = [];
    await expect(
      (async () => {
        for await (const event of failing()) seen.push(event);
      })(),
    ).rejects.toBe(failure);
    await pause();
    await pause();
    expect(seen).toEqual([{ type: "found", name: "before" }]);
    expect(unhandled).toEqual([]);
  });

  test("is not lost where nobody asks", async () => {
    failing();
    for (let i = 0; i < 5; i++) await pause();
    expect(unhandled).toEqual([failure]);
  });
});
