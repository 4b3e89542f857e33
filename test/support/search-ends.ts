/** What a search comes to, end by end, past every violation. */
import { expect } from "vitest";
import type { Violation } from "../../src/search/properties/violation.ts";
import type { Search } from "../../src/search/search.ts";

/** Calls `at` with the machine as it is at each end, and with what is wrong there. The search must be complete. */
export function endsOf<T>(search: Search, at: (violation: Violation | null) => T): Set<T> {
  const found = new Set<T>();
  let { ends, restarts } = { ends: 0, restarts: 0 };
  for (let step = "more"; step !== "done"; step = search.explore(1)) {
    expect(step).not.toBe("limit");
    const { violation } = search;
    search.violation = null;
    // A search that begins again must find everything again.
    if (search.counts.restarts > restarts) found.clear();
    if (search.counts.restarts > restarts) ends = 0;
    ({ restarts } = search.counts);
    if (search.counts.ends <= ends) continue;
    ({ ends } = search.counts);
    found.add(at(violation));
  }
  return found;
}
