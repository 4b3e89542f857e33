/**
 * Livelocks of a breadth-first search: where each step leads is kept (successor-graph.ts), and
 * when all states have been seen, the components that nothing leads out of are found among them
 * (offline-tarjan.ts). That takes 21 to 23 bytes a state and 4 a transition. Where livelocks are not looked for,
 * nothing is kept.
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

  /** A new state has this number. */
  name(high: number, low: number, number: number): void {
    this.#graph?.name(high, low, number);
  }

  /** The steps of the next state follow; `mayEnd`: the program may also end there at any moment. */
  begin(mayEnd: boolean): void {
    this.#graph?.begin();
    if (mayEnd) this.#graph?.add(EXIT);
  }

  /** A step has led to a state; if it is new, it has this number. */
  arrived(arrival: Arrival, high: number, low: number, number: number): void {
    if (arrival === "matched") this.#graph?.meet(high, low);
    else this.#graph?.add(arrival === "new" ? number : EXIT);
  }

  /**
   * The first state of the next livelock among the states before `end`, whose steps have all been taken. Follows up
   * to so many steps: "more" if that was not enough. Null if there is no other livelock.
   */
  next(end: number, count: number): number | "more" | null {
    if (this.#graph === null) return null;
    this.#components ??= new OfflineComponents(this.#graph, end);
    if (!this.#components.advance(count)) return "more";
    return this.#components.entries[this.#told++] ?? null;
  }
}
