/** Parses the options of `deadwood reduce` into the options of the library's `reduce`. */
import type { Command } from "commander";
import { BadUsageError } from "../core/errors.ts";
import { oneOf } from "../core/one-of.ts";
import type { Configuration } from "../fuzz/search-configurations.ts";
import type { CommandPredicate, PredicateChoice } from "../reduce/checker/choices.ts";
import { MATCH_LEVELS } from "../reduce/checker/same-failure.ts";
import type { CandidateForm } from "../reduce/files/candidate.ts";
import { DOT_LEVELS, type DotLevel } from "../reduce/items/dependency-dot.ts";
import { type InputOptions, RESOURCES, type ReduceOptions } from "../reduce/options.ts";
import { ALL_PASSES, passesNamed } from "../reduce/passes/all-passes.ts";
import { type Cost, STRATEGIES } from "../reduce/strategies.ts";
import { CHECK_KINDS } from "../search/properties/table.ts";
import type { Host } from "./host.ts";
import { addOptions, type OptionRow, parseCount, parseSeconds, parseSize } from "./options.ts";

const MAX_INPUT_RANGE = { least: "1", most: "64g" };
const COSTS: readonly Cost[] = ["bytes", "count"];
const FORMS: readonly CandidateForm[] = ["jar", "directory"];

/** In place of a kind of failure: a difference that `deadwood fuzz` has saved. */
const DIFFERENCE = "difference";
const CHECKS = [...CHECK_KINDS, DIFFERENCE] as const;

const REDUCE_OPTIONS: readonly OptionRow[] = [
  {
    flags: "-o, --out <path>",
    about: "where to write the result: a jar or a directory, like the input",
  },
  {
    flags: "--class-path <path>",
    about: "libraries that the input needs; they are not changed (also -cp)",
  },
  {
    flags: "--jdk <dir>",
    about: "the JDK whose class library the input uses (default: as for run)",
  },
  {
    flags: "--strategy <name>",
    about: `algorithm of the first phase: ${STRATEGIES.join(", ")}`,
    default: "gbr",
  },
  {
    flags: `--cost <${COSTS.join("|")}>`,
    about: "what to minimise: bytes, or the number of items",
    default: "bytes",
  },
  {
    flags: "--passes <list>",
    about: `passes after the first phase: all, none, or some of ${ALL_PASSES.map(({ name }) => name).join(",")}`,
    default: "all",
  },
  {
    flags: `--resources <${RESOURCES.join("|")}>`,
    about: "what to do with files that are not classes",
    default: "reduce",
  },
  {
    flags: "--max-input <size>",
    about: "refuse an input that is larger than this when unpacked",
    default: "256m",
  },
  { flags: "--keep <item>", about: "never remove the item of this name", isRepeatable: true },
  {
    flags: `--as <${FORMS.join("|")}>`,
    about: "pass candidates to the command in this form (default: that of the input)",
  },
  {
    flags: "--exit-code <n>",
    about: "count this exit code as the failure (default: that of the first run)",
  },
  { flags: "--stdout", about: "also require the same standard output" },
  { flags: "--stderr", about: "also require the same standard error" },
  {
    flags: "--normalise <s/expression/replacement/>",
    about: "replace matches in outputs before comparing them",
    isRepeatable: true,
  },
  {
    flags: "--timeout <seconds>",
    about: "stop a run after this time; the run then does not count as a failure",
    default: "60",
  },
  { flags: "--jobs <n>", about: "run the command this many times at once", default: "1" },
  { flags: "--tries <n>", about: "run the command this often on the input itself", default: "3" },
  {
    flags: "--persistent",
    about: "start the command once; it reads paths and answers interesting or boring",
  },
  {
    flags: `--check <${CHECKS.join("|")}>`,
    about: "instead of a command: the failure that `deadwood check` must find",
  },
  {
    flags: `--same <${MATCH_LEVELS.join("|")}>`,
    about: "with --check: keep this failure, or any failure of the same kind",
    default: "failure",
  },
  {
    flags: "--max-states <count>",
    about: "with --check: stop each search after this many states",
    default: "100000",
  },
  {
    flags: "--also-interesting <codes>",
    about: "also save candidates with these exit codes, beside the result",
  },
  {
    flags: "--split <expression>",
    about: "reduce once for each distinct line of the output that this matches",
  },
  { flags: "--disassemble <file>", about: "also write the classes of the result as text" },
  { flags: "--html <file>", about: "also write a page about the reduction and its result" },
  {
    flags: "--session <dir>",
    about: "directory for the logs and the best result so far (default: OUT.session)",
  },
  { flags: "--resume", about: "continue the reduction in the session directory" },
  {
    flags: "--time-limit <seconds>",
    about: "stop after this time, with the best result so far",
  },
  {
    flags: "--explain <item>",
    about: "only print what an item needs and what needs it",
  },
  {
    flags: "--dot <file>",
    about: "only write a Graphviz graph of the dependencies",
  },
  {
    flags: `--dot-level <${DOT_LEVELS.join("|")}>`,
    about: "with --dot: dependencies between classes, or between items",
    default: "classes",
  },
  { flags: "--quiet", about: "print only the result" },
];

