/** The checker's own search, past every violation, and what it finds a program can end in. */
import { Explorer } from "../../src/search/explorer.ts";
import type { SearchSetup } from "../../src/search/search.ts";
import type { Machine } from "../../src/vm/machine.ts";
import { isEnabled } from "../../src/vm/scheduler.ts";
import {
  DEFAULT_TEXTS,
  deadlockOf,
  type Exploration,
  exitOf,
  type OutcomeTexts,
  uncaughtOf,
} from "./outcomes.ts";

export function explore(
  m: Machine,
  limit: number,
  texts: OutcomeTexts = DEFAULT_TEXTS,
  setup: SearchSetup = {},
): Exploration & { readonly isEndless: boolean } {
  const explorer = new Explorer(m, { states: limit, depth: 1_000_000 }, setup);
  const outcomes = new Set<string>();
  let ends = 0;
  let restarts = 0;
  let isEndless = false;
  for (;;) {
    // What was found before a new beginning is as true as before, but must be found again.
    if (explorer.counts.restarts > restarts) {
      ends = 0;
      outcomes.clear();
      isEndless = false;
    }
    ({ restarts } = explorer.counts);
    const now = explorer.counts.ends;
    const { violation } = explorer;
    explorer.violation = null;
    if (violation?.kind === "endless") isEndless = true;
    if (now > ends) {
      ends = now;
      if (violation === null) {
        // Whoever ended the program could have gone on; after all threads have ended nobody can.
        outcomes.add(isEnabled(m, m.thread) ? exitOf(m) : texts.end(m));
      } else if (violation.kind === "deadlock") outcomes.add(deadlockOf(m, texts));
      else outcomes.add(uncaughtOf(violation.message, violation.details));
    }
    const result = explorer.explore(1);
    if (result === "done" || result === "limit") {
      const { states } = explorer.counts;
      return { outcomes, states, isComplete: result === "done", isEndless };
    }
  }
}
