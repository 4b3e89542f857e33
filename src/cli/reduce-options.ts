/** The options of `deadwood reduce`, as options of the library's `reduce`. */
import { BadUsageError } from "../core/errors.ts";
import type { Configuration } from "../fuzz/search-configurations.ts";
import type { CommandPredicate, PredicateChoice } from "../reduce/checker/choices.ts";
import {
  CHECK_KINDS,
  type CheckKind,
  MATCH_LEVELS,
  type MatchLevel,
} from "../reduce/checker/same-failure.ts";
import type { CandidateForm } from "../reduce/files/candidate.ts";
import { DOT_LEVELS, type DotLevel } from "../reduce/items/dependency-dot.ts";
import {
  type InputOptions,
  RESOURCES,
  type ReduceOptions,
  type ResourceChoice,
} from "../reduce/options.ts";
import { passesNamed } from "../reduce/passes/all-passes.ts";
import { type Cost, STRATEGIES, type Strategy } from "../reduce/strategies.ts";
import type { Host } from "./host.ts";
import { parseCount, parseSize } from "./options.ts";

const MAX_INPUT_RANGE = { least: "1", most: "64g" };

export interface ReduceCommandOptions {
  readonly out?: string;
  readonly classPath?: string;
  readonly jdk?: string;
  readonly strategy: string;
  readonly cost: string;
  readonly passes: string;
  readonly resources: string;
  readonly maxInput: string;
  readonly keep: readonly string[];
  readonly as?: string;
  readonly exitCode?: string;
  readonly stdout?: boolean;
  readonly stderr?: boolean;
  readonly normalise: readonly string[];
  readonly timeout: string;
  readonly jobs: string;
  readonly tries: string;
  readonly persistent?: boolean;
  readonly check?: string;
  readonly same: string;
  readonly maxStates: string;
  readonly alsoInteresting?: string;
  readonly split?: string;
  readonly session?: string;
  readonly resume?: boolean;
  readonly timeLimit?: string;
  readonly explain?: string;
  readonly dot?: string;
  readonly dotLevel: string;
  readonly disassemble?: string;
  readonly quiet?: boolean;
}

/** Instead of a kind of failure: one that `deadwood fuzz` has saved. */
export const DIFFERENCE = "difference";
export const CHECKS: readonly string[] = [...CHECK_KINDS, DIFFERENCE];

/** What reading the input depends on. */
export function inputOptions(
  given: ReduceCommandOptions,
  { env, directory }: Host,
  known: readonly Configuration[],
): InputOptions {
  return {
    env,
    directory,
    resources: resourcesOf(given.resources),
    maxInputBytes: parseSize("--max-input", given.maxInput, MAX_INPUT_RANGE),
    ...(given.classPath === undefined ? {} : { classPath: given.classPath }),
    ...(given.jdk === undefined ? {} : { jdk: given.jdk }),
    ...(given.check === DIFFERENCE ? { predicate: { difference: true, known } } : {}),
  };
}

export function reduceOptions(
  words: readonly string[],
  given: ReduceCommandOptions,
  host: Host,
  known: readonly Configuration[],
): ReduceOptions {
  if (given.out === undefined) {
    throw new BadUsageError("no output path given", { hint: "Say -o OUT." });
  }
  return {
    ...inputOptions(given, host, known),
    predicate: predicateChoice(words, given, known),
    output: given.out,
    strategy: strategyOf(given.strategy),
    cost: costOf(given.cost),
    ...(given.passes === "all" ? {} : { passes: passesOf(given.passes) }),
    keep: given.keep,
    resume: given.resume === true,
    jobs: parseCount("--jobs", given.jobs),
    tries: parseCount("--tries", given.tries),
    ...(given.session === undefined ? {} : { session: given.session }),
    ...(given.timeLimit === undefined ? {} : { seconds: seconds("--time-limit", given.timeLimit) }),
  };
}