export const addReduceOptions = (command: Command): Command => addOptions(command, REDUCE_OPTIONS);

export interface ReduceWords {
  readonly out?: string;
  readonly classPath?: string;
  readonly jdk?: string;
  readonly strategy: string;
  readonly cost: string;
  readonly passes: string;
  readonly resources: string;
  readonly maxInput: string;
  readonly keep?: readonly string[];
  readonly as?: string;
  readonly exitCode?: string;
  readonly stdout?: boolean;
  readonly stderr?: boolean;
  readonly normalise?: readonly string[];
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
  readonly html?: string;
  readonly quiet?: boolean;
}

/** The options that reading the input depends on. */
export function inputOptionsFrom(
  given: ReduceWords,
  { env, directory }: Host,
  known: readonly Configuration[],
): InputOptions {
  return {
    env,
    directory,
    resources: oneOf("--resources", given.resources, RESOURCES),
    maxInputBytes: parseSize("--max-input", given.maxInput, MAX_INPUT_RANGE),
    ...(given.classPath === undefined ? {} : { classPath: given.classPath }),
    ...(given.jdk === undefined ? {} : { jdk: given.jdk }),
    ...(given.check === DIFFERENCE ? { predicate: { difference: true, known } } : {}),
  };
}

export function reduceOptionsFrom(
  words: readonly string[],
  given: ReduceWords,
  host: Host,
  known: readonly Configuration[],
): ReduceOptions {
  if (given.out === undefined) {
    throw new BadUsageError("no output path given", { hint: "Add -o and a path for the result." });
  }
  return {
    ...inputOptionsFrom(given, host, known),
    predicate: predicateChoice(words, given, known),
    output: given.out,
    strategy: oneOf("--strategy", given.strategy, STRATEGIES),
    cost: oneOf("--cost", given.cost, COSTS),
    ...(given.passes === "all" ? {} : { passes: passesOf(given.passes) }),
    keep: given.keep ?? [],
    resume: given.resume === true,
    jobs: parseCount("--jobs", given.jobs),
    tries: parseCount("--tries", given.tries),
    ...(given.session === undefined ? {} : { session: given.session }),
    ...(given.timeLimit === undefined
      ? {}
      : { seconds: parseSeconds("--time-limit", given.timeLimit) }),
  };
}

function predicateChoice(
  words: readonly string[],
  given: ReduceWords,
  known: readonly Configuration[],
): PredicateChoice {
  if (given.check === DIFFERENCE) {
    if (words.length === 0) return { difference: true, known };
    throw new BadUsageError(`arguments after -- are not used with --check ${DIFFERENCE}`);
  }
  if (words.length === 0) {
    throw new BadUsageError("no command that decides whether a candidate still fails", {
      hint: "Write it after --: deadwood reduce in.jar -o out.jar -- sh check.sh {}. With --check, write the main class there.",
    });
  }
  const { normalise = [] } = given;
  const common = {
    same: oneOf("--same", given.same, MATCH_LEVELS),
    maxStates: parseCount("--max-states", given.maxStates),
  };
  const command = commandPredicate(words, given);
  if (given.check === undefined) return command;
  const check = oneOf("--check", given.check, CHECKS);
  if (check === DIFFERENCE) throw new Error("a saved difference has no main class");
  const [main = "", ...args] = words;
  return { check, main, args, normalise, ...common };
}

function commandPredicate(words: readonly string[], given: ReduceWords): CommandPredicate {
  const { exitCode, alsoInteresting, split } = given;
  return {
    command: words,
    normalise: given.normalise ?? [],
    timeoutSeconds: parseSeconds("--timeout", given.timeout),
    stdout: given.stdout === true,
    stderr: given.stderr === true,
    persistent: given.persistent === true,
    ...(given.as === undefined ? {} : { as: oneOf("--as", given.as, FORMS) }),
    ...(exitCode === undefined ? {} : { exitCode: parseExitCode("--exit-code", exitCode) }),
    ...(split === undefined ? {} : { split }),
    ...(alsoInteresting === undefined
      ? {}
      : {
          alsoInteresting: alsoInteresting
            .split(",")
            .map((code) => parseExitCode("--also-interesting", code)),
        }),
  };
}

function passesOf(text: string): readonly string[] {
  if (text === "none") return [];
  const names = text.split(",");
  passesNamed(names);
  return names;
}

export const dotLevelFrom = ({ dotLevel }: ReduceWords): DotLevel =>
  oneOf("--dot-level", dotLevel, DOT_LEVELS);

function parseExitCode(option: string, text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) < 256) return Number(text);
  throw new BadUsageError(`${option} ${text} is not an exit code`, {
    hint: "Exit codes are numbers from 0 to 255.",
  });
}
