/**
 * The first runs, of the input itself. They say what is looked for, and whether
 * the predicate can be relied upon at all: one that says this today and that
 * tomorrow makes a reduction end at nonsense, after hours.
 */
import { bug } from "../../core/assert.ts";
import {
  FlakyPredicateError,
  PredicateFailsOnInputError,
  PredicateUnusableError,
} from "../../core/errors.ts";
import type { Candidate } from "../files/candidate.ts";
import { firstLine, outcomeText, type Runner, type RunOutcome } from "../predicate/outcome.ts";
import type { Baseline, MatchOptions } from "../predicate/verdict.ts";
import { reasonOf } from "./command.ts";

export interface CalibrationOptions {
  /** How often the input is tried. */
  readonly tries?: number;
  /** What the user says the exit code must be; otherwise it is what it is. */
  readonly exitCode?: number;
  readonly compare?: Pick<MatchOptions, "stdout" | "stderr">;
}

const TRIES = 3;
/** By which a shell says that it found no such command, or that it may not run it. */
const SHELL_FAILURES = new Map([
  [126, "found a command that it may not run"],
  [127, "did not find a command"],
]);

/** The runs are shared out among the runners: that they disturb each other is worth knowing too. */
export async function calibrate(
  runners: readonly Runner[],
  input: Candidate,
  signal: AbortSignal,
  options: CalibrationOptions = {},
): Promise<Baseline> {
  const tries = Math.max(1, options.tries ?? TRIES);
  const outcomes: RunOutcome[] = [];
  let next = 0;
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const work = async (runner: Runner): Promise<void> => {
    while (next < tries) {
      const number = next++;
      try {
        outcomes[number] = await runner.run(input, either);
      } catch (error) {
        stop.abort(error); // no run of the others is of use any more
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(runners.slice(0, tries).map(work));
  if (ends.some(({ status }) => status === "rejected")) throw reasonOf(either);
  return baselineOf(outcomes, options);
}

/** `outcomes`: in the order of the runs, at least one. */
function baselineOf(outcomes: readonly RunOutcome[], options: CalibrationOptions): Baseline {
  const [first] = outcomes;
  if (first === undefined) bug("the input was never tried");
  for (const [number, other] of outcomes.entries()) {
    const difference = differenceOf(first, other, options.compare ?? {});
    if (difference !== null) throw flaky(difference, number + 1);
  }
  checkInteresting(first, options.exitCode);
  if (first.kind !== "ended") return { exitCode: null, stdout: "", stderr: "", message: null };
  const { exitCode, stdout, stderr } = first;
  const message = firstLine(first);
  const isSteady = outcomes.every(
    (other) => other.kind !== "ended" || firstLine(other) === message,
  );
  return { exitCode, stdout, stderr, message: isSteady && message !== "" ? message : null };
}

/** How the two can be distinguished, or null. */
function differenceOf(
  a: RunOutcome,
  b: RunOutcome,
  compare: Pick<MatchOptions, "stdout" | "stderr">,
): [string, string] | null {
  if (outcomeText(a) !== outcomeText(b)) return [outcomeText(a), outcomeText(b)];
  if (a.kind !== "ended" || b.kind !== "ended") return null;
  for (const stream of ["stdout", "stderr"] as const) {
    if (compare[stream] !== true || a[stream] === b[stream]) continue;
    const [ours, theirs] = differingLines(a[stream], b[stream]);
    return [`the line ${ours} on ${stream}`, `the line ${theirs} there`];
  }
  return null;
}

function differingLines(a: string, b: string): [string, string] {
  const ours = a.split("\n");
  const theirs = b.split("\n");
  const at = ours.findIndex((line, index) => line !== theirs[index]);
  const place = at < 0 ? ours.length : at;
  return [JSON.stringify(ours[place] ?? ""), JSON.stringify(theirs[place] ?? "")];
}

function flaky([ours, theirs]: [string, string], number: number): FlakyPredicateError {
  const isOutput = ours.startsWith("the line");
  return new FlakyPredicateError(
    `the predicate is flaky: on the same input run 1 gave ${ours}, run ${number} gave ${theirs}`,
    {
      hint: isOutput
        ? "take what differs from run to run out of the output: --normalise 's/[0-9]+ ms/N ms/g'"
        : "let it say the same of the same input each time: fix seeds, raise the time limit, lower --jobs",
    },
  );
}

function checkInteresting(outcome: RunOutcome, expected: number | undefined): void {
  if (outcome.kind === "timed-out") {
    throw new PredicateFailsOnInputError(
      `the predicate has not ended on the input itself after ${outcome.millis / 1000} s`,
      {
        hint: "Raise the time limit. If the failure is that the command does not end, run `timeout 10 cmd` and expect 124.",
      },
    );
  }
  if (outcome.kind === "answered") {
    if (outcome.interesting) return;
    throw new PredicateFailsOnInputError("the predicate finds the input itself boring", {
      hint: "The input itself must be interesting.",
    });
  }
  const said = firstLine(outcome);
  const words = said === "" ? "" : `, saying: ${said}`;
  if (expected !== undefined && outcome.exitCode !== expected) {
    throw new PredicateFailsOnInputError(
      `the predicate fails on the input itself: ${outcomeText(outcome)} where ${expected} is expected${words}`,
      {
        hint: "Run the command by hand on the input, in this directory, to see what is wrong.",
      },
    );
  }
  const trouble = SHELL_FAILURES.get(outcome.exitCode);
  if (expected === undefined && trouble !== undefined) {
    throw new PredicateUnusableError(
      `the predicate ends with ${outcomeText(outcome)}, as a shell that ${trouble}${words}`,
      {
        hint: "Run the command by hand on the input, in this directory. If this exit code is the failure, name it with --exit-code.",
      },
    );
  }
}
