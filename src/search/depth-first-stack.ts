/**
 * The path from the first state to the current one, with the moves left to explore at each level. A level
 * takes only a few words, because a path can be millions of steps long.
 */
import { grown, grownHalves } from "../core/words.ts";
import type { Machine } from "../vm/machine.ts";
import { Moves } from "./judge.ts";
import { sleeperBit } from "./reductions/footprint.ts";
import type { Frontier } from "./search.ts";
import type { Step } from "./step.ts";

/** Words of a level: the number of alternatives, and how many of them have been taken. */
const COUNT = 0;
const NEXT = 1;
/**
 * The thread whose choice this level is, plus one; 0 if the alternatives are threads. The higher bits hold
 * the flags, the sleep set (sleep-sets.ts), and the explored threads that may sleep after later steps from
 * here.
 */
const CHOOSER = 2;
/** The index of the level's first thread. */
const FIRST = 3;
const LEVEL = 4;

const CHOOSER_MASK = 0xfff;
/** A step from this level is on the machine and must be undone first. */
const IS_TAKEN = 1 << 12;
/** Only one of the enabled threads is explored, because its step is unobservable. */
const IS_SINGLE = 1 << 13;
/** The step of that thread led to no new state. */
const HAS_STAYED = 1 << 14;
const SLEEPERS_SHIFT = 15;
const DONE_SHIFT = 23;
const SLEEPERS_MASK = 0xff;

const NO_MOVES = new Moves();

export class DepthFirstStack {
  depth = 0;
  /** The choice of the last step; -1 for none. */
  choice = -1;
  /** Steps that were not offered because their threads were asleep. */
  asleep = 0;
  /** States in which one thread stands for all. */
  represented = 0;
  #levels = new Int32Array(LEVEL << 3);
  /** The threads to explore at all levels, one list after the other. */
  #threads = new Uint16Array(1 << 4);

  get bytes(): number {
    return this.depth * LEVEL * 4 + this.#threadsUsed() * 2;
  }

  #threadsUsed(): number {
    if (this.depth === 0) return 0;
    const at = (this.depth - 1) * LEVEL;
    const isChoice = (this.#levels[at + CHOOSER]! & CHOOSER_MASK) !== 0;
    return this.#levels[at + FIRST]! + (isChoice ? 0 : this.#levels[at + COUNT]!);
  }

  /** Adds a level for a state with these moves, without the sleeping threads. */
  push(moves: Moves, sleepers = 0): void {
    const used = this.#threadsUsed();
    if ((this.depth + 1) * LEVEL > this.#levels.length) {
      this.#levels = grown(this.#levels);
    }
    const at = this.depth++ * LEVEL;
    const levels = this.#levels;
    const isChoice = moves.chooser >= 0;
    levels[at + COUNT] = isChoice ? moves.count : 0;
    levels[at + NEXT] = 0;
    if (moves.isRepresentative) this.represented++;
    levels[at + CHOOSER] =
      (isChoice ? moves.chooser + 1 : 0) |
      (moves.isRepresentative ? IS_SINGLE : 0) |
      (sleepers << SLEEPERS_SHIFT);
    levels[at + FIRST] = used;
    if (!isChoice) this.#offer(moves, -1, sleepers);
  }

  /** Adds a level for a known state, to explore threads that were asleep when it was left. */
  pushAgain(threads: number, sleepers: number): void {
    this.push(NO_MOVES, sleepers);
    this.#offerSet(threads);
  }

