/** The options of `deadwood reduce`, and what they come to. */
import { BadUsageError } from "../core/errors.ts";
import type { CandidateForm } from "../reduce/files/candidate.ts";
import type { ReductionInput } from "../reduce/files/input.ts";
import { ALL_PASSES } from "../reduce/passes/all-passes.ts";
import type { Pass } from "../reduce/passes/pass.ts";
import { type Cost, STRATEGIES, type Strategy } from "../reduce/strategies.ts";
import { CHECK_KINDS, type CheckKind, SAMENESS, type Sameness } from "./candidate-checker.ts";
import type { Host } from "./host.ts";
import { parseCount } from "./options.ts";
import { DOT_LEVELS, type DotLevel } from "./reduce-dot.ts";
import type { PredicatePlan } from "./reduce-plan.ts";

export interface ReduceOptions {
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

type SpawnOptions = Pick<PredicatePlan, "jdk" | "libraries" | "known" | "difference">;

export function planOf(
  words: readonly string[],
  options: ReduceOptions,
  input: ReductionInput,
  { jdk, libraries, known, difference }: SpawnOptions,
  host: Host,
): PredicatePlan {
  if (difference !== null && words.length > 0) {
    throw new BadUsageError(
      `--check ${DIFFERENCE} has its program in INPUT: what is after -- is of no use`,
    );
  }
  if (difference === null && words.length === 0) {
    throw new BadUsageError("no command is given that a candidate is tried with", {
      hint: "Give it after --: deadwood reduce in.jar -o out.jar -- sh check.sh {}. With --check: the main class.",
    });
  }
  return {
    words,
    check: options.check === undefined || difference !== null ? null : checkOf(options.check),
    difference,
    known,
    same: samenessOf(options.same),
    maxStates: parseCount("--max-states", options.maxStates),
    form: formOf(options.as, input.isJar),
    exitCode: options.exitCode === undefined ? null : exitCodeOf("--exit-code", options.exitCode),
    stdout: options.stdout === true,
    stderr: options.stderr === true,
    normalise: options.normalise,
    timeoutMillis: seconds("--timeout", options.timeout) * 1000,
    jobs: parseCount("--jobs", options.jobs),
    tries: parseCount("--tries", options.tries),
    isPersistent: options.persistent === true,
    alsoInteresting:
      options.alsoInteresting === undefined
        ? []
        : options.alsoInteresting.split(",").map((code) => exitCodeOf("--also-interesting", code)),
    split: options.split ?? null,
    directory: host.directory,
    jdk,
    libraries,
  };
}

function formOf(text: string | undefined, isJar: boolean): CandidateForm {
  if (text === undefined) return isJar ? "jar" : "directory";
  if (text === "jar" || text === "directory") return text;
  throw new BadUsageError(`--as ${text} is neither jar nor directory`);
}

export function strategyOf(text: string): Strategy {
  const strategy = STRATEGIES.find((each) => each === text);
  if (strategy !== undefined) return strategy;
  throw new BadUsageError(`--strategy ${text} is not known`, {
    hint: `There are ${STRATEGIES.join(", ")}.`,
  });
}

export function costOf(text: string): Cost {
  if (text === "bytes" || text === "count") return text;
  throw new BadUsageError(`--cost ${text} is neither bytes nor count`);
}

export function passesOf(text: string): readonly Pass[] {
  if (text === "all") return ALL_PASSES;
  if (text === "none") return [];
  return text.split(",").map((name) => {
    const pass = ALL_PASSES.find((each) => each.name === name);
    if (pass !== undefined) return pass;
    throw new BadUsageError(`--passes ${text}: there is no pass "${name}"`, {
      hint: `Name some of ${ALL_PASSES.map((each) => each.name).join(", ")}, or all, or none.`,
    });
  });
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

function samenessOf(text: string): Sameness {
  const same = SAMENESS.find((each) => each === text);
  if (same !== undefined) return same;
  throw new BadUsageError(`--same ${text} is neither ${SAMENESS.join(" nor ")}`);
}

function exitCodeOf(option: string, text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) < 256) return Number(text);
  throw new BadUsageError(`${option} ${text} is not an exit code`, {
    hint: "Exit codes are numbers from 0 to 255.",
  });
}

export function seconds(option: string, text: string): number {
  const value = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && value > 0) return value;
  throw new BadUsageError(`${option} ${text} is not a positive number of seconds`);
}
