/** Drives any search to its end, past every violation, and tells what it found. */

import type { Violation } from "../../src/search/properties/violation.ts";
import type { Search } from "../../src/search/search.ts";

export interface Exhausted {
  /** False when a limit was reached first. */
  readonly isComplete: boolean;
  readonly violations: readonly Violation[];
}

export function exhaust(search: Search, slice = 1000): Exhausted {
  const violations: Violation[] = [];
  let restarts = 0;
  for (;;) {
    const result = search.explore(slice);
    // What was found before a new beginning is found again.
    if (search.counts.restarts > restarts) violations.length = 0;
    ({ restarts } = search.counts);
    if (search.violation !== null) violations.push(search.violation);
    search.violation = null;
    if (result === "done" || result === "limit") {
      return { isComplete: result === "done", violations };
    }
  }
}

/** The first violation that a search comes to; null when there is none. */
export function firstViolation(search: Search): Violation | null {
  let result = search.explore(1000);
  while (result === "more") result = search.explore(1000);
  return search.violation;
}

/** What was found, whatever the order and the schedules. */
export const kindsOf = (violations: readonly Violation[]): string[] =>
  [...new Set(violations.map(({ kind, message }) => `${kind} ${message}`))].toSorted();
