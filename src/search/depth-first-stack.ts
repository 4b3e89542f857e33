/**
 * The path from the first state to the present one, with what is left to try on
 * the way: a few words a level, because a path can be millions of steps long.
 */
import { grown, grownHalves } from "../core/words.ts";
import type { Machine } from "../vm/machine.ts";
import { Moves } from "./judge.ts";
import { sleeperBit } from "./reductions/footprint.ts";
import type { Step } from "./step.ts";

/** Words of a level: how many alternatives there are, and how many of them have been taken. */
const COUNT = 0;
const NEXT = 1;
/**
 * The thread whose choice this is, plus one; 0 when the alternatives are
 * threads. Above it, flags, the threads that sleep (sleep-sets.ts), and those that
 * may sleep after their step from here.
 */
const CHOOSER = 2;
/** Where the level's threads begin. */
const FIRST = 3;
const LEVEL = 4;

const CHOOSER_MASK = 0xfff;
/** A step is taken, and must be taken back first. */
const IS_TAKEN = 1 << 12;
/** Only one thread is tried instead of all that could run, because nobody can notice what it does. */
const IS_SINGLE = 1 << 13;
/** The step with that one led to no new state. */
const HAS_STAYED = 1 << 14;
const SLEEPERS_SHIFT = 15;
const DONE_SHIFT = 23;
const SLEEPERS_MASK = 0xff;

const NO_MOVES = new Moves();

export class DepthFirstStack {
  depth = 0;
  /** What the step taken last chose; -1 for nothing. */
  choice = -1;
  #levels = new Int32Array(LEVEL << 3);
  /** The threads to try of all levels, one list after the other. */
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

  /** A level for a state from which these moves are possible, but for the threads asleep. */
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
    levels[at + CHOOSER] =
      (isChoice ? moves.chooser + 1 : 0) |
      (moves.isRepresentative ? IS_SINGLE : 0) |
      (sleepers << SLEEPERS_SHIFT);
    levels[at + FIRST] = used;
    if (!isChoice) this.#offer(moves, -1, sleepers);
  }

  /** A level for a known state, to try some threads that slept when it was left. */
  pushAgain(threads: number, sleepers: number): void {
    this.push(NO_MOVES, sleepers);
    this.#offerSet(threads);
  }

  /** Adds all threads but one, and those asleep, to those to try on the level on top. */
  #offer(moves: Moves, except: number, sleepers: number): void {
    for (let i = 0; i < moves.count; i++) {
      const thread = moves.threadAt(i);
      if (thread !== except && (sleepers & sleeperBit(thread)) === 0) this.#offerThread(thread);
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

  /** The threads that need not be tried after the next step of the level on top, unless it has to do with theirs. */
  get sleepers(): number {
    const word = this.#levels[(this.depth - 1) * LEVEL + CHOOSER]!;
    return ((word >> SLEEPERS_SHIFT) | (word >> DONE_SHIFT)) & SLEEPERS_MASK;
  }

  /** The thread's step from the level on top has been taken, and concerned nobody but whom it was said to. */
  markExplored(thread: number): void {
    this.#levels[(this.depth - 1) * LEVEL + CHOOSER]! |= sleeperBit(thread) << DONE_SHIFT;
  }

  /** Lets one that sleeps on the level on top be tried all the same; false when none does. */
  wake(): boolean {
    const at = (this.depth - 1) * LEVEL + CHOOSER;
    const sleepers = (this.#levels[at]! >> SLEEPERS_SHIFT) & SLEEPERS_MASK;
    if (sleepers === 0) return false;
    const first = sleepers & -sleepers;
    this.#levels[at]! &= ~(first << SLEEPERS_SHIFT);
    this.#offerSet(first);
    return true;
  }

  hasMore(): boolean {
    const at = (this.depth - 1) * LEVEL;
    return this.#levels[at + NEXT]! < this.#levels[at + COUNT]!;
  }

  /** Takes the next alternative of the level on top; the thread that is to run. */
  take(): number {
    const at = (this.depth - 1) * LEVEL;
    const next = this.#levels[at + NEXT]!++;
    const chooser = (this.#levels[at + CHOOSER]! & CHOOSER_MASK) - 1;
    this.#levels[at + CHOOSER]! |= IS_TAKEN;
    this.choice = chooser < 0 ? -1 : next;
    return chooser < 0 ? this.#threads[this.#levels[at + FIRST]! + next]! : chooser;
  }

  /** Takes back the step of the level on top; false when none is taken. */
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

  /** The step of the level on top led to no new state. */
  stayed(): void {
    if (this.depth > 0) this.#levels[(this.depth - 1) * LEVEL + CHOOSER]! |= HAS_STAYED;
  }

  /** True when only one thread was tried and its step led nowhere, so that the others must be tried too. */
  mustExpandFully(): boolean {
    const at = (this.depth - 1) * LEVEL + CHOOSER;
    return (this.#levels[at]! & (IS_SINGLE | HAS_STAYED)) === (IS_SINGLE | HAS_STAYED);
  }

  /** Adds the threads that were left out. */
  widen(moves: Moves): void {
    const at = (this.depth - 1) * LEVEL;
    this.#levels[at + CHOOSER]! &= ~IS_SINGLE;
    this.#offer(moves, this.#threads[this.#levels[at + FIRST]!]!, 0);
  }

  /** The first alternative of the level on top where that is a choice. */
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
