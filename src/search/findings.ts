/**
 * What a search has found and its driver has not been told yet. A search notes
 * its findings here while it works; `take` hands over one at a time and forgets it.
 */
import type { Violation } from "./properties/violation.ts";
import { MORE, RESTARTED, type Slice } from "./search.ts";

export class Findings {
  violation: Violation | null = null;
  /** The search has begun again since the last slice. */
  hasRestarted = false;
  /** Which limit ended the search, or cut a part off. */
  limit: string | null = null;

  /** The driver has to be told something before the search goes on. */
  get isWaiting(): boolean {
    return this.violation !== null || this.hasRestarted;
  }

  /** What a slice that ends here tells its driver. A restart first: the violation was found after it. */
  take(): Slice {
    if (this.hasRestarted) {
      this.hasRestarted = false;
      return RESTARTED;
    }
    const { violation } = this;
    if (violation === null) return MORE;
    this.violation = null;
    return { kind: "violated", violation };
  }

  restarted(): void {
    this.violation = null;
    this.limit = null;
    this.hasRestarted = true;
  }
}
