/**
 * HOT. Sleep sets: from a state whose threads `a` and `b` are about to do
 * things that have nothing to do with each other, doing `a` first and `b` first
 * leads to the same state. Once everything after `a` has been explored, `a` need
 * not be tried again right after `b`: it is *asleep* there, and stays so until
 * a step that it depends on wakes it up. All states are visited, by far fewer
 * steps. See docs/reductions.md for why, and for what else has to be kept.
 *
 * What a step touches is predicted before it is taken (footprint.ts). Whether it
 * stayed within that is asked afterwards: it may have woken a thread, say.
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
  /** The store keeps sleep sets, so that threads can sleep. */
  isActive = false;
  /** The threads that sleep in the state that the step under way leads to. */
  asleep = 0;
  readonly #m: Machine;
  readonly #isWanted: boolean;
  #footprint = ANY_ACCESS;

  constructor(m: Machine, isWanted: boolean) {
    this.#m = m;
    this.#isWanted = isWanted;
  }

  /** The search begins, or begins again, with this store, which is empty. */
  begin(store: StateStore): void {
    this.isActive = this.#isWanted && store.storeSleepSets();
    this.asleep = 0;
  }

  /** Predicts the footprint of a thread's step, and who of the sleeping threads sleeps on behind it. */
  beforeStep(thread: number, choice: number, sleeping: number): void {
    const m = this.#m;
    const isKnown = this.isActive && choice < 0;
    this.#footprint = isKnown ? footprintOfNextStep(m, thread) : ANY_ACCESS;
    this.asleep = sleeping === 0 ? 0 : stillAsleep(m, sleeping, this.#footprint);
  }

  /** The word that the step is expected to change, 0 if that is not known. */
  get expectedWord(): number {
    return footprintWord(this.#footprint);
  }

  /** How the step ended does not contradict its footprint. */
  stayedWithin(thread: number, stop: Stop): boolean {
    return stayedWithin(this.#m, this.#footprint, thread, stop);
  }

  wakeAll(): void {
    this.asleep = 0;
  }

  /** In the state just reached one thread may stand for all: then nobody sleeps. To be called before the state is looked up. */
  arrive(): void {
    if (this.asleep !== 0 && unobservableThread(this.#m) >= 0) this.asleep = 0;
  }
}
