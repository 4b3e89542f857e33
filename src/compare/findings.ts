/**
 * The problems of a comparison. Configurations may differ in cost but never in what they find: if verdicts
 * contradict each other, a reduction is unsound, and that must stand out among the figures.
 */
import type { ConfigurationResult, Problem, Run } from "./comparison.ts";
import { disagreements } from "./steadiness.ts";

/** The results of a program, with all their runs. */
export interface ProgramRuns {
  readonly name: string;
  readonly expected: "safe" | "violated" | null;
  readonly runs: readonly { readonly configuration: string; readonly rounds: readonly Run[] }[];
}

export function problemsOf(
  program: ProgramRuns,
  results: readonly ConfigurationResult[],
): Problem[] {
  return [
    ...contradictions(program, results),
    ...differentEnds(program, results),
    ...failures(program, results),
    ...nondeterminism(program),
    ...differentViolations(program, results),
  ];
}

const names = (results: readonly ConfigurationResult[]): string =>
  results.map(({ configuration }) => configuration).join(", ");

function contradictions(
  { name: program, expected }: ProgramRuns,
  results: readonly ConfigurationResult[],
): Problem[] {
  const safe = results.filter(({ outcome }) => outcome === "safe");
  const violated = results.filter(({ outcome }) => outcome === "violated");
  const [example] = violated;
  if (safe.length > 0 && example !== undefined) {
    const text = `safe under ${names(safe)}, but violated under ${names(violated)}: ${example.message ?? ""}`;
    return [{ kind: "disagreement", program, text }];
  }
  if (expected === null) return [];
  const wrong = expected === "safe" ? violated : safe;
  if (wrong.length === 0) return [];
  const text = `known to be ${expected}, but ${wrong[0]?.outcome ?? ""} under ${names(wrong)}`;
  return [{ kind: "disagreement", program, text }];
}

/** Complete searches must have seen the same exit codes. */
function differentEnds(
  { name: program }: ProgramRuns,
  results: readonly ConfigurationResult[],
): Problem[] {
  const safe = results.filter(({ outcome, isComplete }) => outcome === "safe" && isComplete);
  const [first] = safe;
  if (first === undefined) return [];
  const codes = first.exitCodes.join(" ");
  return safe
    .filter(({ exitCodes }) => exitCodes.join(" ") !== codes)
    .map(({ configuration, exitCodes }) => ({
      kind: "disagreement",
      program,
      text: `ends with the exit codes ${codes} under ${first.configuration}, but with ${exitCodes.join(" ")} under ${configuration}`,
    }));
}

function failures(
  { name: program }: ProgramRuns,
  results: readonly ConfigurationResult[],
): Problem[] {
  // An error of the program itself is the same under all configurations and takes one line.
  const reasons = new Set(results.map(({ message }) => message));
  return (["error", "incomplete"] as const).flatMap((kind) =>
    [...reasons].flatMap((reason): Problem[] => {
      const alike = results.filter(
        ({ outcome, message }) => outcome === kind && message === reason,
      );
      if (alike.length === 0) return [];
      const what = kind === "error" ? "no result" : "incomplete";
      return [
        { kind, program, text: `${what} under ${names(alike)}: ${reason ?? "unknown reason"}` },
      ];
    }),
  );
}

function nondeterminism({ name: program, runs }: ProgramRuns): Problem[] {
  return runs.flatMap(({ configuration, rounds }): Problem[] => {
    const seen = disagreements(rounds);
    if (seen.length === 0) return [];
    const text = `differs between rounds under ${configuration}: ${seen.join(", ")}`;
    return [{ kind: "unsteady", program, text }];
  });
}

/** Searches may find violations in different orders. That is no error, but worth a note. */
function differentViolations(
  { name: program }: ProgramRuns,
  results: readonly ConfigurationResult[],
): Problem[] {
  const violated = results.filter(({ outcome }) => outcome === "violated");
  if (new Set(violated.map(({ message }) => message)).size <= 1) return [];
  const each = violated.map(({ configuration, message }) => `${configuration}: ${message ?? ""}`);
  return [{ kind: "note", program, text: `different violations came first (${each.join("; ")})` }];
}
