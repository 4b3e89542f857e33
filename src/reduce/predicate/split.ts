/**
 * One input often fails in several ways at once: a decompiler's output has three
 * errors, and each is a bug of its own. From the first run's output an expression
 * of the user's picks the lines that distinguish the failures, and each gets its own
 * predicate.
 */
import { BadUsageError, PredicateFailsOnInputError } from "../../core/errors.ts";
import type { Ended } from "./outcome.ts";
import type { Baseline, MatchOptions } from "./verdict.ts";

/** A JavaScript regular expression. Its first group, if it has one, distinguishes the failures. */
export function parseSplit(source: string): RegExp {
  try {
    return new RegExp(source);
  } catch (cause) {
    throw new BadUsageError(
      `cannot read the expression ${source}: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause, hint: "Write a regular expression such as 'error: (.*)'." },
    );
  }
}

/** Each once, in the order of their first appearance, standard output before standard error. */
export function errorLines(
  { stdout, stderr }: Pick<Ended, "stdout" | "stderr">,
  expression: RegExp,
): string[] {
  const found = new Set<string>();
  for (const line of `${stdout}\n${stderr}`.split("\n")) {
    const match = expression.exec(line);
    if (match !== null) found.add((match[1] ?? match[0]).trim());
  }
  found.delete("");
  return [...found];
}

export interface SplitFailure {
  readonly line: string;
  /** For judgeBy, with the same baseline. */
  readonly comparison: MatchOptions;
}

/** A candidate is interesting to a failure whose line it still gives, whatever else it gives. */
export function splitFailures(baseline: Baseline, expression: RegExp): SplitFailure[] {
  const lines = errorLines(baseline, expression);
  if (lines.length === 0) {
    throw new PredicateFailsOnInputError(
      `no line of the first run's output matches ${expression.source}`,
      { hint: "Run the command by hand and look for what its errors have in common." },
    );
  }
  return lines.map((line) => ({
    line,
    comparison: { demand: (outcome) => errorLines(outcome, expression).includes(line) },
  }));
}
