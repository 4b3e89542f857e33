/**
 * What a failure is known by in another version of the same program, in which parts
 * are missing, lines are unknown and classes, members and threads may have other names.
 * Two failures with the same words are taken for one. What stays in the words is what
 * nobody renames, or what the failure is about: the class and the text of an exception,
 * what each thread of a deadlock waits for, the kind of variable that a race is about.
 */
import { unreachable } from "../../core/assert.ts";
import type { Machine } from "../../vm/machine.ts";
import { ObjectNames } from "../trace/object-names.ts";
import type { Race } from "./data-race.ts";
import { deadlockSignature } from "./deadlock.ts";
import { threadRole, threadRoles } from "./thread-role.ts";
import { uncaughtSignature } from "./uncaught-exception.ts";
import type { Violation } from "./violation.ts";
import { findWaits } from "./waits.ts";

/** The machine stands where the violation was found. */
export function failureSignature(
  m: Machine,
  violation: Violation,
  race: Race | null = null,
): string {
  switch (violation.kind) {
    case "deadlock":
      return `deadlock: ${deadlockSignature(findWaits(m, new ObjectNames(m), () => null))}`;
    case "uncaught":
      return uncaughtSignature(violation.exception!, m.thread);
    case "endless":
      return endlessWords(violation);
    case "race":
      return race === null ? "data race" : raceWords(race);
    case "invariant":
    case "exit-code":
      return violation.message;
    default:
      return unreachable(violation.kind);
  }
}

export const endlessWords = ({ trace, cycle = 0 }: Pick<Violation, "trace" | "cycle">): string => {
  const running = new Set(trace.slice(trace.length - cycle).map(({ thread }) => thread));
  return `endless cycle of ${threadRoles(running)}`;
};

export function raceWords({ sort, accesses }: Pick<Race, "sort" | "accesses">): string {
  const sides = accesses.map(
    ({ number, locks }) =>
      `${threadRole(number)} with ${locks.length === 0 ? "no lock" : "a lock"}`,
  );
  return `data race on ${sort}: ${sides.toSorted().join(", ")}`;
}
