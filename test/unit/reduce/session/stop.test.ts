import { describe, expect, test } from "vitest";
import { LimitReachedError } from "../../../../src/core/errors.ts";
import { StopRequest } from "../../../../src/reduce/session/stop.ts";
import { ManualClock } from "../predicate/helpers.ts";

describe("a reduction is stopped", () => {
  test("when its time is over, not before", () => {
    const clock = new ManualClock();
    const { signal } = new StopRequest({ clock, timeLimitMillis: 60_000 });
    clock.advance(59_999);
    expect(signal.aborted).toBe(false);
    clock.advance(1);
    expect(signal.reason).toBeInstanceOf(LimitReachedError);
    expect(signal.reason).toMatchObject({
      message: "the time limit of 60 s is reached",
      exitCode: 3,
    });
  });

  test("by Ctrl-C, also one that came before", () => {
    const clock = new ManualClock();
    const controller = new AbortController();
    const { signal } = new StopRequest({ clock, interrupt: controller.signal });
    expect(signal.aborted).toBe(false);
    controller.abort();
    expect(signal.reason).toBeInstanceOf(LimitReachedError);
    const late = new StopRequest({ clock, interrupt: controller.signal });
    expect(late.signal.reason).toMatchObject({ message: "the reduction was interrupted" });
  });

  test("by neither once it is over", () => {
    const clock = new ManualClock();
    const controller = new AbortController();
    const stop = new StopRequest({ clock, timeLimitMillis: 1000, interrupt: controller.signal });
    stop.close();
    clock.advance(1000);
    controller.abort();
    expect(stop.signal.aborted).toBe(false);
    expect(clock.timers).toBe(0);
  });
});
