/**
 * What a state means: is it an end, is something wrong with it, and if not,
 * how can it go on? All ways of searching, minimising and replaying ask here,
 * so that none of them can see a program differently.
 *
 * Threads that wait may wake up by themselves where the machine's options say
 * so (vm/threads/spurious-wakeups.ts). Nothing promises that they ever do. Where nothing else
 * can move the program is therefore stuck all the same: a lost wake-up stays
 * one.
 */
import { grown } from "../core/words.ts";
import { Stop } from "../vm/interpreter/stop.ts";
import type { Machine } from "../vm/machine.ts";
import { isEnabled } from "../vm/threads/enabled.ts";
import { canWakeSpuriously } from "../vm/threads/spurious-wakeups.ts";
import { keepsProgramAlive, type Step, unobservableThread } from "./step.ts";

/** Which states count as wrong. (What an uncaught exception does is up to the machine's options.) */
export interface Properties {
  readonly deadlock: boolean;
  /** States from which no schedule ends. Random walks do not find them. */
  readonly endless: boolean;
}

export const ALL_PROPERTIES: Properties = { deadlock: true, endless: true };

export type StateKind = "ignored" | "end" | "uncaught" | "deadlock" | "moves";

/** How a state can go on: by one of several threads, or by one of several choices of one thread. */
export class Moves {
  /** How many there are. */
  count = 0;
  /** The thread whose choice this is, -1 when it is about who runs. */
  chooser = -1;
  /** One thread represents all enabled ones, because no other thread can observe or prevent its next step. */
  isRepresentative = false;
  /** The number of enabled threads. Those behind them in the list can only wake up spuriously. */
  regular = 0;
  threads = new Int32Array(16);

  threadAt(index: number): number {
    return this.chooser >= 0 ? this.chooser : this.threads[index]!;
  }

  choiceAt(index: number): number {
    return this.chooser >= 0 ? index : -1;
  }

  stepAt(index: number): Step {
    return { thread: this.threadAt(index), choice: this.choiceAt(index) };
  }

  /** The move of the thread that is next after a step in round-robin order. */
  stepAfter(last: Step | undefined, round: number): Step {
    if (this.chooser >= 0) return this.stepAt(round % this.count);
    let next = 0;
    while (next < this.count && this.threads[next]! <= (last?.thread ?? -1)) next++;
    return this.stepAt(next % this.count);
  }

  clear(): void {
    this.count = 0;
    this.regular = 0;
    this.chooser = -1;
    this.isRepresentative = false;
  }

  remove(thread: number): void {
    let to = 0;
    for (let i = 0; i < this.count; i++) {
      if (this.threads[i] !== thread) this.threads[to++] = this.threads[i]!;
    }
    this.count = to;
  }

  setChoices(chooser: number, count: number): void {
    this.chooser = chooser;
    this.count = count;
    this.regular = count;
  }

  add(thread: number): void {
    if (this.count === this.threads.length) {
      this.threads = grown(this.threads, this.count * 2);
    }
    this.threads[this.count++] = thread;
  }
}

/** HOT. True if it is certain, without further work, that `judge` answers "moves". */
export function canContinue(m: Machine, stop: Stop): boolean {
  if (stop === Stop.choice) return true;
  if (stop === Stop.ignored || stop === Stop.halted) return false;
  // The thread that has just run can usually continue.
  if (isEnabled(m, m.thread)) return true;
  const threads = m.threadCount;
  for (let thread = 0; thread < threads; thread++) if (isEnabled(m, thread)) return true;
  return false;
}

/**
 * HOT. Judges the state that a step has led to, and fills in `moves`. `stop` says why the step
 * ended. With `isReduced`, one move may represent all. If that move leads to no new state, the
 * caller must ask again without `isReduced` (full expansion).
 */
export function judge(
  m: Machine,
  stop: Stop,
  moves: Moves,
  properties: Properties = ALL_PROPERTIES,
  isReduced = false,
): StateKind {
  moves.clear();
  if (stop === Stop.ignored) return "ignored";
  if (stop === Stop.halted) return m.uncaught === 0 ? "end" : "uncaught";
  if (stop === Stop.choice) {
    moves.setChoices(m.thread, m.choices);
    return "moves";
  }
  if (isReduced) {
    const thread = unobservableThread(m);
    if (thread >= 0) {
      moves.add(thread);
      moves.regular = 1;
      moves.isRepresentative = true;
      return "moves";
    }
  }
  const threads = m.threadCount;
  for (let thread = 0; thread < threads; thread++) if (isEnabled(m, thread)) moves.add(thread);
  moves.regular = moves.count;
  if (moves.count === 0) {
    if (!keepsProgramAlive(m)) return "end";
    if (properties.deadlock) return "deadlock";
  }
  if (m.options.spuriousWakeups === true) {
    for (let thread = 0; thread < threads; thread++) {
      if (canWakeSpuriously(m, thread)) moves.add(thread);
    }
  }
  return moves.count === 0 ? "end" : "moves";
}
