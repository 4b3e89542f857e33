/**
 * Livelocks of a breadth-first search. The search records its transitions (successor-graph.ts). When all
 * states have been visited, the components that no step leaves are computed (offline-tarjan.ts). That takes
 * 21 to 23 bytes for each state and 4 for each transition. Nothing is recorded if livelocks are not checked.
 */
import type { Arrival } from "../search.ts";
import { OfflineComponents } from "./offline-tarjan.ts";
import { EXIT, SuccessorGraph } from "./successor-graph.ts";

export class OfflineLivelocks {
  readonly #isWanted: boolean;
  #graph: SuccessorGraph | null = null;
  #components: OfflineComponents | null = null;
  #told = 0;

  constructor(isWanted: boolean) {
    this.#isWanted = isWanted;
    this.clear();
  }

  get bytes(): number {
    return this.#graph?.bytes ?? 0;
  }

  clear(): void {
    this.#graph = this.#isWanted ? new SuccessorGraph() : null;
    this.#components = null;
    this.#told = 0;
  }

  /** Assigns this number to a new state. */
  name(high: number, low: number, number: number): void {
    this.#graph?.name(high, low, number);
  }

  /** The steps of the next state follow. `mayEnd`: the program may also end in that state. */
  begin(mayEnd: boolean): void {
    this.#graph?.begin();
    if (mayEnd) this.#graph?.add(EXIT);
  }

  /** A step has led to a state; a new state gets this number. */
  arrived(arrival: Arrival, high: number, low: number, number: number): void {
    if (arrival === "matched") this.#graph?.meet(high, low);
    else this.#graph?.add(arrival === "new" ? number : EXIT);
  }

  /**
   * The first state of the next livelock among the states before `end`, whose steps have all been taken.
   * Follows at most `count` steps; "more" means that this was not enough. Null if there is no further
   * livelock.
   */
  next(end: number, count: number): number | "more" | null {
    if (this.#graph === null) return null;
    this.#components ??= new OfflineComponents(this.#graph, end);
    if (!this.#components.advance(count)) return "more";
    return this.#components.entries[this.#told++] ?? null;
  }
}
