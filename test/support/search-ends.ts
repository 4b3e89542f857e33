/** What a search comes to, end by end, past every violation. */
import { expect } from "vitest";
import { slices } from "../../src/check/driver.ts";
import type { Violation } from "../../src/search/properties/violation.ts";
import type { Search } from "../../src/search/search.ts";

/** Calls `at` with the machine as it is at each end, and with what is wrong there. The search must be complete. */
export function endsOf<T>(search: Search, at: (violation: Violation | null) => T): Set<T> {
  const found = new Set<T>();
  let ends = 0;
  for (const told of slices(search, 1)) {
    if (told.kind === "done") break;
    expect(told.kind).not.toBe("limit");
    // A search that begins again must find everything again.
    if (told.kind === "restarted") {
      found.clear();
      ends = 0;
    }
    if (search.counts.ends <= ends) continue;
    ({ ends } = search.counts);
    found.add(at(told.kind === "violated" ? told.violation : null));
  }
  return found;
}
