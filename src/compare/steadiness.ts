/** Whether the rounds of a configuration agree: a search is deterministic, unless a time or memory limit ended it. */
import type { Run } from "./comparison.ts";

/** What the rounds saw if they disagree: "safe with 12 states". Empty if they agree, or if a limit explains it. */
export function disagreements(rounds: readonly Run[]): string[] {
  const seen = new Set(
    rounds.map(({ outcome, figures }) => `${outcome} with ${figures?.states ?? "no"} states`),
  );
  const outcomes = new Set(rounds.map(({ outcome }) => outcome));
  const contradicts = outcomes.has("safe") && outcomes.has("violated");
  const isCut = rounds.some(({ isComplete }) => !isComplete);
  return seen.size <= 1 || (isCut && !contradicts) ? [] : [...seen];
}
