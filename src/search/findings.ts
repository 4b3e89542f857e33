/**
 * What a search has found wrong and its driver has not been told yet. A search asks here for the properties of
 * a state, and notes ends and limits here. `take` hands over one thing at a time and forgets it.
 */
import type { Machine } from "../vm/machine.ts";
import { inspectAll, type StateProperty } from "./properties/property.ts";
import { describeViolation, type Violation } from "./properties/violation.ts";
import { MORE, RESTARTED, type SearchSetup, type Slice } from "./search.ts";
import type { Step } from "./step.ts";

export class Findings {
  violation: Violation | null = null;
  /** Which limit cut a part off. */
  limit: string | null = null;
  /** The search has begun again since the last slice. */
  #hasRestarted = false;
  readonly #m: Machine;
  readonly #properties: readonly StateProperty[];
  readonly #trace: () => Step[];

  constructor(m: Machine, { inspected = [] }: SearchSetup, trace: () => Step[]) {
    this.#m = m;
    this.#properties = inspected;
    this.#trace = trace;
  }

  /** The driver has to be told something before the search goes on. */
  get isWaiting(): boolean {
    return this.violation !== null || this.#hasRestarted;
  }

  /** What a slice that ends here tells its driver. A restart first: the violation was found after it. */
  take(): Slice {
    if (this.#hasRestarted) {
      this.#hasRestarted = false;
      return RESTARTED;
    }
    const { violation } = this;
    if (violation === null) return MORE;
    this.violation = null;
    return { kind: "violated", violation };
  }

  /** There are properties that every state is asked for. */
  get hasProperties(): boolean {
    return this.#properties.length > 0;
  }

  /** Asks the properties about the present state; true if one of them does not hold. */
  inspect(isEnd: boolean): boolean {
    if (!this.hasProperties) return false;
    this.violation = inspectAll(this.#properties, this.#m, isEnd, this.#trace);
    return this.violation !== null;
  }

  /** The present state is an end of this kind. */
  noteEnd(kind: "deadlock" | "uncaught"): void {
    this.violation = describeViolation(this.#m, kind, this.#trace());
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
