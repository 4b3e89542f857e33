/** The checker's own searches, past every violation, and what they find a program can end in. */
import { slices } from "../../check/driver.ts";
import { DepthFirst } from "../../search/depth-first.ts";
import { propertyOf } from "../../search/properties/table.ts";
import type { Search, SearchSetup } from "../../search/search.ts";
import { keepsProgramAlive } from "../../search/step.ts";
import type { Machine } from "../../vm/machine.ts";
import { isEnabled } from "../../vm/threads/round-robin.ts";
import { DEFAULT_TEXTS, type Exploration, FoundOutcomes, type OutcomeTexts } from "./outcomes.ts";

export interface Searched extends Exploration {
  /** Some state is in a cycle that no schedule leaves. */
  readonly hasLivelock: boolean;
  /** Whether it can tell that there is none: not where the clock stands still, since a loop may wait for a time to come. */
  readonly detectsLivelock: boolean;
  /** What properties that were asked at every state had to say. */
  readonly complaints: ReadonlySet<string>;
}

const DEPTH_LIMIT = 1_000_000;

export const limitsOf = (states: number): { states: number; depth: number } => ({
  states,
  depth: DEPTH_LIMIT,
});

/** Depth-first, with the store that `deadwood check` uses unless the setup says otherwise. */
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
      // What was found before is as true as before, but must be found again. Random walks go on
      // counting ends, other searches begin at 0.
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
        // Whoever ended the program could have gone on; after all threads have ended nobody can.
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
