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
  F_PERMIT,
  LISTED,
  MAX_HELD,
  T_ATOMIC,
  T_DEADLINE,
  T_FLAGS,
  T_FP,
  T_GATE,
  T_HELD,
  T_HELD_COUNT,
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

/** The word of memory that holds a thread's flags. */
export const flagsAddress = (thread: number): number => threadRecord(thread) + T_FLAGS;

/** Whether flags, such as those of an earlier state, say that the thread is interrupted. */
export const saysInterrupted = (flags: number): boolean => (flags & F_INTERRUPTED) !== 0;

/** Whether a status, such as that of an earlier state, is that of a thread that has started and not ended. */
export const saysAlive = (status: number): boolean =>
  status !== ThreadStatus.terminated && status !== ThreadStatus.free;

/** A word of memory that only the thread itself ever accesses. */
export const pcAddress = (thread: number): number => threadRecord(thread) + T_PC;

export class ThreadView implements Registers {
  /** Where the record begins. */
  readonly record: number;
  readonly #m: Machine;
  readonly #H: Int32Array;

  constructor(m: Machine, thread: number) {
    this.#m = m;
    this.#H = m.H;
    this.record = threadRecord(thread);
  }

  get status(): number {
    return this.#H[this.record + T_STATUS]!;
  }

  // The questions that a search asks of all threads in every state read the record themselves: until V8
  // has compiled them, each getter that they went through would cost as much as the answer.

  get isRunnable(): boolean {
    return this.#H[this.record + T_STATUS] === ThreadStatus.runnable;
  }

  get hasEnded(): boolean {
    return this.#H[this.record + T_STATUS] === ThreadStatus.terminated;
  }

  /** It is in the middle of an operation that is one step, or of one that a model divides into steps. */
  get isInOperation(): boolean {
    const H = this.#H;
    const { record } = this;
    return H[record + T_ATOMIC] !== 0 || H[record + T_SECTION] !== 0 || H[record + T_GATE] !== 0;
  }

  /** Started, and has not ended. */
  get isAlive(): boolean {
    return saysAlive(this.status);
  }

  /** The Thread object; 0 for a thread that has none. */
  get object(): number {
    return this.#H[this.record + T_OBJECT]!;
  }

  get pc(): number {
    return this.#H[this.record + T_PC]!;
  }

  get fp(): number {
    return this.#H[this.record + T_FP]!;
  }

  get sp(): number {
    return this.#H[this.record + T_SP]!;
  }

  /** What it waits for: an object, or, with the status `initializing`, the status word of a class. */
  get target(): number {
    return this.#H[this.record + T_TARGET]!;
  }

  /** In Object.wait: how often it had entered the monitor. */
  get savedEntries(): number {
    return this.#H[this.record + T_SAVED_ENTRIES]!;
  }

  /** Parked at a gate: the position in the queue, from 1 on; 0 where the order does not matter. */
  get queuePosition(): number {
    return this.#H[this.record + T_QUEUE_POSITION]!;
  }

  /** Depth of Verify.beginAtomic. */
  get atomicDepth(): number {
    return this.#H[this.record + T_ATOMIC]!;
  }

  /** The innermost library operation that it is in; 0 for none. */
  get section(): number {
    return this.#H[this.record + T_SECTION]!;
  }

  /** The innermost operation of a model that it is in; 0 for none. */
  get gate(): number {
    return this.#H[this.record + T_GATE]!;
  }

  /** The i-th of the locks listed, 0 where there are fewer. */
  held(i: number): number {
    return this.#H[this.record + T_HELD + i]!;
  }

  /** The monitors and gates that are listed as its own; see `T_HELD_COUNT`. */
  listedLocks(): number[] {
    const count = this.#H[this.record + T_HELD_COUNT]! & LISTED;
    return Array.from({ length: count }, (_, i) => this.held(i));
  }

  /** It may own monitors and gates that are not listed. */
  get isHeldListFull(): boolean {
    return (this.#H[this.record + T_HELD_COUNT]! & LISTED) === MAX_HELD;
  }

  /** All flags together, to be compared as a whole. */
  get flags(): number {
    return this.#H[this.record + T_FLAGS]!;
  }

  get isInterrupted(): boolean {
    return saysInterrupted(this.flags);
  }

  get wasNotified(): boolean {
    return (this.flags & F_NOTIFIED) !== 0;
  }

  /** A permit for LockSupport.park. */
  get hasPermit(): boolean {
    return (this.flags & F_PERMIT) !== 0;
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
    return (this.#H[this.record + T_FLAGS]! & F_FRESH) !== 0;
  }

  /** The thread takes its first step, or a later one. */
  noteRun(): void {
    if (this.hasNotRun) this.changeFlags(0, F_FRESH);
  }

  setObject(object: number): void {
    this.#m.setWord(this.record + T_OBJECT, object);
  }

  changeFlags(set: number, clear: number): void {
    this.#m.setWord(this.record + T_FLAGS, (this.flags | set) & ~clear);
  }

  setTarget(target: number): void {
    this.#m.setWord(this.record + T_TARGET, target);
  }

  setSavedEntries(entries: number): void {
    this.#m.setWord(this.record + T_SAVED_ENTRIES, entries);
  }

  /** Virtual nanoseconds at which a timed wait ends. */
  setDeadline(nanos: number): void {
    const at = this.record + T_DEADLINE;
    this.#m.logRange(at, at + 2);
    this.#m.HD[at >> 1] = nanos;
  }

  setAtomicDepth(depth: number): void {
    this.#m.setWord(this.record + T_ATOMIC, depth);
  }
}
