/**
 * HOT. Sleep sets. If two threads `a` and `b` are about to take independent steps, running `a` first and `b`
 * first lead to the same state. Once everything after `a` has been explored, `a` need not run directly after
 * `b`: it is *asleep* there until a step that depends on it wakes it up. All states are still visited, with
 * far fewer steps. docs/reductions.md has the argument and says what has to be stored.
 *
 * What a step will access is predicted before it is taken (footprint.ts). Afterwards the search checks that
 * it accessed nothing else; it may have woken a thread, for instance.
 */
import type { StateStore } from "../../state/stores/store.ts";
import type { Stop } from "../../vm/interpreter/stop.ts";
import type { Machine } from "../../vm/machine.ts";
import { unobservableThread } from "../step.ts";
import {
  ANY_ACCESS,
  footprintOfNextStep,
  footprintWord,
  stayedWithin,
  stillAsleep,
} from "./footprint.ts";

export class SleepSets {
  /** Threads can sleep, because the store keeps sleep sets. */
  isActive = false;
  /** The threads that are asleep in the state that the current step leads to. */
  asleep = 0;
  readonly #m: Machine;
  readonly #isWanted: boolean;
  #footprint = ANY_ACCESS;

  constructor(m: Machine, isWanted: boolean) {
    this.#m = m;
    this.#isWanted = isWanted;
  }

  /** The search starts or restarts with this store, which is empty. */
  begin(store: StateStore): void {
    this.isActive = this.#isWanted && store.storeSleepSets();
    this.asleep = 0;
  }

  /** Predicts the footprint of a thread's step, and which sleeping threads stay asleep after it. */
  beforeStep(thread: number, choice: number, sleeping: number): void {
    const m = this.#m;
    const isKnown = this.isActive && choice < 0;
    this.#footprint = isKnown ? footprintOfNextStep(m, thread) : ANY_ACCESS;
    this.asleep = sleeping === 0 ? 0 : stillAsleep(m, sleeping, this.#footprint);
  }

  /** The word that the step is expected to change; 0 if unknown. */
  get expectedWord(): number {
    return footprintWord(this.#footprint);
  }

  /** True if the end of the step is consistent with its footprint. */
  stayedWithin(thread: number, stop: Stop): boolean {
    return stayedWithin(this.#m, this.#footprint, thread, stop);
  }

  wakeAll(): void {
    this.asleep = 0;
  }

  /**
   * If one thread may stand for all in the state just reached, no thread is asleep there. Call before the
   * state is looked up.
   */
  arrive(): void {
    if (this.asleep !== 0 && unobservableThread(this.#m) >= 0) this.asleep = 0;
  }
}
