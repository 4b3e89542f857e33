/** The checker's own searches, continued past every violation, and the outcomes they find. */
import { slices } from "../../check/driver.ts";
import { DepthFirst } from "../../search/depth-first.ts";
import { propertyOf } from "../../search/properties/table.ts";
import type { Search, SearchSetup } from "../../search/search.ts";
import { keepsProgramAlive } from "../../search/step.ts";
import type { Machine } from "../../vm/machine.ts";
import { isEnabled } from "../../vm/threads/enabled.ts";
import { DEFAULT_TEXTS, type Exploration, FoundOutcomes, type OutcomeTexts } from "./outcomes.ts";

export interface Searched extends Exploration {
  /** There is a livelock. */
  readonly hasLivelock: boolean;
  /**
   * Whether the search can exclude livelocks. It cannot if the clock stands still, because a loop may wait
   * for a later time.
   */
  readonly detectsLivelock: boolean;
  /** What the properties reported, which are evaluated in every state. */
  readonly complaints: ReadonlySet<string>;
}

const DEPTH_LIMIT = 1_000_000;

export const limitsOf = (states: number): { states: number; depth: number } => ({
  states,
  depth: DEPTH_LIMIT,
});

/** Searches depth-first, by default with the store that `deadwood check` uses. */
export const explore = (
  m: Machine,
  limit: number,
  texts: OutcomeTexts = DEFAULT_TEXTS,
  setup: SearchSetup = {},
): Searched => exploreWith(new DepthFirst(m, limitsOf(limit), setup), texts);

export function exploreWith(search: Search, texts: OutcomeTexts = DEFAULT_TEXTS): Searched {
  const m = search.machine;
  const found = new FoundOutcomes(texts);
  const complaints = new Set<string>();
  let ends = 0;
  let hasLivelock = false;
  let isComplete = false;
  for (const slice of slices(search, 1)) {
    if (slice.kind === "restarted") {
      // Earlier findings remain true but will be found again. Random walks continue counting ends, other
      // searches start at 0.
      ({ ends } = search.counts);
      found.clear();
      complaints.clear();
      hasLivelock = false;
      continue;
    }
    const violation = slice.kind === "violated" ? slice.violation : null;
    const foundAt = violation === null ? null : propertyOf(violation.kind).foundAt;
    if (violation !== null && foundAt === "state") complaints.add(violation.message);
    if (foundAt === "cycle") hasLivelock = true;
    const now = search.counts.ends;
    if (now > ends) {
      ends = now;
      if (violation === null || foundAt !== "end") {
        // The thread that ended the program could have continued; if all threads have ended, none could.
        if (isEnabled(m, m.thread)) found.addExit(m);
        else if (keepsProgramAlive(m)) found.addDeadlock(m);
        else found.addEnd(m);
      } else if (violation.exception === undefined) found.addDeadlock(m);
      else found.addUncaught(violation);
    }
    isComplete = slice.kind === "done";
  }
  const { states } = search.counts;
  const { outcomes, observed } = found;
  const detectsLivelock = hasLivelock || m.approximations.size === 0;
  return { outcomes, observed, states, isComplete, hasLivelock, detectsLivelock, complaints };
}
