/**
 * What a search does about the cost of its reductions, as it goes (effort.ts): which part is given
 * up or begins late, and what there is to say about that.
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
   * Asked of a search with so many states, which `isGoingOn`. Analyses that were put off are made when they are due, and
   * the search begins again for that. Dynamic reduction is given up if it costs more than it saves.
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

  /** True when dynamic reduction is to be given up. Or it is `isBroken`: the search begins again, and may do better. */
  #isLoss(states: number): boolean {
    const dynamic = this.#dynamic;
    if (this.#isAlways || dynamic.isBroken) return false;
    const loss = dynamic.lossAt(() => this.#work);
    if (loss === null) return false;
    this.#note("dynamic", dynamic.isBroken ? "begun again" : "given up", states, loss);
    return !dynamic.isBroken;
  }

  /** What is to be said of a search that ends with so many states. */
  notesAt(states: number): readonly EffortNote[] {
    const { patience } = this.#restarts.world;
    if (patience === null) return this.#notes;
    const given = { cost: patience, gain: this.#work };
    return [...this.#notes, { part: "hybrid", what: "left out", states, ...given }];
  }
}
