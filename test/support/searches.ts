/** Drives any search to its end, past every violation, and tells what it found. */
import { slices } from "../../src/check/driver.ts";
import type { Violation } from "../../src/search/properties/violation.ts";
import type { Search, Slice } from "../../src/search/search.ts";

export interface Exhausted {
  /** False when a limit was reached first. */
  readonly isComplete: boolean;
  readonly violations: readonly Violation[];
}

export function exhaust(search: Search, slice = 1000): Exhausted {
  const violations: Violation[] = [];
  let isComplete = false;
  for (const told of slices(search, slice)) {
    if (told.kind === "violated") violations.push(told.violation);
    // What was found before a restart is found again.
    else if (told.kind === "restarted") violations.length = 0;
    isComplete = told.kind === "done";
  }
  return { isComplete, violations };
}

/** Drives a search until it is over or has found a violation. */
export function untilFound(
  search: Search,
  slice = 1000,
): Exclude<Slice, { kind: "more" } | { kind: "restarted" }> {
  for (const told of slices(search, slice)) {
    if (told.kind !== "more" && told.kind !== "restarted") return told;
  }
  throw new Error("the search has no end");
}

/** The first violation that a search comes to; null when there is none. */
export function firstViolation(search: Search): Violation | null {
  const told = untilFound(search);
  return told.kind === "violated" ? told.violation : null;
}

/** What was found, whatever the order and the schedules. */
export const kindsOf = (violations: readonly Violation[]): string[] =>
  [...new Set(violations.map(({ kind, message }) => `${kind} ${message}`))].toSorted();
