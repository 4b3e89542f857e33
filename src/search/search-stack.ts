/**
 * The path from the first state to the present one, with what is left to try on
 * the way: a few words a level, because a path can be millions of steps long.
 */
import type { Machine } from "../vm/machine.ts";
import type { Step } from "./step.ts";

/** Words of a level. The first four are the mark to go back to. */
const HAS_MARK = 4;
/** How many alternatives there are, and how many of them have been taken. */
const COUNT = 5;
const NEXT = 6;
/** The thread whose choice this is; -1 when the alternatives are threads. */
const CHOOSER = 7;
/** The one thread tried instead of all that could run, plus one; 0 for all. */
const SINGLE = 8;
/** The step with that one led to no new state. */
const STAYED = 9;
/** Where the level's threads begin. */
const FIRST = 10;
const LEVEL = 11;

export class SearchStack {
  depth = 0;
  /** What the step taken last chose; -1 for nothing. */
  choice = -1;
  #levels = new Int32Array(LEVEL << 8);
  /** The threads to try of all levels, one list after the other. */
  #threads = new Uint16Array(1 << 10);

  get bytes(): number {
    return this.depth * LEVEL * 4 + this.#threadsUsed() * 2;
  }

  #threadsUsed(): number {
    if (this.depth === 0) return 0;
    const at = (this.depth - 1) * LEVEL;
    const isChoice = this.#levels[at + CHOOSER]! >= 0;
    return this.#levels[at + FIRST]! + (isChoice ? 0 : this.#levels[at + COUNT]!);
  }

  /** A new level: a choice of `thread` among so many, or (choices < 0) threads that are offered next. */
  push(choices: number, thread: number, single: number): void {
    const used = this.#threadsUsed();
    if ((this.depth + 1) * LEVEL > this.#levels.length) {
      const levels = new Int32Array(this.#levels.length * 2);
      levels.set(this.#levels);
      this.#levels = levels;
    }
    const at = this.depth++ * LEVEL;
    const levels = this.#levels;
    levels[at + HAS_MARK] = 0;
    levels[at + COUNT] = choices < 0 ? 0 : choices;
    levels[at + NEXT] = 0;
    levels[at + CHOOSER] = choices < 0 ? -1 : thread;
    levels[at + SINGLE] = single + 1;
    levels[at + STAYED] = 0;
    levels[at + FIRST] = used;
  }

  /** Adds threads to try to the level on top. */
  offer(threads: readonly number[]): void {
    const at = (this.depth - 1) * LEVEL;
    let end = this.#levels[at + FIRST]! + this.#levels[at + COUNT]!;
    if (end + threads.length > this.#threads.length) {
      const larger = new Uint16Array(this.#threads.length * 2 + threads.length);
      larger.set(this.#threads);
      this.#threads = larger;
    }
    for (const thread of threads) this.#threads[end++] = thread;
    this.#levels[at + COUNT]! += threads.length;
  }

  hasMore(): boolean {
    const at = (this.depth - 1) * LEVEL;
    return this.#levels[at + NEXT]! < this.#levels[at + COUNT]!;
  }

  /** Takes the next alternative of the level on top; the thread that is to run. */
  take(): number {
    const at = (this.depth - 1) * LEVEL;
    const next = this.#levels[at + NEXT]!++;
    const chooser = this.#levels[at + CHOOSER]!;
    this.choice = chooser < 0 ? -1 : next;
    return chooser < 0 ? this.#threads[this.#levels[at + FIRST]! + next]! : chooser;
  }

  /** The step begins; the registers are the thread's. */
  mark(m: Machine): void {
    const at = (this.depth - 1) * LEVEL;
    m.beginTransitionAt(this.#levels, at, m.fp, m.sp);
    this.#levels[at + HAS_MARK] = 1;
  }

  /** Takes back the step of the level on top, if one is taken. */
  goBack(m: Machine): void {
    const at = (this.depth - 1) * LEVEL;
    if (this.#levels[at + HAS_MARK] === 0) return;
    m.undoToMarkAt(this.#levels, at);
    this.#levels[at + HAS_MARK] = 0;
  }

  pop(): void {
    this.depth--;
  }

  /** The step of the level on top led to a state that was known. */
  stayed(): void {
    if (this.depth > 0) this.#levels[(this.depth - 1) * LEVEL + STAYED] = 1;
  }

  /** The only thread tried, when its step led nowhere and the others must be tried too; -1 otherwise. Asked once. */
  skipped(): number {
    const at = (this.depth - 1) * LEVEL;
    const single = this.#levels[at + SINGLE]! - 1;
    if (single < 0 || this.#levels[at + STAYED] === 0) return -1;
    this.#levels[at + SINGLE] = 0;
    return single;
  }

  /** Back to the first state, and nothing left to try. */
  clear(m: Machine): void {
    if (this.depth > 0 && this.#levels[HAS_MARK] !== 0) m.undoToMarkAt(this.#levels, 0);
    this.depth = 0;
  }

  steps(): Step[] {
    const steps: Step[] = [];
    for (let level = 0; level < this.depth; level++) {
      const at = level * LEVEL;
      const taken = this.#levels[at + NEXT]! - 1;
      if (taken < 0) continue;
      const chooser = this.#levels[at + CHOOSER]!;
      steps.push(
        chooser < 0
          ? { thread: this.#threads[this.#levels[at + FIRST]! + taken]!, choice: -1 }
          : { thread: chooser, choice: taken },
      );
    }
    return steps;
  }
}