function predicateChoice(
  words: readonly string[],
  given: ReduceCommandOptions,
  known: readonly Configuration[],
): PredicateChoice {
  if (given.check === DIFFERENCE) {
    if (words.length === 0) return { difference: true, known };
    throw new BadUsageError(`arguments after -- are not used with --check ${DIFFERENCE}`);
  }
  if (words.length === 0) {
    throw new BadUsageError("no command is given that a candidate is tried with", {
      hint: "Give it after --: deadwood reduce in.jar -o out.jar -- sh check.sh {}. With --check: the main class.",
    });
  }
  const { normalise } = given;
  const common = {
    same: matchLevelOf(given.same),
    maxStates: parseCount("--max-states", given.maxStates),
  };
  const command = commandPredicate(words, given);
  if (given.check === undefined) return command;
  const [main = "", ...args] = words;
  return { check: checkOf(given.check), main, args, normalise, ...common };
}

function commandPredicate(words: readonly string[], given: ReduceCommandOptions): CommandPredicate {
  const { exitCode, alsoInteresting, split } = given;
  return {
    command: words,
    normalise: given.normalise,
    timeoutSeconds: seconds("--timeout", given.timeout),
    stdout: given.stdout === true,
    stderr: given.stderr === true,
    persistent: given.persistent === true,
    ...(given.as === undefined ? {} : { as: formOf(given.as) }),
    ...(exitCode === undefined ? {} : { exitCode: exitCodeOf("--exit-code", exitCode) }),
    ...(split === undefined ? {} : { split }),
    ...(alsoInteresting === undefined
      ? {}
      : {
          alsoInteresting: alsoInteresting
            .split(",")
            .map((code) => exitCodeOf("--also-interesting", code)),
        }),
  };
}

function formOf(text: string): CandidateForm {
  if (text === "jar" || text === "directory") return text;
  throw new BadUsageError(`--as ${text} is neither jar nor directory`);
}

function resourcesOf(text: string): ResourceChoice {
  const choice = RESOURCES.find((each) => each === text);
  if (choice !== undefined) return choice;
  throw new BadUsageError(`--resources ${text} is none of reduce, keep and drop`);
}

function strategyOf(text: string): Strategy {
  const strategy = STRATEGIES.find((each) => each === text);
  if (strategy !== undefined) return strategy;
  throw new BadUsageError(`--strategy ${text} is not known`, {
    hint: `There are ${STRATEGIES.join(", ")}.`,
  });
}

function costOf(text: string): Cost {
  if (text === "bytes" || text === "count") return text;
  throw new BadUsageError(`--cost ${text} is neither bytes nor count`);
}

function passesOf(text: string): readonly string[] {
  if (text === "none") return [];
  const names = text.split(",");
  passesNamed(names);
  return names;
}

export function dotLevelOf(text: string): DotLevel {
  const level = DOT_LEVELS.find((each) => each === text);
  if (level !== undefined) return level;
  throw new BadUsageError(`--dot-level ${text} is neither ${DOT_LEVELS.join(" nor ")}`);
}

function checkOf(text: string): CheckKind {
  const kind = CHECK_KINDS.find((each) => each === text);
  if (kind !== undefined) return kind;
  throw new BadUsageError(`--check ${text} is none of ${CHECKS.join(", ")}`);
}

function matchLevelOf(text: string): MatchLevel {
  const same = MATCH_LEVELS.find((each) => each === text);
  if (same !== undefined) return same;
  throw new BadUsageError(`--same ${text} is neither ${MATCH_LEVELS.join(" nor ")}`);
}

function exitCodeOf(option: string, text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) < 256) return Number(text);
  throw new BadUsageError(`${option} ${text} is not an exit code`, {
    hint: "Exit codes are numbers from 0 to 255.",
  });
}

function seconds(option: string, text: string): number {
  const value = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && value > 0) return value;
  throw new BadUsageError(`${option} ${text} is not a positive number of seconds`);
}
