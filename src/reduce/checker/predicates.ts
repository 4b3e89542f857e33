/** Makes the predicate of a reduction: a command, or a check or a saved difference in this process. */
import type { ClassSource } from "../../classfile/sources/class-path.ts";
import type { Jdk } from "../../classfile/sources/jdk.ts";
import { systemClock } from "../../core/clock.ts";
import { systemDisk } from "../../core/disk.ts";
import { BadUsageError, PredicateFailsOnInputError } from "../../core/errors.ts";
import { CONFIGURATIONS } from "../../fuzz/search-configurations.ts";
import type { Candidate, CandidateForm } from "../files/candidate.ts";
import { REDUCE_DEFAULTS } from "../options.ts";
import { parseRule } from "../predicate/normalise.ts";
import type { Runner } from "../predicate/outcome.ts";
import type { Failure, Predicate } from "../predicate/predicate.ts";
import { refuseBlindPredicate } from "../predicate/sanity.ts";
import { parseSplit, splitFailures } from "../predicate/split.ts";
import { judgeAnswers, judgeBy } from "../predicate/verdict.ts";
import { calibrate } from "../runners/calibrate.ts";
import { CommandRunner } from "../runners/command.ts";
import { locateCommand } from "../runners/locate.ts";
import { PersistentRunner } from "../runners/persistent.ts";
import { Workplace } from "../runners/run-directory.ts";
import type { CheckPredicate, CommandPredicate, PredicateChoice } from "./choices.ts";
import { differencePredicate } from "./same-difference.ts";
import { describeFailure, SameFailure, SameFailureRunner } from "./same-failure.ts";

/** What a predicate needs besides its own options. */
export interface PredicateContext {
  /** The path of the input. */
  readonly input: string;
  readonly form: CandidateForm;
  readonly jobs: number;
  readonly tries: number;
  readonly directory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly jdk: Jdk | null;
  readonly libraries: ClassSource;
}

export function predicateFor(choice: PredicateChoice, context: PredicateContext): Predicate {
  if ("difference" in choice) {
    const { input, jdk, tries } = context;
    const { known = CONFIGURATIONS } = choice;
    return differencePredicate({ directory: input, known, jdk, tries });
  }
  return "check" in choice ? checkPredicate(choice, context) : commandPredicate(choice, context);
}

function checkPredicate(choice: CheckPredicate, { jdk, libraries }: PredicateContext): Predicate {
  const { check: kind, main: mainClass, args = [] } = choice;
  const { same = REDUCE_DEFAULTS.same, maxStates = REDUCE_DEFAULTS.maxStates } = choice;
  const rules = (choice.normalise ?? []).map(parseRule);
  const options = { kind, same, rules, mainClass, args, jdk, libraries, maxStates };
  const checker = new SameFailure(options);
  return {
    alsoInteresting: [],
    async failures(whole, signal) {
      const wanted = await checker.find(whole, signal);
      if (wanted === null) throw nothingFound(kind, mainClass, maxStates);
      const newRunners = (): Runner[] => [new SameFailureRunner(checker, wanted)];
      return [{ line: describeFailure(wanted), judge: judgeAnswers, newRunners }];
    },
    close() {
      checker.close();
      return Promise.resolve();
    },
  };
}

const nothingFound = (kind: string, mainClass: string, states: number): Error =>
  new PredicateFailsOnInputError(`no ${kind} is found in the input itself`, {
    hint: `Try \`deadwood check ${mainClass}\`; if it takes more than ${states} states, say so by --max-states.`,
  });

function commandPredicate(choice: CommandPredicate, context: PredicateContext): Predicate {
  if (choice.command.length === 0) {
    throw new BadUsageError("no command is given that a candidate is tried with", {
      hint: "Give it after --: deadwood reduce in.jar -o out.jar -- sh check.sh {}. With --check: the main class.",
    });
  }
  const workplace = new Workplace(systemDisk, choice.as ?? context.form);
  let newRunners: () => readonly Runner[];
  try {
    newRunners = runnerMaker(choice, workplace, context);
  } catch (error) {
    workplace.close();
    throw error;
  }
  return {
    alsoInteresting: choice.alsoInteresting ?? [],
    async failures(whole, signal) {
      const runners = newRunners();
      try {
        const found = await failuresOf(choice, context, runners, whole, signal);
        return found.map((each) => ({ ...each, newRunners }));
      } finally {
        await Promise.all(runners.map((runner) => runner.close()));
      }
    },
    close() {
      workplace.close();
      return Promise.resolve();
    },
  };
}

function runnerMaker(
  choice: CommandPredicate,
  workplace: Workplace,
  { directory, env, jobs }: PredicateContext,
): () => readonly Runner[] {
  const command = locateCommand(choice.command, { directory, env });
  const { timeoutSeconds = REDUCE_DEFAULTS.timeoutSeconds, normalise = [] } = choice;
  const timeoutMillis = timeoutSeconds * 1000;
  const options = { command, workplace, directory, env, clock: systemClock, timeoutMillis };
  const rules = normalise.map(parseRule);
  return () =>
    Array.from({ length: jobs }, () =>
      choice.persistent === true
        ? new PersistentRunner(options)
        : new CommandRunner({ ...options, rules }),
    );
}

async function failuresOf(
  choice: CommandPredicate,
  context: PredicateContext,
  runners: readonly Runner[],
  whole: Candidate,
  signal: AbortSignal,
): Promise<readonly Omit<Failure, "newRunners">[]> {
  const found = await failuresIn(choice, context, runners, whole, signal);
  const [runner] = runners;
  if (runner !== undefined) {
    const judges = found.map(({ judge }) => judge);
    await refuseBlindPredicate(runner, judges, choice.as ?? context.form, signal);
  }
  return found;
}

async function failuresIn(
  { stdout = false, stderr = false, exitCode, split }: CommandPredicate,
  { tries }: PredicateContext,
  runners: readonly Runner[],
  whole: Candidate,
  signal: AbortSignal,
): Promise<readonly Omit<Failure, "newRunners">[]> {
  const compare = { stdout, stderr };
  const baseline = await calibrate(runners, whole, signal, {
    tries,
    compare,
    ...(exitCode === undefined ? {} : { exitCode }),
  });
  if (split === undefined) return [{ line: null, judge: judgeBy(baseline, compare) }];
  return splitFailures(baseline, parseSplit(split)).map(({ line, comparison }) => ({
    line,
    // A failure is identified by its line; the message of the first run may belong to another one.
    judge: judgeBy({ ...baseline, message: null }, comparison),
  }));
}

/** The classes of a saved difference, which are the input of its reduction. */
export { classesIn as classesOfDifference } from "../../fuzz/saved-difference.ts";
