import { beforeEach, describe, expect, it } from "vitest";
import { GLOBAL_THREADS, threadRecord } from "../../../../src/vm/memory/memory.ts";
import {
  F_INTERRUPTED,
  F_PERMIT,
  F_TIMED_OUT,
  T_DEADLINE,
  T_FLAGS,
  T_OBJECT,
  T_STATUS,
} from "../../../../src/vm/memory/thread-record.ts";
import { ThreadStatus } from "../../../../src/vm/memory/thread-status.ts";
import { Outcome } from "../../../../src/vm/native-api/native-method.ts";
import { isEnabled } from "../../../../src/vm/threads/enabled.ts";
import { UnsafeMachine } from "./unsafe-machine.ts";

const PARK = "park(ZJ)V";
const UNPARK = "unpark(Ljava/lang/Object;)V";
const record = threadRecord(0);
let m: UnsafeMachine;
let thread: number;

const flags = (): number => m.H[record + T_FLAGS]!;
const status = (): number => m.H[record + T_STATUS]!;

beforeEach(() => {
  m = new UnsafeMachine();
  thread = m.holder();
  m.H[GLOBAL_THREADS] = 1;
  m.H[record + T_OBJECT] = thread;
  m.H[record + T_STATUS] = ThreadStatus.runnable;
});

describe("park", () => {
  it("waits for a permit, which it uses up", () => {
    expect(m.call(PARK, 0, 0n)).toBe(Outcome.blocked);
    expect(status()).toBe(ThreadStatus.parked);
    expect(isEnabled(m, 0)).toBe(false);
    m.call(UNPARK, thread);
    expect(isEnabled(m, 0)).toBe(true);
    expect(m.call(PARK, 0, 0n)).toBe(Outcome.done);
    expect([status(), flags()]).toEqual([ThreadStatus.runnable, 0]);
  });

  it("does not wait when the permit came first, and two permits are one", () => {
    m.call(UNPARK, thread);
    m.call(UNPARK, thread);
    expect(m.call(PARK, 0, 0n)).toBe(Outcome.done);
    expect(m.call(PARK, 0, 0n)).toBe(Outcome.blocked);
  });

  it("returns at once, and keeps the flag, when the thread is interrupted", () => {
    m.H[record + T_FLAGS] = F_INTERRUPTED | F_PERMIT;
    expect(m.call(PARK, 0, 0n)).toBe(Outcome.done);
    expect(flags()).toBe(F_INTERRUPTED);
    expect(m.call(PARK, 0, 0n)).toBe(Outcome.done);
    expect(status()).toBe(ThreadStatus.runnable);
  });

  it("has a deadline for relative and for absolute times", () => {
    m.skippedNanos = 5000;
    expect(m.call(PARK, 0, 100n)).toBe(Outcome.blocked);
    expect(status()).toBe(ThreadStatus.timedParked);
    expect(m.HD[(record + T_DEADLINE) >> 1]).toBe(5100);
    m.H[record + T_FLAGS] = F_TIMED_OUT;
    expect(m.call(PARK, 0, 100n)).toBe(Outcome.done);
    expect([status(), flags()]).toEqual([ThreadStatus.runnable, 0]);
    expect(m.call(PARK, 1, BigInt(m.options.epochMillis + 2))).toBe(Outcome.blocked);
    expect(m.HD[(record + T_DEADLINE) >> 1]).toBe(2e6);
  });

  it("does not wait for a time that is past", () => {
    expect(m.call(PARK, 0, -1n)).toBe(Outcome.done);
    expect(m.call(PARK, 1, 0n)).toBe(Outcome.done);
    expect(m.call(PARK, 1, 5n)).toBe(Outcome.done);
  });
});

describe("unpark", () => {
  it("does nothing for null, an unknown or an ended thread", () => {
    m.call(UNPARK, 0);
    m.call(UNPARK, m.holder());
    m.H[record + T_STATUS] = ThreadStatus.terminated;
    m.call(UNPARK, thread);
    expect(flags()).toBe(0);
  });
});
