/**
 * A thread's record, read by name. A machine has one view for each thread number
 * (`m.threadAt`), so a view never has to be moved, and asking for one allocates
 * nothing. Thread numbers are given again: a view is of the thread that has the
 * number now.
 *
 * The registers in a record are those of the last scheduling point. While the thread
 * runs, the machine has the present ones.
 */
import type { Machine } from "../machine.ts";
import { threadRecord } from "../memory/memory.ts";
import {
  F_DAEMON,
  F_FRESH,
  F_INTERRUPTED,
  F_JOINED,
  F_LEFT,
  F_NOTIFIED,
  T_ATOMIC,
  T_FLAGS,
  T_FP,
  T_GATE,
  T_HELD,
  T_OBJECT,
  T_PC,
  T_QUEUE_POSITION,
  T_SAVED_ENTRIES,
  T_SECTION,
  T_SP,
  T_STATUS,
  T_TARGET,
} from "../memory/thread-record.ts";
import { ThreadStatus } from "../memory/thread-status.ts";
import type { Registers } from "./frames.ts";

/** The word of memory that stands for the end of a thread. */
export const statusAddress = (thread: number): number => threadRecord(thread) + T_STATUS;

/** A word of memory that only the thread itself ever accesses. */
export const pcAddress = (thread: number): number => threadRecord(thread) + T_PC;

export class ThreadView implements Registers {
  /** Where the record begins. */
  readonly record: number;
  readonly #m: Machine;

  constructor(m: Machine, thread: number) {
    this.#m = m;
    this.record = threadRecord(thread);
  }

  get status(): number {
    return this.#m.H[this.record + T_STATUS]!;
  }

  get isRunnable(): boolean {
    return this.status === ThreadStatus.runnable;
  }

  get hasEnded(): boolean {
    return this.status === ThreadStatus.terminated;
  }

  /** Started, and has not ended. */
  get isAlive(): boolean {
    return !this.hasEnded && this.status !== ThreadStatus.free;
  }

  /** The Thread object; 0 for a thread that has none. */
  get object(): number {
    return this.#m.H[this.record + T_OBJECT]!;
  }

  get pc(): number {
    return this.#m.H[this.record + T_PC]!;
  }

  get fp(): number {
    return this.#m.H[this.record + T_FP]!;
  }

  get sp(): number {
    return this.#m.H[this.record + T_SP]!;
  }

  /** What it waits for: an object, or, with the status `initializing`, the status word of a class. */
  get target(): number {
    return this.#m.H[this.record + T_TARGET]!;
  }

  /** In Object.wait: how often it had entered the monitor. */
  get savedEntries(): number {
    return this.#m.H[this.record + T_SAVED_ENTRIES]!;
  }

  /** Parked at a gate: the position in the queue, from 1 on; 0 where the order does not matter. */
  get queuePosition(): number {
    return this.#m.H[this.record + T_QUEUE_POSITION]!;
  }

  /** Depth of Verify.beginAtomic. */
  get atomicDepth(): number {
    return this.#m.H[this.record + T_ATOMIC]!;
  }

  /** The innermost library operation that it is in; 0 for none. */
  get section(): number {
    return this.#m.H[this.record + T_SECTION]!;
  }

  /** The innermost operation of a model that it is in; 0 for none. */
  get gate(): number {
    return this.#m.H[this.record + T_GATE]!;
  }

  /** The i-th of the locks listed, 0 where there are fewer. */
  held(i: number): number {
    return this.#m.H[this.record + T_HELD + i]!;
  }

  /** All flags together, to be compared as a whole. */
  get flags(): number {
    return this.#m.H[this.record + T_FLAGS]!;
  }

  get isInterrupted(): boolean {
    return (this.flags & F_INTERRUPTED) !== 0;
  }

  get isDaemon(): boolean {
    return (this.flags & F_DAEMON) !== 0;
  }

  /** In Object.wait, and no longer waiting for a notification but for the monitor. */
  get hasLeftWaitSet(): boolean {
    return (this.flags & (F_NOTIFIED | F_LEFT)) !== 0;
  }

  /** Has ended, and another thread has waited for that. */
  get wasJoined(): boolean {
    return (this.flags & F_JOINED) !== 0;
  }

  /** Started in a checked run and has not taken a step yet. */
  get hasNotRun(): boolean {
    return (this.flags & F_FRESH) !== 0;
  }

  /** The thread takes its first step, or a later one. */
  noteRun(): void {
    if (this.hasNotRun) this.#m.setWord(this.record + T_FLAGS, this.flags & ~F_FRESH);
  }

  setObject(object: number): void {
    this.#m.setWord(this.record + T_OBJECT, object);
  }

  setAtomicDepth(depth: number): void {
    this.#m.setWord(this.record + T_ATOMIC, depth);
  }
}
