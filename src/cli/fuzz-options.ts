/** The options of `deadwood fuzz`, as options of the library's `fuzz`. */
import type { Command } from "commander";
import { BadUsageError } from "../core/errors.ts";
import {
  FAMILY_NAMES,
  type FamilyName,
  findFamily,
  MAX_SEED,
  USUAL_NAMES,
} from "../fuzz/families/all-families.ts";
import { CONCURRENT_NAMES } from "../fuzz/families/concurrent/program.ts";
import { OPPONENTS, type Opponent } from "../fuzz/fuzz-report.ts";
import {
  DEFAULT_JVM_RUNS,
  DEFAULT_LIBRARY_STATES,
  DEFAULT_PROGRAMS,
  DEFAULT_SAMPLE,
  DEFAULT_STATES,
  type FuzzOptions,
} from "../fuzz/options.ts";
import { parseCount } from "./options.ts";

export interface FuzzCommandOptions {
  readonly seed?: string;
  readonly programs?: string;
  readonly kind?: string;
  readonly configurations?: string;
  readonly sample?: string;
  readonly against: string;
  readonly states: string;
  readonly time?: string;
  readonly out?: string;
  readonly jobs?: string;
  readonly json?: string;
  readonly jdk?: string;
  readonly input?: string;
  readonly classes?: string;
  readonly jvmRuns?: string;
  readonly libraryStates?: string;
}

const MAX_JOBS = 64;
const DEFAULT_OPPONENT = "reference";

export function addFuzzOptions(command: Command): Command {
  return command
    .option("--seed <n>", "the first seed; a seed means the same programs everywhere (default: 0)")
    .option("--programs <count>", `how many; the kinds take turns (default: ${DEFAULT_PROGRAMS})`)
    .option(
      "--kind <list>",
      `families of programs: ${FAMILY_NAMES.join(", ")}, all (the first ${USUAL_NAMES.length}) or concurrent (the others)`,
    )
    .option(
      "--configurations <list>",
      "names of ways to search, separated by commas, or all (default: a sample of all)",
    )
    .option(
      "--sample <count>",
      `try this many of the configurations with each program, besides the first (default: ${DEFAULT_SAMPLE}, or all that are named)`,
    )
    .option(
      "--against <list>",
      "compare with reference (a search without reductions), library (the JDK's own classes), jvm (runs on a real one)",
      DEFAULT_OPPONENT,
    )
    .option("--states <count>", "end the reference search after this many", `${DEFAULT_STATES}`)
    .option("--time <seconds>", "start no new program after this many seconds")
    .option("--out <dir>", "save programs in which something differs")
    .option("--jobs <count>", "use this many processes (default: 1)")
    .option("--json <file>", "write the report as JSON")
    .option("--jvm-runs <count>", `runs of each program on the JVM (default: ${DEFAULT_JVM_RUNS})`)
    .option(
      "--library-states <count>",
      `end searches of --against library after this many (default: ${DEFAULT_LIBRARY_STATES})`,
    )
    .option("--jdk <dir>", "the JDK to use (else JAVA_HOME, else java on the PATH)")
    .option("--input <dir>", "check a saved difference again: exit code 1 while it occurs")
    .option("--classes <dir>", "with --input: take these classes instead of the saved ones");
}

export function fuzzOptions(given: FuzzCommandOptions): FuzzOptions {
  const { seed, programs, kind, configurations, sample, time, jobs, jvmRuns, libraryStates } =
    given;
  const against = parseAgainst(given.against);
  return {
    states: parseCount("--states", given.states),
    ...(seed === undefined ? {} : { seed: parseSeed(seed) }),
    ...(programs === undefined ? {} : { programs: parseCount("--programs", programs) }),
    ...(kind === undefined ? {} : { families: parseFamilies(kind) }),
    ...(configurations === undefined ? {} : { configurations: parseNames(configurations) }),
    ...(sample === undefined ? {} : { sample: parseCount("--sample", sample) }),
    ...(given.against === DEFAULT_OPPONENT ? {} : { against }),
    ...(time === undefined ? {} : { seconds: parseSeconds(time) }),
    ...(jobs === undefined ? {} : { jobs: parseJobs(jobs) }),
    ...(jvmRuns === undefined ? {} : { jvmRuns: parseCount("--jvm-runs", jvmRuns) }),
    ...(libraryStates === undefined
      ? {}
      : { libraryStates: parseCount("--library-states", libraryStates) }),
    ...(given.out === undefined ? {} : { saveTo: given.out }),
    ...(given.jdk === undefined ? {} : { jdk: given.jdk }),
  };
}

function parseSeed(text: string): number {
  const seed = Number(text);
  if (!/^\d+$/.test(text) || seed > MAX_SEED) {
    throw new BadUsageError(`--seed ${text} is not a seed`, {
      hint: `A seed is a number from 0 to ${MAX_SEED}.`,
    });
  }
  return seed;
}

const GROUPS: Readonly<Record<string, readonly FamilyName[]>> = {
  all: USUAL_NAMES,
  concurrent: CONCURRENT_NAMES,
};

function parseFamilies(text: string): readonly FamilyName[] {
  const names = text.split(",").flatMap((name) => GROUPS[name] ?? [familyNamed(name)]);
  return FAMILY_NAMES.filter((name) => names.includes(name));
}

function familyNamed(name: string): FamilyName {
  const family = findFamily(name);
  if (family !== null) return family.name;
  throw new BadUsageError(`--kind ${name} is not a kind of program`, {
    hint: `There are ${FAMILY_NAMES.join(", ")}; all, which are the first ${USUAL_NAMES.length} of them, and concurrent, the others.`,
  });
}

const parseNames = (text: string): readonly string[] | "all" =>
  text === "all" ? text : text.split(",");

/** `both` is from a time when there were two opponents. */
function parseAgainst(text: string): readonly Opponent[] {
  const names = (text === "both" ? "reference,jvm" : text).split(",");
  for (const name of names) {
    if (OPPONENTS.some((each) => each === name)) continue;
    throw new BadUsageError(`--against ${name} is none of ${OPPONENTS.join(", ")}`);
  }
  return OPPONENTS.filter((each) => names.includes(each));
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || !(seconds > 0)) {
    throw new BadUsageError(`--time ${text} is not a positive number of seconds`);
  }
  return seconds;
}

function parseJobs(text: string): number {
  const jobs = parseCount("--jobs", text);
  if (jobs <= MAX_JOBS) return jobs;
  throw new BadUsageError(`--jobs ${text} is too many`, {
    hint: `The number is from 1 to ${MAX_JOBS}; more than there are processors is no faster.`,
  });
}
