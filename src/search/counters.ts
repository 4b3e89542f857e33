/** The counters of a search since its start or its last restart. */
import type { Machine } from "../vm/machine.ts";
import type { SearchCounts } from "./search.ts";
import { liveThreads } from "./step.ts";

type Counts = Pick<
  Required<SearchCounts>,
  "matched" | "transitions" | "maxDepth" | "ends" | "instructions" | "maxThreads" | "stackBytes"
>;

export class SearchCounters {
  matched = 0;
  /** States that were recognised by their live part, but continued from and stored for that. */
  keptAgain = 0;
  transitions = 0;
  maxDepth = 0;
  ends = 0;
  maxThreads = 1;
  stackBytes = 0;
  readonly #m: Machine;
  #instructionsBefore = 0;

  constructor(m: Machine) {
    this.#m = m;
    this.#instructionsBefore = m.instructions;
  }

  get instructions(): number {
    return this.#m.instructions - this.#instructionsBefore;
  }

  get counts(): Counts {
    const { matched, transitions, maxDepth, ends, instructions, maxThreads, stackBytes } = this;
    return { matched, transitions, maxDepth, ends, instructions, maxThreads, stackBytes };
  }

  /** Counts threads only if there may be more than before. */
  noteThreads(): void {
    if (this.#m.threadCount > this.maxThreads) {
      this.maxThreads = Math.max(this.maxThreads, liveThreads(this.#m));
    }
  }

  clear(): void {
    this.matched = 0;
    this.keptAgain = 0;
    this.transitions = 0;
    this.maxDepth = 0;
    this.ends = 0;
    this.maxThreads = 1;
    this.stackBytes = 0;
    this.#instructionsBefore = this.#m.instructions;
  }
}
