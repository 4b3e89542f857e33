/** The predicate of a reduction as the command line asks for it: a command, or something that is done in this process. */

import { systemClock } from "../core/clock.ts";
import { systemDisk } from "../core/disk.ts";
import { PredicateFailsOnInputError } from "../core/errors.ts";
import type { Candidate } from "../reduce/files/candidate.ts";
import { parseRule } from "../reduce/predicate/normalise.ts";
import type { Runner } from "../reduce/predicate/outcome.ts";
import { refuseBlindPredicate } from "../reduce/predicate/sanity.ts";
import { parseSplit, splitFailures } from "../reduce/predicate/split.ts";
import { judgeAnswers, judgeBy } from "../reduce/predicate/verdict.ts";
import { calibrate } from "../reduce/runners/calibrate.ts";
import { CommandRunner } from "../reduce/runners/command.ts";
import { locateCommand } from "../reduce/runners/locate.ts";
import { PersistentRunner } from "../reduce/runners/persistent.ts";
import { Workplace } from "../reduce/runners/run-directory.ts";
import { CandidateChecker, type CheckKind, describeFailure } from "./candidate-checker.ts";
import { CheckRunner } from "./check-runner.ts";
import type { Host } from "./host.ts";
import { differencePredicate } from "./reduce-difference.ts";
import type { Failure, Predicate, PredicatePlan } from "./reduce-plan.ts";

export function predicateOf(plan: PredicatePlan, host: Host): Predicate {
  const { check, difference, known, jdk, tries } = plan;
  if (difference !== null) {
    return differencePredicate({ directory: difference, known, jdk, tries });
  }
  return check === null ? commandPredicate(plan, host) : checkPredicate(plan, check);
}

function checkPredicate(plan: PredicatePlan, kind: CheckKind): Predicate {
  const { words, jdk, libraries, maxStates, same } = plan;
  const [mainClass = "", ...args] = words;
  const rules = plan.normalise.map(parseRule);
  const options = { kind, same, rules, mainClass, args, jdk, libraries, maxStates };
  const checker = new CandidateChecker(options);
  return {
    alsoInteresting: [],
    async failures(whole, signal) {
      const wanted = await checker.find(whole, signal);
      if (wanted === null) throw nothingFound(kind, mainClass, maxStates);
      const newRunners = (): Runner[] => [new CheckRunner(checker, wanted)];
      return [{ line: describeFailure(wanted), judge: judgeAnswers, newRunners }];
    },
    close() {
      checker.close();
      return Promise.resolve();
    },
  };
}

const nothingFound = (kind: CheckKind, mainClass: string, states: number): Error =>
  new PredicateFailsOnInputError(`no ${kind} is found in the input itself`, {
    hint: `Try \`deadwood check ${mainClass}\`; if it takes more than ${states} states, say so by --max-states.`,
  });

function commandPredicate(plan: PredicatePlan, host: Host): Predicate {
  const workplace = new Workplace(systemDisk, plan.form);
  let newRunners: () => readonly Runner[];
  try {
    newRunners = runnerMaker(plan, workplace, host);
  } catch (error) {
    workplace.close();
    throw error;
  }
  return {
    alsoInteresting: plan.alsoInteresting,
    async failures(whole, signal) {
      const runners = newRunners();
      try {
        const found = await failuresOf(plan, runners, whole, signal);
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
  plan: PredicatePlan,
  workplace: Workplace,
  host: Host,
): () => readonly Runner[] {
  const { env } = host;
  const command = locateCommand(plan.words, { directory: plan.directory, env });
  const { timeoutMillis, directory } = plan;
  const options = { command, workplace, directory, env, clock: systemClock, timeoutMillis };
  const rules = plan.normalise.map(parseRule);
  return () =>
    Array.from({ length: plan.jobs }, () =>
      plan.isPersistent ? new PersistentRunner(options) : new CommandRunner({ ...options, rules }),
    );
}

async function failuresOf(
  plan: PredicatePlan,
  runners: readonly Runner[],
  whole: Candidate,
  signal: AbortSignal,
): Promise<readonly Omit<Failure, "newRunners">[]> {
  const found = await failuresIn(plan, runners, whole, signal);
  const [runner] = runners;
  if (runner !== undefined) {
    const judges = found.map(({ judge }) => judge);
    await refuseBlindPredicate(runner, judges, plan.form, signal);
  }
  return found;
}

async function failuresIn(
  plan: PredicatePlan,
  runners: readonly Runner[],
  whole: Candidate,
  signal: AbortSignal,
): Promise<readonly Omit<Failure, "newRunners">[]> {
  const { stdout, stderr, tries, exitCode, split } = plan;
  const compare = { stdout, stderr };
  const baseline = await calibrate(runners, whole, signal, {
    tries,
    compare,
    ...(exitCode === null ? {} : { exitCode }),
  });
  if (split === null) return [{ line: null, judge: judgeBy(baseline, compare) }];
  return splitFailures(baseline, parseSplit(split)).map(({ line, comparison }) => ({
    line,
    // Its line is what it is known by; that of the first run may be another's.
    judge: judgeBy({ ...baseline, message: null }, comparison),
  }));
}