  /** Adds all threads but `except` and the sleeping ones to the level on top. */
  #offer(moves: Moves, except: number, sleepers: number): void {
    for (let i = 0; i < moves.count; i++) {
      const thread = moves.threadAt(i);
      if (thread === except) continue;
      if ((sleepers & sleeperBit(thread)) === 0) this.#offerThread(thread);
      else this.asleep++;
    }
  }

  #offerSet(threads: number): void {
    for (let thread = 0; threads >> thread !== 0; thread++) {
      if ((threads & sleeperBit(thread)) !== 0) this.#offerThread(thread);
    }
  }

  #offerThread(thread: number): void {
    const at = (this.depth - 1) * LEVEL;
    const end = this.#levels[at + FIRST]! + this.#levels[at + COUNT]!++;
    if (end === this.#threads.length) {
      this.#threads = grownHalves(this.#threads);
    }
    this.#threads[end] = thread;
  }

  /** The threads that sleep after the next step from the level on top, unless that step depends on theirs. */
  get sleepers(): number {
    const word = this.#levels[(this.depth - 1) * LEVEL + CHOOSER]!;
    return ((word >> SLEEPERS_SHIFT) | (word >> DONE_SHIFT)) & SLEEPERS_MASK;
  }

  /** The thread's step from the level on top has been taken and stayed within its footprint. */
  markExplored(thread: number): void {
    this.#levels[(this.depth - 1) * LEVEL + CHOOSER]! |= sleeperBit(thread) << DONE_SHIFT;
  }

  /** Wakes one of the threads that sleep at the level on top; false if there is none. */
  wake(): boolean {
    const at = (this.depth - 1) * LEVEL + CHOOSER;
    const sleepers = (this.#levels[at]! >> SLEEPERS_SHIFT) & SLEEPERS_MASK;
    if (sleepers === 0) return false;
    const first = sleepers & -sleepers;
    this.#levels[at]! &= ~(first << SLEEPERS_SHIFT);
    this.asleep--;
    this.#offerSet(first);
    return true;
  }

  hasMore(): boolean {
    const at = (this.depth - 1) * LEVEL;
    return this.#levels[at + NEXT]! < this.#levels[at + COUNT]!;
  }

  /** Takes the next alternative of the level on top, and returns the thread to run. */
  take(): number {
    const at = (this.depth - 1) * LEVEL;
    const next = this.#levels[at + NEXT]!++;
    const chooser = (this.#levels[at + CHOOSER]! & CHOOSER_MASK) - 1;
    this.#levels[at + CHOOSER]! |= IS_TAKEN;
    this.choice = chooser < 0 ? -1 : next;
    return chooser < 0 ? this.#threads[this.#levels[at + FIRST]! + next]! : chooser;
  }

  /** Undoes the step taken from the level on top; false if there is none. */
  goBack(m: Pick<Machine, "popTransition">): boolean {
    const at = (this.depth - 1) * LEVEL + CHOOSER;
    if ((this.#levels[at]! & IS_TAKEN) === 0) return false;
    m.popTransition();
    this.#levels[at]! &= ~IS_TAKEN;
    return true;
  }

  pop(): void {
    this.depth--;
  }

  /** The search restarts. */
  clearCounts(): void {
    this.asleep = 0;
    this.represented = 0;
  }

  /** Steps that are offered on the path and have not been taken. */
  get frontier(): Frontier {
    let steps = 0;
    let shallowest = this.depth;
    for (let level = 0; level < this.depth; level++) {
      const at = level * LEVEL;
      const open = this.#levels[at + COUNT]! - this.#levels[at + NEXT]!;
      if (open > 0 && steps === 0) shallowest = level;
      steps += open;
    }
    return { kind: "stack", steps, depth: this.depth, shallowest };
  }

  /** The step from the level on top led to no new state. */
  stayed(): void {
    if (this.depth > 0) this.#levels[(this.depth - 1) * LEVEL + CHOOSER]! |= HAS_STAYED;
  }

  /**
   * True if only one thread was explored and its step led to no new state, so that full expansion is needed.
   */
  mustExpandFully(): boolean {
    const at = (this.depth - 1) * LEVEL + CHOOSER;
    return (this.#levels[at]! & (IS_SINGLE | HAS_STAYED)) === (IS_SINGLE | HAS_STAYED);
  }

  /** Full expansion: adds the threads that were left out. */
  widen(moves: Moves): void {
    const at = (this.depth - 1) * LEVEL;
    this.#levels[at + CHOOSER]! &= ~IS_SINGLE;
    this.represented--;
    this.#offer(moves, this.#threads[this.#levels[at + FIRST]!]!, 0);
  }

  /** The first alternative of the level on top, if that is a choice. */
  firstChoice(): Step | null {
    const chooser = (this.#levels[(this.depth - 1) * LEVEL + CHOOSER]! & CHOOSER_MASK) - 1;
    return chooser < 0 ? null : { thread: chooser, choice: 0 };
  }

  steps(): Step[] {
    const steps: Step[] = [];
    for (let level = 0; level < this.depth; level++) {
      const at = level * LEVEL;
      const taken = this.#levels[at + NEXT]! - 1;
      if (taken < 0) continue;
      const chooser = (this.#levels[at + CHOOSER]! & CHOOSER_MASK) - 1;
      steps.push(
        chooser < 0
          ? { thread: this.#threads[this.#levels[at + FIRST]! + taken]!, choice: -1 }
          : { thread: chooser, choice: taken },
      );
    }
    return steps;
  }
}
