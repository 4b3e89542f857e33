/** The checker's own searches, past every violation, and what they find a program can end in. */
import { Explorer } from "../search/explorer.ts";
import type { Search, SearchSetup } from "../search/search.ts";
import type { Machine } from "../vm/machine.ts";
import { isEnabled } from "../vm/scheduler.ts";
import {
  DEFAULT_TEXTS,
  deadlockOf,
  type Exploration,
  exitOf,
  type OutcomeTexts,
  uncaughtOf,
} from "./outcomes.ts";

export interface Searched extends Exploration {
  /** Some state is in a cycle that no schedule leaves. */
  readonly isEndless: boolean;
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
): Searched => exploreWith(new Explorer(m, limitsOf(limit), setup), texts);

export function exploreWith(search: Search, texts: OutcomeTexts = DEFAULT_TEXTS): Searched {
  const m = search.machine;
  const outcomes = new Set<string>();
  let ends = 0;
  let restarts = 0;
  let isEndless = false;
  for (;;) {
    // What was found before a new beginning is as true as before, but must be found again.
    if (search.counts.restarts > restarts) {
      ends = 0;
      outcomes.clear();
      isEndless = false;
    }
    ({ restarts } = search.counts);
    const now = search.counts.ends;
    const { violation } = search;
    search.violation = null;
    if (violation?.kind === "endless") isEndless = true;
    if (now > ends) {
      ends = now;
      if (violation === null) {
        // Whoever ended the program could have gone on; after all threads have ended nobody can.
        outcomes.add(isEnabled(m, m.thread) ? exitOf(m) : texts.end(m));
      } else if (violation.kind === "deadlock") outcomes.add(deadlockOf(m, texts));
      else outcomes.add(uncaughtOf(violation.message, violation.details));
    }
    const result = search.explore(1);
    if (result === "done" || result === "limit") {
      const { states } = search.counts;
      return { outcomes, states, isComplete: result === "done", isEndless };
    }
  }
}
