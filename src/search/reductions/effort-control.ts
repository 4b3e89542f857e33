/**
 * What a search does about the cost of its reductions, as it goes (effort.ts): which part is given
 * up or begins late, and what there is to say about that.
 */

import type { SearchCounters } from "../counters.ts";
import type { AssumedWorld } from "./assumed-world.ts";
import type { DynamicReduction } from "./dynamic-reduction.ts";
import { type DvrEffort, type EffortNote, type Given, searchWork } from "./effort.ts";

export class Efforts {
  readonly #notes: EffortNote[] = [];
  readonly #isAlways: boolean;
  readonly #world: AssumedWorld | null;
  readonly #tally: SearchCounters;

  constructor(effort: DvrEffort, world: AssumedWorld | null, tally: SearchCounters) {
    this.#isAlways = effort === "always";
    this.#world = world;
    this.#tally = tally;
  }

  get #work(): number {
    return searchWork(this.#tally.transitions, this.#tally.instructions);
  }

  #note(part: EffortNote["part"], what: EffortNote["what"], states: number, given: Given): void {
    this.#notes.push({ part, what, states, ...given });
  }

  /** True when the analyses that were put off are due: the search, which has so many states, begins again then. */
  isDue(states: number): boolean {
    const patience = this.#world?.patience ?? null;
    if (patience === null || this.#work < patience) return false;
    this.#note("hybrid", "put off", states, { cost: patience, gain: this.#work });
    this.#world!.start();
    return true;
  }

  /** True when this is to be given up. Or it is `isBroken`: the search begins again, and may do better. */
  isLoss(dynamic: DynamicReduction, states: number): boolean {
    if (this.#isAlways || dynamic.isBroken) return false;
    const loss = dynamic.lossAt(() => this.#work);
    if (loss === null) return false;
    this.#note("dynamic", dynamic.isBroken ? "begun again" : "given up", states, loss);
    return !dynamic.isBroken;
  }

  /** What is to be said of a search that ends with so many states. */
  notesAt(states: number): readonly EffortNote[] {
    const patience = this.#world?.patience ?? null;
    if (patience === null) return this.#notes;
    const given = { cost: patience, gain: this.#work };
    return [...this.#notes, { part: "hybrid", what: "left out", states, ...given }];
  }
}
