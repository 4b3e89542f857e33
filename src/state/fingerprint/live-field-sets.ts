/**
 * HOT. Which fields are live in a state, kept up to date: after a step only the
 * threads that have moved are asked again. What they could read before is put
 * on a stack, for when the step is taken back.
 */
import { grown } from "../../core/words.ts";
import type { Machine } from "../../vm/machine.ts";
import { MAX_THREADS } from "../../vm/memory/memory.ts";
import { type FieldLiveness, NO_SET } from "../live-cells.ts";

/** On the stack in place of a thread: what is there is the phase, or how many threads there were. */
const PHASE = -1;
const COUNT = -2;

export class LiveFieldSets {
  /** Of the state that was looked at last. */
  set = NO_SET;
  readonly #m: Machine;
  readonly #fields: FieldLiveness;
  /** By thread. */
  readonly #ofThreads = new Int32Array(MAX_THREADS);
  #phase = -1;
  #count = 0;
  /** Of each step that changed something: pairs of a set and its thread, then their number. */
  #saved = new Int32Array(1 << 4);
  #top = 0;

  constructor(m: Machine, fields: FieldLiveness) {
    this.#m = m;
    this.#fields = fields;
  }

  /** The state is one from which there is no going back. */
  start(): void {
    this.#phase = -1;
    this.#count = 0;
    this.look(this.#ofThreads, 0, true, NO_SET);
    this.#top = 0;
  }

  /**
   * A step has led here from a state with the live fields `before`. The first so
   * many of some threads have moved in it, or come to be, and static words were
   * written or not. True when there is something to undo.
   */
  look(moved: Int32Array, count: number, hasStatics: boolean, before: number): boolean {
    const { threads, isEverything = false } = this.#fields;
    // Where all is live no thread is asked. When that is over there is another phase, and all are.
    if (threads === undefined || isEverything) {
      this.set = this.#fields.ofState();
      return false;
    }
    const { threadCount } = this.#m;
    const phase = threads.phase(hasStatics ? -1 : this.#phase);
    const start = this.#top;
    if (phase === this.#phase && threadCount === this.#count) {
      for (let i = 0; i < count; i++) {
        const thread = moved[i]!;
        this.#put(thread, this.#ofThreads[thread]!, threads.ofThread(thread));
      }
    } else {
      this.#put(PHASE, this.#phase, phase);
      this.#put(COUNT, this.#count, threadCount);
      for (let thread = 0; thread < threadCount; thread++) {
        this.#put(thread, this.#ofThreads[thread]!, threads.ofThread(thread));
      }
    }
    if (this.#top === start) {
      this.set = before;
      return false;
    }
    this.set = threads.join(this.#ofThreads, threadCount);
    this.#push((this.#top - start) >> 1);
    return true;
  }

  /** No step from a state with these live fields leads to one with others. */
  isSteady(set: number): boolean {
    return this.#fields.isEverything === true && this.#fields.ofState() === set;
  }

  #put(thread: number, old: number, set: number): void {
    if (set === old) return;
    this.#push(old);
    this.#push(thread);
    this.#setOne(thread, set);
  }

  #push(word: number): void {
    if (this.#top === this.#saved.length) this.#saved = grown(this.#saved);
    this.#saved[this.#top++] = word;
  }

  #setOne(thread: number, set: number): void {
    if (thread === PHASE) this.#phase = set;
    else if (thread === COUNT) this.#count = set;
    else this.#ofThreads[thread] = set;
  }

  /** Takes back what the last step changed that had something to undo. */
  undo(): void {
    const saved = this.#saved;
    let top = this.#top;
    for (let left = saved[--top]!; left > 0; left--) {
      const thread = saved[--top]!;
      this.#setOne(thread, saved[--top]!);
    }
    this.#top = top;
  }

  /** Bytes that the steps to go back take. */
  get stepBytes(): number {
    return this.#top * 4;
  }
}
