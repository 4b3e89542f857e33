/**
 * Controls the cost of the reductions during a search (effort.ts): stops or postpones parts, and records
 * notes about that.
 */

import type { SearchCounters } from "../counters.ts";
import type { DynamicReduction } from "./dynamic-reduction.ts";
import { type DvrEffort, type EffortNote, type Given, searchWork } from "./effort.ts";
import type { Restarts } from "./restarts.ts";

export class Efforts {
  readonly #notes: EffortNote[] = [];
  readonly #isAlways: boolean;
  readonly #restarts: Restarts;
  readonly #dynamic: DynamicReduction;
  readonly #counters: SearchCounters;

  constructor(
    effort: DvrEffort,
    restarts: Restarts,
    dynamic: DynamicReduction,
    counters: SearchCounters,
  ) {
    this.#isAlways = effort === "always";
    this.#restarts = restarts;
    this.#dynamic = dynamic;
    this.#counters = counters;
  }

  get #work(): number {
    return searchWork(this.#counters.transitions, this.#counters.instructions);
  }

  #note(part: EffortNote["part"], what: EffortNote["what"], states: number, given: Given): void {
    this.#notes.push({ part, what, states, ...given });
  }

  /**
   * Call with the number of states, and whether the search continues (`isGoingOn`). Makes postponed analyses
   * when they are due, which restarts the search. Stops dynamic reduction if it costs more than it saves.
   */
  weigh(states: number, isGoingOn: boolean): void {
    if (isGoingOn && !this.#restarts.isRequested && this.#isDue(states)) this.#restarts.request();
    if (this.#dynamic.isActive && this.#isLoss(states)) this.#dynamic.giveUp();
  }

  #isDue(states: number): boolean {
    const { world } = this.#restarts;
    const { patience } = world;
    if (patience === null || this.#work < patience) return false;
    this.#note("hybrid", "put off", states, { cost: patience, gain: this.#work });
    world.start();
    return true;
  }

  /**
   * True if dynamic reduction should stop. If it `isBroken` instead, the search restarts, and it may do
   * better then.
   */
  #isLoss(states: number): boolean {
    const dynamic = this.#dynamic;
    if (this.#isAlways || dynamic.isBroken) return false;
    const loss = dynamic.lossAt(() => this.#work);
    if (loss === null) return false;
    this.#note("dynamic", dynamic.isBroken ? "begun again" : "given up", states, loss);
    return !dynamic.isBroken;
  }

  /** The notes of a search that ends with this many states. */
  notesAt(states: number): readonly EffortNote[] {
    const { patience } = this.#restarts.world;
    if (patience === null) return this.#notes;
    const given = { cost: patience, gain: this.#work };
    return [...this.#notes, { part: "hybrid", what: "left out", states, ...given }];
  }
}
