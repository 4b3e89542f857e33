/**
 * What a search has found wrong and its driver has not been told yet. A search asks here for the properties of
 * a state, and notes ends and limits here. `take` hands over one thing at a time and forgets it.
 */
import type { Machine } from "../vm/machine.ts";
import { Inspectors, type ProgramStage, type StateProperty } from "./properties/property.ts";
import { describeEnd } from "./properties/table.ts";
import type { Violation } from "./properties/violation.ts";
import { MORE, RESTARTED, type SearchSetup, type Slice } from "./search.ts";
import type { Step } from "./step.ts";

export class Findings {
  #violation: Violation | null = null;
  /** Found in the same state. */
  #second: Violation | null = null;
  /** Which limit cut a part off. */
  limit: string | null = null;
  /** The search has begun again since the last slice. */
  #hasRestarted = false;
  readonly #m: Machine;
  readonly #properties: readonly StateProperty[];
  readonly #inspectors: Inspectors;
  readonly #trace: () => Step[];

  constructor(m: Machine, { inspected = [] }: SearchSetup, trace: () => Step[]) {
    this.#m = m;
    this.#properties = inspected;
    this.#inspectors = new Inspectors(inspected);
    this.#trace = trace;
  }

  get violation(): Violation | null {
    return this.#violation;
  }

  set violation(violation: Violation | null) {
    this.#violation = violation;
    this.#second = null;
  }

  /** The driver has to be told something before the search goes on. */
  get isWaiting(): boolean {
    return this.#violation !== null || this.#hasRestarted;
  }

  /** What a slice that ends here tells its driver. A restart first: the violation was found after it. */
  take(): Slice {
    if (this.#hasRestarted) {
      this.#hasRestarted = false;
      return RESTARTED;
    }
    const { violation } = this;
    if (violation === null) return MORE;
    this.violation = this.#second;
    return { kind: "violated", violation };
  }

  /** False if no property has a question about such a state. */
  asksAbout(stage: ProgramStage): boolean {
    return this.#inspectors.asksAbout(stage);
  }

  /** Asks the properties about the present state; true if one of them does not hold. */
  inspect(stage: ProgramStage): boolean {
    if (!this.#inspectors.asksAbout(stage)) return false;
    this.violation = this.#inspectors.inspect(this.#m, stage, this.#trace);
    return this.violation !== null;
  }

  /** The present state is an end of this kind. */
  noteEnd(kind: "deadlock" | "uncaught"): void {
    this.violation = describeEnd(this.#m, kind, this.#trace());
    this.#second = this.#inspectors.inspectWrongEnd(this.#m, this.#trace);
  }

  noteDepthLimit(depth: number): void {
    this.limit = `depth ${depth}`;
  }

  restarted(): void {
    this.violation = null;
    this.limit = null;
    this.#hasRestarted = true;
    for (const property of this.#properties) property.restarted?.();
  }
}
